//! Contacts are deleted with everything that stands about them here but what they had refused.

use std::collections::BTreeMap;

use postrider_domain::tenant::BrandKey;

use super::{index, suppression};
use crate::db::{DbError, Tx, Value};
use crate::{contact_changes, params, record, statements};

statements! {
    DELETE -> DeletedContact = "
        DELETE FROM contacts {along}(contacts__org__brand__email)
        WHERE org = $1 AND brand = $2 AND email {in_texts}($3)
        RETURNING {columns}";
    // Of all brands from the one to the other.
    REMOVE -> (i64,) = "
        DELETE FROM contacts WHERE (org, brand, id) IN (
            SELECT org, brand, id FROM contacts
            WHERE org = $1 AND brand >= $2 AND brand <= $3 ORDER BY org, brand, id LIMIT $4)
        RETURNING id";
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
    pub struct DeletedContact {
        pub id: i64 = "id",
        pub email: String = "email",
        subscribed: bool = "subscribed",
        unsubscribed_at: Option<i64> = "unsubscribed_at",
        suppressed_reason: Option<String> = "suppressed_reason",
        suppressed_at: Option<i64> = "suppressed_at",
    }
}

/// Deletes contacts by address and keyed hash of it; gives those that were there. What the rest of the product knows about
/// them, its caller takes away.
pub async fn delete(
    tx: &Tx,
    brand: BrandKey,
    hashes: &BTreeMap<String, Vec<u8>>,
    now: i64,
) -> Result<Vec<DeletedContact>, DbError> {
    let emails = Value::texts(hashes.keys().map(String::as_str));
    let deleted = tx
        .all(&DELETE, params![brand.org, brand.brand, emails])
        .await?;
    if deleted.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = deleted.iter().map(|contact| contact.id).collect();
    contact_changes::note(tx, brand, now).await?;
    index::remove(tx, ids.clone()).await?;
    tx.execute(
        &DELETE_ENGAGEMENT,
        params![brand.org, brand.brand, Value::ints(ids.clone())],
    )
    .await?;
    suppression::forget(tx, brand, ids).await?;
    let refused = |contact: &DeletedContact| {
        let hash = hashes.get(&contact.email)?;
        Some((hash, contact.refusal(now)?))
    };
    let mut opt_outs: Vec<_> = deleted.iter().filter_map(refused).collect();
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
    Ok(deleted)
}

/// Some contacts of a tenant that is removed, with what finds them: the organization, the first and the last brand, and how
/// many. Gives how many there were.
pub(crate) async fn remove(tx: &Tx, some: Vec<Value>) -> Result<u64, DbError> {
    let removed = tx.values(&REMOVE, some).await?;
    let count = removed.len() as u64;
    if count > 0 {
        index::remove(tx, removed).await?;
    }
    Ok(count)
}

impl DeletedContact {
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
