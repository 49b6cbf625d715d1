//! One open transaction.

use std::sync::Arc;
use std::time::Duration;

use super::bounded::Bounded;
use super::dialect::Dialect;
use super::error::DbError;
use super::kind::Kind;
use super::numbers::Numbers;
use super::postgres::PostgresTx;
use super::record::{self, Record, columns_of};
use super::render::render;
use super::row::Row;
use super::sqlite::SqliteTx;
use super::statement::{Query, Statement};
use super::value::Value;
use super::wake::Wake;

#[derive(Clone)]
pub(super) enum Session {
    Sqlite(SqliteTx),
    Postgres(Arc<PostgresTx>),
}

/// What the transactions of one database have in common.
pub(super) struct Shared {
    pub(super) numbers: Numbers,
    pub(super) wake: Wake,
}

/// A handle on the transaction of the closure that got it; it errors once that closure has ended.
///
/// After a statement failed, the transaction is lost on both databases: every further call gives the
/// same error and nothing is committed, even if the closure answers `Ok`. Where a failure is expected,
/// say so in SQL (`ON CONFLICT DO NOTHING`).
#[derive(Clone)]
pub struct Tx {
    session: Session,
    shared: Arc<Shared>,
}

impl Tx {
    pub(super) fn new(session: Session, shared: Arc<Shared>) -> Self {
        Self { session, shared }
    }

    pub fn dialect(&self) -> Dialect {
        match self.session {
            Session::Sqlite(_) => Dialect::Sqlite,
            Session::Postgres(_) => Dialect::Postgres,
        }
    }

    /// The next row number: always greater than every number this process has made before.
    pub fn number(&self) -> i64 {
        self.shared.numbers.next()
    }

    /// Wakes the workers of this process once the transaction has committed.
    pub fn wake_workers(&self) {
        self.shared.wake.ask();
    }

    pub async fn rows(
        &self,
        statement: &'static Statement,
        params: impl AsRef<[Value]> + Send,
    ) -> Result<Vec<Row>, DbError> {
        let sql = statement.sql(self.dialect());
        match &self.session {
            Session::Sqlite(tx) => tx.rows(sql, params.as_ref()),
            Session::Postgres(tx) => tx.rows(sql, params.as_ref()).await,
        }
    }

    /// The first row, if there is one.
    pub async fn row(
        &self,
        statement: &'static Statement,
        params: impl AsRef<[Value]> + Send,
    ) -> Result<Option<Row>, DbError> {
        Ok(self
            .rows(statement, params.as_ref())
            .await?
            .into_iter()
            .next())
    }

    /// Every row of the answer. (Parameters are lent to what is awaited within: moved, they would stand in the future of
    /// every caller once for each step.)
    pub async fn all<R: Record>(
        &self,
        query: &'static Query<R>,
        params: impl AsRef<[Value]> + Send,
    ) -> Result<Vec<R>, DbError> {
        let rows = self.rows(query, params.as_ref()).await?;
        rows.iter().map(record::read).collect()
    }

    /// The first rows, until they hold so many bytes; the first whatever it holds. For reads alone: what becomes of
    /// the rest of the answer is not asked.
    pub async fn all_within<R: Record>(
        &self,
        query: &'static Query<R>,
        params: impl AsRef<[Value]> + Send,
        bytes: usize,
    ) -> Result<Bounded<R>, DbError> {
        let sql = query.sql(self.dialect());
        let found = match &self.session {
            Session::Sqlite(tx) => tx.rows_within(sql, params.as_ref(), bytes),
            Session::Postgres(tx) => tx.rows_within(sql, params.as_ref(), bytes).await,
        };
        found?.map(|row| record::read(&row))
    }

    /// The first row, if there is one.
    pub async fn one<R: Record>(
        &self,
        query: &'static Query<R>,
        params: impl AsRef<[Value]> + Send,
    ) -> Result<Option<R>, DbError> {
        let row = self.row(query, params.as_ref()).await?;
        row.as_ref().map(record::read).transpose()
    }

    /// The one column of every row.
    pub async fn values<T>(
        &self,
        query: &'static Query<(T,)>,
        params: impl AsRef<[Value]> + Send,
    ) -> Result<Vec<T>, DbError>
    where
        (T,): Record,
    {
        let rows = self.all(query, params.as_ref()).await?;
        Ok(rows.into_iter().map(|(value,)| value).collect())
    }

    /// The one column of the first row, if there is one.
    pub async fn value<T>(
        &self,
        query: &'static Query<(T,)>,
        params: impl AsRef<[Value]> + Send,
    ) -> Result<Option<T>, DbError>
    where
        (T,): Record,
    {
        Ok(self
            .one(query, params.as_ref())
            .await?
            .map(|(value,)| value))
    }

    /// How many rows were written.
    pub async fn execute(
        &self,
        statement: &'static Statement,
        params: impl AsRef<[Value]> + Send,
    ) -> Result<u64, DbError> {
        let sql = statement.sql(self.dialect());
        match &self.session {
            Session::Sqlite(tx) => tx.execute(sql, params.as_ref()),
            Session::Postgres(tx) => tx.execute(sql, params.as_ref()).await,
        }
    }

