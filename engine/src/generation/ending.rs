//! How a prompt ends. Whoever is first says it: a generation ends once, and with its design it is gone.

use postrider_domain::contract::catalog::Code;
use postrider_domain::designs::design::{LINE_MAX, VersionSource};
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use postrider_store::chats::{self, MessageRecord, Speaker};
use postrider_store::db::{DbError, Tx};
use postrider_store::emails::{self, EmailRecord, GeneratedTexts, NewVersion, VersionContent};
use postrider_store::generations::{self, GenerationRecord};
use serde_json::json;

use super::maker::Proposal;
use super::request::Request;
use crate::designs::{one_line, title_of};

/// A generation that is to end.
pub struct Ending<'a> {
    pub brand: BrandKey,
    pub generation: &'a GenerationRecord,
    pub now: i64,
}

impl Ending<'_> {
    /// The design that waits for it, which nobody else changes, stops or deletes before this transaction ends. `None`:
    /// nobody waits any more.
    pub async fn begin(&self, tx: &Tx) -> Result<Option<EmailRecord>, DbError> {
        let email = emails::lock_by_number(tx, self.brand, self.generation.email).await?;
        let running = generations::running(tx, self.brand, self.generation.id).await?;
        Ok(email.filter(|_| running.is_some()))
    }

    /// The version is there, and the design is ready.
    pub async fn complete(
        &self,
        tx: &Tx,
        texts: &GeneratedTexts,
        content: &VersionContent,
        message: &str,
    ) -> Result<(), DbError> {
        let generation = self.generation;
        let version = NewVersion {
            public_id: generation.version_id.clone(),
            source: VersionSource::Generated,
            content: content.clone(),
        };
        let now = Millis(self.now);
        if !emails::add_generated(tx, self.brand, generation.email, &version, texts, now).await? {
            let message = "a design that is being made is not `generating`";
            return Err(DbError::Other(message.into()));
        }
        generations::end(tx, self.brand, generation.id, None, self.now).await?;
        self.say(tx, message, Some(version.public_id)).await
    }

    /// Nothing came of it: a first design is `failed`, another is what it was. The author reads why.
    pub async fn fail(&self, tx: &Tx, why: &str) -> Result<(), DbError> {
        let (brand, generation) = (self.brand, self.generation);
        let code = Code::EmailGenerationFailed.as_str();
        let error = json!({ "code": code, "message": why }).to_string();
        emails::end_generating(tx, brand, generation.email, &error, Millis(self.now)).await?;
        generations::end(tx, brand, generation.id, Some(&error), self.now).await?;
        self.say(tx, why, None).await
    }

    async fn say(&self, tx: &Tx, words: &str, version_id: Option<String>) -> Result<(), DbError> {
        let message = MessageRecord {
            role: Speaker::Assistant,
            body: words.to_owned(),
            version_id,
            created_at: self.now,
        };
        chats::say(tx, self.brand, self.generation.chat, &message).await
    }
}

/// What its author said of a new design stays; a change says itself what is different.
pub fn texts_of(own: EmailRecord, request: &Request, new: Proposal) -> GeneratedTexts {
    let title = new.title.map(|title| title_of(&[Some(title.as_str())]));
    let line = |text: Option<String>| {
        let line = text.map(|text| one_line(&text, LINE_MAX));
        line.filter(|line| !line.is_empty())
    };
    let (subject, preview_text) = (line(new.subject), line(new.preview_text));
    match request {
        Request::Design { is_titled, .. } => GeneratedTexts {
            title: title.filter(|_| !is_titled).unwrap_or(own.title),
            subject: own.subject.or(subject),
            preview_text: own.preview_text.or(preview_text),
            category: own.category.or(new.category),
        },
        Request::Change { .. } | Request::CleanUp => GeneratedTexts {
            title: title.unwrap_or(own.title),
            subject: subject.or(own.subject),
            preview_text: preview_text.or(own.preview_text),
            category: new.category.or(own.category),
        },
    }
}
