//! What deleted contacts had refused, and what becomes of it when they come back.

use std::collections::{BTreeMap, HashSet};

use postrider_domain::contact::{Standing, Suppression, SuppressionReason};
use postrider_domain::tenant::BrandKey;

use super::upsert::{Pending, Write};
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
/// their rows hold it. Answers the addresses that stay unsubscribed although they were not to.
///
/// This comes after the insert, not before: a deletion that was under way then is waited for by the
/// insert, and only a later statement sees what it left behind.
pub(super) async fn restore(
    tx: &Tx,
    write: Write,
    created: &[Pending<'_>],
) -> Result<HashSet<String>, DbError> {
    let mut skipped = HashSet::new();
    let brand = write.brand;
    if created.is_empty()
        || tx
            .row(&ANY, params![brand.org, brand.brand])
            .await?
            .is_none()
    {
        return Ok(skipped);
    }
    let by_hash: BTreeMap<&[u8], &Pending> = created
        .iter()
        .map(|new| (new.contact.address_hash.as_slice(), new))
        .collect();
    let left = tx.bulk_rows(&TAKE, keys(brand, &by_hash)).await?;
    let mut rows = Vec::with_capacity(left.len());
    for row in &left {
        let Some(new) = by_hash.get(row.blob(0)?.as_slice()) else {
            continue;
        };
        let outcome = standing_of(row)?.after(write.request(new.contact), write.now);
        if outcome.resubscribe_skipped {
            skipped.insert(new.contact.email.clone());
        }
        rows.push((new.id, outcome.standing));
    }
    rows.sort_unstable_by_key(|(id, _)| *id);
    let rows = rows
        .into_iter()
        .map(|(id, standing)| restored(write, id, standing))
        .collect();
    tx.bulk(&RESTORE, rows).await?;
    Ok(skipped)
}

fn keys(brand: BrandKey, by_hash: &BTreeMap<&[u8], &Pending<'_>>) -> Vec<Vec<Value>> {
    let key = |hash: &&[u8]| params![brand.org, brand.brand, *hash].into();
    by_hash.keys().map(key).collect()
}

fn restored(write: Write, id: i64, standing: Standing) -> Vec<Value> {
    params![
        write.brand.org,
        write.brand.brand,
        id,
        standing.subscribed,
        standing.unsubscribed_at,
        standing
            .suppression
            .map(|suppression| suppression.reason.as_str()),
        standing.suppression.map(|suppression| suppression.at),
    ]
    .into()
}

fn standing_of(row: &Row) -> Result<Standing, DbError> {
    let reason = row.opt_str(2)?.and_then(SuppressionReason::parse);
    let suppression = reason
        .zip(row.opt_int(3)?)
        .map(|(reason, at)| Suppression { reason, at });
    Ok(Standing::remembered(row.opt_int(1)?, suppression))
}
