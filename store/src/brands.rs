//! Brands: the tenants. A deleted one is gone for everybody here; its rows leave in the background.

use postrider_domain::accounts::brand::{BrandStatus, Identity, Logo, Readiness, Theme};
use postrider_domain::tenant::BrandKey;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::{DbError, Row, Tx};
use crate::{domains, params, statements};

statements! {
    IDENTITY = "
        SELECT org, id, public_id, time_zone FROM brands
        WHERE org = $1 AND id = $2 AND deleted_at IS NULL";
    FIND = "
        SELECT org, id, public_id, time_zone FROM brands
        WHERE org = $1 AND public_id = $2 AND deleted_at IS NULL";
    NEXT_NUMBER = "UPDATE counters SET value = value + 1 WHERE name = 'brand' RETURNING value";
    CREATE = "
        INSERT INTO brands (org, id, public_id, name, website_url, status, readiness, identity,
            theme, logos, time_zone, track_opens, track_clicks, last_field,
            created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, $14, $14)";
    GET = "
        SELECT org, id, public_id, name, website_url, status, readiness, identity, theme, logos,
            voice, time_zone, track_opens, track_clicks, created_at, updated_at
        FROM brands WHERE org = $1 AND id = $2 AND deleted_at IS NULL";
    // Writes nothing new, so that the row is locked from here on: SQLite has no FOR UPDATE.
    LOCK = "
        UPDATE brands SET updated_at = updated_at
        WHERE org = $1 AND id = $2 AND deleted_at IS NULL
        RETURNING org, id, public_id, name, website_url, status, readiness, identity, theme, logos,
            voice, time_zone, track_opens, track_clicks, created_at, updated_at";
    FIND_ANYWHERE = "
        SELECT org, id, public_id, name, website_url, status, readiness, identity, theme, logos,
            voice, time_zone, track_opens, track_clicks, created_at, updated_at
        FROM brands WHERE public_id = $1 AND deleted_at IS NULL";
    list LIST = "
        SELECT org, id, public_id, name, website_url, status, readiness, identity, theme, logos,
            voice, time_zone, track_opens, track_clicks, created_at, updated_at
        FROM brands WHERE org = $1 AND id < $2 AND deleted_at IS NULL
        ORDER BY id DESC LIMIT $3";
    list EVERY = "
        SELECT org, id FROM brands WHERE (org, id) > ($1, $2) AND deleted_at IS NULL
        ORDER BY org, id LIMIT $3";
    UPDATE = "
        UPDATE brands SET name = $3, website_url = $4, status = $5, readiness = $6, identity = $7,
            theme = $8, logos = $9, voice = $10, time_zone = $11, track_opens = $12,
            track_clicks = $13, updated_at = $14
        WHERE org = $1 AND id = $2 AND deleted_at IS NULL";
}

/// What a call needs to know of the brand it works on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrandIdentity {
    pub key: BrandKey,
    pub public_id: String,
    pub time_zone: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrandRecord {
    pub key: BrandKey,
    pub public_id: String,
    pub name: String,
    pub website_url: Option<String>,
    pub status: BrandStatus,
    pub readiness: Readiness,
    pub identity: Identity,
    pub theme: Theme,
    pub logos: Vec<Logo>,
    pub voice: Option<String>,
    pub time_zone: String,
    pub track_opens: bool,
    pub track_clicks: bool,
    pub created_at: i64,
    pub updated_at: i64,
}

#[derive(Clone, Debug)]
pub struct NewBrand {
    pub org: i64,
    pub public_id: String,
    pub name: String,
    pub website_url: Option<String>,
    pub readiness: Readiness,
    pub identity: Identity,
    pub theme: Theme,
    pub logos: Vec<Logo>,
    pub created_at: i64,
}

pub async fn identity(tx: &Tx, brand: BrandKey) -> Result<Option<BrandIdentity>, DbError> {
    let row = tx.row(&IDENTITY, params![brand.org, brand.brand]).await?;
    row.as_ref().map(identity_of).transpose()
}

pub async fn find(tx: &Tx, org: i64, public_id: &str) -> Result<Option<BrandIdentity>, DbError> {
    let row = tx.row(&FIND, params![org, public_id]).await?;
    row.as_ref().map(identity_of).transpose()
}

