//! Audiences: named filters with the number of contacts that they last matched.

pub(crate) mod recount;

use postrider_domain::tenant::BrandKey;

use crate::db::{Bounded, DbError, Tx};
use crate::{lookups, params, record, retired, statements};

pub use recount::{StaleAudience, StaleBefore, set_count, stale};

statements! {
    list LIST -> AudienceRecord = "
        SELECT {columns} FROM audiences
        WHERE org = $1 AND brand = $2 AND id < $3 ORDER BY id DESC LIMIT $4";
    GET -> AudienceRecord = "
        SELECT {columns} FROM audiences
        WHERE org = $1 AND brand = $2 AND public_id = $3";
    BY_NUMBER -> AudienceRecord = "
        SELECT {columns} FROM audiences
        WHERE org = $1 AND brand = $2 AND id = $3";
    LOCK -> AudienceRecord = "
        SELECT {columns} FROM audiences
        WHERE org = $1 AND brand = $2 AND public_id = $3 {for_update}";
    CREATE = "
        INSERT INTO audiences (org, brand, id, public_id, name, filters, count, counted_at,
            created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)";
    UPDATE -> AudienceRecord = "
        UPDATE audiences SET name = COALESCE($4, name), filters = COALESCE($5, filters),
            count = COALESCE($6, count),
            counted_at = CASE WHEN $5 IS NULL THEN counted_at ELSE $7 END, updated_at = $8
        WHERE org = $1 AND brand = $2 AND public_id = $3
        RETURNING {columns}";
    DELETE -> AudienceRecord = "
        DELETE FROM audiences WHERE org = $1 AND brand = $2 AND public_id = $3
        RETURNING {columns}";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AudienceRecord {
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub name: String = "name",
        /// JSON.
        pub filters: String = "filters",
        pub count: i64 = "count",
        pub counted_at: Option<i64> = "counted_at",
        pub created_at: i64 = "created_at",
        pub updated_at: i64 = "updated_at",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAudience {
    pub public_id: String,
    pub name: String,
    /// JSON.
    pub filters: String,
    pub count: i64,
    /// Nothing if counting is left to the recount.
    pub counted_at: Option<i64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AudiencePatch {
    pub name: Option<String>,
    pub filters: Option<NewFilters>,
}

/// Another filter has another count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFilters {
    /// JSON.
    pub filters: String,
    pub count: i64,
    /// Nothing if counting is left to the recount.
    pub counted_at: Option<i64>,
}

/// Newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    after: Option<i64>,
    limit: i64,
    bytes: usize,
) -> Result<Bounded<AudienceRecord>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    let values = params![brand.org, brand.brand, before, limit];
    tx.all_within(&LIST, values, bytes).await
}

/// A brand has few audiences.
pub async fn list_all(tx: &Tx, brand: BrandKey) -> Result<Vec<AudienceRecord>, DbError> {
    let found = list(tx, brand, None, i64::MAX, usize::MAX).await?;
    Ok(found.rows)
}

lookups! {
    pub get(&str) -> AudienceRecord = GET;
    pub by_number(i64) -> AudienceRecord = BY_NUMBER;
    /// The audience as it stands, which nobody else changes or deletes before this transaction ends.
    pub lock(&str) -> AudienceRecord = LOCK;
}

pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: NewAudience,
    now: i64,
) -> Result<AudienceRecord, DbError> {
    let record = AudienceRecord {
        id: tx.number(),
        public_id: new.public_id,
        name: new.name,
        filters: new.filters,
        count: new.count,
        counted_at: new.counted_at,
        created_at: now,
        updated_at: now,
    };
    let values = params![
        brand.org,
        brand.brand,
        record.id,
        &record.public_id,
        &record.name,
        &record.filters,
        record.count,
        record.counted_at,
        record.created_at,
    ];
    tx.execute(&CREATE, values).await?;
    Ok(record)
}

pub async fn update(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
    change: AudiencePatch,
    now: i64,
) -> Result<Option<AudienceRecord>, DbError> {
    let (filters, count, counted_at) = match change.filters {
        Some(new) => (Some(new.filters), Some(new.count), new.counted_at),
        None => (None, None, None),
    };
    let values = params![
        brand.org,
        brand.brand,
        public_id,
        change.name,
        filters,
        count,
        counted_at,
        now
    ];
    tx.one(&UPDATE, values).await
}

/// The audience that was there. Sends and runs that have ended still say its id.
pub async fn delete(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<AudienceRecord>, DbError> {
    let key = params![brand.org, brand.brand, public_id];
    let deleted = tx.one(&DELETE, key).await?;
    if let Some(deleted) = &deleted {
        retired::retire(tx, brand, deleted.id, public_id).await?;
    }
    Ok(deleted)
}
