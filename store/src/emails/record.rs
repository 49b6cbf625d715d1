//! One design as it is stored, without the content of its versions.

use postrider_domain::designs::design::{Category, EmailStatus, EmailType};
use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

/// What every query of designs selects, in the order in which [`record_of`] reads it.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT e.id, e.public_id, e.title, e.type, e.status, e.subject, e.preview_text, e.category,
                e.email_group, g.public_id, e.error, e.head, v.public_id, v.preview_text,
                e.created_at, e.updated_at, s.public_id, s.status,
                COALESCE(s.started_at, s.scheduled_at, s.created_at), s.recipient_count
            FROM emails AS e
            LEFT JOIN email_groups AS g
                ON g.org = e.org AND g.brand = e.brand AND g.id = e.email_group
            LEFT JOIN email_versions AS v
                ON v.org = e.org AND v.brand = e.brand AND v.email = e.id AND v.id = e.head
            LEFT JOIN sends AS s
                ON s.org = e.org AND s.brand = e.brand AND s.id = e.live_send
            WHERE e.org = $1 AND e.brand = $2 AND e.deleted_at IS NULL ",
            $rest
        )
    };
}
pub(super) use select;

statements! {
    GET = select!("AND e.public_id = $3");
    BY_NUMBER = select!("AND e.id = $3");
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailRecord {
    pub id: i64,
    pub public_id: String,
    pub title: String,
    pub kind: EmailType,
    pub status: EmailStatus,
    pub subject: Option<String>,
    pub preview_text: Option<String>,
    pub category: Option<Category>,
    /// Nothing: ungrouped.
    pub group: Option<GroupRef>,
    /// JSON; set while the status is failed.
    pub error: Option<String>,
    /// The version that is shown and sent; nothing until the first one is made.
    pub head: Option<HeadRef>,
    pub created_at: i64,
    pub updated_at: i64,
    /// The send that has taken this campaign's design.
    pub sent: Option<SentRef>,
}

impl EmailRecord {
    /// The line beside the subject in an inbox: the design's own, else the one that its document has.
    pub fn shown_preview_text(&self) -> Option<&str> {
        let of_head = || self.head.as_ref()?.preview_text.as_deref();
        self.preview_text.as_deref().or_else(of_head)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRef {
    pub id: i64,
    pub public_id: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadRef {
    pub id: i64,
    pub public_id: String,
    /// The preview text that its document has.
    pub preview_text: Option<String>,
}

/// The send of a campaign's design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentRef {
    pub public_id: String,
    pub status: SendStatus,
    /// When it started; before that, when it is to start.
    pub sent_at: i64,
    pub recipient_count: i64,
}

pub async fn get(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<EmailRecord>, DbError> {
    let row = tx
        .row(&GET, params![brand.org, brand.brand, public_id])
        .await?;
    row.as_ref().map(record_of).transpose()
}

pub async fn by_number(tx: &Tx, brand: BrandKey, id: i64) -> Result<Option<EmailRecord>, DbError> {
    let row = tx
        .row(&BY_NUMBER, params![brand.org, brand.brand, id])
        .await?;
    row.as_ref().map(record_of).transpose()
}

pub(super) fn record_of(row: &Row) -> Result<EmailRecord, DbError> {
    let preview_text = row.opt_text(13)?;
    let category = row.opt_str(7)?.map(|text| word(text, Category::parse));
    Ok(EmailRecord {
        id: row.int(0)?,
        public_id: row.text(1)?,
        title: row.text(2)?,
        kind: word(row.str(3)?, EmailType::parse)?,
        status: word(row.str(4)?, EmailStatus::parse)?,
        subject: row.opt_text(5)?,
        preview_text: row.opt_text(6)?,
        category: category.transpose()?,
        group: row
            .opt_int(8)?
            .zip(row.opt_text(9)?)
            .map(|(id, public_id)| GroupRef { id, public_id }),
        error: row.opt_text(10)?,
        head: row
            .opt_int(11)?
            .zip(row.opt_text(12)?)
            .map(|(id, public_id)| HeadRef {
                id,
                public_id,
                preview_text: preview_text.clone(),
            }),
        created_at: row.int(14)?,
        updated_at: row.int(15)?,
        sent: sent_of(row)?,
    })
}

fn sent_of(row: &Row) -> Result<Option<SentRef>, DbError> {
    let Some(public_id) = row.opt_text(16)? else {
        return Ok(None);
    };
    Ok(Some(SentRef {
        public_id,
        status: word(row.str(17)?, SendStatus::parse)?,
        sent_at: row.int(18)?,
        recipient_count: row.int(19)?,
    }))
}

/// A stored word of a closed list.
pub(super) fn word<T>(text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, DbError> {
    parse(text).ok_or_else(|| DbError::Other(format!("a design is stored with `{text}`")))
}
