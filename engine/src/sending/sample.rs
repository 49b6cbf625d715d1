//! A design as somebody gets it of whom nothing is known, for those who want to see what mail clients make of it.

use postrider_domain::contacts::field::KnownFields;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::tracking::TEST_SEND;
use postrider_domain::tenant::BrandKey;
use postrider_store::brands::{self, BrandRecord};
use postrider_store::db::Tx;
use postrider_store::delivery::people::Person;
use postrider_store::emails::{EmailRecord, VersionContent};
use postrider_store::fields;

use super::letter::{Letter, Origin, Payload, Texts};
use super::letters::{facts, html_of};
use super::mailer::Mailer;
use crate::failure::Failure;

/// A name of nobody: addresses below it reach nobody either.
const READER: &str = "reader@example.com";

/// All that such a mail is made of.
pub struct Sample {
    brand: BrandRecord,
    fields: KnownFields,
    subject: String,
    /// As it would be handed over, but for the merge tags.
    html: String,
    is_marketing: bool,
}

impl Sample {
    pub async fn read(
        tx: &Tx,
        key: BrandKey,
        email: &EmailRecord,
        content: &VersionContent,
    ) -> Result<Self, Failure> {
        let gone = || Problem::new(Code::EmailNotFound, "The design is gone.");
        let brand = brands::get(tx, key).await?.ok_or_else(gone)?;
        let subject = email.subject.as_ref().unwrap_or(&email.title).clone();
        Ok(Self {
            fields: fields::known(tx, key).await?,
            brand,
            html: html_of(content, email.preview_text.as_deref(), &subject),
            subject,
            is_marketing: email.kind.is_marketing(),
        })
    }
}

impl Mailer {
    /// The HTML of it: fallbacks stand for merge tags, links are as long as in a send and lead to nothing, and nothing is counted.
    pub fn sample(&self, key: BrandKey, sample: &Sample) -> Result<String, Problem> {
        let texts = Texts {
            subject: &sample.subject,
            html: &sample.html,
            text: "",
        };
        let origin = Origin {
            from_email: self.from.clone(),
            from_name: None,
            reply_to: None,
            domain: String::new(),
            signer: None,
            base_url: self.content_url.clone(),
            tracks_opens: false,
            tracks_clicks: false,
            is_marketing: sample.is_marketing,
            feedback_id: String::new(),
        };
        let facts = facts(&sample.brand, sample.fields.clone(), Vec::new());
        let letter = Letter::compile(key, TEST_SEND, &texts, facts, origin)
            .map_err(|error| Problem::new(Code::EmailNotReady, error.to_string()))?;
        let now = (self.clock)();
        let reader = Person {
            email: READER.to_owned(),
            custom: "{}".to_owned(),
            subscribed: true,
            created_at: now,
            updated_at: now,
            ..Person::default()
        };
        Ok(letter.view(&reader, 0, &Payload::new(), &self.tokens))
    }
}
