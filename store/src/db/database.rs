//! The database as the rest of the product sees it.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use postrider_domain::turns::Asker;
use tokio::sync::futures::Notified;

use super::closure::{self, Once, Repeatable};
use super::dialect::Dialect;
use super::error::DbError;
use super::gathered::Gathering;
use super::lane::{Lane, Snapshot};
use super::migrations::{self, Migration};
use super::notes::Notes;
use super::numbers::Numbers;
use super::options::DbOptions;
use super::postgres::PostgresDb;
use super::spent::Spent;
use super::sqlite::{self, SqliteDb};
use super::tx::{Session, Shared, Tx, Unit};
use super::wake::{Asked, Sleeper, Wake};
use crate::{params, statements};

statements! {
    TAKE_NODE = "UPDATE counters SET value = value + 1 WHERE name = 'node' RETURNING value";
}

/// Whose work a copy of the database is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// It was made.
    Here,
    /// Its server has tools of its own for that, and none was made.
    Elsewhere,
}

fn sqlite_path(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?;
    Some(PathBuf::from(path.strip_prefix("//").unwrap_or(path)))
}

const SERVER_TIME: &str = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";

enum Backend {
    Sqlite(SqliteDb),
    Postgres(Box<PostgresDb>),
}

struct Inner {
    backend: Backend,
    shared: Arc<Shared>,
}

/// What is written for one row of a long piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowCost {
    /// One row.
    One,
    /// Rows of several tables, or of an index beside.
    Several,
}

/// A cheap handle. What it does is done on behalf of somebody, with whom others take turns.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
    asker: Asker,
    spent: Arc<Spent>,
}

impl Db {
    /// Opens the database. `migrate` comes next: it makes the tables and takes this process's node
    /// number for `Tx::number`.
    pub async fn open(options: DbOptions) -> Result<Self, DbError> {
        let shared = Arc::new(Shared {
            numbers: Numbers::new(Arc::clone(&options.clock)),
            wake: Wake::default(),
            notes: Notes::default(),
            gathering: Gathering::default(),
        });
        let backend = if let Some(path) = sqlite_path(&options.url) {
            let options = options.clone();
            let opened = tokio::task::spawn_blocking(move || SqliteDb::open(path, &options));
            Backend::Sqlite(
                opened
                    .await
                    .map_err(|error| DbError::Other(error.to_string()))??,
            )
        } else if options.url.starts_with("postgres:") || options.url.starts_with("postgresql:") {
            Backend::Postgres(Box::new(PostgresDb::open(&options).await?))
        } else {
            // The URL itself may hold a password and is not repeated.
            let message = "the database URL starts with neither sqlite: nor postgres:";
            return Err(DbError::Other(message.to_owned()));
        };
        Ok(Self {
            inner: Arc::new(Inner { backend, shared }),
            asker: Asker::Service,
            spent: Spent::on("other"),
        })
    }

    /// The same database, asked on behalf of somebody: what waits for it takes turns with what waits for others.
    #[must_use]
    pub fn on_behalf_of(&self, asker: Asker) -> Self {
        Self {
            asker,
            ..self.clone()
        }
    }

    /// The same database, asked for one kind of work, under whose name it is counted.
    #[must_use]
    pub fn for_work(&self, work: &'static str) -> Self {
        Self {
            spent: Spent::on(work),
            ..self.clone()
        }
    }

    /// The same database, asked for one piece of such work, which is counted by itself.
    #[must_use]
    pub fn for_one(&self) -> Self {
        Self {
            spent: self.spent.anew(),
            ..self.clone()
        }
    }

    /// What was asked of the database through this handle and its clones.
    pub fn spent(&self) -> &Spent {
        &self.spent
    }

