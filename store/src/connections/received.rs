//! What has arrived before: each event counts once, and so does the money that it tells of; and what is older than that
//! tells nothing new.

use std::collections::BTreeMap;

use aws_lc_rs::digest::{SHA256, digest};
use postrider_domain::automations::integration::Provider;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, statements};

/// How long an event is known by its id: no provider repeats one later.
pub const RECEIVED_KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1000;

statements! {
    // One of two transactions with the same event waits here for the other's end. What is only waiting to be
    // forgotten counts as unknown.
    REMEMBER = "
        INSERT INTO received_events (org, brand, connection, event, received_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (org, brand, connection, event) DO UPDATE SET received_at = excluded.received_at
        WHERE received_events.received_at <= $6";
    COUNT_INVOICE = "
        INSERT INTO counted_invoices (org, brand, invoice) VALUES ($1, $2, $3)
        ON CONFLICT (org, brand, invoice) DO NOTHING";
    TOLD -> (String,) = "SELECT times FROM told_fields WHERE org = $1 AND brand = $2 AND contact = $3 AND provider = $4";
    TELL = "
        INSERT INTO told_fields (org, brand, contact, provider, times) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (org, brand, contact, provider) DO UPDATE SET times = excluded.times";
    FORGET = "DELETE FROM told_fields WHERE org = $1 AND brand = $2 AND contact {in_ints}($3)";
}

/// Since when a contact's fields are as a provider told.
pub type Times = BTreeMap<String, i64>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    First,
    Before,
}

/// Remembers an event under all its ids; it was seen before if any of them is known.
pub async fn remember(
    tx: &Tx,
    brand: BrandKey,
    connection: i64,
    ids: &[String],
    now: i64,
) -> Result<Seen, DbError> {
    let mut seen = Seen::First;
    for id in ids {
        let values = params![
            brand.org,
            brand.brand,
            connection,
            hash(id),
            now,
            now - RECEIVED_KEPT_MS
        ];
        if tx.execute(&REMEMBER, values).await? == 0 {
            seen = Seen::Before;
        }
    }
    Ok(seen)
}

/// Notes an invoice whose amount is about to be added. `Before`: it is part of the sum, for as long as there is one.
pub async fn count_invoice(tx: &Tx, brand: BrandKey, invoice: &str) -> Result<Seen, DbError> {
    let values = params![brand.org, brand.brand, hash(invoice)];
    Ok(match tx.execute(&COUNT_INVOICE, values).await? {
        0 => Seen::Before,
        _ => Seen::First,
    })
}

/// To be asked by whoever has the contact locked.
pub async fn told(
    tx: &Tx,
    brand: BrandKey,
    contact: i64,
    provider: Provider,
) -> Result<Times, DbError> {
    let values = params![brand.org, brand.brand, contact, provider.as_str()];
    match tx.value(&TOLD, values).await? {
        Some(times) => serde_json::from_str(&times).map_err(unreadable),
        None => Ok(Times::new()),
    }
}

pub async fn tell(
    tx: &Tx,
    brand: BrandKey,
    contact: i64,
    provider: Provider,
    times: &Times,
) -> Result<(), DbError> {
    let times = serde_json::to_string(times).map_err(unreadable)?;
    let values = params![brand.org, brand.brand, contact, provider.as_str(), times];
    tx.execute(&TELL, values).await?;
    Ok(())
}

/// Of contacts that are deleted.
pub async fn forget(tx: &Tx, brand: BrandKey, contacts: &[i64]) -> Result<(), DbError> {
    let contacts = Value::ints(contacts.iter().copied());
    let values = params![brand.org, brand.brand, contacts];
    tx.execute(&FORGET, values).await?;
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "the shape of `map_err`")]
fn unreadable(error: serde_json::Error) -> DbError {
    DbError::Other(format!("the times of a contact's fields: {error}"))
}

/// Ids of others may be of any length.
fn hash(id: &str) -> Vec<u8> {
    digest(&SHA256, id.as_bytes()).as_ref().to_vec()
}
