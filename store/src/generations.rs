//! The work on a prompt: that a design is made or changed by it. Of each design one runs at a time.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{lookups, params, record, statements};

statements! {
    CREATE = "
        INSERT INTO generations (org, brand, id, email, chat, version_id, request, status, progress, created_at,
            updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'running', 0, $8, $8)";
    RUNNING -> GenerationRecord = "
        SELECT {columns} FROM generations WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'running'";
    RUNNING_OF_EMAIL -> GenerationRecord = "
        SELECT {columns} FROM generations WHERE org = $1 AND brand = $2 AND email = $3 AND status = 'running'";
    PROGRESS = "
        UPDATE generations SET progress = $4, updated_at = $5
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'running'";
    END = "
        UPDATE generations SET status = $4, progress = 100, error = $5, updated_at = $6
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'running'";
    DELETE = "DELETE FROM generations WHERE org = $1 AND brand = $2 AND email = $3";
}

record! {
    /// One that runs.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GenerationRecord {
        pub id: i64 = "id",
        pub email: i64 = "email",
        pub chat: i64 = "chat",
        /// The public id that the version is to have.
        pub version_id: String = "version_id",
        /// JSON: what is asked for.
        pub request: String = "request",
        pub created_at: i64 = "created_at",
    }
}

lookups! {
    /// Nothing once it has ended.
    pub running(i64) -> GenerationRecord = RUNNING;
    /// The one that a design waits for.
    pub running_of_email(i64) -> GenerationRecord = RUNNING_OF_EMAIL;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGeneration {
    pub email: i64,
    pub chat: i64,
    pub version_id: String,
    pub request: String,
}

/// Its number. The design is `generating` in the same transaction.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: &NewGeneration,
    now: i64,
) -> Result<i64, DbError> {
    let id = tx.number();
    let values = params![
        brand.org,
        brand.brand,
        id,
        new.email,
        new.chat,
        &new.version_id,
        &new.request,
        now,
    ];
    tx.execute(&CREATE, values).await?;
    Ok(id)
}

/// How much of a hundred is done. `false`: it has ended, or is gone with its design.
pub async fn progress(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    percent: i64,
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, percent, now];
    Ok(tx.execute(&PROGRESS, values).await? == 1)
}

/// It failed if there is an error, which is JSON. `false`: it has ended before, or is gone with its design.
pub async fn end(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    error: Option<&str>,
    now: i64,
) -> Result<bool, DbError> {
    let status = if error.is_some() {
        "failed"
    } else {
        "completed"
    };
    let values = params![brand.org, brand.brand, id, status, error, now];
    Ok(tx.execute(&END, values).await? == 1)
}

/// With its design.
pub(crate) async fn delete(tx: &Tx, brand: BrandKey, email: i64) -> Result<(), DbError> {
    tx.execute(&DELETE, params![brand.org, brand.brand, email])
        .await?;
    Ok(())
}
