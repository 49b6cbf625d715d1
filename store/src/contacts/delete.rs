//! Contacts are deleted with everything that is known about them but what they had refused.

use std::collections::HashMap;

use postrider_domain::tenant::BrandKey;

use super::{indexing, suppression};
use crate::automations::{members, trials};
use crate::connections;
use crate::db::{DbError, Tx, Value};
use crate::triggers::instances;
use crate::{params, record, statements, tracking};

statements! {
    DELETE -> Deleted = "
        DELETE FROM contacts WHERE org = $1 AND brand = $2 AND email {in_texts}($3)
        RETURNING {columns}";
    DELETE_ENGAGEMENT = "
        DELETE FROM engagement WHERE org = $1 AND brand = $2 AND contact IN {ints}($3)";
    bulk(
        org: Int, brand: Int, address_hash: Blob, unsubscribed_at: Int, suppressed_reason: Text,
        suppressed_at: Int
    ) REMEMBER = "
        INSERT INTO opt_outs (org, brand, address_hash, unsubscribed_at, suppressed_reason,
            suppressed_at)
        SELECT r.org, r.brand, r.address_hash, r.unsubscribed_at, r.suppressed_reason,
            r.suppressed_at
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, address_hash) DO UPDATE SET
            unsubscribed_at = excluded.unsubscribed_at,
            suppressed_reason = excluded.suppressed_reason,
            suppressed_at = excluded.suppressed_at";
}

record! {
    struct Deleted {
        id: i64 = "id",
        email: String = "email",
        subscribed: bool = "subscribed",
        unsubscribed_at: Option<i64> = "unsubscribed_at",
        suppressed_reason: Option<String> = "suppressed_reason",
        suppressed_at: Option<i64> = "suppressed_at",
    }
}

/// Deletes contacts by address and keyed hash of it, and cancels the runs that they are in; gives the addresses that were
/// there. What is canceled is counted as this process's.
pub async fn delete(
    tx: &Tx,
    brand: BrandKey,
    contacts: Vec<(String, Vec<u8>)>,
    process: i64,
    now: i64,
) -> Result<Vec<String>, DbError> {
    let emails = Value::texts(contacts.iter().map(|(email, _)| email.as_str()));
    let deleted = tx
        .all(&DELETE, params![brand.org, brand.brand, emails])
        .await?;
    if deleted.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = deleted.iter().map(|contact| contact.id).collect();
    let runs = members::of_contacts(tx, brand, &ids).await?;
    members::cancel(tx, brand, &runs, process, now).await?;
    indexing::remove(tx, ids.clone()).await?;
    tx.execute(
        &DELETE_ENGAGEMENT,
        params![brand.org, brand.brand, Value::ints(ids.clone())],
    )
    .await?;
    instances::forget(tx, brand, ids.iter().copied()).await?;
    connections::forget(tx, brand, &ids).await?;
    let addresses = deleted.iter().map(|contact| contact.email.as_str());
    trials::forget_addresses(tx, brand, addresses).await?;
    suppression::forget(tx, brand, ids).await?;
    let hashes: HashMap<String, Vec<u8>> = contacts.into_iter().collect();
    let (mut opt_outs, mut departed) = (Vec::new(), Vec::new());
    for contact in &deleted {
        let Some(hash) = hashes.get(&contact.email) else {
            continue;
        };
        departed.push((contact.id, hash.as_slice()));
        if let Some(refused) = contact.refusal(now) {
            opt_outs.push((hash, refused));
        }
    }
    tracking::depart(tx, brand, departed).await?;
    opt_outs.sort_unstable_by_key(|(hash, _)| *hash);
    let opt_out = |(hash, [unsubscribed_at, reason, at]): (&Vec<u8>, [Value; 3])| {
        vec![
            brand.org.into(),
            brand.brand.into(),
            hash.clone().into(),
            unsubscribed_at,
            reason,
            at,
        ]
    };
    tx.bulk(&REMEMBER, opt_outs.into_iter().map(opt_out).collect())
        .await?;
    Ok(deleted.into_iter().map(|contact| contact.email).collect())
}

impl Deleted {
    /// When it unsubscribed, why it is suppressed and since when; nothing if it refused nothing.
    fn refusal(&self, now: i64) -> Option<[Value; 3]> {
        let since = |at: Option<i64>| at.unwrap_or(now);
        let unsubscribed_at = (!self.subscribed).then(|| since(self.unsubscribed_at));
        let reason = self.suppressed_reason.as_deref();
        if unsubscribed_at.is_none() && reason.is_none() {
            return None;
        }
        let at = reason.map(|_| since(self.suppressed_at));
        Some([unsubscribed_at.into(), reason.into(), at.into()])
    }
}
