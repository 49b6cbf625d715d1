//! An import while it is done in the background.

use std::collections::HashSet;

use postrider_domain::tenant::BrandKey;

use super::Tally;
use crate::db::{DbError, Tx, Value};
use crate::{params, statements};

statements! {
    LOAD = "
        SELECT status, source, position, processed_rows, created, updated, failed, skipped, errors,
            COALESCE(fields_created, '[]'), COALESCE(warnings, '[]'), validation
        FROM imports WHERE org = $1 AND brand = $2 AND id = $3";
    // Only from where the unit began: whatever else goes wrong, no row is counted twice.
    ADVANCE = "
        UPDATE imports SET status = 'running', position = $5, processed_rows = processed_rows + $6,
            created = created + $7, updated = updated + $8, failed = failed + $9,
            skipped = skipped + $10, errors = COALESCE($11, errors),
            fields_created = COALESCE($12, fields_created), warnings = COALESCE($13, warnings)
        WHERE org = $1 AND brand = $2 AND id = $3 AND position = $4
          AND status IN ('queued', 'running')";
    WRITTEN_BEFORE = "
        SELECT email FROM contacts
        WHERE org = $1 AND brand = $2 AND email {in_texts}($3) AND import = $4";
    SET_VALIDATION = "
        UPDATE imports SET validation = $4 WHERE org = $1 AND brand = $2 AND id = $3";
    FINISH = "
        UPDATE imports SET status = $4, error = $5, completed_at = $6
        WHERE org = $1 AND brand = $2 AND id = $3 AND completed_at IS NULL";
    UNFINISHED = "
        SELECT count(*) FROM imports WHERE completed_at IS NULL AND source LIKE $1";
}

/// Where an import stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportWork {
    pub status: String,
    /// JSON.
    pub source: String,
    /// The byte where its next row begins.
    pub position: i64,
    pub processed_rows: i64,
    pub tally: Tally,
    /// JSON, as in the record.
    pub errors: String,
    pub fields_created: String,
    pub warnings: String,
    pub validation: Option<i64>,
}

pub async fn load(tx: &Tx, brand: BrandKey, import: i64) -> Result<Option<ImportWork>, DbError> {
    let row = tx
        .row(&LOAD, params![brand.org, brand.brand, import])
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(ImportWork {
        status: row.text(0)?,
        source: row.opt_text(1)?.unwrap_or_default(),
        position: row.opt_int(2)?.unwrap_or(0),
        processed_rows: row.int(3)?,
        tally: Tally {
            created: row.int(4)?,
            updated: row.int(5)?,
            failed: row.int(6)?,
            skipped: row.int(7)?,
        },
        errors: row.text(8)?,
        fields_created: row.text(9)?,
        warnings: row.text(10)?,
        validation: row.opt_int(11)?,
    }))
}

/// A unit of rows that was written: where it began and ended, and what became of it. Lists that did not
/// change are `None`.
#[derive(Clone, Debug, Default)]
pub struct Advance {
    pub from: i64,
    pub to: i64,
    pub rows: i64,
    pub tally: Tally,
    pub errors: Option<String>,
    pub fields_created: Option<String>,
    pub warnings: Option<String>,
}

/// `false`: the import does not stand where the unit began, and the caller's transaction must fail.
pub async fn advance(
    tx: &Tx,
    brand: BrandKey,
    import: i64,
    unit: &Advance,
) -> Result<bool, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        import,
        unit.from,
        unit.to,
        unit.rows,
        unit.tally.created,
        unit.tally.updated,
        unit.tally.failed,
        unit.tally.skipped,
        unit.errors.as_deref(),
        unit.fields_created.as_deref(),
        unit.warnings.as_deref(),
    ];
    Ok(tx.execute(&ADVANCE, values).await? == 1)
}

/// Which of the addresses an earlier unit of the import has written.
pub async fn written_before(
    tx: &Tx,
    brand: BrandKey,
    import: i64,
    emails: &[&str],
) -> Result<HashSet<String>, DbError> {
    let emails = Value::texts(emails.iter().copied());
    let values = params![brand.org, brand.brand, emails, import];
    let rows = tx.rows(&WRITTEN_BEFORE, values).await?;
    rows.iter().map(|row| row.text(0)).collect()
}

pub async fn set_validation(
    tx: &Tx,
    brand: BrandKey,
    import: i64,
    validation: i64,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, import, validation];
    tx.execute(&SET_VALIDATION, values).await?;
    Ok(())
}

/// `error` is JSON.
pub async fn finish(
    tx: &Tx,
    brand: BrandKey,
    import: i64,
    (status, error): (&str, Option<String>),
    now: i64,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, import, status, error, now];
    tx.execute(&FINISH, values).await?;
    Ok(())
}

/// Whether an import still has to read a stored file.
pub async fn needs_object(tx: &Tx, object: &str) -> Result<bool, DbError> {
    let named = format!("%\"{object}\"%");
    match tx.row(&UNFINISHED, params![named]).await? {
        Some(row) => Ok(row.int(0)? > 0),
        None => Ok(false),
    }
}
