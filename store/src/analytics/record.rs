//! One event with all that is told of it.

use postrider_domain::send::EventType;
use postrider_domain::tenant::BrandKey;

use super::source::Key;
use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

statements! {
    READ = "
        SELECT e.id, e.type, e.occurred_at, c.email, s.public_id, d.public_id, d.title, e.detail
        FROM events AS e
        LEFT JOIN contacts AS c ON c.org = e.org AND c.brand = e.brand AND c.id = e.contact
        LEFT JOIN sends AS s ON s.org = e.org AND s.brand = e.brand AND s.id = e.send
        LEFT JOIN emails AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.email
        WHERE e.org = $1 AND e.brand = $2 AND e.id {in_ints}($3)";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    pub id: i64,
    pub kind: EventType,
    pub occurred_at: i64,
    /// Nothing once the contact is gone.
    pub recipient: Option<String>,
    /// What the send and its design are called outside.
    pub send: Option<String>,
    pub email: Option<String>,
    pub email_title: Option<String>,
    /// JSON.
    pub detail: Option<String>,
}

/// Newest first.
pub(super) async fn read(
    tx: &Tx,
    brand: BrandKey,
    keys: &[Key],
) -> Result<Vec<EventRecord>, DbError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let ids = Value::ints(keys.iter().map(|key| key.id));
    let rows = tx.rows(&READ, params![brand.org, brand.brand, ids]).await?;
    let mut records = rows
        .iter()
        .map(record_of)
        .collect::<Result<Vec<_>, DbError>>()?;
    records.sort_unstable_by_key(|record| std::cmp::Reverse(record.id));
    Ok(records)
}

fn record_of(row: &Row) -> Result<EventRecord, DbError> {
    let code = row.int(1)?;
    let kind = EventType::from_code(code)
        .ok_or_else(|| DbError::Other(format!("an event is stored with type {code}")))?;
    Ok(EventRecord {
        id: row.int(0)?,
        kind,
        occurred_at: row.int(2)?,
        recipient: row.opt_text(3)?,
        send: row.opt_text(4)?,
        email: row.opt_text(5)?,
        email_title: row.opt_text(6)?,
        detail: row.opt_text(7)?,
    })
}
