//! When contacts of a brand were changed last, for whoever keeps counts of them. Noted once in some seconds: a busy brand's
//! writers must not wait for each other here.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

/// A change is not noted that comes within this long after one that was.
const NOTED_EVERY_MS: i64 = 10_000;
/// A note that is older than this was not made by a transaction that is still open.
const COMMITTED_AFTER_MS: i64 = 1_000;
/// A count is old that was begun up to this long after the last change that was noted: others may have followed it, or
/// have been under way.
pub(crate) const SETTLED_AFTER_MS: i64 = 3 * NOTED_EVERY_MS;

statements! {
    LAST -> (i64,) = "SELECT changed_at FROM contact_changes WHERE org = $1 AND brand = $2";
    // Whoever holds it notes the same.
    LOCK -> (i64,) = "
        SELECT changed_at FROM contact_changes WHERE org = $1 AND brand = $2 {skip_locked}";
    FIRST = "
        INSERT INTO contact_changes (org, brand, changed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    NOTE = "UPDATE contact_changes SET changed_at = $3 WHERE org = $1 AND brand = $2";
}

/// For whoever changes contacts, in the same transaction.
pub(crate) async fn note(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    let is_enough = |last: i64| last > now - NOTED_EVERY_MS;
    if tx.notes().last(brand).is_some_and(is_enough) {
        return Ok(());
    }
    let (key, noted) = (
        params![brand.org, brand.brand],
        params![brand.org, brand.brand, now],
    );
    match tx.value(&LAST, &key).await? {
        None => {
            tx.execute(&FIRST, noted).await?;
        }
        // A clock that was set back notes nothing until it has caught up, and the old counts are taken anew meanwhile.
        Some(last) if is_enough(last) => {
            if last <= now - COMMITTED_AFTER_MS {
                tx.notes().read(brand, last);
            }
        }
        Some(_) => {
            if tx.value(&LOCK, &key).await?.is_some() {
                tx.execute(&NOTE, noted).await?;
            }
        }
    }
    Ok(())
}
