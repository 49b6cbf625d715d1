//! Rows that keep files: images, and imports that wait. The files go first, so that a row is there for as long as its file may
//! be.

use super::Tenant;
use crate::db::{DbError, Tx, Value};
use crate::{record, statements, storage};

statements! {
    ASSETS -> (String,) = "
        SELECT name FROM assets WHERE org = $1 AND brand >= $2 AND brand <= $3 ORDER BY org, brand, id LIMIT $4";
    REMOVE_ASSETS -> (i64,) = "
        DELETE FROM assets WHERE org = $1 AND brand >= $2 AND brand <= $3 AND name {in_texts}($4) RETURNING bytes";
    CLIENT_PREVIEWS -> (String,) = "
        SELECT name FROM client_previews
        WHERE org = $1 AND brand >= $2 AND brand <= $3 ORDER BY org, brand, id LIMIT $4";
    REMOVE_CLIENT_PREVIEWS -> (i64,) = "
        DELETE FROM client_previews
        WHERE org = $1 AND brand >= $2 AND brand <= $3 AND name {in_texts}($4) RETURNING bytes";
    IMPORTS -> RemovedImport = "
        SELECT {columns} FROM imports WHERE org = $1 AND brand >= $2 AND brand <= $3 ORDER BY org, brand, id LIMIT $4";
    REMOVE_IMPORTS = "
        DELETE FROM imports WHERE org = $1 AND brand >= $2 AND brand <= $3 AND id {in_ints}($4)";
}

record! {
    /// An import that is to leave.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RemovedImport {
        pub id: i64 = "id",
        /// JSON: what it has not read to the end; nothing once it is over.
        pub source: Option<String> = "CASE WHEN completed_at IS NULL THEN source END",
    }
}

/// The names of some images: of the library, and then of what mail clients show.
pub async fn images(tx: &Tx, tenant: Tenant, limit: i64) -> Result<Vec<String>, DbError> {
    let assets = tx.values(&ASSETS, tenant.piece(limit)).await?;
    if !assets.is_empty() {
        return Ok(assets);
    }
    tx.values(&CLIENT_PREVIEWS, tenant.piece(limit)).await
}

/// Images whose files are gone; their bytes count no more.
pub async fn remove_images(tx: &Tx, tenant: Tenant, names: &[String]) -> Result<(), DbError> {
    let mut bytes = 0;
    for statement in [&REMOVE_ASSETS, &REMOVE_CLIENT_PREVIEWS] {
        let names = Value::texts(names.iter().map(String::as_str));
        let removed: Vec<i64> = tx.values(statement, with(tenant, names)).await?;
        bytes += removed.iter().sum::<i64>();
    }
    storage::give_back(tx, tenant.org(), bytes).await
}

/// Some imports.
pub async fn imports(tx: &Tx, tenant: Tenant, limit: i64) -> Result<Vec<RemovedImport>, DbError> {
    tx.all(&IMPORTS, tenant.piece(limit)).await
}

/// Imports whose files are gone, which had so many bytes.
pub async fn remove_imports(
    tx: &Tx,
    tenant: Tenant,
    ids: &[i64],
    bytes: i64,
) -> Result<(), DbError> {
    let ids = Value::ints(ids.iter().copied());
    tx.execute(&REMOVE_IMPORTS, with(tenant, ids)).await?;
    storage::give_back(tx, tenant.org(), bytes).await
}

fn with(tenant: Tenant, listed: Value) -> Vec<Value> {
    [&tenant.range()[..], &[listed]].concat()
}
