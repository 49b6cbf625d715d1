//! The mail of a design as a campaign would send it, to a mailbox that is no recipient: nothing of it is counted, and its links
//! open and change nothing.

use postrider_domain::contacts::field::CoreColumn;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_mail::seeds::mark;
use postrider_mail::smtp::ReplyClass;
use postrider_store::brands;
use postrider_store::db::Tx;
use postrider_store::delivery::people::Person;

use super::attempt::Attempt;
use super::letter::Mail;
use super::mailer::{Mailer, PATIENCE};
use super::test_mail::TestMail;
use super::transport::{KeptAs, Transport};
use crate::domains::Sender;
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
    /// Whether a campaign from there counts opens or clicks.
    pub is_tracked: bool,
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

/// Who was asked to take it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Relay,
    /// That receives for the mailbox.
    Host,
}

impl Handed {
    /// A relay that does not want us says nothing about the host behind it; a host that was asked itself has answered.
    fn of(attempt: Attempt, asked: Asked) -> Self {
        match attempt {
            Attempt::Replied {
                class: ReplyClass::Accepted,
                ..
            } => Self::Taken,
            Attempt::Replied {
                class: ReplyClass::TryLater | ReplyClass::Throttled,
                reply,
            } => Self::Later(reply),
            Attempt::Replied {
                class: ReplyClass::RefusesUs,
                reply,
            }
            | Attempt::ShutOut(reply)
                if asked == Asked::Relay =>
            {
                Self::Later(reply)
            }
            Attempt::Replied { reply, .. } | Attempt::ShutOut(reply) => Self::Refused(reply),
            // Whoever set the mailbox knows its domain: one answer of DNS does not end it.
            Attempt::NoSuchDomain(why) | Attempt::NotSent(why) | Attempt::Unreachable(why) => {
                Self::Later(why)
            }
            Attempt::InDoubt(_) => Self::InDoubt,
        }
    }
}

impl Mailer {
    /// Writes the copy for a mailbox, from the domain that the test names and from nowhere else. What it says, it says to
    /// `test.to`: an image whose address holds `{{ email }}` would tell a stranger of the mailbox.
    pub async fn write_copy(&self, test: &TestMail, mailbox: &str) -> Result<Copy, Failure> {
        let (this, wanted) = (self.clone(), test.clone());
        let read = self.db.read(move |tx| {
            let (this, test) = (this.clone(), wanted.clone());
            async move {
                let domain = this.sendable(&tx, &test).await?;
                let brand = brands::get(&tx, test.brand).await?;
                let is_tracked = brand.as_ref().is_some_and(|brand| {
                    (brand.track_opens && domain.open_tracking)
                        || (brand.track_clicks && domain.click_tracking)
                });
                let address = brand.and_then(|brand| brand.identity.address);
                Ok::<_, Failure>((this.parts(&tx, &test).await?, address, is_tracked))
            }
        });
        // Boxed: every future up to the caller's would hold all the parts of a letter.
        let (parts, postal_address, is_tracked) = Box::pin(read).await?;
        let (letter, now) = (&parts.letter, (self.clock)());
        let mut payload = test.payload.clone();
        let tag = CoreColumn::Email.as_str().to_owned();
        payload.insert(tag, test.to.clone().into());
        let person = Person {
            email: mailbox.to_owned(),
            ..parts.person
        };
        let mut mail = letter.write(&person, test.number, &payload, &self.tokens, now);
        let message_id = letter.message_id(test.number, &self.tokens);
        mark(&mut mail.bytes, &message_id);
        Ok(Copy {
            message_id,
            is_marketing: letter.origin.is_marketing,
            base_url: letter.origin.base_url.clone(),
            brand_public_id: parts.brand_public_id,
            name: format!("test-{}", test.number),
            postal_address,
            is_tracked,
            mail,
        })
    }

    /// A letter would come from the installation's own sender otherwise, which says nothing about the domain.
    async fn sendable(&self, tx: &Tx, test: &TestMail) -> Result<Sender, Failure> {
        if let Some(from) = &test.sender
            && let Some(domain) = self.letters.sender(tx, test.brand, from.domain).await?
            && domain.sendable
        {
            return Ok(domain);
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
        let transport = &self.transport;
        let delivering = transport.deliver_within(PATIENCE, &copy.mail, kept_as);
        let asked = match **transport {
            Transport::Relay(_) => Asked::Relay,
            Transport::Direct(_) | Transport::Capture(_) => Asked::Host,
        };
        Handed::of(delivering.await, asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_us_is_an_answer_of_whoever_was_asked() {
        let no = || "554 5.7.1 go away".to_owned();
        let replied = |class| Attempt::Replied { class, reply: no() };
        let (refused, later) = (Handed::Refused(no()), Handed::Later(no()));
        for (attempt, directly, through_relay) in [
            (Attempt::ShutOut(no()), &refused, &later),
            (replied(ReplyClass::RefusesUs), &refused, &later),
            (replied(ReplyClass::AddressFailure), &refused, &refused),
            (replied(ReplyClass::MessageFailure), &refused, &refused),
            (replied(ReplyClass::Throttled), &later, &later),
            (
                replied(ReplyClass::Accepted),
                &Handed::Taken,
                &Handed::Taken,
            ),
            (Attempt::NoSuchDomain(no()), &later, &later),
            (Attempt::Unreachable(no()), &later, &later),
            (Attempt::InDoubt(no()), &Handed::InDoubt, &Handed::InDoubt),
        ] {
            assert_eq!(Handed::of(attempt.clone(), Asked::Host), *directly);
            assert_eq!(Handed::of(attempt, Asked::Relay), *through_relay);
        }
    }
}
