//! What images of a library mean, as vectors that weights made of their words.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{jobs, params, record, statements};

/// The kind of job that makes those of a brand; its subject is the brand.
pub const DESCRIBE_JOB: &str = "describe";
/// A design brings several images along, and whoever adds one adds others: one job is for all of them.
const SOON_MS: i64 = 1_000;

statements! {
    OF -> AssetVector = "
        SELECT {columns} FROM asset_vectors WHERE org = $1 AND brand = $2 AND asset {in_ints}($3)";
    MADE_OF -> MadeOf = "
        SELECT {columns} FROM asset_vectors WHERE org = $1 AND brand = $2 AND asset {in_ints}($3)";
    bulk(org: Int, brand: Int, asset: Int, made_of: Blob, vector: Blob) KEEP = "
        INSERT INTO asset_vectors (org, brand, asset, made_of, vector)
        SELECT r.org, r.brand, r.asset, r.made_of, r.vector FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, asset) DO UPDATE SET
            made_of = excluded.made_of,
            vector = excluded.vector";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AssetVector {
        /// The row number of the image.
        pub asset: i64 = "asset",
        /// Tells the weights and the words.
        pub made_of: Vec<u8> = "made_of",
        pub vector: Vec<u8> = "vector",
    }
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MadeOf {
        pub asset: i64 = "asset",
        pub made_of: Vec<u8> = "made_of",
    }
}

/// Those of these images that have one, in no order.
pub async fn of(tx: &Tx, brand: BrandKey, assets: &[i64]) -> Result<Vec<AssetVector>, DbError> {
    let assets = Value::ints(assets.iter().copied());
    tx.all(&OF, params![brand.org, brand.brand, assets]).await
}

/// What vectors of these images were made of.
pub async fn made_of(tx: &Tx, brand: BrandKey, assets: &[i64]) -> Result<Vec<MadeOf>, DbError> {
    let assets = Value::ints(assets.iter().copied());
    tx.all(&MADE_OF, params![brand.org, brand.brand, assets])
        .await
}

/// In the place of those that were made before.
pub async fn keep(tx: &Tx, brand: BrandKey, vectors: &[AssetVector]) -> Result<(), DbError> {
    let rows = vectors.iter().map(|one| {
        vec![
            brand.org.into(),
            brand.brand.into(),
            one.asset.into(),
            Value::from(one.made_of.as_slice()),
            Value::from(one.vector.as_slice()),
        ]
    });
    tx.bulk(&KEEP, rows.collect()).await?;
    Ok(())
}

/// Images of the brand were added, or have other words. A job that runs may have passed them: it runs once more.
pub async fn want(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    let soon = now + SOON_MS;
    jobs::enqueue(tx, brand, DESCRIBE_JOB, brand.brand, soon).await?;
    jobs::hasten(tx, brand, DESCRIBE_JOB, brand.brand, soon).await
}

/// Somebody has met images that have none; a job that is there already comes to them.
pub async fn want_missing(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    jobs::enqueue(tx, brand, DESCRIBE_JOB, brand.brand, now).await
}
