//! Versions of an automation: their graphs are never changed once written. The rows that these name are found anew
//! whenever a version is published.

use std::collections::HashMap;

use postrider_domain::automations::automation::Uses;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

statements! {
    VERSION = "
        SELECT id, public_id, automation, version, graph, hash, uses, created_at, published_at
        FROM automation_versions WHERE org = $1 AND brand = $2 AND id = $3";
    NAMED = "
        SELECT id, public_id, automation, version, graph, hash, uses, created_at, published_at
        FROM automation_versions
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND automation = $4";
    list VERSIONS = "
        SELECT id, public_id, version, hash, created_at, published_at FROM automation_versions
        WHERE org = $1 AND brand = $2 AND automation = $3 ORDER BY version DESC";
    GRAPHS = "
        SELECT id, graph FROM automation_versions
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    INSERT = "
        INSERT INTO automation_versions (org, brand, id, public_id, automation, version, graph, hash,
            uses, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRecord {
    pub id: i64,
    pub public_id: String,
    pub automation: i64,
    pub version: i64,
    /// JSON: a `Graph`.
    pub graph: String,
    /// SHA-256 of the graph, in hex.
    pub hash: String,
    pub uses: Uses,
    pub created_at: i64,
    /// When it was published first.
    pub published_at: Option<i64>,
}

/// A version without its graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRow {
    pub id: i64,
    pub public_id: String,
    pub version: i64,
    pub hash: String,
    pub created_at: i64,
    pub published_at: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewVersion {
    pub public_id: String,
    /// JSON: a `Graph`, canonical.
    pub graph: String,
    pub hash: String,
    pub uses: Uses,
}

/// By its number.
pub async fn version(
    tx: &Tx,
    brand: BrandKey,
    number: i64,
) -> Result<Option<VersionRecord>, DbError> {
    let values = params![brand.org, brand.brand, number];
    let row = tx.row(&VERSION, values).await?;
    row.as_ref().map(record_of).transpose()
}

/// A version of this automation, by its public id.
pub async fn version_named(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    public_id: &str,
) -> Result<Option<VersionRecord>, DbError> {
    let values = params![brand.org, brand.brand, public_id, automation];
    let row = tx.row(&NAMED, values).await?;
    row.as_ref().map(record_of).transpose()
}

/// Newest first.
pub async fn versions(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
) -> Result<Vec<VersionRow>, DbError> {
    let values = params![brand.org, brand.brand, automation];
    let rows = tx.rows(&VERSIONS, values).await?;
    let version = |row: &Row| {
        Ok(VersionRow {
            id: row.int(0)?,
            public_id: row.text(1)?,
            version: row.int(2)?,
            hash: row.text(3)?,
            created_at: row.int(4)?,
            published_at: row.opt_int(5)?,
        })
    };
    rows.iter().map(version).collect()
}

/// The graphs of versions, by their numbers.
pub async fn graphs(
    tx: &Tx,
    brand: BrandKey,
    numbers: &[i64],
) -> Result<HashMap<i64, String>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(numbers.iter().copied())];
    let rows = tx.rows(&GRAPHS, values).await?;
    let graph = |row: &Row| Ok((row.int(0)?, row.text(1)?));
    rows.iter().map(graph).collect()
}

/// Where a version goes.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) automation: i64,
    pub(super) id: i64,
    pub(super) version: i64,
}

pub(super) async fn insert(
    tx: &Tx,
    brand: BrandKey,
    place: Place,
    new: &NewVersion,
    now: i64,
) -> Result<(), DbError> {
    let uses = uses_json(&new.uses)?;
    let values = params![
        brand.org,
        brand.brand,
        place.id,
        &new.public_id,
        place.automation,
        place.version,
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

pub(super) fn uses_of(json: &str) -> Result<Uses, DbError> {
    serde_json::from_str(json)
        .map_err(|error| DbError::Other(format!("what a version uses cannot be read: {error}")))
}

fn record_of(row: &Row) -> Result<VersionRecord, DbError> {
    Ok(VersionRecord {
        id: row.int(0)?,
        public_id: row.text(1)?,
        automation: row.int(2)?,
        version: row.int(3)?,
        graph: row.text(4)?,
        hash: row.text(5)?,
        uses: uses_of(row.str(6)?)?,
        created_at: row.int(7)?,
        published_at: row.opt_int(8)?,
    })
}
