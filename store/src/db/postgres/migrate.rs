//! Migrations on PostgreSQL, on a connection of their own.

use tokio_postgres::{Client, Transaction};

use super::PostgresDb;
use crate::db::dialect::Dialect;
use crate::db::error::{DbError, no_session};
use crate::db::kind::Kind;
use crate::db::migrations::{APPLIED, Applied, CREATE, Migration, RECORD, next};
use crate::db::render::render;

/// A migration takes the time it takes, and a second process waits for the first one's lock.
const PREPARE: &str = "SET statement_timeout = 0; SET lock_timeout = 0;
    SET idle_in_transaction_session_timeout = 0;
    SELECT pg_advisory_lock(hashtextextended('postrider migrations in ' || current_schema(), 0))";

impl PostgresDb {
    pub(in crate::db) async fn migrate(
        &self,
        list: &'static [Migration],
        now: i64,
    ) -> Result<(), DbError> {
        let connected = self.target.config.connect(self.target.tls.clone()).await;
        let (mut client, connection) = connected.map_err(|error| no_session(&error))?;
        // The lock goes with the connection, however this ends.
        let work = async move { migrate(&mut client, list, now).await };
        let (done, closed) = futures_util::future::join(work, connection).await;
        done.and(closed.map_err(DbError::from))
    }
}

async fn migrate(client: &mut Client, list: &[Migration], now: i64) -> Result<(), DbError> {
    client.batch_execute(PREPARE).await?;
    client.batch_execute(CREATE.sql(Dialect::Postgres)).await?;
    loop {
        let transaction = client.transaction().await?;
        let Some(migration) = next(list, &applied(&transaction).await?)? else {
            return Ok(());
        };
        let sql = render(migration.sql, Kind::Plain, Dialect::Postgres);
        transaction
            .batch_execute(&sql)
            .await
            .map_err(|error| failed(migration, error))?;
        let record: [&(dyn tokio_postgres::types::ToSql + Sync); 4] = [
            &migration.number,
            &migration.name,
            &migration.checksum(),
            &now,
        ];
        transaction
            .execute(RECORD.sql(Dialect::Postgres), &record)
            .await?;
        transaction.commit().await?;
    }
}

async fn applied(transaction: &Transaction<'_>) -> Result<Applied, DbError> {
    let rows = transaction
        .query(APPLIED.sql(Dialect::Postgres), &[])
        .await?;
    Ok(rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect::<Result<_, tokio_postgres::Error>>()?)
}

fn failed(migration: &Migration, error: tokio_postgres::Error) -> DbError {
    crate::db::migrations::failed(migration, error.into())
}
