//! What deleted contacts had refused, and what becomes of it when they come back.

use std::collections::{BTreeMap, HashSet};

use postrider_domain::contacts::contact::{MailPermission, Suppression, SuppressionReason};
use postrider_domain::tenant::BrandKey;

use super::write::{Pending, Write};
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements, tracking};

statements! {
    pub(super) ANY -> (i64,) = "
        SELECT 1 FROM opt_outs WHERE org = $1 AND brand = $2
        UNION ALL SELECT 1 FROM departed_contacts WHERE org = $1 AND brand = $2
        LIMIT 1";
    bulk(org: Int, brand: Int, address_hash: Blob) FIND -> Left = "
        SELECT {columns} FROM {rows} AS r JOIN opt_outs AS o
            ON o.org = r.org AND o.brand = r.brand AND o.address_hash = r.address_hash";
    // All rows are of one brand. `(org, brand, address_hash) IN (…)` would be plainer, but SQLite uses
    // only the first two columns of the key for it.
    bulk(org: Int, brand: Int, address_hash: Blob) FORGET = "
        DELETE FROM opt_outs WHERE org IN (SELECT r.org FROM {rows} AS r)
            AND brand IN (SELECT r.brand FROM {rows} AS r)
            AND address_hash IN (SELECT r.address_hash FROM {rows} AS r)";
    bulk(
        org: Int, brand: Int, id: Int, subscribed: Bool, unsubscribed_at: Int,
        suppressed_reason: Text, suppressed_at: Int
    ) RESTORE = "
        UPDATE contacts SET subscribed = r.subscribed, unsubscribed_at = r.unsubscribed_at,
            suppressed_reason = r.suppressed_reason, suppressed_at = r.suppressed_at
        FROM {rows} AS r
        WHERE contacts.org = r.org AND contacts.brand = r.brand AND contacts.id = r.id";
}

record! {
    /// How somebody left.
    struct Left {
        address_hash: Vec<u8> = "o.address_hash",
        unsubscribed_at: Option<i64> = "o.unsubscribed_at",
        suppressed_reason: Option<SuppressionReason> = "o.suppressed_reason",
        suppressed_at: Option<i64> = "o.suppressed_at",
    }
}

impl Left {
    fn permission(&self) -> MailPermission {
        let suppression = self.suppressed_reason.zip(self.suppressed_at);
        let suppression = suppression.map(|(reason, at)| Suppression { reason, at });
        MailPermission::remembered(self.unsubscribed_at, suppression)
    }
}

/// Whether the brand remembers anybody. Asked after the insert, as `restore` says.
pub(super) async fn any(tx: &Tx, brand: BrandKey) -> Result<bool, DbError> {
    let found = tx.value(&ANY, params![brand.org, brand.brand]).await?;
    Ok(found.is_some())
}

/// Gives contacts that were created now the standing with which their address had left; from here on
/// their rows hold it. Answers the addresses that stay unsubscribed although they were not to.
///
/// This comes after the insert, not before: a deletion that was under way then is waited for by the
/// insert, and only a later statement sees what it left behind.
pub(super) async fn restore(
    tx: &Tx,
    write: Write<'_>,
    created: &[Pending<'_>],
) -> Result<HashSet<String>, DbError> {
    let mut skipped = HashSet::new();
    let by_hash: BTreeMap<Vec<u8>, &Pending> = created
        .iter()
        .map(|new| ((write.rules.address_hash)(&new.contact.email), new))
        .collect();
    let followers = by_hash.iter().map(|(hash, new)| (hash.as_slice(), new.id));
    tracking::follow(tx, write.brand, followers).await?;
    let left = find(tx, write.brand, by_hash.keys().map(Vec::as_slice).collect()).await?;
    let mut rows = Vec::with_capacity(left.len());
    for remembered in &left {
        let Some(new) = by_hash.get(&remembered.address_hash) else {
            continue;
        };
        let permission = remembered.permission();
        let outcome = permission.after(write.request(new.contact), write.rules.now);
        if outcome.resubscribe_skipped {
            skipped.insert(new.contact.email.clone());
        }
        rows.push(restored(write.brand, new.id, outcome.permission));
    }
    tx.bulk(&RESTORE, rows).await?;
    let taken = left.iter().map(|left| left.address_hash.as_slice());
    tx.bulk(&FORGET, keys(write.brand, taken.collect())).await?;
    Ok(skipped)
}

/// What is remembered under these hashes, in the order of the hashes.
async fn find(tx: &Tx, brand: BrandKey, hashes: Vec<&[u8]>) -> Result<Vec<Left>, DbError> {
    let mut left = tx.bulk_all(&FIND, keys(brand, hashes)).await?;
    left.sort_unstable_by(|a, b| a.address_hash.cmp(&b.address_hash));
    Ok(left)
}

fn keys(brand: BrandKey, hashes: Vec<&[u8]>) -> Vec<Vec<Value>> {
    let key = |hash: &[u8]| params![brand.org, brand.brand, hash].into();
    hashes.into_iter().map(key).collect()
}

fn restored(brand: BrandKey, id: i64, permission: MailPermission) -> Vec<Value> {
    params![
        brand.org,
        brand.brand,
        id,
        permission.subscribed,
        permission.unsubscribed_at,
        permission
            .suppression
            .map(|suppression| suppression.reason.as_str()),
        permission.suppression.map(|suppression| suppression.at),
    ]
    .into()
}
