//! A database that no other test sees: a file in a temporary folder, or one of a PostgreSQL server's.

use std::path::Path;
use std::sync::Arc;

use postrider_server::clock::Clock;
use postrider_server::entropy;
use postrider_store::db::{Db, DbError, DbOptions, Row};
use postrider_store::params;
use rusqlite::OpenFlags;
use tokio::sync::OnceCell;
use tokio::task::JoinSet;
use tokio_postgres::{Client, NoTls};

use super::settings;

/// All migrations, applied once: a copy of it takes a quarter of the time that applying them again does.
static TEMPLATE: OnceCell<String> = OnceCell::const_new();

pub enum Database {
    Sqlite {
        url: String,
    },
    Postgres {
        url: String,
        server: String,
        name: String,
    },
}

impl Database {
    pub async fn fresh(folder: &Path) -> Self {
        match settings::postgres() {
            Some(server) => {
                let template = TEMPLATE.get_or_init(|| template(&server)).await;
                // Copied file by file, which takes a sixth of the time that writing it to the log does.
                let like = format!(" TEMPLATE {template} STRATEGY file_copy");
                Self::made(server.clone(), &like).await
            }
            None => Self::Sqlite {
                url: format!("sqlite:{}", folder.join("postrider.db").display()),
            },
        }
    }

    /// One that nobody has started on.
    pub async fn empty(folder: &Path) -> Self {
        match settings::postgres() {
            Some(server) => Self::on(server).await,
            None => Self::fresh(folder).await,
        }
    }

    /// An empty one on a PostgreSQL server.
    pub async fn on(server: String) -> Self {
        Self::made(server, "").await
    }

    async fn made(server: String, like: &str) -> Self {
        let name = format!("t_{}", entropy::lower32());
        let create = format!("CREATE DATABASE {name}{like}");
        admin(&server, &[&create]).await.unwrap();
        Self::Postgres {
            url: named(&server, &name),
            server,
            name,
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

    /// Tables that say whose their rows are.
    pub async fn tables_of_tenants(&self) -> Vec<String> {
        let tables = if self.is_sqlite() {
            "SELECT m.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
             WHERE m.type = 'table' AND c.name = 'org'"
        } else {
            "SELECT CAST(table_name AS TEXT) FROM information_schema.columns
             WHERE table_schema = current_schema() AND column_name = 'org'"
        };
        let rows = self.sql(tables).await;
        rows.iter().map(|row| row.text(0).unwrap()).collect()
    }

    /// The texts that one statement gives, for whoever cannot wait. Nothing on PostgreSQL: what is asked so holds for
    /// a test on any database, and each runs on `SQLite` too.
    pub fn texts_at_once(&self, sql: &str) -> Vec<String> {
        let Self::Sqlite { url } = self else {
            return Vec::new();
        };
        let file = Db::file(url).expect("a file");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let Ok(connection) = rusqlite::Connection::open_with_flags(file, flags) else {
            return Vec::new(); // the test took it away
        };
        let mut statement = connection.prepare(sql).unwrap();
        let texts = statement.query_map([], |row| row.get(0)).unwrap();
        texts.map(Result::unwrap).collect()
    }

    /// One statement over a connection of its own, beside whatever serves this database. It may read all of a large
    /// table, and take its time: the limits of the product's sessions are not meant for it.
    pub async fn sql(&self, sql: &str) -> Vec<Row> {
        let url = match self {
            Self::Sqlite { url } => url.clone(),
            Self::Postgres { url, .. } => {
                let first = if url.contains('?') { '&' } else { '?' };
                format!("{url}{first}options=-c%20statement_timeout%3D0%20-c%20enable_seqscan%3Don")
            }
        };
        run(&url, sql).await.unwrap()
    }
}

/// What a transaction of a test keeps from all others, until it goes out of scope: then it is as if it had never been.
pub struct Held {
    _client: Client,
    _connection: JoinSet<()>,
}

impl Database {
    /// Begins a transaction with this statement, beside whatever serves this database. On PostgreSQL alone: `SQLite` has
    /// one writer, and nobody is overtaken.
    pub async fn hold(&self, sql: &str) -> Held {
        let (client, connection) = tokio_postgres::connect(self.url(), NoTls).await.unwrap();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { drop(connection.await) });
        client
            .batch_execute(&format!("BEGIN; {sql}"))
            .await
            .unwrap();
        Held {
            _client: client,
            _connection: tasks,
        }
    }

    /// How many transactions wait for a row that another one holds; on PostgreSQL alone.
    pub async fn waiting(&self) -> i64 {
        let waiting = "SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        self.sql(waiting).await[0].int(0).unwrap()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let Self::Postgres { server, name, .. } = self else {
            return;
        };
        let (server, name) = (server.clone(), name.clone());
        // The test's own runtime may be about to end, and does not block.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            // A server that a test took away may not answer: what stays behind goes with the whole of it.
            let _ = runtime.block_on(async {
                let limit = std::time::Duration::from_secs(5);
                tokio::time::timeout(limit, remove(&server, &name)).await
            });
        });
        let _ = dropped.join();
    }
}

/// Whoever is still connected to what is dropped is waited for, a tenth of a second at the least: most have gone before.
async fn remove(server: &str, name: &str) -> Result<(), tokio_postgres::Error> {
    let leave = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'; SELECT pg_sleep(0.01)"
    );
    let drop = format!("DROP DATABASE {name} WITH (FORCE)");
    admin(server, &[&leave, &drop]).await
}

async fn template(server: &str) -> String {
    let name = format!("template_{}", entropy::lower32());
    let create = format!("CREATE DATABASE {name}");
    admin(server, &[&create]).await.unwrap();
    let db = open(&named(server, &name)).await.unwrap();
    db.migrate().await.unwrap();
    db.close().await;
    name
}

/// The address of another database of the same server.
fn named(server: &str, name: &str) -> String {
    let (address, options) = match server.split_once('?') {
        Some((address, options)) => (address, format!("?{options}")),
        None => (server, String::new()),
    };
    let (host, _) = address.rsplit_once('/').expect("the URL names a database");
    format!("{host}/{name}{options}")
}

/// Statements that stand in no transaction.
async fn admin(server: &str, statements: &[&str]) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(server, NoTls).await?;
    let run = async {
        for sql in statements {
            client.batch_execute(sql).await?;
        }
        Ok(())
    };
    tokio::select! {
        done = run => done,
        ended = connection => ended,
    }
}

async fn open(url: &str) -> Result<Db, DbError> {
    let clock = Clock::machine();
    let mut options = DbOptions::new(url, Arc::new(move || clock.now()));
    (options.readers, options.pool_size) = (1, 1);
    Db::open(options).await
}

async fn run(url: &str, sql: &str) -> Result<Vec<Row>, DbError> {
    let db = open(url).await?;
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
