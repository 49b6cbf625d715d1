//! One open transaction.

use std::sync::Arc;
use std::time::Duration;

use super::bounded::Bounded;
use super::dialect::Dialect;
use super::error::DbError;
use super::gathered::{Gathered, Gathering};
use super::kind::Kind;
use super::notes::Notes;
use super::numbers::Numbers;
use super::postgres::PostgresTx;
use super::record::{self, Record, columns_of};
use super::render::render;
use super::row::Row;
use super::spent::Spent;
use super::sqlite::SqliteTx;
use super::statement::{Query, Statement};
use super::value::Value;
use super::wake::{Asked, Sleeper, Wake};

#[derive(Clone)]
pub(super) enum Session {
    Sqlite(SqliteTx),
    Postgres(Arc<PostgresTx>),
}

/// What the transactions of one database have in common.
pub(super) struct Shared {
    pub(super) numbers: Numbers,
    pub(super) wake: Wake,
    pub(super) notes: Notes,
    pub(super) gathering: Gathering,
}

/// What belongs to one transaction, however often it is tried.
pub(super) struct Unit {
    pub(super) shared: Arc<Shared>,
    pub(super) spent: Arc<Spent>,
    pub(super) asked: Asked,
}

/// A handle on the transaction of the closure that got it; it errors once that closure has ended.
///
/// After a statement failed, the transaction is lost on both databases: every further call gives the
/// same error and nothing is committed, even if the closure answers `Ok`. Where a failure is expected,
/// say so in SQL (`ON CONFLICT DO NOTHING`).
#[derive(Clone)]
pub struct Tx {
    session: Session,
    unit: Arc<Unit>,
}

impl Tx {
    pub(super) fn new(session: Session, unit: Arc<Unit>) -> Self {
        // On PostgreSQL there is none before its first statement, and none at all for some reads.
        if let Session::Sqlite(_) = session {
            unit.spent.transaction();
        }
        Self { session, unit }
    }

    pub fn dialect(&self) -> Dialect {
        match self.session {
            Session::Sqlite(_) => Dialect::Sqlite,
            Session::Postgres(_) => Dialect::Postgres,
        }
    }

    /// The next row number: always greater than every number this process has made before.
    pub fn number(&self) -> i64 {
        self.unit.shared.numbers.next()
    }

    /// Wakes a worker of this process once the transaction has committed.
    pub fn wake(&self, worker: Sleeper) {
        self.unit.asked.ask(worker);
    }

    /// What this process has read of notes that are renewed now and then.
    pub(crate) fn notes(&self) -> &Notes {
        &self.unit.shared.notes
    }

    /// Leaves something to be done later for several writes at once; gives how much that is once it is enough.
    pub(crate) fn gather(&self, what: Gathered, some: usize, enough: usize) -> Option<usize> {
        self.unit.shared.gathering.add(what, some, enough)
    }

    /// From the next statement on all see the same moment, whatever the read began as.
    pub async fn hold_snapshot(&self) -> Result<(), DbError> {
        match &self.session {
            Session::Sqlite(_) => Ok(()),
            Session::Postgres(tx) => tx.hold_snapshot().await,
        }
    }

    pub async fn rows(
        &self,
        statement: &'static Statement,
        params: impl AsRef<[Value]> + Send,
    ) -> Result<Vec<Row>, DbError> {
        self.unit.spent.statement();
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
        self.unit.spent.statement();
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
        self.unit.spent.statement();
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
        if rows.is_empty() {
            return Ok(0);
        }
        self.unit.spent.statement();
        match (&self.session, rows.as_slice()) {
            (Session::Sqlite(tx), rows) => tx.bulk(statement.sql(Dialect::Sqlite), rows),
            (Session::Postgres(tx), [one]) => tx.execute(statement.sql_for_one(), one).await,
            (Session::Postgres(tx), rows) => tx.bulk(statement.sql(Dialect::Postgres), rows).await,
        }
    }

    /// Like `bulk`, for a statement with RETURNING. The rows come in no particular order.
    pub async fn bulk_rows(
        &self,
        statement: &'static Statement,
        rows: Vec<Vec<Value>>,
    ) -> Result<Vec<Row>, DbError> {
        check_bulk(statement, &rows)?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        self.unit.spent.statement();
        match (&self.session, rows.as_slice()) {
            (Session::Sqlite(tx), rows) => tx.bulk_rows(statement.sql(Dialect::Sqlite), rows),
            (Session::Postgres(tx), [one]) => tx.rows(statement.sql_for_one(), one).await,
            (Session::Postgres(tx), rows) => {
                tx.bulk_rows(statement.sql(Dialect::Postgres), rows).await
            }
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
        self.unit.spent.statement();
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
        self.unit.spent.statement();
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
            Session::Postgres(tx) => {
                self.unit.spent.statement();
                tx.end_after(limit).await
            }
        }
    }

    /// Lets statements for one row be sent one right behind the other: of two that are awaited together the second would be
    /// first if the first had to be prepared. PostgreSQL runs them in the order in which they are polled, and waits for
    /// nobody between them.
    pub async fn make_ready(&self, statements: &[&'static Statement]) -> Result<(), DbError> {
        if let Session::Postgres(tx) = &self.session {
            for statement in statements {
                tx.make_ready(statement.sql_for_one()).await?;
            }
        }
        Ok(())
    }

    /// Prepares a statement without running it: a wrong text shows here.
    pub async fn prepare(&self, statement: &'static Statement) -> Result<(), DbError> {
        match &self.session {
            Session::Sqlite(tx) => tx.prepare(statement.sql(Dialect::Sqlite)),
            Session::Postgres(tx) => {
                tx.prepare(statement.sql(Dialect::Postgres)).await?;
                match statement.kind() {
                    Kind::Bulk(_) => tx.prepare(statement.sql_for_one()).await,
                    Kind::Plain | Kind::List => Ok(()),
                }
            }
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