pub async fn create(tx: &Tx, new: NewBrand) -> Result<BrandRecord, DbError> {
    let next = tx.row(&NEXT_NUMBER, params![]).await?;
    let next = next.ok_or_else(|| DbError::Other("brands have no counter".into()))?;
    let record = BrandRecord {
        key: BrandKey {
            org: new.org,
            brand: next.int(0)?,
        },
        public_id: new.public_id,
        name: new.name,
        website_url: new.website_url,
        status: new.readiness.status(),
        readiness: new.readiness,
        identity: new.identity,
        theme: new.theme,
        logos: new.logos,
        voice: None,
        time_zone: "UTC".to_owned(),
        track_opens: true,
        track_clicks: true,
        created_at: new.created_at,
        updated_at: new.created_at,
    };
    let values = params![
        record.key.org,
        record.key.brand,
        &record.public_id,
        &record.name,
        record.website_url.as_deref(),
        record.status.as_str(),
        json(&record.readiness)?,
        json(&record.identity)?,
        json(&record.theme)?,
        json(&record.logos)?,
        &record.time_zone,
        record.track_opens,
        record.track_clicks,
        record.created_at,
    ];
    tx.execute(&CREATE, values).await?;
    domains::create_sandbox(tx, record.key, &record.public_id, record.created_at).await?;
    Ok(record)
}

pub async fn get(tx: &Tx, brand: BrandKey) -> Result<Option<BrandRecord>, DbError> {
    let row = tx.row(&GET, params![brand.org, brand.brand]).await?;
    row.as_ref().map(record_of).transpose()
}

/// The brand, which nobody else can change until this transaction ends: what a caller leaves out of a
/// change stays as it is, so two changes at once must not each write what they had read.
pub async fn lock(tx: &Tx, brand: BrandKey) -> Result<Option<BrandRecord>, DbError> {
    let row = tx.row(&LOCK, params![brand.org, brand.brand]).await?;
    row.as_ref().map(record_of).transpose()
}

/// For the command line, which is told a brand and not whose it is.
pub async fn find_anywhere(tx: &Tx, public_id: &str) -> Result<Option<BrandRecord>, DbError> {
    let row = tx.row(&FIND_ANYWHERE, params![public_id]).await?;
    row.as_ref().map(record_of).transpose()
}

/// The organization's brands, the newest first, those made before the brand `after`.
pub async fn list(
    tx: &Tx,
    org: i64,
    limit: i64,
    after: Option<i64>,
) -> Result<Vec<BrandRecord>, DbError> {
    let below = after.unwrap_or(i64::MAX);
    let rows = tx.rows(&LIST, params![org, below, limit]).await?;
    rows.iter().map(record_of).collect()
}

/// Writes every column that can change. `false`: the brand was deleted meanwhile.
pub async fn update(tx: &Tx, record: &BrandRecord) -> Result<bool, DbError> {
    let values = params![
        record.key.org,
        record.key.brand,
        &record.name,
        record.website_url.as_deref(),
        record.status.as_str(),
        json(&record.readiness)?,
        json(&record.identity)?,
        json(&record.theme)?,
        json(&record.logos)?,
        record.voice.as_deref(),
        &record.time_zone,
        record.track_opens,
        record.track_clicks,
        record.updated_at,
    ];
    Ok(tx.execute(&UPDATE, values).await? == 1)
}

/// Brands of all organizations, in the order of their numbers: for work that belongs to nobody.
pub async fn every(tx: &Tx, after: BrandKey, limit: i64) -> Result<Vec<BrandKey>, DbError> {
    let rows = tx
        .rows(&EVERY, params![after.org, after.brand, limit])
        .await?;
    let key = |row: &Row| {
        Ok(BrandKey {
            org: row.int(0)?,
            brand: row.int(1)?,
        })
    };
    rows.iter().map(key).collect()
}

fn identity_of(row: &Row) -> Result<BrandIdentity, DbError> {
    Ok(BrandIdentity {
        key: BrandKey {
            org: row.int(0)?,
            brand: row.int(1)?,
        },
        public_id: row.text(2)?,
        time_zone: row.text(3)?,
    })
}

fn record_of(row: &Row) -> Result<BrandRecord, DbError> {
    let status = row.str(5)?;
    let unknown = || DbError::Other(format!("a brand has the unknown status {status}"));
    Ok(BrandRecord {
        key: BrandKey {
            org: row.int(0)?,
            brand: row.int(1)?,
        },
        public_id: row.text(2)?,
        name: row.text(3)?,
        website_url: row.opt_text(4)?,
        status: BrandStatus::parse(status).ok_or_else(unknown)?,
        readiness: stored(row, 6)?,
        identity: stored(row, 7)?,
        theme: stored(row, 8)?,
        logos: stored(row, 9)?,
        voice: row.opt_text(10)?,
        time_zone: row.text(11)?,
        track_opens: row.bool(12)?,
        track_clicks: row.bool(13)?,
        created_at: row.int(14)?,
        updated_at: row.int(15)?,
    })
}

fn json<T: Serialize>(value: &T) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| DbError::Other(error.to_string()))
}

fn stored<T: DeserializeOwned>(row: &Row, column: usize) -> Result<T, DbError> {
    serde_json::from_str(row.str(column)?)
        .map_err(|error| DbError::Other(format!("a brand cannot be read: {error}")))
}
