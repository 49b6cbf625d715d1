//! Brands: the tenants. A deleted one is gone for everybody here; its rows leave in the background (`removal`).

use postrider_domain::accounts::brand::{BrandStatus, Extracted, Identity, Logo, Readiness, Theme};
use postrider_domain::tenant::BrandKey;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::{DbError, Tx, Value};
use crate::{domains, params, record, statements};

statements! {
    IDENTITY -> IdentityRow = "
        SELECT {columns} FROM brands
        WHERE org = $1 AND id = $2 AND deleted_at IS NULL";
    FIND -> IdentityRow = "
        SELECT {columns} FROM brands
        WHERE org = $1 AND public_id = $2 AND deleted_at IS NULL";
    NEXT_NUMBER -> (i64,) = "UPDATE counters SET value = value + 1 WHERE name = 'brand' RETURNING value";
    CREATE = "
        INSERT INTO brands (org, id, public_id, name, website_url, status, readiness, identity,
            theme, logos, time_zone, track_opens, track_clicks, last_field,
            created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, $14, $14)";
    GET -> BrandRow = "
        SELECT {columns} FROM brands WHERE org = $1 AND id = $2 AND deleted_at IS NULL";
    LOCK -> BrandRow = "
        SELECT {columns} FROM brands WHERE org = $1 AND id = $2 AND deleted_at IS NULL {for_update}";
    FIND_ANYWHERE -> BrandRow = "
        SELECT {columns} FROM brands WHERE public_id = $1 AND deleted_at IS NULL";
    list LIST -> BrandRow = "
        SELECT {columns} FROM brands WHERE org = $1 AND id < $2 AND deleted_at IS NULL
        ORDER BY id DESC LIMIT $3";
    LIST_SOME -> BrandRow = "
        SELECT {columns} FROM brands
        WHERE org = $1 AND id < $2 AND id {in_ints}($4) AND deleted_at IS NULL
        ORDER BY id DESC LIMIT $3";
    list EVERY -> KeyRow = "
        SELECT {columns} FROM brands WHERE (org, id) > ($1, $2) AND deleted_at IS NULL
        ORDER BY org, id LIMIT $3";
    UPDATE = "
        UPDATE brands SET name = $3, website_url = $4, status = $5, readiness = $6, identity = $7,
            theme = $8, logos = $9, voice = $10, time_zone = $11, track_opens = $12,
            track_clicks = $13, updated_at = $14, domain = $15, extracted = $16, extraction = $17,
            extraction_began_at = $18, extraction_ended_at = $19
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
    /// The registrable name of the website, once it was read.
    pub domain: Option<String>,
    pub status: BrandStatus,
    pub readiness: Readiness,
    pub identity: Identity,
    pub theme: Theme,
    pub logos: Vec<Logo>,
    pub extracted: Extracted,
    /// The newest reading of the website.
    pub extraction: Option<Extraction>,
    pub voice: Option<String>,
    pub time_zone: String,
    pub track_opens: bool,
    pub track_clicks: bool,
    pub created_at: i64,
    pub updated_at: i64,
}

/// That a website is read, or was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extraction {
    pub number: i64,
    pub began_at: i64,
    pub ended_at: Option<i64>,
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
    let row = tx.one(&IDENTITY, params![brand.org, brand.brand]).await?;
    Ok(row.map(BrandIdentity::from))
}

pub async fn find(tx: &Tx, org: i64, public_id: &str) -> Result<Option<BrandIdentity>, DbError> {
    let row = tx.one(&FIND, params![org, public_id]).await?;
    Ok(row.map(BrandIdentity::from))
}

