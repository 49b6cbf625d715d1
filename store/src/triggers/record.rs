//! One trigger as it is stored.

use std::collections::HashMap;

use postrider_domain::automations::trigger::{Contract, SERVICE_API};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

statements! {
    GET = "
        SELECT id, public_id, title, description, provider, connection, event_key, fields, enforcement,
            contract_hash, version, created_at, updated_at
        FROM triggers WHERE org = $1 AND brand = $2 AND public_id = $3 AND deleted_at IS NULL";
    // Those that were deleted as well: fires and runs still name them.
    BY_NUMBER = "
        SELECT id, public_id, title, description, provider, connection, event_key, fields, enforcement,
            contract_hash, version, created_at, updated_at
        FROM triggers WHERE org = $1 AND brand = $2 AND id = $3";
    list LIST = "
        SELECT id, public_id, title, description, provider, connection, event_key, fields, enforcement,
            contract_hash, version, created_at, updated_at
        FROM triggers WHERE org = $1 AND brand = $2 AND id < $3 AND deleted_at IS NULL
        ORDER BY id DESC LIMIT $4";
    IDS = "SELECT id, public_id FROM triggers WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    // Writes nothing new, so that the row is locked from here on: SQLite has no FOR UPDATE.
    LOCK = "
        UPDATE triggers SET updated_at = updated_at
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND deleted_at IS NULL
        RETURNING id, public_id, title, description, provider, connection, event_key, fields, enforcement,
            contract_hash, version, created_at, updated_at";
}

#[derive(Clone, Debug, PartialEq)]
pub struct TriggerRecord {
    pub id: i64,
    pub public_id: String,
    pub title: String,
    pub description: Option<String>,
    /// `service_api`, or a provider's name.
    pub provider: String,
    pub connection: Option<i64>,
    /// The provider's name of the event.
    pub event_key: Option<String>,
    pub contract: Contract,
    pub contract_hash: String,
    pub version: i64,
    pub created_at: i64,
    pub updated_at: i64,
}

impl TriggerRecord {
    /// Made by a connection: nobody else changes it.
    pub fn is_provided(&self) -> bool {
        self.provider != SERVICE_API
    }
}

pub async fn get(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<TriggerRecord>, DbError> {
    // What both databases refuse as a text names nothing.
    if public_id.contains('\0') {
        return Ok(None);
    }
    let values = params![brand.org, brand.brand, public_id];
    let row = tx.row(&GET, values).await?;
    row.as_ref().map(record_of).transpose()
}

pub async fn by_number(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
) -> Result<Option<TriggerRecord>, DbError> {
    let values = params![brand.org, brand.brand, id];
    let row = tx.row(&BY_NUMBER, values).await?;
    row.as_ref().map(record_of).transpose()
}

/// Newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<TriggerRecord>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    let values = params![brand.org, brand.brand, before, limit];
    let rows = tx.rows(&LIST, values).await?;
    rows.iter().map(record_of).collect()
}

/// The ids of triggers by their numbers, those of deleted ones too.
pub async fn ids(
    tx: &Tx,
    brand: BrandKey,
    numbers: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, String>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(numbers)];
    let rows = tx.rows(&IDS, values).await?;
    rows.iter()
        .map(|row| Ok((row.int(0)?, row.text(1)?)))
        .collect()
}

/// The trigger as it stands, which nobody else changes or deletes before this transaction ends.
pub async fn lock(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<TriggerRecord>, DbError> {
    if public_id.contains('\0') {
        return Ok(None);
    }
    let values = params![brand.org, brand.brand, public_id];
    let row = tx.row(&LOCK, values).await?;
    row.as_ref().map(record_of).transpose()
}

pub(super) fn record_of(row: &Row) -> Result<TriggerRecord, DbError> {
    let contract = Contract::from_stored(row.str(7)?, row.str(8)?)
        .ok_or_else(|| DbError::Other("the contract of a trigger cannot be read".into()))?;
    Ok(TriggerRecord {
        id: row.int(0)?,
        public_id: row.text(1)?,
        title: row.text(2)?,
        description: row.opt_text(3)?,
        provider: row.text(4)?,
        connection: row.opt_int(5)?,
        event_key: row.opt_text(6)?,
        contract,
        contract_hash: row.text(9)?,
        version: row.int(10)?,
        created_at: row.int(11)?,
        updated_at: row.int(12)?,
    })
}
