//! The letters of the sends that are under way.

use std::sync::Arc;

use jiff::tz::TimeZone;
use postrider_content::rendered::{with_preview_text, with_title};
use postrider_domain::tenant::BrandKey;
use postrider_store::brands::{self, BrandRecord};
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::emails::{self, VersionContent};
use postrider_store::sends::{self, SendRecord};
use postrider_store::{automations, fields, triggers};

use super::letter::{BrandFacts, Letter, Origin, Texts};
use crate::domains::{self, Sender};
use crate::kept::Kept;
use crate::seal::Seal;

/// Bytes that letters may take together.
const MEMORY: u64 = 64 << 20;
/// What texts grow to when they are compiled, about.
const GROWTH: usize = 2;
/// Names and keys of a letter, and a field of its brand, about.
const LETTER_BYTES: usize = 8 << 10;
const FIELD_BYTES: usize = 128;

#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    Database(#[from] DbError),
    /// The send cannot go on as it is.
    #[error("{0}")]
    Unusable(String),
}

/// A send's letter, and whose mail it is.
pub struct Loaded {
    pub letter: Letter,
    pub brand_public_id: String,
    pub send_public_id: String,
    /// About what it takes.
    bytes: usize,
}

/// Who signs what leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signing {
    Here,
    /// The relay does it with keys of its own.
    Elsewhere,
}

#[derive(Clone)]
pub struct Letters {
    db: Db,
    seal: Arc<Seal>,
    content_url: Arc<str>,
    signing: Signing,
    /// The brand's address or the domain's keys may change, so none is kept for long.
    made: Kept<i64, Loaded>,
}

impl Letters {
    pub fn new(db: Db, seal: Arc<Seal>, content_url: &str, signing: Signing) -> Self {
        Self {
            db,
            seal,
            content_url: content_url.into(),
            signing,
            made: Kept::within(MEMORY),
        }
    }

    /// Whether what leaves has a signature of ours.
    pub fn sign_here(&self) -> bool {
        self.signing == Signing::Here
    }

    pub async fn get(
        &self,
        brand: BrandKey,
        send: i64,
        now: i64,
    ) -> Result<Arc<Loaded>, LoadError> {
        if let Some(made) = self.made.get(&send, now) {
            return Ok(made);
        }
        let loaded = Arc::new(self.load(brand, send).await?);
        self.made.put(send, Arc::clone(&loaded), loaded.bytes, now);
        Ok(loaded)
    }

    /// What mails from a domain are made with here. `None`: the domain is gone.
    pub(super) async fn sender(
        &self,
        tx: &Tx,
        brand: BrandKey,
        domain: i64,
    ) -> Result<Option<Sender>, DbError> {
        let found = domains::sender(tx, &self.seal, &self.content_url, brand, domain).await?;
        Ok(found.map(|mut sender| {
            if self.signing == Signing::Elsewhere {
                sender.signer = None;
            }
            sender
        }))
    }

    async fn load(&self, brand: BrandKey, send: i64) -> Result<Loaded, LoadError> {
        let this = self.clone();
        let read = self.db.read(move |tx| {
            let this = this.clone();
            async move { Parts::read(&tx, &this, brand, send).await }
        });
        // Boxed: every future up to the dispatcher's would hold all the parts of a letter.
        let parts = Box::pin(read).await?;
        let brand_public_id = parts.brand.public_id.clone();
        let send_public_id = parts.send.public_id.clone();
        let bytes = parts.bytes();
        let letter = parts.compile(brand, send, &self.content_url)?;
        Ok(Loaded {
            letter,
            brand_public_id,
            send_public_id,
            bytes,
        })
    }
}

/// All that a letter is made of.
struct Parts {
    send: SendRecord,
    brand: BrandRecord,
    content: VersionContent,
    fields: postrider_domain::contacts::field::KnownFields,
    payload_dates: Vec<String>,
    sender: Sender,
}

