//! Imports of contacts.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    CREATE = "
        INSERT INTO imports (org, brand, id, public_id, status, total_rows, processed_rows, created,
            updated, failed, skipped, errors, created_at, completed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    GET = "
        SELECT id, public_id, status, total_rows, processed_rows, created, updated, failed, skipped,
            errors, created_at, completed_at
        FROM imports WHERE org = $1 AND brand = $2 AND public_id = $3";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRecord {
    pub id: i64,
    pub public_id: String,
    pub status: String,
    pub total_rows: Option<i64>,
    pub processed_rows: i64,
    pub created: i64,
    pub updated: i64,
    pub failed: i64,
    pub skipped: i64,
    /// JSON.
    pub errors: String,
    pub created_at: i64,
    pub completed_at: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewImport {
    /// From `Tx::number`: the contacts' rows may name it before it is written.
    pub id: i64,
    pub public_id: String,
    pub status: String,
    pub total_rows: Option<i64>,
    pub processed_rows: i64,
    pub created: i64,
    pub updated: i64,
    pub failed: i64,
    pub skipped: i64,
    /// JSON.
    pub errors: String,
    pub completed_at: Option<i64>,
}

pub async fn create(tx: &Tx, brand: BrandKey, new: &NewImport, now: i64) -> Result<(), DbError> {
    let values = params![
        brand.org,
        brand.brand,
        new.id,
        &new.public_id,
        &new.status,
        new.total_rows,
        new.processed_rows,
        new.created,
        new.updated,
        new.failed,
        new.skipped,
        &new.errors,
        now,
        new.completed_at,
    ];
    tx.execute(&CREATE, values).await?;
    Ok(())
}

pub async fn get(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<ImportRecord>, DbError> {
    let row = tx
        .row(&GET, params![brand.org, brand.brand, public_id])
        .await?;
    row.as_ref().map(record_of).transpose()
}

fn record_of(row: &Row) -> Result<ImportRecord, DbError> {
    Ok(ImportRecord {
        id: row.int(0)?,
        public_id: row.text(1)?,
        status: row.text(2)?,
        total_rows: row.opt_int(3)?,
        processed_rows: row.int(4)?,
        created: row.int(5)?,
        updated: row.int(6)?,
        failed: row.int(7)?,
        skipped: row.int(8)?,
        errors: row.text(9)?,
        created_at: row.int(10)?,
        completed_at: row.opt_int(11)?,
    })
}
