//! How a `SQLite` file is opened.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use crate::db::error::DbError;

/// More statements than the product has, so that a hot one is never prepared twice.
const CACHED_STATEMENTS: usize = 512;
/// Between two tries at a lock that cannot be waited for.
const PAUSE: Duration = Duration::from_millis(10);

pub(in crate::db) fn open(path: &Path, patience: Duration) -> Result<Connection, DbError> {
    create_private(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(patience)?;
    use_log(&connection, patience)?;
    connection.execute_batch(
        "PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA journal_size_limit = 67108864;
         PRAGMA temp_store = MEMORY;
         PRAGMA cache_size = -16384;",
    )?;
    // A plan must not depend on bound values: without this SQLite parses a cached statement anew for
    // new values, which took half of a point read's time.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    add_fold(&connection)?;
    Ok(connection)
}

/// A new file is switched to its write-ahead log by whoever is first, and `SQLite` does not wait for
/// that lock by itself: two that switch at once would wait for each other.
fn use_log(connection: &Connection, patience: Duration) -> Result<(), DbError> {
    let mut waited = Duration::ZERO;
    loop {
        match connection
            .execute_batch("PRAGMA journal_mode = WAL")
            .map_err(DbError::from)
        {
            Err(DbError::Busy) if waited < patience => std::thread::sleep(PAUSE),
            outcome => return outcome,
        }
        waited += PAUSE;
    }
}

/// `SQLite` gives `-wal` and `-shm` the mode of the database file, so creating that one 0600 is enough
/// and no umask is involved. A file that is there is not touched: closing any handle of it drops the
/// locks of this process's open connections, and another process would then remove their log.
pub(super) fn create_private(path: &Path) -> Result<(), DbError> {
    let created = OpenOptions::new()
        .create_new(true)
        .append(true)
        .mode(0o600)
        .open(path);
    match created {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            let message = format!("{}: {error}", path.display());
            Err(DbError::Unavailable(message))
        }
        _ => Ok(()),
    }
}

fn add_fold(connection: &Connection) -> Result<(), DbError> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("fold", 1, flags, |context| match context.get_raw(0) {
        // A scan folds a million texts, and most of them are ASCII.
        ValueRef::Text(text) if text.is_ascii() => {
            Ok(String::from_utf8(text.to_ascii_lowercase()).ok())
        }
        ValueRef::Text(_) => Ok(Some(context.get::<String>(0)?.to_lowercase())),
        _ => Ok(None),
    })?;
    Ok(())
}
