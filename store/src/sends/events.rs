//! What happened to the recipients of a send.

use postrider_domain::send::EventType;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    list NEWEST = "
        SELECT e.id, e.type, e.occurred_at, c.email, e.detail FROM events AS e
        LEFT JOIN contacts AS c ON c.org = e.org AND c.brand = e.brand AND c.id = e.contact
        WHERE e.org = $1 AND e.brand = $2 AND e.send = $3
        ORDER BY e.id DESC LIMIT $4";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    pub id: i64,
    pub kind: EventType,
    pub occurred_at: i64,
    /// Nothing once the contact is gone.
    pub recipient: Option<String>,
    /// JSON.
    pub detail: Option<String>,
}

/// Newest first.
pub async fn events(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    limit: i64,
) -> Result<Vec<EventRecord>, DbError> {
    let values = params![brand.org, brand.brand, send, limit];
    let rows = tx.rows(&NEWEST, values).await?;
    rows.iter().map(record_of).collect()
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
        detail: row.opt_text(4)?,
    })
}
