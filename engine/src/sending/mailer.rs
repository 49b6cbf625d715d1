//! Mails that belong to no send: a design to one inbox, at once.

use std::sync::Arc;
use std::time::Duration;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::EmailType;
use postrider_domain::sending::tracking::Signer;
use postrider_domain::tenant::BrandKey;
use postrider_mail::smtp::ReplyClass;
use postrider_store::db::{Clock, Db, DbError, Tx};
use postrider_store::delivery::people::{self, Person};
use postrider_store::triggers::payloads;
use postrider_store::{brands, emails, fields};

use super::attempt::Attempt;
use super::letter::{Letter, Mail, Origin, Payload, Texts, payload_of};
use super::letters::{Letters, facts, html_of};
use super::transport::{KeptAs, Transport};
use crate::failure::Failure;

/// How long whoever asked for a test waits for the mail server.
const PATIENCE: Duration = Duration::from_secs(45);

#[derive(Clone)]
pub struct Mailer {
    pub db: Db,
    pub clock: Clock,
    pub letters: Letters,
    pub tokens: Arc<Signer>,
    pub transport: Arc<Transport>,
    /// Where mails come from that come from no domain of a brand.
    pub from: String,
    pub public_url: String,
}

/// A design on its way to one inbox.
#[derive(Clone, Debug)]
pub struct TestMail {
    pub brand: BrandKey,
    pub email: i64,
    pub version: i64,
    pub to: String,
    pub subject: String,
    /// Without one, the design's.
    pub preview_text: Option<String>,
    pub payload: Payload,
}

struct Parts {
    brand_public_id: String,
    letter: Letter,
    person: Person,
    number: i64,
}

impl Mailer {
    /// Mails a design as a test: nothing of it is counted, and none of its links unsubscribes anybody.
    pub async fn test(&self, test: TestMail) -> Result<(), Problem> {
        let (this, wanted) = (self.clone(), test.clone());
        let read = self.db.read(move |tx| {
            let (this, test) = (this.clone(), wanted.clone());
            async move { this.parts(&tx, &test).await }
        });
        let parts = read.await.map_err(|error| match error {
            Failure::Problem(problem) => *problem,
            Failure::Database(error) => {
                tracing::error!(error = %error, "a test could not be made");
                Problem::new(Code::ServiceUnavailable, "The database does not answer.")
                    .retry_after(1)
            }
        })?;
        let now = (self.clock)();
        let mut mail = parts
            .letter
            .write(&parts.person, 0, &test.payload, &self.tokens, now);
        mail.return_path.clone_from(&self.from);
        let name = format!("test-{}", parts.number);
        self.hand_over(&mail, &parts.brand_public_id, &name).await
    }

    /// The page that "view in browser" shows for a recipient of a send. `None`: there is none such.
    pub async fn view(
        &self,
        brand: BrandKey,
        send: i64,
        ordinal: i64,
    ) -> Result<Option<String>, DbError> {
        let read = self.db.read(move |tx| async move {
            let person = people::person(&tx, brand, send, ordinal).await?;
            let payload = payloads::of_mail(&tx, brand, send, ordinal).await?;
            Ok::<_, DbError>(person.map(|person| (person, payload)))
        });
        let Some((person, payload)) = read.await? else {
            return Ok(None);
        };
        let now = (self.clock)();
        match self.letters.get(brand, send, now).await {
            Ok(loaded) => {
                let payload = payload_of(payload.as_deref());
                let page = loaded.letter.view(&person, ordinal, &payload, &self.tokens);
                Ok(Some(page))
            }
            Err(super::letters::LoadError::Database(error)) => Err(error),
            Err(super::letters::LoadError::Unusable(_)) => Ok(None),
        }
    }

    async fn parts(&self, tx: &Tx, test: &TestMail) -> Result<Parts, Failure> {
        let gone = || Problem::new(Code::EmailNotFound, "The design is gone.");
        let email = emails::by_number(tx, test.brand, test.email)
            .await?
            .ok_or_else(gone)?;
        let content = emails::pinned(tx, test.brand, test.email, test.version)
            .await?
            .ok_or_else(gone)?;
        let brand = brands::get(tx, test.brand).await?.ok_or_else(gone)?;
        let known = fields::known(tx, test.brand).await?;
        let preview_text = test.preview_text.as_ref().or(email.preview_text.as_ref());
        let html = html_of(&content, preview_text.map(String::as_str));
        let texts = Texts {
            subject: &test.subject,
            html: &html,
            text: &content.plain_text,
        };
        let origin = self.origin(&brand.name, email.kind);
        let letter = Letter::compile(test.brand, 0, &texts, facts(&brand, known), origin)
            .map_err(|error| Problem::new(Code::EmailNotReady, error.to_string()))?;
        let person = people::person_with(tx, test.brand, &test.to).await?;
        Ok(Parts {
            brand_public_id: brand.public_id,
            letter,
            person: person.unwrap_or_else(|| Person {
                email: test.to.clone(),
                custom: "{}".to_owned(),
                ..Person::default()
            }),
            number: tx.number(),
        })
    }

    fn origin(&self, brand_name: &str, email: EmailType) -> Origin {
        let domain = self.from.rsplit('@').next().unwrap_or_default();
        Origin {
            from_email: self.from.clone(),
            from_name: Some(brand_name.to_owned()),
            reply_to: None,
            domain: domain.to_owned(),
            signer: None,
            base_url: self.public_url.clone(),
            tracks_opens: false,
            tracks_clicks: false,
            is_marketing: email.is_marketing(),
            feedback_id: "test:postrider".to_owned(),
        }
    }

    async fn hand_over(&self, mail: &Mail, brand: &str, name: &str) -> Result<(), Problem> {
        let kept_as = KeptAs { brand, name };
        let delivering = self.transport.deliver(mail, kept_as, || Ok(()));
        let attempt = tokio::time::timeout(PATIENCE, delivering)
            .await
            .unwrap_or_else(|_| Attempt::InDoubt("it took too long".to_owned()));
        let unavailable =
            |message: String| Problem::new(Code::ServiceUnavailable, message).retry_after(30);
        match attempt {
            Attempt::Replied {
                class: ReplyClass::Accepted,
                ..
            } => Ok(()),
            Attempt::Replied {
                class: ReplyClass::AddressFailure,
                reply,
            } => Err(Problem::invalid(
                "to",
                format!("The receiver does not take mail for this address: {reply}"),
            )),
            Attempt::NoSuchDomain(why) => Err(Problem::invalid(
                "to",
                format!("The address cannot be mailed: {why}"),
            )),
            Attempt::Replied { reply, .. } | Attempt::ShutOut(reply) => Err(unavailable(format!(
                "The mail server did not take the test: {reply}"
            ))),
            Attempt::NotSent(why) | Attempt::Unreachable(why) => Err(unavailable(format!(
                "The mail server could not be reached: {why}"
            ))),
            Attempt::InDoubt(why) => Err(unavailable(format!(
                "The mail server broke off while it answered; the test may arrive all the same: {why}"
            ))),
        }
    }
}
