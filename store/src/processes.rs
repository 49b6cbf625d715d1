//! The processes that share this database.

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    // A restart counts as a new beginning under the same number.
    JOIN = "
        INSERT INTO processes (id, version, started_at, seen_at) VALUES ($1, $2, $3, $3)
        ON CONFLICT (id) DO UPDATE SET version = excluded.version, started_at = excluded.started_at,
            seen_at = excluded.seen_at";
    SEE = "UPDATE processes SET seen_at = $2 WHERE id = $1";
    LEAVE = "DELETE FROM processes WHERE id = $1";
    FORGET = "DELETE FROM processes WHERE seen_at < $1";
    ALIVE = "SELECT count(*) FROM processes WHERE seen_at >= $1";
}

pub async fn join(tx: &Tx, id: i64, version: &str, now: i64) -> Result<(), DbError> {
    tx.execute(&JOIN, params![id, version, now]).await?;
    Ok(())
}

/// The heartbeat. `false`: the others have forgotten this process, and it has to join again.
pub async fn see(tx: &Tx, id: i64, now: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&SEE, params![id, now]).await? == 1)
}

pub async fn leave(tx: &Tx, id: i64) -> Result<(), DbError> {
    tx.execute(&LEAVE, params![id]).await?;
    Ok(())
}

/// Forgets those that were not seen since.
pub async fn forget(tx: &Tx, since: i64) -> Result<(), DbError> {
    tx.execute(&FORGET, params![since]).await?;
    Ok(())
}

/// How many were seen since.
pub async fn alive(tx: &Tx, since: i64) -> Result<i64, DbError> {
    match tx.row(&ALIVE, params![since]).await? {
        Some(row) => row.int(0),
        None => Ok(0),
    }
}
