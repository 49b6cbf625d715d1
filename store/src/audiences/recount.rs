//! Counts that have grown old, for the loop that takes them anew.

use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    // Where NULL stands in an order differs between the databases, so these are two lists.
    list NEVER_COUNTED -> StaleRow = "
        SELECT {columns}
        FROM audiences AS a JOIN brands AS b ON b.org = a.org AND b.id = a.brand
        WHERE a.counted_at IS NULL AND b.deleted_at IS NULL LIMIT $1";
    list COUNTED_BEFORE -> StaleRow = "
        SELECT {columns}
        FROM audiences AS a JOIN brands AS b ON b.org = a.org AND b.id = a.brand
        WHERE a.counted_at < $1 AND b.deleted_at IS NULL ORDER BY a.counted_at LIMIT $2";
    SET_COUNT = "
        UPDATE audiences SET count = $4, counted_at = $5
        WHERE org = $1 AND brand = $2 AND id = $3 AND (counted_at IS NULL OR counted_at < $5)";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleAudience {
    pub brand: BrandKey,
    pub id: i64,
    pub public_id: String,
    /// JSON.
    pub filters: String,
    /// The brand's, in which the filter's days begin.
    pub time_zone: String,
}

/// The audiences, of any brand, that were counted before `older_than` or never; oldest count first.
pub async fn stale(tx: &Tx, older_than: i64, limit: i64) -> Result<Vec<StaleAudience>, DbError> {
    let mut rows = tx.all(&NEVER_COUNTED, params![limit]).await?;
    let left = limit - rows.len() as i64;
    if left > 0 {
        rows.extend(tx.all(&COUNTED_BEFORE, params![older_than, left]).await?);
    }
    Ok(rows.into_iter().map(StaleAudience::from).collect())
}

/// `now` is when the counting began: a count that somebody took later stays.
pub async fn set_count(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    count: i64,
    now: Millis,
) -> Result<(), DbError> {
    tx.execute(&SET_COUNT, params![brand.org, brand.brand, id, count, now])
        .await?;
    Ok(())
}

record! {
    struct StaleRow {
        org: i64 = "a.org",
        brand: i64 = "a.brand",
        id: i64 = "a.id",
        public_id: String = "a.public_id",
        filters: String = "a.filters",
        time_zone: String = "b.time_zone",
    }
}

impl From<StaleRow> for StaleAudience {
    fn from(row: StaleRow) -> Self {
        Self {
            brand: BrandKey {
                org: row.org,
                brand: row.brand,
            },
            id: row.id,
            public_id: row.public_id,
            filters: row.filters,
            time_zone: row.time_zone,
        }
    }
}