pub async fn create(tx: &Tx, new: NewBrand) -> Result<BrandRecord, DbError> {
    let next = tx.value(&NEXT_NUMBER, params![]).await?;
    let next = next.ok_or_else(|| DbError::Other("brands have no counter".into()))?;
    let record = BrandRecord {
        key: BrandKey {
            org: new.org,
            brand: next,
        },
        public_id: new.public_id,
        name: new.name,
        website_url: new.website_url,
        domain: None,
        status: new.readiness.status(),
        readiness: new.readiness,
        identity: new.identity,
        theme: new.theme,
        logos: new.logos,
        extracted: Extracted::default(),
        extraction: None,
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
    let row = tx.one(&GET, params![brand.org, brand.brand]).await?;
    row.map(BrandRecord::try_from).transpose()
}

/// The brand, which nobody else can change until this transaction ends: what a caller leaves out of a
/// change stays as it is, so two changes at once must not each write what they had read.
pub async fn lock(tx: &Tx, brand: BrandKey) -> Result<Option<BrandRecord>, DbError> {
    let row = tx.one(&LOCK, params![brand.org, brand.brand]).await?;
    row.map(BrandRecord::try_from).transpose()
}

/// For the command line, which is told a brand and not whose it is.
pub async fn find_anywhere(tx: &Tx, public_id: &str) -> Result<Option<BrandRecord>, DbError> {
    let row = tx.one(&FIND_ANYWHERE, params![public_id]).await?;
    row.map(BrandRecord::try_from).transpose()
}

/// The organization's brands, the newest first, those made before the brand `after`.
pub async fn list(
    tx: &Tx,
    org: i64,
    limit: u32,
    after: Option<i64>,
) -> Result<Vec<BrandRecord>, DbError> {
    let below = after.unwrap_or(i64::MAX);
    let rows = tx.all(&LIST, params![org, below, limit]).await?;
    rows.into_iter().map(BrandRecord::try_from).collect()
}

/// The same, of those that somebody sees who is limited to them.
pub async fn list_some(
    tx: &Tx,
    org: i64,
    brands: &[i64],
    limit: u32,
    after: Option<i64>,
) -> Result<Vec<BrandRecord>, DbError> {
    let below = after.unwrap_or(i64::MAX);
    let brands = Value::ints(brands.iter().copied());
    let rows = tx
        .all(&LIST_SOME, params![org, below, limit, brands])
        .await?;
    rows.into_iter().map(BrandRecord::try_from).collect()
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
        record.domain.as_deref(),
        json(&record.extracted)?,
        record.extraction.map(|extraction| extraction.number),
        record.extraction.map(|extraction| extraction.began_at),
        record.extraction.and_then(|extraction| extraction.ended_at),
    ];
    Ok(tx.execute(&UPDATE, values).await? == 1)
}

/// Brands of all organizations, in the order of their numbers: for work that belongs to nobody.
pub async fn every(tx: &Tx, after: BrandKey, limit: i64) -> Result<Vec<BrandKey>, DbError> {
    let rows = tx
        .all(&EVERY, params![after.org, after.brand, limit])
        .await?;
    Ok(rows.into_iter().map(BrandKey::from).collect())
}

fn json<T: Serialize>(value: &T) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| DbError::Other(error.to_string()))
}

fn stored<T: DeserializeOwned>(json: &str) -> Result<T, DbError> {
    serde_json::from_str(json)
        .map_err(|error| DbError::Other(format!("a brand cannot be read: {error}")))
}

record! {
    struct KeyRow {
        org: i64 = "org",
        brand: i64 = "id",
    }
}

impl From<KeyRow> for BrandKey {
    fn from(row: KeyRow) -> Self {
        Self {
            org: row.org,
            brand: row.brand,
        }
    }
}

record! {
    struct IdentityRow {
        key: KeyRow = ..,
        public_id: String = "public_id",
        time_zone: String = "time_zone",
    }
}

impl From<IdentityRow> for BrandIdentity {
    fn from(row: IdentityRow) -> Self {
        Self {
            key: row.key.into(),
            public_id: row.public_id,
            time_zone: row.time_zone,
        }
    }
}

record! {
    /// A brand with what is stored of it as JSON.
    struct BrandRow {
        key: KeyRow = ..,
        public_id: String = "public_id",
        name: String = "name",
        website_url: Option<String> = "website_url",
        domain: Option<String> = "domain",
        status: BrandStatus = "status",
        readiness: String = "readiness",
        identity: String = "identity",
        theme: String = "theme",
        logos: String = "logos",
        extracted: String = "extracted",
        extraction: Option<i64> = "extraction",
        extraction_began_at: Option<i64> = "extraction_began_at",
        extraction_ended_at: Option<i64> = "extraction_ended_at",
        voice: Option<String> = "voice",
        time_zone: String = "time_zone",
        track_opens: bool = "track_opens",
        track_clicks: bool = "track_clicks",
        created_at: i64 = "created_at",
        updated_at: i64 = "updated_at",
    }
}

impl TryFrom<BrandRow> for BrandRecord {
    type Error = DbError;

    fn try_from(row: BrandRow) -> Result<Self, DbError> {
        Ok(Self {
            key: row.key.into(),
            public_id: row.public_id,
            name: row.name,
            website_url: row.website_url,
            domain: row.domain,
            status: row.status,
            readiness: stored(&row.readiness)?,
            identity: stored(&row.identity)?,
            theme: stored(&row.theme)?,
            logos: stored(&row.logos)?,
            extracted: stored(&row.extracted)?,
            extraction: row.extraction.map(|number| Extraction {
                number,
                began_at: row.extraction_began_at.unwrap_or(row.updated_at),
                ended_at: row.extraction_ended_at,
            }),
            voice: row.voice,
            time_zone: row.time_zone,
            track_opens: row.track_opens,
            track_clicks: row.track_clicks,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}
