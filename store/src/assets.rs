//! Images of a brand. Their bytes are objects; a row is what keeps one.
//!
//! A row is deleted with its tenant alone (`removal`): what a mail shows that was sent years ago must still be there.

use postrider_domain::designs::asset::{AssetKind, asset_id};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    // The oldest, so that everybody finds the same one.
    SAME_BYTES -> (String,) = "
        SELECT name FROM assets WHERE org = $1 AND brand = $2 AND sha256 = $3 ORDER BY id LIMIT 1";
    INSERT = "
        INSERT INTO assets (org, brand, id, public_id, kind, name, url, sha256, width, height,
            bytes, content_type, added_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        ON CONFLICT (org, brand, public_id) DO NOTHING";
    // Of the newest alone: a library may have any number without a word.
    DESCRIBED -> DescribedImage = "
        SELECT {columns} FROM (
            SELECT id, name, kind, description FROM assets
            WHERE org = $1 AND brand = $2 ORDER BY id DESC LIMIT 500
        ) AS a
        WHERE a.description IS NOT NULL AND a.kind <> 'logo' ORDER BY a.id DESC LIMIT $3";
    NAMED -> (String,) = "SELECT name FROM assets WHERE name {in_texts}($1)";
}

record! {
    /// An image of which it is known what it shows.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct DescribedImage {
        pub name: String = "a.name",
        pub description: String = "a.description",
    }
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
            now
        ];
        if tx.execute(&INSERT, params).await? == 1 {
            break;
        }
    }
    Ok(())
}

/// The newest images that somebody has described; logos are on every mail anyway.
pub async fn described(
    tx: &Tx,
    brand: BrandKey,
    most: i64,
) -> Result<Vec<DescribedImage>, DbError> {
    tx.all(&DESCRIBED, params![brand.org, brand.brand, most])
        .await
}

/// Those of `names` that an asset of any brand has.
pub async fn named<'a>(
    tx: &Tx,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<String>, DbError> {
    tx.values(&NAMED, params![Value::texts(names)]).await
}