    /// Writes many rows with a `bulk` statement. They are sorted by key and hold no key twice: two
    /// unsorted upserts can deadlock, and PostgreSQL refuses a key that is twice in one statement.
    pub async fn bulk(
        &self,
        statement: &'static Statement,
        rows: Vec<Vec<Value>>,
    ) -> Result<u64, DbError> {
        check_bulk(statement, &rows)?;
        let sql = statement.sql(self.dialect());
        match &self.session {
            Session::Sqlite(tx) => tx.bulk(sql, &rows),
            Session::Postgres(tx) => tx.bulk(sql, &rows).await,
        }
    }

    /// Like `bulk`, for a statement with RETURNING. The rows come in no particular order.
    pub async fn bulk_rows(
        &self,
        statement: &'static Statement,
        rows: Vec<Vec<Value>>,
    ) -> Result<Vec<Row>, DbError> {
        check_bulk(statement, &rows)?;
        let sql = statement.sql(self.dialect());
        match &self.session {
            Session::Sqlite(tx) => tx.bulk_rows(sql, &rows),
            Session::Postgres(tx) => tx.bulk_rows(sql, &rows).await,
        }
    }

    /// What a `bulk` statement with RETURNING gave back, in no particular order.
    pub async fn bulk_all<R: Record>(
        &self,
        query: &'static Query<R>,
        rows: Vec<Vec<Value>>,
    ) -> Result<Vec<R>, DbError> {
        let rows = self.bulk_rows(query, rows).await?;
        rows.iter().map(record::read).collect()
    }

    /// Runs SQL that was made at run time, with the same placeholders and tokens. Only the filter
    /// compiler does that; everything else is a `Statement`.
    pub async fn dynamic(
        &self,
        sql: &str,
        params: impl AsRef<[Value]> + Send,
    ) -> Result<Vec<Row>, DbError> {
        let sql = render(sql, Kind::Plain, self.dialect());
        match &self.session {
            Session::Sqlite(tx) => tx.rows(&sql, params.as_ref()),
            Session::Postgres(tx) => tx.dynamic(&sql, params.as_ref()).await,
        }
    }

    /// The same, read into records: their columns stand for `{columns}`.
    pub async fn dynamic_all<R: Record>(
        &self,
        sql: &str,
        params: impl AsRef<[Value]> + Send,
    ) -> Result<Vec<R>, DbError> {
        let sql = sql.replace("{columns}", &columns_of::<R>());
        let rows = self.dynamic(&sql, params).await?;
        rows.iter().map(record::read).collect()
    }

    /// The same, until they hold so many bytes: see `all_within`.
    pub async fn dynamic_within<R: Record>(
        &self,
        sql: &str,
        params: impl AsRef<[Value]> + Send,
        bytes: usize,
    ) -> Result<Bounded<R>, DbError> {
        let sql = sql.replace("{columns}", &columns_of::<R>());
        let sql = render(&sql, Kind::Plain, self.dialect());
        let found = match &self.session {
            Session::Sqlite(tx) => tx.rows_within(&sql, params.as_ref(), bytes),
            Session::Postgres(tx) => tx.dynamic_within(&sql, params.as_ref(), bytes).await,
        };
        found?.map(|row| record::read(&row))
    }

    /// From now on the transaction may take so much longer; what comes after is `Timeout`.
    pub async fn end_after(&self, limit: Duration) -> Result<(), DbError> {
        match &self.session {
            Session::Sqlite(tx) => tx.end_after(limit),
            Session::Postgres(tx) => tx.end_after(limit).await,
        }
    }

    /// Prepares a statement without running it: a wrong text shows here.
    pub async fn prepare(&self, statement: &'static Statement) -> Result<(), DbError> {
        let sql = statement.sql(self.dialect());
        match &self.session {
            Session::Sqlite(tx) => tx.prepare(sql),
            Session::Postgres(tx) => tx.prepare(sql).await,
        }
    }
}

fn check_bulk(statement: &Statement, rows: &[Vec<Value>]) -> Result<(), DbError> {
    let Kind::Bulk(columns) = statement.kind() else {
        return Err(DbError::Other(format!(
            "{} is not a bulk statement",
            statement.name()
        )));
    };
    if rows.iter().any(|row| row.len() != columns.len()) {
        let message = format!(
            "{} takes rows of {} values",
            statement.name(),
            columns.len()
        );
        return Err(DbError::Other(message));
    }
    // The column is named and the value is not: it may be personal data.
    for row in rows {
        let mut pairs = columns.iter().zip(row);
        if let Some(((column, _), _)) = pairs.find(|((_, kind), value)| !kind.takes(value)) {
            let name = statement.name();
            let message = format!("{name} takes another kind of value for {column}");
            return Err(DbError::Other(message));
        }
    }
    Ok(())
}
