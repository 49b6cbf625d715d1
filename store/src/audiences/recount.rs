//! Counts that have grown old, for the loop that takes them anew.

use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;

use crate::contact_changes::SETTLED_AFTER_MS;
use crate::db::{DbError, Tx};
use crate::{params, record, statements};

/// Audiences of brands that a table of changes names.
macro_rules! changed_since {
    ($changes:literal, $wanted:literal) => {
        concat!(
            "SELECT {columns} FROM ",
            $changes,
            " AS n
            JOIN audiences AS a ON a.org = n.org AND a.brand = n.brand
            JOIN brands AS b ON b.org = a.org AND b.id = a.brand
            WHERE n.changed_at >= $1 AND a.counted_at < $2 AND a.counted_at <= n.changed_at + $3
                AND b.deleted_at IS NULL AND ",
            $wanted,
            " ORDER BY a.counted_at LIMIT $4"
        )
    };
}

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
    // Of brands whose contacts have changed since. Few have within a quarter of an hour, which is how old any count grows.
    CHANGED -> StaleRow = changed_since!("contact_changes", "true");
    // Of brands whose contacts have got, opened or clicked mails since, those that ask for it.
    ENGAGED -> StaleRow = changed_since!("engagement_changes", "a.filters LIKE '%\"engagement.%'");
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

/// Counts that were taken before these times are old.
#[derive(Clone, Copy, Debug)]
pub struct StaleBefore {
    /// Whatever happened since.
    pub any: i64,
    /// If contacts of the brand, or what they did, have changed since.
    pub changed: i64,
}

/// The audiences, of any brand, whose counts are old or were never taken; oldest count first.
pub async fn stale(
    tx: &Tx,
    before: StaleBefore,
    limit: i64,
) -> Result<Vec<StaleAudience>, DbError> {
    let mut rows = tx.all(&NEVER_COUNTED, params![limit]).await?;
    let left = |rows: &[StaleRow]| limit - rows.len() as i64;
    if left(&rows) > 0 {
        let values = params![before.any, left(&rows)];
        rows.extend(tx.all(&COUNTED_BEFORE, values).await?);
    }
    // What is older than any count may be is among those above.
    let since = before.any - SETTLED_AFTER_MS;
    for changed in [&CHANGED, &ENGAGED] {
        if left(&rows) > 0 {
            let values = params![since, before.changed, SETTLED_AFTER_MS, left(&rows)];
            let known: Vec<i64> = rows.iter().map(|row| row.id).collect();
            let changed = tx.all(changed, values).await?.into_iter();
            rows.extend(changed.filter(|row| !known.contains(&row.id)));
        }
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
