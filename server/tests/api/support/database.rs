//! A database that no other test sees: a file in a temporary folder, or a schema.

use std::path::Path;
use std::sync::Arc;

use postrider_server::clock::Clock;
use postrider_server::entropy;
use postrider_store::db::{Db, DbError, DbOptions, Row};
use postrider_store::params;

use super::settings;

pub enum Database {
    Sqlite {
        url: String,
    },
    Postgres {
        url: String,
        server: String,
        schema: String,
    },
}

impl Database {
    pub async fn fresh(folder: &Path) -> Self {
        match settings::postgres() {
            Some(server) => Self::on(server).await,
            None => Self::Sqlite {
                url: format!("sqlite:{}", folder.join("postrider.db").display()),
            },
        }
    }

    /// On a PostgreSQL server.
    pub async fn on(server: String) -> Self {
        let schema = format!("t_{}", entropy::lower32());
        run(&server, &format!("CREATE SCHEMA {schema}"))
            .await
            .unwrap();
        let joint = if server.contains('?') { '&' } else { '?' };
        let url = format!("{server}{joint}options=-csearch_path%3D{schema}");
        Self::Postgres {
            url,
            server,
            schema,
        }
    }

    pub fn url(&self) -> &str {
        match self {
            Self::Sqlite { url } | Self::Postgres { url, .. } => url,
        }
    }

    pub fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite { .. })
    }

    /// One statement over a connection of its own, beside whatever serves this database.
    pub async fn sql(&self, sql: &str) -> Vec<Row> {
        run(self.url(), sql).await.unwrap()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let Self::Postgres { server, schema, .. } = self else {
            return;
        };
        let (server, schema) = (server.clone(), schema.clone());
        // The test's own runtime may be about to end, and does not block.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            // Connections of a server that was not stopped may still hold locks: what stays behind
            // goes with the whole database server.
            let _ = runtime.block_on(async {
                let sql = format!("DROP SCHEMA {schema} CASCADE");
                tokio::time::timeout(std::time::Duration::from_secs(5), run(&server, &sql)).await
            });
        });
        let _ = dropped.join();
    }
}

async fn run(url: &str, sql: &str) -> Result<Vec<Row>, DbError> {
    let clock = Clock::machine();
    let mut options = DbOptions::new(url, Arc::new(move || clock.now()));
    (options.readers, options.pool_size) = (1, 1);
    let db = Db::open(options).await?;
    let rows = dynamic(&db, sql).await;
    db.close().await;
    rows
}

/// One statement in a transaction of its own.
pub async fn dynamic(db: &Db, sql: &str) -> Result<Vec<Row>, DbError> {
    let sql = sql.to_owned();
    db.write(move |tx| {
        let sql = sql.clone();
        async move { tx.dynamic(&sql, params![]).await }
    })
    .await
}
