//! An import while it is done in the background.

use std::collections::HashSet;

use postrider_domain::tenant::BrandKey;

use super::Tally;
use crate::db::{DbError, Tx, Value};
use crate::{lookups, params, record, statements};

statements! {
    LOAD -> ImportWork = "
        SELECT {columns} FROM imports AS i WHERE i.org = $1 AND i.brand = $2 AND i.id = $3";
    // Only from where the unit began: whatever else goes wrong, no row is counted twice.
    ADVANCE = "
        UPDATE imports SET status = 'running', position = $5, processed_rows = processed_rows + $6,
            created = created + $7, updated = updated + $8, failed = failed + $9,
            skipped = skipped + $10, errors = COALESCE($11, errors),
            fields_created = COALESCE($12, fields_created), warnings = COALESCE($13, warnings)
        WHERE org = $1 AND brand = $2 AND id = $3 AND position = $4
          AND status IN ('queued', 'running')";
    WRITTEN_BEFORE -> (String,) = "
        SELECT email FROM contacts {along}(contacts__org__brand__email)
        WHERE org = $1 AND brand = $2 AND email {in_texts}($3) AND import = $4";
    SET_VALIDATION = "
        UPDATE imports SET validation = $4 WHERE org = $1 AND brand = $2 AND id = $3";
    FINISH = "
        UPDATE imports SET status = $4, error = $5, completed_at = $6
        WHERE org = $1 AND brand = $2 AND id = $3 AND completed_at IS NULL";
    UNFINISHED -> (i64,) = "
        SELECT count(*) FROM imports WHERE completed_at IS NULL AND source LIKE $1";
}

record! {
    /// Where an import stands.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ImportWork {
        pub status: String = "i.status",
        /// JSON.
        pub source: String = "COALESCE(i.source, '')",
        /// The byte where its next row begins.
        pub position: i64 = "COALESCE(i.position, 0)",
        pub processed_rows: i64 = "i.processed_rows",
        pub tally: Tally = ..,
        /// JSON, as in the record.
        pub errors: String = "i.errors",
        pub fields_created: String = "COALESCE(i.fields_created, '[]')",
        pub warnings: String = "COALESCE(i.warnings, '[]')",
        pub validation: Option<i64> = "i.validation",
    }
}

lookups! {
    pub load(i64) -> ImportWork = LOAD;
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
    let written = tx.values(&WRITTEN_BEFORE, values).await?;
    Ok(written.into_iter().collect())
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

/// `error` is JSON. `false`: it had ended before.
pub async fn finish(
    tx: &Tx,
    brand: BrandKey,
    import: i64,
    (status, error): (&str, Option<String>),
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, import, status, error, now];
    Ok(tx.execute(&FINISH, values).await? == 1)
}

/// Whether an import still has to read a stored file.
pub async fn needs_object(tx: &Tx, object: &str) -> Result<bool, DbError> {
    let named = format!("%\"{object}\"%");
    let unfinished = tx.value(&UNFINISHED, params![named]).await?;
    Ok(unfinished.is_some_and(|imports| imports > 0))
}
