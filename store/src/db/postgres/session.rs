//! What one closure asks: in a transaction on a connection of its own, or in none on a shared one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use deadpool_postgres::ClientWrapper;
use futures_util::future::join;
use futures_util::{FutureExt, TryStreamExt};
use postrider_domain::turns::Asker;
use tokio_postgres::RowStream;
use tokio_postgres::types::ToSql;

use super::connections::Connections;
use super::lease::Lease;
use super::value::type_of;
use crate::db::bounded::Bounded;
use crate::db::error::{DbError, is_repeatable, is_stale};
use crate::db::lane::Lane;
use crate::db::measures::Stopwatch;
use crate::db::row::Row;
use crate::db::spent::Spent;
use crate::db::value::Value;

type Answer<T> = Result<T, tokio_postgres::Error>;

/// What a closure runs in.
pub(super) struct Setting {
    pub(super) connections: Arc<Connections>,
    pub(super) asker: Asker,
    pub(super) begin: Arc<str>,
    pub(super) spent: Arc<Spent>,
}

pub(in crate::db) struct PostgresTx {
    /// Nothing once the closure has ended.
    lease: Mutex<Option<Arc<Lease>>>,
    setting: Setting,
    failure: Mutex<Option<DbError>>,
    repeatable: AtomicBool,
    /// How long the transaction may still take, from when that was said.
    limit: OnceLock<(Stopwatch, Duration)>,
}

impl PostgresTx {
    pub(super) fn new(lease: Lease, setting: Setting) -> Self {
        Self {
            lease: Mutex::new(Some(Arc::new(lease))),
            setting,
            failure: Mutex::new(None),
            repeatable: AtomicBool::new(false),
            limit: OnceLock::new(),
        }
    }

    /// From the next statement on it is in a transaction, on a connection of its own.
    pub(in crate::db) async fn hold_snapshot(&self) -> Result<(), DbError> {
        // Whoever waits for one holds none meanwhile.
        drop(lock(&self.lease).take());
        let Setting {
            connections, asker, ..
        } = &self.setting;
        let own = connections.own(Lane::Quick, *asker).await;
        let own = own.map_err(|error| lock(&self.failure).get_or_insert(error).clone())?;
        *lock(&self.lease) = Some(Arc::new(own));
        Ok(())
    }

    pub(in crate::db) async fn rows(
        &self,
        sql: &str,
        params: &[Value],
    ) -> Result<Vec<Row>, DbError> {
        self.call(async |client| {
            let statement = client.prepare_cached(sql).await?;
            client
                .query(&statement, &references(params))
                .await
                .map(into_rows)
        })
        .await
    }

    pub(in crate::db) async fn execute(&self, sql: &str, params: &[Value]) -> Result<u64, DbError> {
        self.call(async |client| {
            let statement = client.prepare_cached(sql).await?;
            client.execute(&statement, &references(params)).await
        })
        .await
    }

    pub(in crate::db) async fn bulk(&self, sql: &str, rows: &[Vec<Value>]) -> Result<u64, DbError> {
        let columns = columns(rows);
        self.call(async |client| {
            let statement = client.prepare_cached(sql).await?;
            client.execute(&statement, &references(&columns)).await
        })
        .await
    }

    pub(in crate::db) async fn bulk_rows(
        &self,
        sql: &str,
        rows: &[Vec<Value>],
    ) -> Result<Vec<Row>, DbError> {
        let columns = columns(rows);
        self.call(async |client| {
            let statement = client.prepare_cached(sql).await?;
            client
                .query(&statement, &references(&columns))
                .await
                .map(into_rows)
        })
        .await
    }

    /// Not cached: the cache has no limit and these texts have no end.
    pub(in crate::db) async fn dynamic(
        &self,
        sql: &str,
        params: &[Value],
    ) -> Result<Vec<Row>, DbError> {
        let typed: Vec<_> = params
            .iter()
            .map(|value| (value as &(dyn ToSql + Sync), type_of(value)))
            .collect();
        self.call(async |client| client.query_typed(sql, &typed).await.map(into_rows))
            .await
    }

    pub(in crate::db) async fn rows_within(
        &self,
        sql: &str,
        params: &[Value],
        bytes: usize,
    ) -> Result<Bounded<Row>, DbError> {
        self.call(async |client| {
            let statement = client.prepare_cached(sql).await?;
            let rows = client.query_raw(&statement, references(params)).await?;
            first_rows(rows, bytes).await
        })
        .await
    }

    pub(in crate::db) async fn dynamic_within(
        &self,
        sql: &str,
        params: &[Value],
        bytes: usize,
    ) -> Result<Bounded<Row>, DbError> {
        let typed = params
            .iter()
            .map(|value| (value as &(dyn ToSql + Sync), type_of(value)));
        let typed: Vec<_> = typed.collect();
        self.call(async |client| {
            let rows = client.query_typed_raw(sql, typed).await?;
            first_rows(rows, bytes).await
        })
        .await
    }

    pub(in crate::db) async fn prepare(&self, sql: &str) -> Result<(), DbError> {
        self.call(async |client| client.prepare_cached(sql).await.map(drop))
            .await
    }

