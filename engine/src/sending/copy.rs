//! The mail of a design as a campaign would send it, to a mailbox that is no recipient: nothing of it is counted, and its links
//! open and change nothing.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_mail::smtp::ReplyClass;
use postrider_store::brands;
use postrider_store::db::Tx;

use super::attempt::Attempt;
use super::letter::Mail;
use super::mailer::{Mailer, PATIENCE};
use super::test_mail::TestMail;
use super::transport::KeptAs;
use crate::failure::Failure;

/// A copy, ready to leave, and what is known of it beside its bytes.
pub struct Copy {
    mail: Mail,
    brand_public_id: String,
    name: String,
    /// Without angle brackets.
    pub message_id: String,
    /// Whether people can unsubscribe from it.
    pub is_marketing: bool,
    /// The brand's.
    pub postal_address: Option<String>,
    /// What its links begin with.
    pub base_url: String,
}

impl Copy {
    pub fn bytes(&self) -> &[u8] {
        &self.mail.bytes
    }

    pub fn return_path(&self) -> &str {
        &self.mail.return_path
    }

    pub fn recipient(&self) -> &str {
        &self.mail.to
    }
}

/// What came of handing one over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handed {
    Taken,
    /// For good, and why.
    Refused(String),
    /// It is certain that it did not leave; another time it may.
    Later(String),
    /// It may have left, and nobody can know.
    InDoubt,
}

impl From<Attempt> for Handed {
    fn from(attempt: Attempt) -> Self {
        match attempt {
            Attempt::Replied {
                class: ReplyClass::Accepted,
                ..
            } => Self::Taken,
            Attempt::Replied {
                class: ReplyClass::TryLater | ReplyClass::Throttled,
                reply,
            } => Self::Later(reply),
            Attempt::Replied { reply, .. } | Attempt::ShutOut(reply) => Self::Refused(reply),
            Attempt::NoSuchDomain(why) => Self::Refused(why),
            Attempt::NotSent(why) | Attempt::Unreachable(why) => Self::Later(why),
            Attempt::InDoubt(_) => Self::InDoubt,
        }
    }
}

impl Mailer {
    /// Writes the copy to `test.to`, from the domain that it names and from nowhere else.
    pub async fn write_copy(&self, test: &TestMail) -> Result<Copy, Failure> {
        let (this, wanted) = (self.clone(), test.clone());
        let read = self.db.read(move |tx| {
            let (this, test) = (this.clone(), wanted.clone());
            async move {
                this.require_sendable(&tx, &test).await?;
                let brand = brands::get(&tx, test.brand).await?;
                let address = brand.and_then(|brand| brand.identity.address);
                Ok::<_, Failure>((this.parts(&tx, &test).await?, address))
            }
        });
        // Boxed: every future up to the caller's would hold all the parts of a letter.
        let (parts, postal_address) = Box::pin(read).await?;
        let (letter, now) = (&parts.letter, (self.clock)());
        let mail = letter.write(&parts.person, test.number, &test.payload, &self.tokens, now);
        Ok(Copy {
            message_id: letter.message_id(test.number, &self.tokens),
            is_marketing: letter.origin.is_marketing,
            base_url: letter.origin.base_url.clone(),
            brand_public_id: parts.brand_public_id,
            name: format!("test-{}", test.number),
            postal_address,
            mail,
        })
    }

    /// A letter would come from the installation's own sender otherwise, which says nothing about the domain.
    async fn require_sendable(&self, tx: &Tx, test: &TestMail) -> Result<(), Failure> {
        if let Some(from) = &test.sender
            && let Some(domain) = self.letters.sender(tx, test.brand, from.domain).await?
            && domain.sendable
        {
            return Ok(());
        }
        let message = "The domain is not verified for sending any more.";
        Err(Problem::new(Code::DomainNotReady, message).into())
    }

    /// Hands it over, as any other mail.
    pub async fn hand_over(&self, copy: &Copy) -> Handed {
        let kept_as = KeptAs {
            brand: &copy.brand_public_id,
            name: &copy.name,
        };
        let delivering = self.transport.deliver(&copy.mail, kept_as, || Ok(()));
        match tokio::time::timeout(PATIENCE, delivering).await {
            Ok(attempt) => attempt.into(),
            Err(_) => Handed::InDoubt,
        }
    }
}
