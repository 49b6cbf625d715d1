//! Images of a brand. Their bytes are objects; a row is what keeps one.
//!
//! A row is deleted with its tenant alone (`removal`): what a mail shows that was sent years ago must still be there.
//! Whoever deletes an image hides it.

use postrider_domain::designs::asset::{AssetKind, asset_id};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{lookups, params, record, statements};

statements! {
    // The oldest, so that everybody finds the same one.
    SAME_BYTES -> (String,) = "
        SELECT name FROM assets WHERE org = $1 AND brand = $2 AND sha256 = $3 ORDER BY id LIMIT 1";
    INSERT = "
        INSERT INTO assets (org, brand, id, public_id, kind, name, url, sha256, width, height,
            bytes, content_type, description, words, added_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        ON CONFLICT (org, brand, public_id) DO NOTHING";
    GET -> AssetRecord = "
        SELECT {columns} FROM assets
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND hidden_at IS NULL";
    BY_NAME -> AssetRecord = "
        SELECT {columns} FROM assets WHERE org = $1 AND brand = $2 AND name = $3";
    BY_NUMBER -> AssetRecord = "
        SELECT {columns} FROM assets WHERE org = $1 AND brand = $2 AND id = $3 AND hidden_at IS NULL";
    list LIST -> AssetRecord = "
        SELECT {columns} FROM assets
        WHERE org = $1 AND brand = $2 AND id < $3 AND hidden_at IS NULL ORDER BY id DESC LIMIT $4";
    list LIST_OF_KIND -> AssetRecord = "
        SELECT {columns} FROM assets
        WHERE org = $1 AND brand = $2 AND kind = $5 AND id < $3 AND hidden_at IS NULL
        ORDER BY id DESC LIMIT $4";
    list WORDS -> AssetWords = "
        SELECT {columns} FROM assets
        WHERE org = $1 AND brand = $2 AND id < $3 AND hidden_at IS NULL ORDER BY id DESC LIMIT $4";
    HIDE = "
        UPDATE assets SET hidden_at = $4
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND hidden_at IS NULL";
    SHOW = "
        UPDATE assets SET hidden_at = NULL, description = COALESCE($4, description)
        WHERE org = $1 AND brand = $2 AND name = $3";
    SHOW_AGAIN = "
        UPDATE assets SET hidden_at = NULL
        WHERE org = $1 AND brand = $2 AND name {in_texts}($3) AND hidden_at IS NOT NULL";
    NAMED -> (String,) = "SELECT name FROM assets WHERE name {in_texts}($1)";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAsset {
    pub kind: AssetKind,
    pub name: String,
    pub url: String,
    pub sha256: [u8; 32],
    pub width: u32,
    pub height: u32,
    pub bytes: u64,
    pub content_type: &'static str,
    pub description: Option<String>,
    /// What it can be found by beside that.
    pub words: String,
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AssetRecord {
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub kind: AssetKind = "kind",
        pub name: String = "name",
        pub url: String = "url",
        pub description: Option<String> = "description",
        /// What it is found by beside that.
        pub words: String = "words",
        pub width: i64 = "width",
        pub height: i64 = "height",
        pub bytes: i64 = "bytes",
        pub content_type: String = "content_type",
        pub added_at: i64 = "added_at",
    }
}

record! {
    /// What an image is found by.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AssetWords {
        pub id: i64 = "id",
        pub kind: AssetKind = "kind",
        pub description: Option<String> = "description",
        pub words: String = "words",
    }
}

lookups! {
    pub get(&str) -> AssetRecord = GET;
    /// Also one that is hidden: designs show it all the same.
    pub by_name(&str) -> AssetRecord = BY_NAME;
    pub by_number(i64) -> AssetRecord = BY_NUMBER;
}

/// Which images of a brand are listed.
#[derive(Clone, Copy, Debug, Default)]
pub struct AssetPage {
    pub kind: Option<AssetKind>,
    /// The number of the last image of the page before.
    pub after: Option<i64>,
    pub limit: i64,
}

/// Newest first.
pub async fn list(tx: &Tx, brand: BrandKey, page: AssetPage) -> Result<Vec<AssetRecord>, DbError> {
    let (org, brand, limit) = (brand.org, brand.brand, page.limit);
    let before = page.after.unwrap_or(i64::MAX);
    match page.kind {
        None => tx.all(&LIST, params![org, brand, before, limit]).await,
        Some(kind) => {
            let values = params![org, brand, before, limit, kind.as_str()];
            tx.all(&LIST_OF_KIND, values).await
        }
    }
}

/// What some images are found by, newest first, from the one before the row number `after`.
pub async fn words(
    tx: &Tx,
    brand: BrandKey,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<AssetWords>, DbError> {
    let values = params![brand.org, brand.brand, after.unwrap_or(i64::MAX), limit];
    tx.all(&WORDS, values).await
}

/// From now on it is in no list. `false`: there is none that is shown.
pub async fn hide(tx: &Tx, brand: BrandKey, id: &str, now: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, now];
    Ok(tx.execute(&HIDE, values).await? == 1)
}

/// Somebody has brought its bytes again: it is in the lists, by the new description if there is one.
pub async fn show(
    tx: &Tx,
    brand: BrandKey,
    name: &str,
    description: Option<&str>,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, name, description];
    tx.execute(&SHOW, values).await?;
    Ok(())
}

/// The same of several, as they are described.
pub async fn show_again<'a>(
    tx: &Tx,
    brand: BrandKey,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, Value::texts(names)];
    tx.execute(&SHOW_AGAIN, values).await?;
    Ok(())
}

/// The name of the brand's image with these bytes.
pub async fn with_bytes(
    tx: &Tx,
    brand: BrandKey,
    sha256: [u8; 32],
) -> Result<Option<String>, DbError> {
    let values = params![brand.org, brand.brand, sha256.as_slice()];
    tx.value(&SAME_BYTES, values).await
}

/// Ids are short, and two addresses may share one: then the later gets a suffix, which leads to the same image,
/// until its id is its own.
pub async fn add(tx: &Tx, brand: BrandKey, asset: &NewAsset, now: i64) -> Result<(), DbError> {
    for suffix in 0.. {
        let url = match suffix {
            0 => asset.url.clone(),
            suffix => format!("{}?{suffix}", asset.url),
        };
        let params = params![
            brand.org,
            brand.brand,
            tx.number(),
            asset_id(&url),
            asset.kind.as_str(),
            asset.name.as_str(),
            url,
            asset.sha256.as_slice(),
            asset.width,
            asset.height,
            asset.bytes as i64,
            asset.content_type,
            asset.description.as_deref(),
            asset.words.as_str(),
            now
        ];
        if tx.execute(&INSERT, params).await? == 1 {
            break;
        }
    }
    Ok(())
}

/// Those of `names` that an asset of any brand has.
pub async fn named<'a>(
    tx: &Tx,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<String>, DbError> {
    tx.values(&NAMED, params![Value::texts(names)]).await
}
