//! One fresh, migrated database of each kind for a test: `SQLite`, and PostgreSQL when `POSTRIDER_TEST_POSTGRES` names a
//! server; PostgreSQL alone where `POSTRIDER_TEST_DATABASE` asks for it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use postrider_store::db::{Clock, Db, DbError, DbOptions, Dialect};
use postrider_store::{params, statements};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use tokio_postgres::NoTls;

statements! {
    pub ADD = "INSERT INTO notes (org, id, name) VALUES ($1, $2, $3)";
    pub RENAME = "UPDATE notes SET name = $2 WHERE id = $1";
    pub NAMES = "SELECT name FROM notes ORDER BY name";
}

const NOTES: &str = "CREATE TABLE notes (
    org BIGINT NOT NULL, id BIGINT NOT NULL, name {KEYTEXT} NOT NULL, PRIMARY KEY (org, id)
)";

pub fn clock() -> Clock {
    Arc::new(|| {
        i64::try_from(
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap()
                .as_millis(),
        )
        .unwrap()
    })
}

/// A PostgreSQL database with all migrations: to copy it is quicker than to apply them again.
static TEMPLATE: OnceCell<String> = OnceCell::const_new();

/// A database that no other test sees. All of it goes when it is removed.
pub struct Fresh {
    pub url: String,
    folder: Option<TempDir>,
    /// A PostgreSQL server, and what it is told in the end.
    removal: Option<(String, String)>,
}

impl Fresh {
    pub fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        Self {
            url,
            folder: Some(folder),
            removal: None,
        }
    }

    /// One that nobody has migrated.
    pub async fn postgres() -> Option<Self> {
        let server = server()?;
        let schema = name("db");
        admin(&server, &format!("CREATE SCHEMA {schema}")).await;
        let joint = if server.contains('?') { '&' } else { '?' };
        let url = format!("{server}{joint}options=-csearch_path%3D{schema}");
        Some(Self {
            url,
            folder: None,
            removal: Some((server, format!("DROP SCHEMA {schema} CASCADE"))),
        })
    }

    async fn copy() -> Option<Self> {
        let server = server()?;
        let template = TEMPLATE.get_or_init(|| template(&server)).await;
        let copy = name("copy");
        let like = format!("TEMPLATE {template} STRATEGY file_copy");
        admin(&server, &format!("CREATE DATABASE {copy} {like}")).await;
        Some(Self {
            url: of_server(&server, &copy),
            folder: None,
            removal: Some((server, format!("DROP DATABASE {copy} WITH (FORCE)"))),
        })
    }

    pub async fn each() -> Vec<Self> {
        beside_sqlite(Self::postgres().await)
    }

    pub fn options(&self) -> DbOptions {
        let mut options = DbOptions::new(&*self.url, clock());
        options.heavy_limit = Duration::from_millis(300);
        options.pool_size = 8;
        options
    }

    pub async fn open(&self) -> Db {
        Db::open(self.options()).await.unwrap()
    }

    pub async fn remove(self) {
        if let Some((server, sql)) = &self.removal {
            admin(server, sql).await;
        }
        drop(self.folder);
    }
}

fn server() -> Option<String> {
    std::env::var("POSTRIDER_TEST_POSTGRES").ok()
}

/// A run on PostgreSQL comes after one on `SQLite`, which need not be repeated.
fn beside_sqlite(postgres: Option<Fresh>) -> Vec<Fresh> {
    let asked_for = std::env::var("POSTRIDER_TEST_DATABASE");
    let is_all = postgres.is_some() && asked_for.as_deref() == Ok("postgres");
    let sqlite = (!is_all).then(Fresh::sqlite);
    sqlite.into_iter().chain(postgres).collect()
}

fn name(kind: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{kind}_{}_{count}_{}", std::process::id(), clock()())
}

async fn template(server: &str) -> String {
    let name = name("template");
    admin(server, &format!("CREATE DATABASE {name}")).await;
    let options = DbOptions::new(of_server(server, &name), clock());
    let db = Db::open(options).await.unwrap();
    db.migrate().await.unwrap();
    db.close().await;
    name
}

/// The address of another database of the same server.
fn of_server(server: &str, name: &str) -> String {
    let (address, options) = match server.split_once('?') {
        Some((address, options)) => (address, format!("?{options}")),
        None => (server, String::new()),
    };
    let (host, _) = address.rsplit_once('/').expect("the URL names a database");
    format!("{host}/{name}{options}")
}

/// A statement that stands in no transaction.
async fn admin(server: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(server, NoTls).await.unwrap();
    tokio::select! {
        done = client.batch_execute(sql) => done.unwrap(),
        ended = connection => panic!("{ended:?}"),
    }
}

/// Runs a test on each database, with the migrations applied and the table `notes`.
pub async fn on_each<F, Fut>(test: F)
where
    F: Fn(Db) -> Fut,
    Fut: Future<Output = ()> + Send + 'static,
{
    run_on_each(&|db| Box::pin(test(db))).await;
}

type Running = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Without the types of a test: compiled anew for each of the hundreds that there are, it took longer than they do.
async fn run_on_each(test: &dyn Fn(Db) -> Running) {
    for fresh in beside_sqlite(Fresh::copy().await) {
        let db = fresh.open().await;
        let dialect = db.dialect();
        db.migrate().await.unwrap();
        let made = db
            .write(|tx| async move { tx.dynamic(NOTES, params![]).await })
            .await;
        made.unwrap();
        // A task of its own, so that a failed test still removes its database.
        let tested = tokio::spawn(test(db.clone())).await;
        db.close().await;
        fresh.remove().await;
        assert!(tested.is_ok(), "failed on {dialect:?}");
    }
}

pub async fn on_postgres<F, Fut>(test: F)
where
    F: Fn(Db) -> Fut,
    Fut: Future<Output = ()> + Send + 'static,
{
    on_each(|db| {
        let is_postgres = db.dialect() == Dialect::Postgres;
        let test = is_postgres.then(|| test(db));
        async move {
            if let Some(test) = test {
                test.await;
            }
        }
    })
    .await;
}

pub async fn add(db: &Db, id: i64, name: &'static str) -> Result<u64, DbError> {
    db.write(move |tx| async move { tx.execute(&ADD, params![1, id, name]).await })
        .await
}

pub async fn names(db: &Db) -> Vec<String> {
    let rows = db
        .read(|tx| async move { tx.rows(&NAMES, params![]).await })
        .await
        .unwrap();
    rows.iter().map(|row| row.text(0).unwrap()).collect()
}