    /// Copies a `SQLite` database into a new file while others use it: all that was committed before. Neither
    /// opened nor migrated, so that a copy can be made before an upgrade.
    pub async fn copy(url: &str, to: &Path) -> Result<Copied, DbError> {
        let Some(from) = sqlite_path(url) else {
            return Ok(Copied::Elsewhere);
        };
        let to = to.to_owned();
        let copying = tokio::task::spawn_blocking(move || sqlite::copy(&from, &to));
        let copied = copying.await;
        copied.map_err(|error| DbError::Other(error.to_string()))??;
        Ok(Copied::Here)
    }

    /// How many rows of a long piece of work are one commit. `SQLite` has one writer, which others wait for; on PostgreSQL
    /// the round trips count.
    pub fn rows_per_commit(&self, cost: RowCost) -> usize {
        match (self.dialect(), cost) {
            (Dialect::Sqlite, RowCost::One) => 1_000,
            (Dialect::Sqlite, RowCost::Several) => 250,
            (Dialect::Postgres, RowCost::One | RowCost::Several) => 2_000,
        }
    }

    pub fn dialect(&self) -> Dialect {
        match self.inner.backend {
            Backend::Sqlite(_) => Dialect::Sqlite,
            Backend::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Applies the migrations that are missing; refuses a database that is newer than this binary.
    pub async fn migrate(&self) -> Result<(), DbError> {
        self.migrate_with(migrations::all()).await
    }

    /// Applies only the first `count` migrations: how an old database looked, for upgrade tests.
    pub async fn migrate_first(&self, count: usize) -> Result<(), DbError> {
        let all = migrations::all();
        self.migrate_with(&all[..count.min(all.len())]).await
    }

    /// Applies a list of its own, which lets a test bring an edited or a longer one.
    pub async fn migrate_with(&self, list: &'static [Migration]) -> Result<(), DbError> {
        let now = self.inner.shared.numbers.now();
        match &self.inner.backend {
            Backend::Sqlite(db) => db.migrate(list, now).await?,
            Backend::Postgres(db) => db.migrate(list, now).await?,
        }
        if list.is_empty() {
            return Ok(()); // there is no table yet to take a number from
        }
        self.take_node().await
    }

    async fn take_node(&self) -> Result<(), DbError> {
        let taken = self
            .write(|tx| async move { tx.row(&TAKE_NODE, params![]).await })
            .await?;
        let missing = || DbError::Other("the database has no counter for nodes".to_owned());
        self.inner
            .shared
            .numbers
            .set_node(taken.ok_or_else(missing)?.int(0)?);
        Ok(())
    }

    /// The file of a database that is one.
    pub fn file(url: &str) -> Option<PathBuf> {
        sqlite_path(url)
    }

    /// Runs a closure in one transaction that is committed if it answers `Ok`. It may run again after
    /// a deadlock or a serialization failure, and awaits nothing but the transaction: on `SQLite`
    /// anything else is an error.
    ///
    /// After `Unavailable` it is unknown whether a commit under way has happened, and so it is for a caller
    /// that goes away; one that goes before the closure's turn has written nothing.
    pub fn write<F, Fut, T, E>(&self, work: F) -> impl Future<Output = Result<T, E>> + Send
    where
        F: Fn(Tx) -> Fut + Send + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.write_in(Lane::Quick, work)
    }

    /// Like `write`, for work in units of some milliseconds that yields to interactive work.
    pub fn write_bulk<F, Fut, T, E>(&self, work: F) -> impl Future<Output = Result<T, E>> + Send
    where
        F: Fn(Tx) -> Fut + Send + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.write_in(Lane::Slow, work)
    }

