//! Imports of contacts.

pub mod errors;
pub mod work;

use postrider_domain::tenant::BrandKey;

pub use errors::{ImportError, add_errors, errors_page, forget_old};

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    CREATE = "
        INSERT INTO imports (org, brand, id, public_id, status, total_rows, processed_rows, created,
            updated, failed, skipped, errors, fields_created, warnings, source, position, created_at,
            completed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";
    GET = "
        SELECT i.id, i.public_id, i.status, i.total_rows, i.processed_rows, i.created, i.updated,
            i.failed, i.skipped, i.errors, COALESCE(i.fields_created, '[]'), COALESCE(i.warnings, '[]'),
            i.error, v.public_id, i.created_at, i.completed_at
        FROM imports i
        LEFT JOIN validations v ON v.org = i.org AND v.brand = i.brand AND v.id = i.validation
        WHERE i.org = $1 AND i.brand = $2 AND i.public_id = $3";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRecord {
    pub id: i64,
    pub public_id: String,
    pub status: String,
    pub total_rows: Option<i64>,
    pub processed_rows: i64,
    pub tally: Tally,
    /// JSON: the first of them.
    pub errors: String,
    /// JSON.
    pub fields_created: String,
    /// JSON: the first of them.
    pub warnings: String,
    /// JSON: what ended the import before its time.
    pub error: Option<String>,
    /// The public id of the validation of its addresses.
    pub validation: Option<String>,
    pub created_at: i64,
    pub completed_at: Option<i64>,
}

/// What became of rows: every row is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub created: i64,
    pub updated: i64,
    pub failed: i64,
    pub skipped: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewImport {
    /// From `Tx::number`: the contacts' rows may name it before it is written.
    pub id: i64,
    pub public_id: String,
    pub status: String,
    pub total_rows: Option<i64>,
    pub processed_rows: i64,
    pub tally: Tally,
    /// JSON, as in the record.
    pub errors: String,
    pub fields_created: String,
    pub warnings: String,
    /// JSON: what is to be imported in the background, and the byte where its rows begin.
    pub source: Option<(String, i64)>,
    pub completed_at: Option<i64>,
}

pub async fn create(tx: &Tx, brand: BrandKey, new: &NewImport, now: i64) -> Result<(), DbError> {
    let (source, position) = new.source.clone().unzip();
    let values = params![
        brand.org,
        brand.brand,
        new.id,
        &new.public_id,
        &new.status,
        new.total_rows,
        new.processed_rows,
        new.tally.created,
        new.tally.updated,
        new.tally.failed,
        new.tally.skipped,
        &new.errors,
        &new.fields_created,
        &new.warnings,
        source,
        position,
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
        tally: Tally {
            created: row.int(5)?,
            updated: row.int(6)?,
            failed: row.int(7)?,
            skipped: row.int(8)?,
        },
        errors: row.text(9)?,
        fields_created: row.text(10)?,
        warnings: row.text(11)?,
        error: row.opt_text(12)?,
        validation: row.opt_text(13)?,
        created_at: row.int(14)?,
        completed_at: row.opt_int(15)?,
    })
}
