//! What can be asked of any database: whether it answers, what it is, how far it is.

use std::collections::BTreeMap;

use super::database::Db;
use super::dialect::Dialect;
use super::error::DbError;
use super::migrations::{self, APPLIED, SchemaState};
use crate::{params, statements};

statements! {
    PING = "SELECT 1";
}

/// Whether there is a table of migrations.
const HAS_MIGRATIONS_SQLITE: &str = "
    SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'migrations'";
const HAS_MIGRATIONS_POSTGRES: &str = "
    SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'migrations'";

const VERSION_SQLITE: &str = "SELECT 'SQLite ' || sqlite_version()";
const VERSION_POSTGRES: &str = "
    SELECT 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)";

impl Db {
    /// How far the database is; refuses what `migrate` refuses, and changes nothing.
    pub async fn schema_state(&self) -> Result<SchemaState, DbError> {
        let has_table = match self.dialect() {
            Dialect::Sqlite => HAS_MIGRATIONS_SQLITE,
            Dialect::Postgres => HAS_MIGRATIONS_POSTGRES,
        };
        let reading = self.read(move |tx| async move {
            let found = tx.dynamic(has_table, params![]).await?;
            if found.first().map(|row| row.int(0)).transpose()? != Some(1) {
                return Ok(BTreeMap::new());
            }
            let rows = tx.rows(&APPLIED, params![]).await?;
            rows.iter()
                .map(|row| Ok((row.int(0)?, row.text(1)?)))
                .collect::<Result<_, DbError>>()
        });
        migrations::state(migrations::all(), &reading.await?)
    }

    /// What kind of database it is, and which version of it.
    pub async fn version(&self) -> Result<String, DbError> {
        let asked = match self.dialect() {
            Dialect::Sqlite => VERSION_SQLITE,
            Dialect::Postgres => VERSION_POSTGRES,
        };
        let rows = self.read(move |tx| async move { tx.dynamic(asked, params![]).await });
        match rows.await?.first() {
            Some(row) => row.text(0),
            None => Ok(String::new()),
        }
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), DbError> {
        self.read(|tx| async move { tx.row(&PING, params![]).await.map(drop) })
            .await
    }
}
