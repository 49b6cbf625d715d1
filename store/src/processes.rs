//! The processes that share this database. Each has a number, kept in its data folder, and a life: a number made at
//! each start, so that two that run under one number (a folder that was copied) find each other out.

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    // A restart counts as a new beginning under the same number.
    JOIN = "
        INSERT INTO processes (id, life, version, roles, objects, started_at, seen_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (id) DO UPDATE SET life = excluded.life, version = excluded.version, roles = excluded.roles,
            objects = excluded.objects, started_at = excluded.started_at, seen_at = excluded.seen_at";
    SEE = "UPDATE processes SET seen_at = $3 WHERE id = $1 AND life = $2";
    // Whoever takes the number waits for the end of this transaction, or this one finds it taken.
    STILL -> (i64,) = "SELECT life FROM processes WHERE id = $1 {for_update}";
    // What has taken something stays known: how long it is away decides what becomes of that.
    LEAVE = "
        DELETE FROM processes WHERE id = $1 AND life = $2
            AND NOT EXISTS (SELECT 1 FROM claims WHERE owner = $1 AND abandoned_at IS NULL)";
    FORGET = "
        DELETE FROM processes WHERE seen_at < $1
            AND NOT EXISTS (SELECT 1 FROM claims WHERE owner = processes.id AND abandoned_at IS NULL)";
    SEEN_SINCE -> ProcessRow = "
        SELECT {columns} FROM processes
        WHERE seen_at >= $1 ORDER BY id";
    GET -> ProcessRow = "SELECT {columns} FROM processes WHERE id = $1";
}

record! {
    /// A process as the others see it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ProcessRow {
        pub id: i64 = "id",
        pub life: i64 = "life",
        pub version: String = "version",
        /// What it does, with commas between: `api,worker,track,inbound`.
        pub roles: String = "roles",
        /// Which object store it sees.
        pub objects: String = "objects",
        pub started_at: i64 = "started_at",
        pub seen_at: i64 = "seen_at",
    }
}

impl ProcessRow {
    pub fn has_role(&self, role: &str) -> bool {
        // An older version says nothing, and does everything.
        self.roles.is_empty() || self.roles.split(',').any(|one| one == role)
    }
}

/// What a heartbeat finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    Kept,
    /// The others have forgotten this process, or the database an earlier time: it has to join again.
    Forgotten,
    /// Another life has begun under the same number since.
    Taken,
}

pub async fn join(tx: &Tx, process: &ProcessRow) -> Result<(), DbError> {
    let values = params![
        process.id,
        process.life,
        process.version.as_str(),
        process.roles.as_str(),
        process.objects.as_str(),
        process.started_at,
        process.seen_at
    ];
    tx.execute(&JOIN, values).await?;
    Ok(())
}

/// The heartbeat: the time at which it was seen is in the row.
pub async fn see(tx: &Tx, process: &ProcessRow) -> Result<Membership, DbError> {
    let values = params![process.id, process.life, process.seen_at];
    if tx.execute(&SEE, values).await? == 1 {
        return Ok(Membership::Kept);
    }
    Ok(match get(tx, process.id).await? {
        Some(other) if other.started_at >= process.started_at => Membership::Taken,
        _ => Membership::Forgotten,
    })
}

/// Fences a transaction: an error, unless the number is still this life's. It stays so to the transaction's end.
pub async fn still(tx: &Tx, id: i64, life: i64) -> Result<(), DbError> {
    match tx.value(&STILL, params![id]).await? {
        Some(stands) if stands == life => Ok(()),
        _ => Err(DbError::Unavailable(
            "this process has lost its place among the others".to_owned(),
        )),
    }
}

pub async fn leave(tx: &Tx, id: i64, life: i64) -> Result<(), DbError> {
    tx.execute(&LEAVE, params![id, life]).await?;
    Ok(())
}

/// Forgets those that were not seen since and left nothing open.
pub async fn forget(tx: &Tx, since: i64) -> Result<(), DbError> {
    tx.execute(&FORGET, params![since]).await?;
    Ok(())
}

pub async fn get(tx: &Tx, id: i64) -> Result<Option<ProcessRow>, DbError> {
    tx.one(&GET, params![id]).await
}

/// All that are remembered, those long silent too.
pub async fn all(tx: &Tx) -> Result<Vec<ProcessRow>, DbError> {
    seen_since(tx, i64::MIN).await
}

pub async fn seen_since(tx: &Tx, since: i64) -> Result<Vec<ProcessRow>, DbError> {
    tx.all(&SEEN_SINCE, params![since]).await
}
