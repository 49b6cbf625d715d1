//! `SQLite` on threads of its own: one writer that groups commits, a few readers.

mod connection;
mod job;
mod migrate;
mod queue;
mod reader;
mod session;
mod writer;

use std::future::Future;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

pub(in crate::db) use session::SqliteTx;

use self::job::submit;
use self::queue::Queue;
use self::session::Worker;
use tokio::runtime::Handle;

use super::database::Lane;
use super::error::DbError;
use super::numbers::Numbers;
use super::options::DbOptions;
use super::tx::Tx;

/// The same limit that a statement has on PostgreSQL.
const STATEMENT_LIMIT: Duration = Duration::from_secs(30);

pub(super) struct SqliteDb {
    path: PathBuf,
    reads: Arc<Queue>,
    writes: Arc<Queue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl SqliteDb {
    /// Blocks: files are opened and threads started.
    pub(super) fn open(
        path: PathBuf,
        options: &DbOptions,
        numbers: &Arc<Numbers>,
    ) -> Result<Self, DbError> {
        let readers = options.readers.max(2);
        let db = Self {
            // The last reader stays free for quick reads, whatever the heavy ones do.
            reads: Arc::new(Queue::new(readers - 1)),
            writes: Arc::new(Queue::new(1)),
            threads: Mutex::default(),
            path,
        };
        let worker = || Worker::open(&db.path, options.patience, Arc::clone(numbers));
        let writer = worker()?;
        for number in 0..readers {
            let (reader, queue) = (worker()?, Arc::clone(&db.reads));
            reader.run("PRAGMA query_only = ON")?;
            let limit = options.heavy_limit;
            db.start(format!("db-read-{number}"), move || {
                reader::read(&reader, &queue, limit);
            })?;
        }
        let queue = Arc::clone(&db.writes);
        db.start("db-write".to_owned(), move || {
            writer::write(&writer, &queue);
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

    pub(super) async fn read<W, Fut, T, E>(&self, lane: Lane, work: W) -> Result<T, E>
    where
        W: FnOnce(Tx) -> Fut + Send + 'static,
        Fut: Future<Output = Result<T, E>>,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        submit(&self.reads, lane, work).await
    }

    pub(super) async fn write<W, Fut, T, E>(&self, lane: Lane, work: W) -> Result<T, E>
    where
        W: FnOnce(Tx) -> Fut + Send + 'static,
        Fut: Future<Output = Result<T, E>>,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        submit(&self.writes, lane, work).await
    }

    /// Finishes what waits and closes the files; the last connection empties the write-ahead log.
    pub(super) async fn close(&self) {
        self.stop();
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
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

    fn stop(&self) {
        self.reads.close();
        self.writes.close();
    }
}

impl Drop for SqliteDb {
    fn drop(&mut self) {
        self.stop();
    }
}
