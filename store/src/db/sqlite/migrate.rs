//! Migrations on `SQLite`, on a connection of their own.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::connection;
use crate::db::dialect::Dialect;
use crate::db::error::DbError;
use crate::db::kind::Kind;
use crate::db::migrations::{APPLIED, Applied, CREATE, Migration, RECORD, failed, next};
use crate::db::render::render;

/// A second process waits for the first one's migration, however long that takes within reason.
const PATIENCE: Duration = Duration::from_mins(10);

/// Blocks for as long as the migrations take.
pub(super) fn migrate(path: &Path, list: &[Migration], now: i64) -> Result<(), DbError> {
    let mut connection = connection::open(path, PATIENCE)?;
    while step(&mut connection, list, now)? {}
    Ok(())
}

/// Applies one migration if one is missing. What is missing is read under the write lock, so two
/// processes that start together do not both apply it.
fn step(connection: &mut Connection, list: &[Migration], now: i64) -> Result<bool, DbError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(CREATE.sql(Dialect::Sqlite))?;
    let Some(migration) = next(list, &applied(&transaction)?)? else {
        return Ok(false);
    };
    let sql = render(migration.sql, Kind::Plain, Dialect::Sqlite);
    transaction
        .execute_batch(&sql)
        .map_err(|error| failed(migration, error.into()))?;
    transaction.execute(
        RECORD.sql(Dialect::Sqlite),
        (migration.number, migration.name, migration.checksum(), now),
    )?;
    transaction.commit()?;
    Ok(true)
}

fn applied(transaction: &Transaction<'_>) -> Result<Applied, DbError> {
    let mut statement = transaction.prepare(APPLIED.sql(Dialect::Sqlite))?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