    /// Runs a closure in one read-only snapshot.
    pub fn read<F, Fut, T, E>(&self, work: F) -> impl Future<Output = Result<T, E>> + Send
    where
        F: FnOnce(Tx) -> Fut + Send + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.read_in(Lane::Quick, Snapshot::One, work)
    }

    /// Like `read`, for one quick statement, or for several that need not see the same moment: on PostgreSQL they are in no
    /// transaction, on a connection on which others ask too.
    pub fn read_apart<F, Fut, T, E>(&self, work: F) -> impl Future<Output = Result<T, E>> + Send
    where
        F: FnOnce(Tx) -> Fut + Send + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.read_in(Lane::Quick, Snapshot::None, work)
    }

    /// Like `read`, for searches, counts and exports: ends with `Timeout` after the heavy limit and
    /// always leaves a reader free.
    pub fn read_heavy<F, Fut, T, E>(&self, work: F) -> impl Future<Output = Result<T, E>> + Send
    where
        F: FnOnce(Tx) -> Fut + Send + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.read_in(Lane::Slow, Snapshot::One, work)
    }

    async fn write_in<F, Fut, T, E>(&self, lane: Lane, work: F) -> Result<T, E>
    where
        F: Fn(Tx) -> Fut + Send + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let (work, answer) = closure::repeatable(work);
        answer.after(self.run_write(lane, work).await)
    }

    async fn run_write(&self, lane: Lane, work: Repeatable) -> Result<(), DbError> {
        let unit = self.unit();
        let ended = Arc::clone(&unit);
        let done = match &self.inner.backend {
            Backend::Sqlite(db) => {
                let work = move |tx| work(Tx::new(Session::Sqlite(tx), unit));
                db.write((lane, self.asker), Box::new(work)).await
            }
            Backend::Postgres(db) => {
                let work = move |tx| work(Tx::new(Session::Postgres(tx), Arc::clone(&unit)));
                db.write((lane, self.asker), &self.spent, Box::new(work))
                    .await
            }
        };
        self.inner.shared.wake.ring(&ended.asked);
        done
    }

    /// Like `Tx::number`, for what has to have its number before it is written: a repeated write of it is
    /// known again.
    pub fn number(&self) -> i64 {
        self.inner.shared.numbers.next()
    }

    /// Ready when a transaction of this process has committed something for a worker. Ask before you
    /// look for work, and none is missed in between.
    pub fn woken(&self, worker: Sleeper) -> Notified<'_> {
        self.inner.shared.wake.woken(worker)
    }

    fn unit(&self) -> Arc<Unit> {
        Arc::new(Unit {
            shared: Arc::clone(&self.inner.shared),
            spent: Arc::clone(&self.spent),
            asked: Asked::default(),
        })
    }

    async fn read_in<F, Fut, T, E>(&self, lane: Lane, snapshot: Snapshot, work: F) -> Result<T, E>
    where
        F: FnOnce(Tx) -> Fut + Send + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let (work, answer) = closure::once(work);
        answer.after(self.run_read(lane, snapshot, work).await)
    }

    async fn run_read(&self, lane: Lane, snapshot: Snapshot, work: Once) -> Result<(), DbError> {
        let unit = self.unit();
        let turn = (lane, self.asker);
        match &self.inner.backend {
            Backend::Sqlite(db) => {
                let work = move |tx| work(Tx::new(Session::Sqlite(tx), unit));
                db.read(turn, Box::new(work)).await
            }
            Backend::Postgres(db) => {
                let work = move |tx| work(Tx::new(Session::Postgres(tx), unit));
                db.read(turn, snapshot, &self.spent, Box::new(work)).await
            }
        }
    }

    /// The time by the database's own clock. `None` where it is this machine's.
    pub async fn time(&self) -> Result<Option<i64>, DbError> {
        match self.dialect() {
            Dialect::Sqlite => Ok(None),
            Dialect::Postgres => {
                let asked = self.read(|tx| async move { tx.dynamic(SERVER_TIME, params![]).await });
                asked.await?.first().map(|row| row.int(0)).transpose()
            }
        }
    }

    /// Finishes the work under way and closes the database; every later call is `Unavailable`.
    pub async fn close(&self) {
        match &self.inner.backend {
            Backend::Sqlite(db) => db.close().await,
            Backend::Postgres(db) => db.close().await,
        }
    }
}
