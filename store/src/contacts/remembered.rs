//! What deleted contacts had refused, and what becomes of it when they come back.

use std::collections::HashMap;

use postrider_domain::contact::{Standing, Suppression, SuppressionReason};

use super::upsert::{ContactUpsert, Upserted, Write};
use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

statements! {
    ANY = "SELECT 1 FROM opt_outs WHERE org = $1 AND brand = $2 LIMIT 1";
    bulk(org: Int, brand: Int, address_hash: Blob) TAKE = "
        DELETE FROM opt_outs WHERE (org, brand, address_hash) IN (
            SELECT r.org, r.brand, r.address_hash FROM {rows} AS r)
        RETURNING address_hash, unsubscribed_at, suppressed_reason, suppressed_at";
    bulk(
        org: Int, brand: Int, id: Int, subscribed: Bool, unsubscribed_at: Int,
        suppressed_reason: Text, suppressed_at: Int
    ) RESTORE = "
        UPDATE contacts SET subscribed = r.subscribed, unsubscribed_at = r.unsubscribed_at,
            suppressed_reason = r.suppressed_reason, suppressed_at = r.suppressed_at
        FROM {rows} AS r
        WHERE contacts.org = r.org AND contacts.brand = r.brand AND contacts.id = r.id";
}

/// Gives contacts that were created now the standing with which their address had left; from here on
/// their rows hold it.
///
/// This comes after the insert, not before: a deletion that was under way then is waited for by the
/// insert, and only a later statement sees what it left behind.
pub(super) async fn restore(
    tx: &Tx,
    write: Write,
    contacts: &[ContactUpsert],
    written: &mut HashMap<String, Upserted>,
) -> Result<(), DbError> {
    let brand = write.brand;
    let is_new = |contact: &&ContactUpsert| {
        written.get(&contact.email).is_some_and(|upserted| upserted.created)
    };
    let new: HashMap<&[u8], &ContactUpsert> =
        contacts.iter().filter(is_new).map(|new| (new.address_hash.as_slice(), new)).collect();
    if new.is_empty() || tx.row(&ANY, params![brand.org, brand.brand]).await?.is_none() {
        return Ok(());
    }
    let mut hashes: Vec<&[u8]> = new.keys().copied().collect();
    hashes.sort_unstable();
    let row = |hash: &[u8]| params![brand.org, brand.brand, hash].into();
    let left = tx.bulk_rows(&TAKE, hashes.into_iter().map(row).collect()).await?;
    let mut rows = Vec::with_capacity(left.len());
    for row in &left {
        let Some(contact) = new.get(row.blob(0)?.as_slice()) else { continue };
        let Some(upserted) = written.get_mut(&contact.email) else { continue };
        let outcome = standing_of(row)?.after(write.request(contact), write.now);
        upserted.resubscribe_skipped = outcome.resubscribe_skipped;
        rows.push(restored(write, upserted.id, outcome.standing));
    }
    rows.sort_unstable_by_key(|(id, _)| *id);
    tx.bulk(&RESTORE, rows.into_iter().map(|(_, row)| row).collect()).await?;
    Ok(())
}

fn restored(write: Write, id: i64, standing: Standing) -> (i64, Vec<Value>) {
    let row = params![
        write.brand.org,
        write.brand.brand,
        id,
        standing.subscribed,
        standing.unsubscribed_at,
        standing.suppression.map(|suppression| suppression.reason.as_str()),
        standing.suppression.map(|suppression| suppression.at),
    ];
    (id, row.into())
}

fn standing_of(row: &Row) -> Result<Standing, DbError> {
    let reason = row.opt_str(2)?.and_then(SuppressionReason::parse);
    let suppression = reason.zip(row.opt_int(3)?).map(|(reason, at)| Suppression { reason, at });
    Ok(Standing::remembered(row.opt_int(1)?, suppression))
}
