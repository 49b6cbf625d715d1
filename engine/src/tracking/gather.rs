//! The queue between requests and the database, and the one task that empties it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use postrider_store::db::{Db, DbError};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::Seen;
use super::batch::{Batch, Recent};
use super::measures::Measures;
use super::write::write;

const SHORTEST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// How often a batch is tried again once the process is to end.
const LAST_TRIES: u32 = 5;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many may wait for the database; more are dropped.
    pub queue: usize,
    /// How many are written in one transaction: a few milliseconds of work.
    pub batch: usize,
    /// How long a request waits for the commit before it is answered all the same.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            queue: 32_768,
            batch: 512,
            patience: Duration::from_millis(50),
        }
    }
}

/// What became of something seen, at the time of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    Durable,
    /// It is written later, if the process lives.
    Waiting,
    Dropped,
}

#[derive(Clone)]
pub struct Tracker(Arc<Inner>);

struct Inner {
    db: Db,
    process: i64,
    limits: Limits,
    queue: mpsc::Sender<Entry>,
    /// Taken by the task that empties the queue.
    taking: Mutex<Option<mpsc::Receiver<Entry>>>,
    closing: CancellationToken,
    measures: Measures,
}

pub(super) struct Entry {
    pub(super) seen: Seen,
    pub(super) done: oneshot::Sender<()>,
}

impl Tracker {
    /// `process` is whose counts the opens and clicks go to.
    pub fn new(db: Db, process: i64, limits: Limits) -> Self {
        let (queue, taking) = mpsc::channel(limits.queue);
        Self(Arc::new(Inner {
            db,
            process,
            limits,
            queue,
            taking: Mutex::new(Some(taking)),
            closing: CancellationToken::new(),
            measures: Measures::new(),
        }))
    }

    pub fn db(&self) -> &Db {
        &self.0.db
    }

    pub fn process(&self) -> i64 {
        self.0.process
    }

    /// Hands something over and waits for its commit, but not for long.
    pub async fn record(&self, seen: Seen) -> Recorded {
        let (done, committed) = oneshot::channel();
        if self.0.queue.try_send(Entry { seen, done }).is_err() {
            self.0.measures.dropped.increment(1);
            return Recorded::Dropped;
        }
        match tokio::time::timeout(self.0.limits.patience, committed).await {
            Ok(Ok(())) => Recorded::Durable,
            Ok(Err(_)) => Recorded::Dropped,
            Err(_) => Recorded::Waiting,
        }
    }

    /// Nothing is seen from now on: `run` ends after what is there.
    pub fn close(&self) {
        self.0.closing.cancel();
    }

    /// Writes what is seen, until `close`.
    pub async fn run(self) {
        let taking = self.0.taking.lock();
        let taking = taking.unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut taking) = taking else {
            return;
        };
        let mut recent = Recent::default();
        let mut entries = Vec::new();
        loop {
            let taken = tokio::select! {
                taken = taking.recv_many(&mut entries, self.0.limits.batch) => taken,
                () = self.0.closing.cancelled(), if !taking.is_closed() => {
                    taking.close();
                    continue;
                }
            };
            if taken == 0 {
                return;
            }
            self.0.measures.waiting.set(taking.len() as f64);
            self.batch(&mut entries, &mut recent).await;
        }
    }

    async fn batch(&self, entries: &mut Vec<Entry>, recent: &mut Recent) {
        let seen = entries.iter().map(|entry| &entry.seen);
        let batch = Batch::plan(seen, recent, || self.0.db.number());
        let batch = Arc::new(batch);
        if self.persist(&batch, recent).await {
            batch.measure(&self.0.measures);
            for entry in entries.drain(..) {
                // Whoever was answered already does not listen.
                let _ = entry.done.send(());
            }
        } else {
            self.0.measures.dropped.increment(entries.len() as u64);
            entries.clear();
        }
    }

    /// Whether the batch is in the database.
    async fn persist(&self, batch: &Arc<Batch>, recent: &mut Recent) -> bool {
        let mut pause = SHORTEST_PAUSE;
        let mut tries = 0;
        loop {
            let (work, process) = (Arc::clone(batch), self.0.process);
            let written = self.0.db.write(move |tx| {
                let work = Arc::clone(&work);
                async move { write(&tx, &work, process).await }
            });
            let error = match written.await {
                Ok(standings) => {
                    batch.remember(&mut recent.bursts, &standings);
                    return true;
                }
                Err(error) => error,
            };
            tries += 1;
            match error {
                // The events have their numbers from before: an earlier try was committed after all.
                DbError::Conflict { .. } if tries > 1 => return true,
                DbError::Conflict { .. } | DbError::Other(_) => {
                    tracing::error!(error = %error, events = batch.len(), "opens and clicks are lost");
                    return false;
                }
                DbError::Busy | DbError::QueueFull | DbError::Timeout | DbError::Unavailable(_) => {
                }
            }
            if self.0.closing.is_cancelled() && tries >= LAST_TRIES {
                tracing::error!(error = %error, events = batch.len(), "opens and clicks are lost");
                return false;
            }
            tracing::warn!(error = %error, events = batch.len(), "opens and clicks wait for the database");
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}
