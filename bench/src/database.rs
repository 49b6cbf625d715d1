//! Where a run's databases are: files in a temporary folder, or databases of a PostgreSQL server.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio_postgres::{Client, NoTls};

use crate::machine;
use crate::outcome::Result;

/// The server, the raw statements and the bare parts have one each: none fills another's caches.
const OWNERS: [&str; 3] = ["server", "raw", "bare"];
/// For a file that the server writes to.
const PATIENCE: Duration = Duration::from_secs(5);

pub struct BenchDatabase {
    pub kind: Kind,
    folder: TempDir,
}

pub enum Kind {
    Sqlite,
    Postgres(Box<Postgres>),
}

pub struct Postgres {
    admin: Session,
    url: String,
    /// Its first process, if it runs here.
    pub process: Option<u32>,
    pub version: String,
    pub fsync: String,
}

/// A client together with the task that moves its bytes.
pub struct Session {
    pub client: Client,
    _connection: JoinSet<()>,
}

impl Session {
    pub async fn open(url: &str) -> Result<Self> {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        let mut tasks = JoinSet::new();
        tasks.spawn(async {
            // The client's own calls fail too, and say why.
            let _ = connection.await;
        });
        Ok(Self {
            client,
            _connection: tasks,
        })
    }

    async fn text(&self, sql: &str) -> Result<String> {
        Ok(self.client.query_one(sql, &[]).await?.get(0))
    }
}

impl BenchDatabase {
    pub fn sqlite() -> Result<Self> {
        Ok(Self {
            kind: Kind::Sqlite,
            folder: folder()?,
        })
    }

    pub async fn postgres(url: &str) -> Result<Self> {
        let admin = Session::open(url).await?;
        let backend: i32 = admin
            .client
            .query_one("SELECT pg_backend_pid()", &[])
            .await?
            .get(0);
        let postgres = Postgres {
            process: machine::parent(backend.unsigned_abs()),
            version: admin.text("SHOW server_version").await?,
            fsync: admin.text("SHOW fsync").await?,
            url: url.to_owned(),
            admin,
        };
        for owner in OWNERS {
            let name = database_name(owner);
            postgres
                .admin
                .client
                .batch_execute(&format!("CREATE DATABASE {name}"))
                .await?;
        }
        Ok(Self {
            kind: Kind::Postgres(Box::new(postgres)),
            folder: folder()?,
        })
    }

    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => "SQLite",
            Kind::Postgres(_) => "PostgreSQL",
        }
    }

    /// What a reader must know to compare the figures.
    pub fn conditions(&self) -> String {
        match &self.kind {
            Kind::Sqlite => "synchronous=FULL: every commit reaches the disk".to_owned(),
            Kind::Postgres(postgres) if postgres.fsync == "off" => format!(
                "{}, fsync=off: commits do not wait for the disk, so write rates are too good",
                postgres.version
            ),
            Kind::Postgres(postgres) => format!("{}, fsync={}", postgres.version, postgres.fsync),
        }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn postgres_process(&self) -> Option<u32> {
        match &self.kind {
            Kind::Sqlite => None,
            Kind::Postgres(postgres) => postgres.process,
        }
    }

    pub fn url(&self, owner: &str) -> String {
        match &self.kind {
            Kind::Sqlite => format!("sqlite:{}", self.file(owner)),
            Kind::Postgres(postgres) => with_database(&postgres.url, &database_name(owner)),
        }
    }

    pub fn file(&self, owner: &str) -> String {
        self.folder()
            .join(format!("{owner}.db"))
            .display()
            .to_string()
    }

    /// Gives PostgreSQL's planner the statistics that it makes by itself within some minutes; without
    /// any it reads all contacts of a brand to find one address.
    pub async fn settle(&self) -> Result<()> {
        if let Kind::Postgres(_) = self.kind {
            for owner in OWNERS {
                let session = Session::open(&self.url(owner)).await?;
                session.client.batch_execute("ANALYZE").await?;
            }
        }
        Ok(())
    }

    /// The numbers as a table with the column `i`, to select from.
    pub fn series(&self, numbers: Range<u64>) -> String {
        let Range { start, end } = numbers;
        match self.kind {
            Kind::Sqlite => format!(
                "(WITH RECURSIVE n(i) AS (SELECT {start} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {end}) SELECT i FROM n)"
            ),
            Kind::Postgres(_) => {
                format!("(SELECT i FROM generate_series({start}::bigint, {end} - 1) AS n(i))")
            }
        }
    }

    /// One statement of the bench's own on the server's database.
    pub async fn execute(&self, sql: &str) -> Result<()> {
        match &self.kind {
            Kind::Sqlite => {
                let connection = rusqlite::Connection::open(self.file("server"))?;
                connection.busy_timeout(PATIENCE)?;
                connection.execute_batch(sql)?;
            }
            Kind::Postgres(_) => {
                let session = Session::open(&self.url("server")).await?;
                session.client.batch_execute(sql).await?;
            }
        }
        Ok(())
    }

    /// The number that a question to the server's database gives.
    pub async fn number(&self, sql: &str) -> Result<i64> {
        match &self.kind {
            Kind::Sqlite => {
                let connection = rusqlite::Connection::open(self.file("server"))?;
                connection.busy_timeout(PATIENCE)?;
                Ok(connection.query_row(sql, [], |row| row.get(0))?)
            }
            Kind::Postgres(_) => {
                let session = Session::open(&self.url("server")).await?;
                Ok(session.client.query_one(sql, &[]).await?.get(0))
            }
        }
    }

    pub async fn remove(self) -> Result<()> {
        if let Kind::Postgres(postgres) = &self.kind {
            for owner in OWNERS {
                let sql = format!("DROP DATABASE {} WITH (FORCE)", database_name(owner));
                postgres.admin.client.batch_execute(&sql).await?;
            }
        }
        Ok(self.folder.close()?)
    }
}

fn folder() -> Result<TempDir> {
    Ok(tempfile::Builder::new()
        .prefix("postrider-bench.")
        .tempdir()?)
}

fn database_name(owner: &str) -> String {
    format!("postrider_bench_{}_{owner}", std::process::id())
}

/// The URL of another database of the same server.
fn with_database(url: &str, name: &str) -> String {
    let (base, query) = url.split_once('?').unwrap_or((url, ""));
    let (scheme, rest) = base.split_once("://").unwrap_or(("postgres", base));
    let host = rest.split('/').next().unwrap_or_default();
    format!("{scheme}://{host}/{name}?{query}")
}
