//! Imports of contacts.

pub mod errors;
pub mod work;

use postrider_domain::tenant::BrandKey;

pub use errors::{ImportError, add_errors, errors_page, forget_old};

use crate::db::{DbError, Tx};
use crate::{lookups, params, record, statements};

statements! {
    CREATE = "
        INSERT INTO imports (org, brand, id, public_id, status, total_rows, processed_rows, created,
            updated, failed, skipped, errors, fields_created, warnings, source, position, created_at,
            completed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";
    GET -> ImportRecord = "
        SELECT {columns}
        FROM imports i
        LEFT JOIN validations v ON v.org = i.org AND v.brand = i.brand AND v.id = i.validation
        WHERE i.org = $1 AND i.brand = $2 AND i.public_id = $3";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ImportRecord {
        pub id: i64 = "i.id",
        pub public_id: String = "i.public_id",
        pub status: String = "i.status",
        pub total_rows: Option<i64> = "i.total_rows",
        pub processed_rows: i64 = "i.processed_rows",
        pub tally: Tally = ..,
        /// JSON: the first of them.
        pub errors: String = "i.errors",
        /// JSON.
        pub fields_created: String = "COALESCE(i.fields_created, '[]')",
        /// JSON: the first of them.
        pub warnings: String = "COALESCE(i.warnings, '[]')",
        /// JSON: what ended the import before its time.
        pub error: Option<String> = "i.error",
        /// The public id of the validation of its addresses.
        pub validation: Option<String> = "v.public_id",
        pub created_at: i64 = "i.created_at",
        pub completed_at: Option<i64> = "i.completed_at",
    }
}

record! {
    /// What became of rows: every row is counted once.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Tally {
        pub created: i64 = "i.created",
        pub updated: i64 = "i.updated",
        pub failed: i64 = "i.failed",
        pub skipped: i64 = "i.skipped",
    }
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

lookups! {
    pub get(&str) -> ImportRecord = GET;
}
