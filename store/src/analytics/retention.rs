//! Events that have been kept long enough.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, first_number};
use crate::{params, statements};

statements! {
    FORGET = "
        DELETE FROM events WHERE (org, brand, id) IN (
            SELECT org, brand, id FROM events
            WHERE org = $1 AND brand = $2 AND id < $3 ORDER BY id LIMIT $4)";
}

/// Deletes events that were written before a time, at most `limit` at once. `false`: no more are left.
pub async fn forget(tx: &Tx, brand: BrandKey, before: i64, limit: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, first_number(before), limit];
    Ok(tx.execute(&FORGET, values).await? == limit as u64)
}