impl Parts {
    async fn read(
        tx: &Tx,
        letters: &Letters,
        brand: BrandKey,
        send: i64,
    ) -> Result<Self, LoadError> {
        let gone = |what: &str| LoadError::Unusable(format!("{what} is gone."));
        let send = sends::by_number(tx, brand, send)
            .await?
            .ok_or_else(|| gone("The send"))?;
        let sender = letters
            .sender(tx, brand, send.domain)
            .await
            .map_err(|error| match error {
                // Keys that do not open: another try comes to the same.
                DbError::Other(why) => LoadError::Unusable(why),
                error => error.into(),
            })?
            .ok_or_else(|| gone("The sending domain"))?;
        Ok(Self {
            content: emails::pinned(tx, brand, send.email, send.email_version)
                .await?
                .ok_or_else(|| gone("The design's version"))?,
            brand: brands::get(tx, brand)
                .await?
                .ok_or_else(|| gone("The brand"))?,
            fields: fields::known(tx, brand).await?,
            payload_dates: match &send.origin {
                Some(origin) => payload_dates(tx, brand, origin.version).await?,
                None => Vec::new(),
            },
            send,
            sender,
        })
    }

    fn bytes(&self) -> usize {
        let texts = self.content.html.len() + self.content.plain_text.len();
        GROWTH * texts + FIELD_BYTES * self.fields.names().count() + LETTER_BYTES
    }

    fn compile(self, brand: BrandKey, send: i64, content_url: &str) -> Result<Letter, LoadError> {
        let preview_text = self.send.preview_text.as_deref();
        let html = html_of(&self.content, preview_text, &self.send.subject);
        let texts = Texts {
            subject: &self.send.subject,
            html: &html,
            text: &self.content.plain_text,
        };
        let base_url = self
            .sender
            .tracking_base
            .unwrap_or_else(|| content_url.to_owned());
        let origin = Origin {
            from_email: self.send.from_email,
            from_name: self.send.from_name,
            reply_to: self.send.reply_to,
            domain: self.sender.name,
            signer: self.sender.signer.map(Arc::new),
            base_url,
            tracks_opens: self.brand.track_opens && self.sender.open_tracking,
            tracks_clicks: self.brand.track_clicks && self.sender.click_tracking,
            is_marketing: !self.send.is_transactional,
            feedback_id: format!(
                "{}:{}:{}:postrider",
                self.send.public_id,
                self.brand.public_id,
                self.send.kind.as_str()
            ),
        };
        let facts = facts(&self.brand, self.fields, self.payload_dates);
        Letter::compile(brand, send, &texts, facts, origin)
            .map_err(|error| LoadError::Unusable(error.to_string()))
    }
}

pub(super) fn html_of(
    content: &VersionContent,
    preview_text: Option<&str>,
    subject: &str,
) -> String {
    let (start, end) = content.preheader;
    let place = start.max(0) as usize..end.max(0) as usize;
    let html = match preview_text {
        Some(text) => with_preview_text(&content.html, place, text),
        None => content.html.clone(),
    };
    with_title(html, subject)
}

pub(super) fn facts(
    brand: &BrandRecord,
    fields: postrider_domain::contacts::field::KnownFields,
    payload_dates: Vec<String>,
) -> BrandFacts {
    BrandFacts {
        name: brand.identity.public_name(&brand.name).to_owned(),
        address: brand.identity.address.clone(),
        zone: TimeZone::get(&brand.time_zone).unwrap_or(TimeZone::UTC),
        fields,
        payload_dates,
    }
}

/// The keys that hold dates in payloads of what starts a version, as the trigger declares them now.
async fn payload_dates(tx: &Tx, brand: BrandKey, version: i64) -> Result<Vec<String>, DbError> {
    let version = automations::version(tx, brand, version).await?;
    let Some(trigger) = version.and_then(|version| version.uses.trigger) else {
        return Ok(Vec::new());
    };
    let trigger = triggers::by_number(tx, brand, trigger).await?;
    Ok(trigger.map_or_else(Vec::new, |trigger| {
        trigger.contract.date_keys().map(str::to_owned).collect()
    }))
}
