//! What has arrived before: each event counts once, and so does the money that it tells of.

use aws_lc_rs::digest::{SHA256, digest};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

/// How long an event is known.
const KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1000;

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
}

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
            now - KEPT_MS
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

/// Ids of others may be of any length.
fn hash(id: &str) -> Vec<u8> {
    digest(&SHA256, id.as_bytes()).as_ref().to_vec()
}
