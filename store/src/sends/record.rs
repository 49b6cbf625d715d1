//! One send as it is stored.

use std::collections::HashMap;

use postrider_domain::sending::send::{PauseReason, SendKind, SendStatus};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

/// What every query of sends selects, in the order in which [`record_of`] reads it.
macro_rules! select {
    ($rest:expr) => {
        concat!(
            "SELECT s.id, s.public_id, s.kind, s.status, s.email, s.email_version, s.domain, s.audience,
                s.audience_name, s.addresses, s.subject, s.preview_text,
                s.from_email, s.from_name, s.reply_to, s.recipient_count, s.frozen_to, s.freeze_bound, s.freeze_filter, s.frozen,
                s.last_ordinal, s.allowance, s.allowance_month, s.scheduled_at, s.started_at,
                s.completed_at, s.pause_reason, s.error, s.created_at, s.updated_at,
                e.public_id, e.title, v.public_id, d.public_id, a.public_id, s.automation, s.automation_version,
                s.node, s.audience_run, s.is_transactional, m.public_id, u.public_id
            FROM sends AS s
            LEFT JOIN emails AS e ON e.org = s.org AND e.brand = s.brand AND e.id = s.email
            LEFT JOIN email_versions AS v ON v.org = s.org AND v.brand = s.brand
                AND v.email = s.email AND v.id = s.email_version
            LEFT JOIN domains AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.domain
            LEFT JOIN audiences AS a ON a.org = s.org AND a.brand = s.brand AND a.id = s.audience
            LEFT JOIN audience_runs AS u ON u.org = s.org AND u.brand = s.brand AND u.id = s.audience_run
            LEFT JOIN automations AS m ON m.org = s.org AND m.brand = s.brand AND m.id = s.automation
            WHERE s.org = $1 AND s.brand = $2 ",
            $rest
        )
    };
}
pub(super) use select;

statements! {
    // What a stream is called is nobody's business: its mails have names of their own.
    GET = select!("AND s.public_id = $3 AND NOT s.is_stream");
    BY_NUMBER = select!("AND s.id = $3");
    BY_NUMBERS = select!("AND s.id {in_ints}($3)");
    // Writes nothing new, so that the row is locked from here on: SQLite has no FOR UPDATE.
    HOLD = "
        UPDATE sends SET updated_at = updated_at WHERE org = $1 AND brand = $2 AND id = $3";
    LOCK = "
        UPDATE sends SET updated_at = updated_at
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND NOT is_stream";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendRecord {
    pub id: i64,
    pub public_id: String,
    pub kind: SendKind,
    pub status: SendStatus,
    pub email: i64,
    /// Pinned when the send was accepted.
    pub email_version: i64,
    pub domain: i64,
    /// Nothing beside no `addresses`: everybody who is subscribed.
    pub audience: Option<i64>,
    pub audience_name: Option<String>,
    /// JSON: the list of addresses as they were given, normalized, repeated ones and all.
    pub addresses: Option<String>,
    pub subject: String,
    pub preview_text: Option<String>,
    pub from_email: String,
    pub from_name: Option<String>,
    pub reply_to: Option<String>,
    pub recipient_count: i64,
    pub frozen_to: i64,
    pub freeze_bound: Option<i64>,
    /// JSON.
    pub freeze_filter: Option<String>,
    pub frozen: bool,
    pub last_ordinal: i64,
    pub allowance: i64,
    pub allowance_month: Option<i64>,
    pub scheduled_at: Option<i64>,
    pub started_at: Option<i64>,
    pub completed_at: Option<i64>,
    pub pause_reason: Option<PauseReason>,
    /// JSON.
    pub error: Option<String>,
    pub created_at: i64,
    pub updated_at: i64,
    pub refs: Refs,
    /// The node whose mail it is.
    pub origin: Option<Origin>,
    /// Goes to people who unsubscribed too.
    pub is_transactional: bool,
}

impl SendRecord {
    /// Whether it is shown only mail by mail.
    pub fn is_stream(&self) -> bool {
        let origin = self.origin.as_ref();
        origin.is_some_and(|origin| origin.audience_run.is_none())
    }
}

/// Where an automation's send comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub automation: i64,
    pub version: i64,
    pub node: String,
    /// Nothing: it is the stream of all that events start, which is not shown itself.
    pub audience_run: Option<i64>,
}

