//! Rows that could not be imported, all of them, for the download.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    bulk(org: Int, brand: Int, import: Int, row: Int, email: Text, code: Text, message: Text, param: Text)
    ADD = "
        INSERT INTO import_errors (org, brand, import, row, email, code, message, param)
        SELECT r.org, r.brand, r.import, r.row, r.email, r.code, r.message, r.param
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, import, row) DO NOTHING";
    OLD -> OldImport = "
        SELECT {columns} FROM imports
        WHERE completed_at < $1 AND (errors <> '[]' OR warnings <> '[]')
        ORDER BY completed_at LIMIT 1";
    FORGET_SOME = "
        DELETE FROM import_errors WHERE (org, brand, import, row) IN (
            SELECT org, brand, import, row FROM import_errors
            WHERE org = $1 AND brand = $2 AND import = $3 ORDER BY row LIMIT $4)";
    FORGET_LISTS = "
        UPDATE imports SET errors = '[]', warnings = '[]'
        WHERE org = $1 AND brand = $2 AND id = $3";
    list PAGE -> ImportError = "
        SELECT {columns} FROM import_errors
        WHERE org = $1 AND brand = $2 AND import = $3 AND row > $4 ORDER BY row LIMIT $5";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ImportError {
        /// Counts the rows below the header from 0.
        pub row: i64 = "row",
        pub email: Option<String> = "email",
        pub code: String = "code",
        pub message: String = "message",
        pub param: Option<String> = "param",
    }
}

pub async fn add_errors(
    tx: &Tx,
    brand: BrandKey,
    import: i64,
    errors: &[ImportError],
) -> Result<(), DbError> {
    if errors.is_empty() {
        return Ok(());
    }
    let row = |error: &ImportError| {
        params![
            brand.org,
            brand.brand,
            import,
            error.row,
            error.email.as_deref(),
            &error.code,
            &error.message,
            error.param.as_deref()
        ]
        .into()
    };
    tx.bulk(&ADD, errors.iter().map(row).collect()).await?;
    Ok(())
}

/// The errors after a row, `-1` for the first page.
pub async fn errors_page(
    tx: &Tx,
    brand: BrandKey,
    import: i64,
    after_row: i64,
    limit: u32,
) -> Result<Vec<ImportError>, DbError> {
    let values = params![brand.org, brand.brand, import, after_row, limit];
    tx.all(&PAGE, values).await
}

/// Forgets which rows imports that ended before a time complained about, at most `limit` at once. `false`: no
/// more are left.
pub async fn forget_old(tx: &Tx, before: i64, limit: i64) -> Result<bool, DbError> {
    let Some(old) = tx.one(&OLD, params![before]).await? else {
        return Ok(false);
    };
    let OldImport { org, brand, import } = old;
    let forgotten = tx
        .execute(&FORGET_SOME, params![org, brand, import, limit])
        .await?;
    if forgotten < limit as u64 {
        tx.execute(&FORGET_LISTS, params![org, brand, import])
            .await?;
    }
    Ok(true)
}

record! {
    /// An import that still names rows.
    struct OldImport {
        org: i64 = "org",
        brand: i64 = "brand",
        import: i64 = "id",
    }
}
