//! One connection on its own thread, and the handle with which a closure reaches it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::hooks::Wal;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection, ToSql, params_from_iter};

use super::connection;
use super::log::{self, Log};
use crate::db::bounded::Bounded;
use crate::db::error::DbError;
use crate::db::measures::Stopwatch;
use crate::db::row::{Packed, PackedCell, Row};
use crate::db::value::Value;

/// The same limit that a statement has on PostgreSQL.
pub(super) const STATEMENT_LIMIT: Duration = Duration::from_secs(30);

/// Virtual machine steps between two looks at the clock: well under a millisecond apart.
const STEPS_PER_LOOK: i32 = 4096;

struct Open {
    connection: Connection,
    deadline: Arc<Deadline>,
    /// The closure that may use the connection now; zero is none.
    ticket: u64,
    failure: Option<DbError>,
}

/// The thread's side of a connection.
pub(super) struct Worker {
    open: Arc<Mutex<Open>>,
    tickets: AtomicU64,
    deadline: Arc<Deadline>,
}

/// The closure's side. It would be an error to use it outside its closure, and the ticket shows that.
#[derive(Clone)]
pub(in crate::db) struct SqliteTx {
    open: Arc<Mutex<Open>>,
    ticket: u64,
}

/// When the running closure has to end, in milliseconds after the start; zero is never.
struct Deadline {
    start: Stopwatch,
    at: AtomicU64,
}

impl Worker {
    /// Lets the log know after each commit how long it is, instead of moving it in the commit.
    pub(super) fn tell_pages(&self, log: &Arc<Log>) -> Result<(), DbError> {
        let log = Arc::clone(log);
        let hook = move |_: &mut Wal, pages: i32| {
            log.holds(pages.into());
            Ok(())
        };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(open.connection.wal_hook(Some(hook))?)
    }

    pub(super) fn open(path: &Path, patience: Duration) -> Result<Self, DbError> {
        let mut connection = connection::open(path, patience)?;
        let deadline = Arc::new(Deadline {
            start: Stopwatch::start(),
            at: AtomicU64::new(0),
        });
        let watched = Arc::clone(&deadline);
        connection.progress_handler(STEPS_PER_LOOK, Some(move || watched.has_passed()))?;
        let open = Arc::new(Mutex::new(Open {
            connection,
            deadline: Arc::clone(&deadline),
            ticket: 0,
            failure: None,
        }));
        Ok(Self {
            open,
            tickets: AtomicU64::new(0),
            deadline,
        })
    }

    /// Runs a statement of the thread's own: BEGIN, COMMIT and the like.
    /// Moves what the log still holds into the file, so that it can begin anew.
    pub(super) fn move_pages(&self) -> Result<(), DbError> {
        log::move_pages(&lock(&self.open).connection)?;
        Ok(())
    }

    pub(super) fn run(&self, sql: &str) -> Result<(), DbError> {
        lock(&self.open)
            .connection
            .prepare_cached(sql)?
            .execute([])?;
        Ok(())
    }

    /// Whether a transaction is open. Some errors (disk full, interrupt) end it behind our back.
    pub(super) fn in_transaction(&self) -> bool {
        !lock(&self.open).connection.is_autocommit()
    }

    pub(super) fn roll_back(&self) {
        if self.in_transaction()
            && let Err(error) = self.run("ROLLBACK")
        {
            tracing::error!(%error, "a rollback failed");
        }
    }

    /// A panic outside a closure (in the caller's error type, in a value's drop) must not end the thread:
    /// everybody after would wait for ever.
    pub(super) fn survive(&self, run: impl FnOnce()) {
        if catch_unwind(AssertUnwindSafe(run)).is_err() {
            tracing::error!("a database thread panicked outside a closure and goes on");
            self.leave();
            self.roll_back();
        }
    }

    /// Time since the start, to measure by.
    pub(super) fn elapsed(&self) -> Duration {
        self.deadline.start.elapsed()
    }

    /// How long the closure that runs next may take.
    pub(super) fn limit(&self, limit: Duration) {
        self.deadline.set(limit);
    }

    pub(super) fn enter(&self) -> SqliteTx {
        let ticket = self.tickets.fetch_add(1, Ordering::Relaxed) + 1;
        lock(&self.open).ticket = ticket;
        SqliteTx {
            open: Arc::clone(&self.open),
            ticket,
        }
    }

    /// Ends the closure's access; gives the error of a statement that failed in it.
    pub(super) fn leave(&self) -> Option<DbError> {
        self.deadline.at.store(0, Ordering::Relaxed);
        let mut open = lock(&self.open);
        open.ticket = 0;
        open.failure.take()
    }
}

impl Deadline {
    fn set(&self, limit: Duration) {
        let at = self.start.elapsed() + limit;
        self.at.store(at.as_millis() as u64 + 1, Ordering::Relaxed);
    }