/// What the rows that a send names are called outside; nothing where a row is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refs {
    pub email: Option<String>,
    pub email_title: Option<String>,
    pub email_version: Option<String>,
    pub domain: Option<String>,
    pub audience: Option<String>,
    pub automation: Option<String>,
    pub audience_run: Option<String>,
}

/// Streams are not found by name.
pub async fn get(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<Option<SendRecord>, DbError> {
    let row = tx
        .row(&GET, params![brand.org, brand.brand, public_id])
        .await?;
    row.as_ref().map(record_of).transpose()
}

pub async fn by_number(tx: &Tx, brand: BrandKey, id: i64) -> Result<Option<SendRecord>, DbError> {
    let row = tx
        .row(&BY_NUMBER, params![brand.org, brand.brand, id])
        .await?;
    row.as_ref().map(record_of).transpose()
}

pub async fn by_numbers(
    tx: &Tx,
    brand: BrandKey,
    ids: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, SendRecord>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(ids)];
    let rows = tx.rows(&BY_NUMBERS, values).await?;
    let numbered = |row: &Row| record_of(row).map(|record| (record.id, record));
    rows.iter().map(numbered).collect()
}

/// Nobody else changes the send before this transaction ends.
pub async fn hold(tx: &Tx, brand: BrandKey, id: i64) -> Result<(), DbError> {
    tx.execute(&HOLD, params![brand.org, brand.brand, id])
        .await?;
    Ok(())
}

/// The send as it stands, which nobody else changes before this transaction ends.
pub async fn lock(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<SendRecord>, DbError> {
    tx.execute(&LOCK, params![brand.org, brand.brand, public_id])
        .await?;
    get(tx, brand, public_id).await
}

pub(super) fn record_of(row: &Row) -> Result<SendRecord, DbError> {
    let reason = row.opt_str(26)?.map(|text| word(text, PauseReason::parse));
    Ok(SendRecord {
        id: row.int(0)?,
        public_id: row.text(1)?,
        kind: word(row.str(2)?, SendKind::parse)?,
        status: word(row.str(3)?, SendStatus::parse)?,
        email: row.int(4)?,
        email_version: row.int(5)?,
        domain: row.int(6)?,
        audience: row.opt_int(7)?,
        audience_name: row.opt_text(8)?,
        addresses: row.opt_text(9)?,
        subject: row.text(10)?,
        preview_text: row.opt_text(11)?,
        from_email: row.text(12)?,
        from_name: row.opt_text(13)?,
        reply_to: row.opt_text(14)?,
        recipient_count: row.int(15)?,
        frozen_to: row.int(16)?,
        freeze_bound: row.opt_int(17)?,
        freeze_filter: row.opt_text(18)?,
        frozen: row.bool(19)?,
        last_ordinal: row.int(20)?,
        allowance: row.int(21)?,
        allowance_month: row.opt_int(22)?,
        scheduled_at: row.opt_int(23)?,
        started_at: row.opt_int(24)?,
        completed_at: row.opt_int(25)?,
        pause_reason: reason.transpose()?,
        error: row.opt_text(27)?,
        created_at: row.int(28)?,
        updated_at: row.int(29)?,
        refs: Refs {
            email: row.opt_text(30)?,
            email_title: row.opt_text(31)?,
            email_version: row.opt_text(32)?,
            domain: row.opt_text(33)?,
            audience: row.opt_text(34)?,
            automation: row.opt_text(40)?,
            audience_run: row.opt_text(41)?,
        },
        origin: origin_of(row)?,
        is_transactional: row.bool(39)?,
    })
}

fn origin_of(row: &Row) -> Result<Option<Origin>, DbError> {
    let (Some(automation), Some(version)) = (row.opt_int(35)?, row.opt_int(36)?) else {
        return Ok(None);
    };
    Ok(Some(Origin {
        automation,
        version,
        node: row.opt_text(37)?.unwrap_or_default(),
        audience_run: row.opt_int(38)?,
    }))
}

/// A stored word of a closed list.
pub(super) fn word<T>(text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, DbError> {
    parse(text).ok_or_else(|| DbError::Other(format!("a send is stored with `{text}`")))
}
