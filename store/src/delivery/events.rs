//! What happened, appended and never changed.

use postrider_domain::send::EventType;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::statements;

statements! {
    bulk(
        org: Int, brand: Int, id: Int, type: Int, occurred_at: Int, send: Int, ordinal: Int,
        contact: Int, domain: Int, detail: Text
    ) APPEND = "
        INSERT INTO events (org, brand, id, type, occurred_at, send, ordinal, contact, domain, detail)
        SELECT r.org, r.brand, r.id, r.type, r.occurred_at, r.send, r.ordinal, r.contact, r.domain, r.detail
        FROM {rows} AS r WHERE true";
}

#[derive(Clone, Debug)]
pub struct NewEvent {
    pub brand: BrandKey,
    /// Made before the transaction, or by `Tx::number`.
    pub id: i64,
    pub kind: EventType,
    pub occurred_at: i64,
    pub send: Option<i64>,
    pub ordinal: Option<i64>,
    pub contact: Option<i64>,
    /// The contact's mail domain (`mailbox::domain_number`), as far as the address is still known.
    pub domain: Option<i64>,
    /// JSON of what else is known: `url`, `machineReason`, `smtpReply`, `bounceType`, `error`.
    pub detail: Option<String>,
}

pub async fn append(tx: &Tx, events: Vec<NewEvent>) -> Result<(), DbError> {
    let rows = events.into_iter().map(|event| {
        vec![
            event.brand.org.into(),
            event.brand.brand.into(),
            event.id.into(),
            event.kind.code().into(),
            event.occurred_at.into(),
            event.send.into(),
            event.ordinal.into(),
            event.contact.into(),
            event.domain.into(),
            event.detail.into(),
        ]
    });
    tx.bulk(&APPEND, rows.collect()).await?;
    Ok(())
}
