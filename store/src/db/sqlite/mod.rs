//! `SQLite` on threads of its own: one writer that groups commits, a few readers.

mod connection;
mod copy;
mod job;
mod log;
mod migrate;
mod queue;
mod reader;
mod session;
mod unit;
mod writer;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

pub(in crate::db) use copy::copy;
pub(in crate::db) use session::SqliteTx;

use postrider_domain::turns::Asker;
use tokio::runtime::Handle;

use self::log::Log;
use self::queue::{Queue, Turn};
use self::session::Worker;
use self::unit::{Work, submit};
use super::error::DbError;
use super::lane::Lane;
use super::options::DbOptions;
use crate::db::migrations::Migration;

pub(super) struct SqliteDb {
    path: PathBuf,
    reads: Arc<Queue>,
    writes: Arc<Queue>,
    log: Arc<Log>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl SqliteDb {
    /// Blocks: files are opened and threads started.
    pub(super) fn open(path: PathBuf, options: &DbOptions) -> Result<Self, DbError> {
        let readers = options.readers.max(2);
        let db = Self {
            // The last reader stays free for quick reads, whatever the heavy ones do.
            reads: Arc::new(Queue::new("read", readers - 1, options.slow_queue)),
            writes: Arc::new(Queue::new("write", 1, options.slow_queue)),
            log: Arc::default(),
            threads: Mutex::default(),
            path,
        };
        let worker = || Worker::open(&db.path, options.patience);
        let writer = worker()?;
        for number in 0..readers {
            let (reader, queue) = (worker()?, Arc::clone(&db.reads));
            reader.run("PRAGMA query_only = ON")?;
            let limit = options.heavy_limit;
            db.start(format!("db-read-{number}"), move || {
                reader::read(&reader, &queue, limit);
            })?;
        }
        let (log, mover) = (
            Arc::clone(&db.log),
            connection::open(&db.path, options.patience)?,
        );
        db.start("db-log".to_owned(), move || log.keep_short(&mover))?;
        let (queue, log) = (Arc::clone(&db.writes), Arc::clone(&db.log));
        writer.tell_pages(&log)?;
        db.start("db-write".to_owned(), move || {
            writer::write(&writer, &queue, &log);
        })?;
        Ok(db)
    }

    fn start(&self, name: String, run: impl FnOnce() + Send + 'static) -> Result<(), DbError> {
        let runtime = Handle::current();
        let thread = std::thread::Builder::new().name(name).spawn(move || {
            // A closure that wrongly sleeps or connects is then told so; without a runtime it panics.
            let _entered = runtime.enter();
            run();
        });
        let thread = thread.map_err(|error| DbError::Unavailable(format!("no thread: {error}")))?;
        self.threads
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(thread);
        Ok(())
    }

    pub(super) async fn migrate(
        &self,
        list: &'static [Migration],
        now: i64,
    ) -> Result<(), DbError> {
        let path = self.path.clone();
        let done = tokio::task::spawn_blocking(move || migrate::migrate(&path, list, now));
        done.await
            .map_err(|error| DbError::Other(error.to_string()))?
    }

    pub(super) async fn read(
        &self,
        (lane, asker): (Lane, Asker),
        work: Work,
    ) -> Result<(), DbError> {
        submit(&self.reads, Turn { lane, asker }, work).await
    }

    pub(super) async fn write(
        &self,
        (lane, asker): (Lane, Asker),
        work: Work,
    ) -> Result<(), DbError> {
        submit(&self.writes, Turn { lane, asker }, work).await
    }

    /// Finishes what waits and closes the files. The readers go first: the last connection empties the
    /// write-ahead log, and of two that close at once neither is the last.
    pub(super) async fn close(&self) {
        let mut threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        let writer = threads.split_off(threads.len().saturating_sub(1));
        self.reads.close();
        self.log.close();
        join(threads).await;
        self.stop();
        join(writer).await;
    }

    fn stop(&self) {
        self.reads.close();
        self.log.close();
        self.writes.close();
    }
}

async fn join(threads: Vec<JoinHandle<()>>) {
    let joined = tokio::task::spawn_blocking(move || {
        for thread in threads {
            if thread.join().is_err() {
                tracing::error!("a database thread had panicked");
            }
        }
    });
    if joined.await.is_err() {
        tracing::error!("the database threads could not be awaited");
    }
}

impl Drop for SqliteDb {
    fn drop(&mut self) {
        self.stop();
    }
}
