//! Versions of an automation: their graphs are never changed once written. The rows that these name are found anew
//! whenever a version is published.

use std::collections::HashMap;

use postrider_domain::automations::automation::Uses;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{lookups, params, record, statements};

statements! {
    VERSION -> VersionRecord = "
        SELECT {columns}
        FROM automation_versions WHERE org = $1 AND brand = $2 AND id = $3";
    NAMED -> VersionRecord = "
        SELECT {columns}
        FROM automation_versions
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND automation = $4";
    list VERSIONS -> VersionRow = "
        SELECT {columns} FROM automation_versions
        WHERE org = $1 AND brand = $2 AND automation = $3 ORDER BY version DESC";
    GRAPHS -> StoredGraph = "
        SELECT {columns} FROM automation_versions
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    INSERT = "
        INSERT INTO automation_versions (org, brand, id, public_id, automation, version, graph, hash,
            uses, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct VersionRecord {
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub automation: i64 = "automation",
        pub version: i64 = "version",
        /// JSON: a `Graph`.
        pub graph: String = "graph",
        /// SHA-256 of the graph, in hex.
        pub hash: String = "hash",
        pub uses: Uses = "uses",
        pub created_at: i64 = "created_at",
        /// When it was published first.
        pub published_at: Option<i64> = "published_at",
    }
}

record! {
    /// A version without its graph.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct VersionRow {
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub version: i64 = "version",
        pub hash: String = "hash",
        pub created_at: i64 = "created_at",
        pub published_at: Option<i64> = "published_at",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewVersion {
    pub public_id: String,
    /// JSON: a `Graph`, canonical.
    pub graph: String,
    pub hash: String,
    pub uses: Uses,
}

lookups! {
    /// By its number.
    pub version(i64) -> VersionRecord = VERSION;
}

/// A version of this automation, by its public id.
pub async fn version_named(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    public_id: &str,
) -> Result<Option<VersionRecord>, DbError> {
    let values = params![brand.org, brand.brand, public_id, automation];
    tx.one(&NAMED, values).await
}

/// Newest first.
pub async fn versions(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
) -> Result<Vec<VersionRow>, DbError> {
    let values = params![brand.org, brand.brand, automation];
    tx.all(&VERSIONS, values).await
}

record! {
    struct StoredGraph {
        version: i64 = "id",
        json: String = "graph",
    }
}

/// The graphs of versions, by their numbers.
pub async fn graphs(
    tx: &Tx,
    brand: BrandKey,
    numbers: &[i64],
) -> Result<HashMap<i64, String>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(numbers.iter().copied())];
    let graphs = tx.all(&GRAPHS, values).await?.into_iter();
    Ok(graphs.map(|graph| (graph.version, graph.json)).collect())
}

/// Where a version goes.
#[derive(Clone, Copy)]
pub(super) struct VersionKey {
    pub(super) automation: i64,
    pub(super) id: i64,
    pub(super) version: i64,
}

pub(super) async fn insert(
    tx: &Tx,
    brand: BrandKey,
    key: VersionKey,
    new: &NewVersion,
    now: i64,
) -> Result<(), DbError> {
    let uses = uses_json(&new.uses)?;
    let values = params![
        brand.org,
        brand.brand,
        key.id,
        &new.public_id,
        key.automation,
        key.version,
        &new.graph,
        &new.hash,
        uses,
        now,
    ];
    tx.execute(&INSERT, values).await?;
    Ok(())
}

pub(super) fn uses_json(uses: &Uses) -> Result<String, DbError> {
    serde_json::to_string(uses)
        .map_err(|error| DbError::Other(format!("what a version uses cannot be stored: {error}")))
}
