//! One fresh, migrated database of each kind for a test: `SQLite` always, PostgreSQL when `POSTRIDER_TEST_POSTGRES`
//! names a server.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use postrider_store::db::{Clock, Db, DbError, DbOptions, Dialect};
use postrider_store::{params, statements};
use tempfile::TempDir;

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

/// A database that no other test sees. Its folder or schema goes when it is removed.
pub struct Fresh {
    pub url: String,
    folder: Option<TempDir>,
    schema: Option<(String, String)>,
}

impl Fresh {
    pub fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        Self {
            url,
            folder: Some(folder),
            schema: None,
        }
    }

    pub async fn postgres() -> Option<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let server = std::env::var("POSTRIDER_TEST_POSTGRES").ok()?;
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let schema = format!("db_{}_{count}_{}", std::process::id(), clock()());
        admin(&server, &format!("CREATE SCHEMA {schema}")).await;
        let joint = if server.contains('?') { '&' } else { '?' };
        let url = format!("{server}{joint}options=-csearch_path%3D{schema}");
        Some(Self {
            url,
            folder: None,
            schema: Some((server, schema)),
        })
    }

    pub async fn each() -> Vec<Self> {
        let mut all = vec![Self::sqlite()];
        all.extend(Self::postgres().await);
        all
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
        if let Some((server, schema)) = &self.schema {
            admin(server, &format!("DROP SCHEMA {schema} CASCADE")).await;
        }
        drop(self.folder);
    }
}

async fn admin(server: &str, sql: &str) {
    let db = Db::open(DbOptions::new(server, clock())).await.unwrap();
    let sql = sql.to_owned();
    let run = move |tx: postrider_store::db::Tx| {
        let sql = sql.clone();
        async move { tx.dynamic(&sql, params![]).await }
    };
    db.write(run).await.unwrap();
    db.close().await;
}

/// Runs a test on each database, with the migrations applied and the table `notes`.
pub async fn on_each<F, Fut>(test: F)
where
    F: Fn(Db) -> Fut,
    Fut: Future<Output = ()> + Send + 'static,
{
    for fresh in Fresh::each().await {
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