    /// Prepares a statement and begins nothing.
    pub(in crate::db) async fn make_ready(&self, sql: &str) -> Result<(), DbError> {
        let lease = self.lease()?;
        let client = lease.client().ok_or_else(ended)?;
        lease.asked();
        let prepared = client.prepare_cached(sql).await;
        lease.answered();
        prepared.map(drop).map_err(|error| self.fail(error))
    }

    pub(in crate::db) async fn end_after(&self, limit: Duration) -> Result<(), DbError> {
        let sql = format!("SET LOCAL statement_timeout = {}", limit.as_millis().max(1));
        self.limit.get_or_init(|| (Stopwatch::start(), limit));
        self.call(async |client| client.batch_execute(&sql).await)
            .await
    }

    /// Runs one call. The first one carries BEGIN with it: both are sent at once, which saves a round
    /// trip, and the server runs them in order.
    async fn call<T>(
        &self,
        run: impl AsyncFnOnce(&ClientWrapper) -> Answer<T>,
    ) -> Result<T, DbError> {
        let lease = self.lease()?;
        let client = lease.client().ok_or_else(ended)?;
        lease.asked();
        let work = run(client);
        let answer = if lease.begins() {
            self.setting.spent.transaction();
            self.setting.spent.statement();
            let (begun, answer) = join(client.batch_execute(&self.setting.begin), work).await;
            begun.and(answer)
        } else {
            work.await
        };
        lease.answered();
        answer.map_err(|error| {
            if error.as_db_error().is_some_and(is_stale) {
                client.statement_cache.clear();
            }
            self.fail(error)
        })
    }

    /// What a statement's failure was; the first counts, the rest only follow from it.
    pub(super) fn failure(&self) -> Option<DbError> {
        lock(&self.failure).clone()
    }

    pub(super) fn is_repeatable(&self) -> bool {
        self.repeatable.load(Ordering::Relaxed)
    }

    pub(super) async fn commit(&self) -> Result<(), DbError> {
        self.end(async |client| client.batch_execute("COMMIT").await)
            .await
    }

    pub(super) async fn roll_back(&self) -> Result<(), DbError> {
        self.end(async |client| client.batch_execute("ROLLBACK").await)
            .await
    }

    /// Ends a read without waiting for the answer: nothing depends on it, and the connection's next
    /// borrower is served after it.
    pub(super) async fn end_read(&self) -> Result<(), DbError> {
        self.end(async |client| {
            client
                .batch_execute("COMMIT")
                .now_or_never()
                .unwrap_or(Ok(()))
        })
        .await
    }

    /// Takes the connection back from every clone of the closure's handle.
    pub(super) fn release(&self) {
        lock(&self.lease).take();
    }

    async fn end(
        &self,
        run: impl AsyncFnOnce(&ClientWrapper) -> Answer<()>,
    ) -> Result<(), DbError> {
        let Some(lease) = lock(&self.lease).take() else {
            return Ok(());
        };
        // The server takes the COMMIT of a failed transaction for a wish to end it, and says nothing. What
        // such a call has done is unknown, and the connection goes with it.
        if lease.has_unanswered() {
            return Err(not_awaited());
        }
        if let Some(client) = lease.client()
            && lease.is_in_transaction()
        {
            self.setting.spent.statement();
            run(client).await.map_err(|error| self.fail(error))?;
            lease.ended_transaction();
        }
        Ok(())
    }

    fn lease(&self) -> Result<Arc<Lease>, DbError> {
        if let Some(failure) = self.failure() {
            return Err(failure);
        }
        if let Some((since, limit)) = self.limit.get()
            && since.elapsed() >= *limit
        {
            return Err(lock(&self.failure).get_or_insert(DbError::Timeout).clone());
        }
        lock(&self.lease).clone().ok_or_else(ended)
    }

    fn fail(&self, error: tokio_postgres::Error) -> DbError {
        self.repeatable
            .fetch_or(is_repeatable(&error), Ordering::Relaxed);
        lock(&self.failure).get_or_insert(error.into()).clone()
    }
}

fn references<T: ToSql + Sync>(params: &[T]) -> Vec<&(dyn ToSql + Sync)> {
    params
        .iter()
        .map(|value| value as &(dyn ToSql + Sync))
        .collect()
}

/// The rows turned on their side, one array a column.
fn columns(rows: &[Vec<Value>]) -> Vec<Vec<&Value>> {
    let width = rows.first().map_or(0, Vec::len);
    (0..width)
        .map(|column| rows.iter().filter_map(|row| row.get(column)).collect())
        .collect()
}

/// What comes after them is thrown away by the connection as it arrives, a little at a time.
async fn first_rows(rows: RowStream, bytes: usize) -> Answer<Bounded<Row>> {
    let mut rows = std::pin::pin!(rows);
    let mut found = Bounded::from(Vec::new());
    let mut held = 0;
    while let Some(row) = rows.try_next().await? {
        if held >= bytes {
            found.is_cut = true;
            break;
        }
        held += row.raw_size_bytes();
        found.rows.push(Row::from(row));
    }
    Ok(found)
}

fn into_rows(rows: Vec<tokio_postgres::Row>) -> Vec<Row> {
    rows.into_iter().map(Row::from).collect()
}

fn not_awaited() -> DbError {
    DbError::Other("a statement of the transaction was not awaited".to_owned())
}

fn ended() -> DbError {
    DbError::Other("the transaction has ended".to_owned())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
