//! Signs of life: the process's row, the leases of its jobs, and the measures of all jobs.

use std::sync::Arc;
use std::time::Duration;

use postrider_store::db::{Clock, Db, DbError};
use postrider_store::{jobs, processes};
use tokio_util::sync::CancellationToken;

use super::activities::Activities;
use super::turn::LEASE_MS;

const EVERY: Duration = Duration::from_secs(5);
/// A process that was not seen for so long is not counted as one that works.
const SILENT_MS: i64 = 20_000;
/// Its row stays for a while, for whoever looks for what happened.
const FORGOTTEN_MS: i64 = 60 * 60 * 1000;

/// This process among those that share the database.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    /// Kept in the data folder: whoever starts there next is the same process, alive again.
    pub number: i64,
    pub version: &'static str,
}

pub struct Heartbeat {
    pub db: Db,
    pub clock: Clock,
    pub process: Process,
    pub kinds: Vec<&'static str>,
    pub activities: Arc<Activities>,
}

impl Heartbeat {
    /// Beats until it is stopped.
    pub async fn run(self: Arc<Self>, stop: CancellationToken) {
        loop {
            if let Err(error) = self.beat().await {
                tracing::warn!(error = %error, "a heartbeat was missed");
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    pub async fn join(&self) -> Result<(), DbError> {
        let (process, now) = (self.process, (self.clock)());
        self.db
            .write(move |tx| async move {
                processes::join(&tx, process.number, process.version, now).await?;
                // Whatever an earlier life of this process held: it cannot be at work any more.
                jobs::free(&tx, process.number, now).await
            })
            .await
            .map(drop)
    }

    pub async fn leave(&self) -> Result<(), DbError> {
        let (process, now) = (self.process, (self.clock)());
        self.db
            .write(move |tx| async move {
                jobs::free(&tx, process.number, now).await?;
                processes::leave(&tx, process.number).await
            })
            .await
    }

    async fn beat(&self) -> Result<(), DbError> {
        let (process, now) = (self.process, (self.clock)());
        let running = self.activities.keys();
        let keys = running.clone();
        let held = self
            .db
            .write(move |tx| {
                let keys = keys.clone();
                async move {
                    if !processes::see(&tx, process.number, now).await? {
                        processes::join(&tx, process.number, process.version, now).await?;
                    }
                    processes::forget(&tx, now - FORGOTTEN_MS).await?;
                    jobs::renew(&tx, &keys, now + LEASE_MS).await
                }
            })
            .await?;
        // One that has ended meanwhile is not found either, and has nothing left to stop.
        self.activities.stop_lost(&running, &held);
        self.measure(now).await
    }

    async fn measure(&self, now: i64) -> Result<(), DbError> {
        let (backlog, alive) = self
            .db
            .read(move |tx| async move {
                let alive = processes::alive(&tx, now - SILENT_MS).await?;
                Ok::<_, DbError>((jobs::measure(&tx).await?, alive))
            })
            .await?;
        metrics::gauge!("postrider_processes").set(alive as f64);
        for kind in self.kinds.iter().copied() {
            let found = backlog.iter().find(|backlog| backlog.kind == kind);
            let (waiting, running) = found.map_or((0, 0), |found| (found.waiting, found.running));
            let age_ms = found.map_or(0, |found| (now - found.oldest).max(0));
            metrics::gauge!("postrider_jobs_waiting", "kind" => kind).set(waiting as f64);
            metrics::gauge!("postrider_jobs_running", "kind" => kind).set(running as f64);
            metrics::gauge!("postrider_jobs_oldest_seconds", "kind" => kind)
                .set(age_ms as f64 / 1000.0);
        }
        Ok(())
    }
}
