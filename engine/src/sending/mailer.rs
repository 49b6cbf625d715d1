//! Mails that belong to no send: a design to one inbox, at once.

use std::sync::Arc;
use std::time::Duration;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::EmailType;
use postrider_domain::numbers::Millis;
use postrider_domain::sending::tracking::{Signer, TEST_SEND};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Clock, Db, DbError, Tx};
use postrider_store::delivery::people::{self, Person};
use postrider_store::triggers::payloads;
use postrider_store::{brands, emails, fields, test_mails};

use super::attempt::Attempt;
use super::letter::{Letter, Origin, Texts, payload_of};
use super::letters::{Letters, facts, html_of};
use super::test_allowance::TestAllowance;
use super::test_mail::{TestMail, TestOutcome};
use super::transport::{KeptAs, Transport};
use crate::failure::Failure;

/// How long whoever asked for a test waits for the mail server.
pub(super) const PATIENCE: Duration = Duration::from_secs(45);

#[derive(Clone)]
pub struct Mailer {
    pub db: Db,
    pub clock: Clock,
    pub letters: Letters,
    pub tokens: Arc<Signer>,
    pub transport: Arc<Transport>,
    /// Where mails come from that come from no domain of a brand.
    pub from: String,
    /// Where links of mails lead that have no tracking host of a brand.
    pub content_url: String,
    pub tests: TestAllowance,
}

pub(super) struct Parts {
    pub(super) brand_public_id: String,
    pub(super) letter: Letter,
    pub(super) person: Person,
}

impl Mailer {
    /// Mails a design as a test that was taken from the day's allowance, and writes down what became of it: nothing else of
    /// it is counted, and its links open and change nothing.
    pub async fn test(&self, test: TestMail) -> Result<(), Problem> {
        let (outcome, contact) = match self.test_parts(&test).await {
            Ok(parts) => {
                let attempt = self.deliver_test(&test, &parts).await;
                let contact = Some(parts.person.contact).filter(|contact| *contact != 0);
                (TestOutcome::of(attempt), contact)
            }
            Err(problem) => (TestOutcome::unmade(problem), None),
        };
        let (outcome, now) = (Arc::new(outcome), Millis((self.clock)()));
        let told = Arc::clone(&outcome);
        let written = self.db.write(move |tx| {
            let (told, test) = (Arc::clone(&told), test.clone());
            async move { told.write(&tx, &test, contact, now).await }
        });
        // Whoever asked hears what became of the mail, which may have left, and not of the database.
        if let Err(error) = written.await {
            tracing::error!(error = %error, "what became of a test could not be written");
        }
        outcome.answer.clone()
    }

    async fn test_parts(&self, test: &TestMail) -> Result<Parts, Problem> {
        let (this, wanted) = (self.clone(), test.clone());
        let read = self.db.read(move |tx| {
            let (this, test) = (this.clone(), wanted.clone());
            async move { this.parts(&tx, &test).await }
        });
        // Boxed: every future up to the caller's would hold all the parts of a letter.
        Box::pin(read).await.map_err(|error| match error {
            Failure::Problem(problem) => *problem,
            Failure::Database(error) => {
                tracing::error!(error = %error, "a test could not be made");
                Problem::new(Code::ServiceUnavailable, "The database does not answer.")
                    .retry_after(1)
            }
        })
    }

    async fn deliver_test(&self, test: &TestMail, parts: &Parts) -> Attempt {
        let Parts { letter, person, .. } = parts;
        let now = (self.clock)();
        let mut mail = letter.write(person, test.number, &test.payload, &self.tokens, now);
        mail.return_path.clone_from(&self.from);
        let kept_as = KeptAs {
            brand: &parts.brand_public_id,
            name: &format!("test-{}", test.number),
        };
        let transport = &self.transport;
        transport.deliver_within(PATIENCE, &mail, kept_as).await
    }

    /// The page that "view in browser" shows for a recipient of a send. `None`: there is none such.
    pub async fn view(
        &self,
        brand: BrandKey,
        send: i64,
        ordinal: i64,
    ) -> Result<Option<String>, DbError> {
        if send == TEST_SEND {
            return self.view_test(brand, ordinal).await;
        }
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
                let payload = loaded.letter.payload(payload.as_deref());
                let page = loaded.letter.view(&person, ordinal, &payload, &self.tokens);
                Ok(Some(page))
            }
            Err(super::letters::LoadError::Database(error)) => Err(error),
            Err(super::letters::LoadError::Unusable(_)) => Ok(None),
        }
    }

    /// The same for a test, as long as it is kept.
    async fn view_test(&self, brand: BrandKey, number: i64) -> Result<Option<String>, DbError> {
        let read = self
            .db
            .read(move |tx| async move { test_mails::get(&tx, brand, number).await });
        let Some(kept) = read.await? else {
            return Ok(None);
        };
        let test = TestMail {
            brand,
            number,
            email: kept.email,
            version: kept.version,
            to: kept.address,
            subject: String::new(),
            preview_text: kept.preview_text,
            payload: payload_of(Some(&kept.payload)),
            sender: None,
            run: None,
        };
        Ok(self.test_parts(&test).await.ok().map(|parts| {
            let Parts { letter, person, .. } = &parts;
            letter.view(person, number, &test.payload, &self.tokens)
        }))
    }

    pub(super) async fn parts(&self, tx: &Tx, test: &TestMail) -> Result<Parts, Failure> {
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
        let preview_text = preview_text.map(String::as_str);
        let html = html_of(&content, preview_text, &test.subject);
        let texts = Texts {
            subject: &test.subject,
            html: &html,
            text: &content.plain_text,
        };
        let origin = self.origin(tx, test, &brand.name, email.kind).await?;
        // The dates of its payload were written as readers see them when it was made.
        let facts = facts(&brand, known, Vec::new());
        let letter = Letter::compile(test.brand, TEST_SEND, &texts, facts, origin)
            .map_err(|error| Problem::new(Code::EmailNotReady, error.to_string()))?;
        let person = people::person_with(tx, test.brand, &test.to).await?;
        Ok(Parts {
            brand_public_id: brand.public_id,
            letter,
            person: person.unwrap_or_else(|| Person {
                email: test.to.clone(),
                custom: "{}".to_owned(),
                subscribed: true,
                ..Person::default()
            }),
        })
    }

    /// From the domain that was found ready, if it still is; else from the installation itself, in the brand's name and in
    /// no other.
    async fn origin(
        &self,
        tx: &Tx,
        test: &TestMail,
        brand_name: &str,
        email: EmailType,
    ) -> Result<Origin, DbError> {
        let own = self.from.rsplit('@').next().unwrap_or_default();
        let origin = Origin {
            from_email: self.from.clone(),
            from_name: Some(brand_name.to_owned()),
            reply_to: None,
            domain: own.to_owned(),
            signer: None,
            base_url: self.content_url.clone(),
            tracks_opens: false,
            tracks_clicks: false,
            is_marketing: email.is_marketing(),
            feedback_id: "test:postrider".to_owned(),
        };
        let Some(from) = test.sender.clone() else {
            return Ok(origin);
        };
        let domain = self.letters.sender(tx, test.brand, from.domain).await?;
        let Some(domain) = domain.filter(|domain| domain.sendable) else {
            return Ok(origin);
        };
        Ok(Origin {
            from_email: from.from_email,
            from_name: from.from_name,
            reply_to: from.reply_to,
            domain: domain.name,
            signer: domain.signer.map(Arc::new),
            base_url: domain.tracking_base.unwrap_or(origin.base_url),
            ..origin
        })
    }
}
