//! Files that callers bring along before they say what is to become of them. The row is what keeps the bytes: an object
//! that none names is swept.

use postrider_domain::accounts::token::TokenHash;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::tenants::brand_is_stopped;
use crate::{lookups, params, record, statements};

/// How long bytes that nobody used count after their time.
const COUNTED_ON_MS: i64 = 10 * 60 * 1000;

statements! {
    OPEN -> (i64,) = "
        SELECT expires_at FROM uploads WHERE org = $1 AND brand = $2 AND expires_at > $3
        ORDER BY expires_at";
    // Bytes that have come count for a while longer than their time: they are there until somebody clears up.
    BYTES -> (i64,) = "
        SELECT CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM uploads
        WHERE org = $1 AND (expires_at > $2 OR object IS NOT NULL AND expires_at > $3)";
    INSERT = "
        INSERT INTO uploads (org, brand, id, public_id, token_hash, file_name, content_type, bytes,
            expires_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    GET -> UploadRecord = "
        SELECT {columns} FROM uploads WHERE org = $1 AND brand = $2 AND public_id = $3";
    // Whoever has the token knows neither organization nor brand.
    BY_TOKEN -> UploadRecord = concat!(
        "SELECT {columns} FROM uploads WHERE token_hash = $1 AND expires_at > $2 AND NOT ",
        brand_is_stopped!("uploads.org", "uploads.brand")
    );
    RECEIVE = "
        UPDATE uploads SET object = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND expires_at > $5";
    USE = "DELETE FROM uploads WHERE org = $1 AND brand = $2 AND id = $3 AND object = $4";
    FORGET -> (Option<String>,) = "
        DELETE FROM uploads WHERE (org, brand, id) IN (
            SELECT org, brand, id FROM uploads WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
        RETURNING object";
    OBJECTS -> (String,) = "SELECT object FROM uploads WHERE object {in_texts}($1)";
}

#[derive(Clone, Debug)]
pub struct NewUpload {
    pub public_id: String,
    pub token: TokenHash,
    pub file_name: String,
    pub content_type: String,
    pub bytes: u64,
    pub expires_at: i64,
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct UploadRecord {
        pub org: i64 = "org",
        pub brand: i64 = "brand",
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub file_name: String = "file_name",
        pub content_type: String = "content_type",
        /// As the caller has said beforehand.
        pub bytes: i64 = "bytes",
        /// Where the bytes are, once they have come.
        pub object: Option<String> = "object",
        pub expires_at: i64 = "expires_at",
    }
}

impl UploadRecord {
    pub fn brand_key(&self) -> BrandKey {
        BrandKey {
            org: self.org,
            brand: self.brand,
        }
    }
}

lookups! {
    pub get(&str) -> UploadRecord = GET;
}

/// When those that are open will expire, the next first.
pub async fn open(tx: &Tx, brand: BrandKey, now: i64) -> Result<Vec<i64>, DbError> {
    tx.values(&OPEN, params![brand.org, brand.brand, now]).await
}

/// Of an organization, of uploads that may come, or have come and did not expire long ago.
pub async fn bytes(tx: &Tx, org: i64, now: i64) -> Result<u64, DbError> {
    let values = params![org, now, now - COUNTED_ON_MS];
    let bytes: Option<i64> = tx.value(&BYTES, values).await?;
    Ok(bytes.unwrap_or(0).max(0) as u64)
}

pub async fn create(tx: &Tx, brand: BrandKey, new: &NewUpload, now: i64) -> Result<(), DbError> {
    let values = params![
        brand.org,
        brand.brand,
        tx.number(),
        &new.public_id,
        new.token.as_bytes(),
        &new.file_name,
        &new.content_type,
        new.bytes as i64,
        new.expires_at,
        now
    ];
    tx.execute(&INSERT, values).await?;
    Ok(())
}

/// The upload that a token is for, unless it has expired or its tenant was stopped.
pub async fn by_token(
    tx: &Tx,
    token: TokenHash,
    now: i64,
) -> Result<Option<UploadRecord>, DbError> {
    tx.one(&BY_TOKEN, params![token.as_bytes(), now]).await
}

/// Its bytes are there, in the place of those that may have come before. `false`: it has expired, or was used.
pub async fn receive(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    object: &str,
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, object, now];
    Ok(tx.execute(&RECEIVE, values).await? == 1)
}

/// Something was made of these bytes. `false`: somebody else was faster, or other bytes have come.
pub async fn use_up(tx: &Tx, upload: &UploadRecord) -> Result<bool, DbError> {
    let UploadRecord { org, brand, id, .. } = *upload;
    let values = params![org, brand, id, upload.object.as_deref()];
    Ok(tx.execute(&USE, values).await? == 1)
}

/// Forgets some that expired before a time, and gives the object of each whose bytes have come. Empty: none were left.
pub async fn forget(tx: &Tx, before: i64, limit: i64) -> Result<Vec<Option<String>>, DbError> {
    tx.values(&FORGET, params![before, limit]).await
}

/// Those of `objects` that an upload of any brand has.
pub async fn named<'a>(
    tx: &Tx,
    objects: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<String>, DbError> {
    tx.values(&OBJECTS, params![Value::texts(objects)]).await
}