    fn has_passed(&self) -> bool {
        let at = self.at.load(Ordering::Relaxed);
        at != 0 && self.start.elapsed().as_millis() as u64 >= at
    }
}

impl SqliteTx {
    pub(in crate::db) fn rows(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DbError> {
        self.with(|connection| {
            let mut found = Vec::new();
            query(&mut connection.prepare_cached(sql)?, params, &mut found)?;
            Ok(found)
        })
    }

    pub(in crate::db) fn rows_within(
        &self,
        sql: &str,
        params: &[Value],
        bytes: usize,
    ) -> Result<Bounded<Row>, DbError> {
        self.with(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let columns = statement.column_count();
            let mut rows = statement.query(params_from_iter(params))?;
            let mut found = Bounded::from(Vec::new());
            let mut held = 0;
            while let Some(row) = rows.next()? {
                if held >= bytes {
                    found.is_cut = true;
                    break;
                }
                let packed = pack(row, columns)?;
                held += packed.bytes.len();
                found.rows.push(packed.into());
            }
            Ok(found)
        })
    }

    pub(in crate::db) fn execute(&self, sql: &str, params: &[Value]) -> Result<u64, DbError> {
        self.with(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            Ok(statement.execute(params_from_iter(params))? as u64)
        })
    }

    pub(in crate::db) fn bulk(&self, sql: &str, rows: &[Vec<Value>]) -> Result<u64, DbError> {
        self.with(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let mut written = 0;
            for row in rows {
                written += statement.execute(params_from_iter(row))? as u64;
            }
            Ok(written)
        })
    }

    pub(in crate::db) fn bulk_rows(
        &self,
        sql: &str,
        rows: &[Vec<Value>],
    ) -> Result<Vec<Row>, DbError> {
        self.with(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let mut found = Vec::with_capacity(rows.len());
            for row in rows {
                query(&mut statement, row, &mut found)?;
            }
            Ok(found)
        })
    }

    pub(in crate::db) fn prepare(&self, sql: &str) -> Result<(), DbError> {
        self.with(|connection| {
            connection.prepare_cached(sql)?;
            Ok(())
        })
    }

    pub(in crate::db) fn end_after(&self, limit: Duration) -> Result<(), DbError> {
        let deadline = Arc::clone(&lock(&self.open).deadline);
        self.with(|_| {
            deadline.set(limit);
            Ok(())
        })
    }

    fn with<T>(&self, run: impl FnOnce(&Connection) -> Result<T, DbError>) -> Result<T, DbError> {
        let mut open = lock(&self.open);
        if open.ticket != self.ticket {
            return Err(DbError::Other("the transaction has ended".to_owned()));
        }
        if let Some(failure) = &open.failure {
            return Err(failure.clone());
        }
        // The progress handler sees one long statement, not many short ones.
        let result = if open.deadline.has_passed() {
            Err(DbError::Timeout)
        } else {
            run(&open.connection)
        };
        if let Err(error) = &result {
            open.failure = Some(error.clone());
        }
        result
    }
}

fn query(
    statement: &mut CachedStatement<'_>,
    params: &[Value],
    found: &mut Vec<Row>,
) -> Result<(), DbError> {
    let columns = statement.column_count();
    let mut rows = statement.query(params_from_iter(params))?;
    while let Some(row) = rows.next()? {
        found.push(pack(row, columns)?.into());
    }
    Ok(())
}

fn pack(row: &rusqlite::Row<'_>, columns: usize) -> Result<Packed, DbError> {
    let mut packed = Packed {
        cells: Vec::with_capacity(columns),
        bytes: Vec::new(),
    };
    for index in 0..columns {
        packed.push(row.get_ref(index)?);
    }
    Ok(packed)
}

impl Packed {
    fn push(&mut self, value: ValueRef<'_>) {
        let from = self.bytes.len();
        let cell = match value {
            ValueRef::Null => PackedCell::Null,
            ValueRef::Integer(value) => PackedCell::Int(value),
            ValueRef::Real(value) => PackedCell::Float(value),
            ValueRef::Text(bytes) => {
                self.bytes.extend_from_slice(bytes);
                PackedCell::Text {
                    from,
                    to: self.bytes.len(),
                }
            }
            ValueRef::Blob(bytes) => {
                self.bytes.extend_from_slice(bytes);
                PackedCell::Blob {
                    from,
                    to: self.bytes.len(),
                }
            }
        };
        self.cells.push(cell);
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        if let Some(refusal) = self.refusal() {
            return Err(rusqlite::Error::ToSqlConversionFailure(refusal.into()));
        }
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Bool(value) => ValueRef::Integer((*value).into()),
            Self::Int(value) => ValueRef::Integer(*value),
            Self::Float(value) => ValueRef::Real(*value),
            Self::Text(text) | Self::Json(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
