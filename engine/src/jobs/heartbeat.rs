//! Signs of life: the process's row, the leases of its jobs, and the measures of all jobs.

use std::time::Duration;

use postrider_store::db::DbError;
use postrider_store::{jobs, processes};

use super::reconciler::Reconciler;
use super::turn::LEASE_MS;

pub const EVERY: Duration = Duration::from_secs(5);
/// A process that was not seen for so long is not counted as one that works.
const SILENT_MS: i64 = 20_000;
/// Its row stays for a while, for whoever looks for what happened.
const FORGOTTEN_MS: i64 = 60 * 60 * 1000;

impl Reconciler {
    pub(super) async fn join(&self) -> Result<(), DbError> {
        let (process, now) = (self.process, self.now());
        self.db
            .write(move |tx| async move {
                processes::join(&tx, process.number, process.version, now).await?;
                // Whatever an earlier life of this process held: it cannot be at work any more.
                jobs::free(&tx, process.number, now).await
            })
            .await
            .map(drop)
    }

    pub(super) async fn leave(&self) -> Result<(), DbError> {
        let (process, now) = (self.process, self.now());
        self.db
            .write(move |tx| async move {
                jobs::free(&tx, process.number, now).await?;
                processes::leave(&tx, process.number).await
            })
            .await
    }

    pub(super) async fn beat(&self) -> Result<(), DbError> {
        let (process, now) = (self.process, self.now());
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
        for work in &self.works {
            let kind = work.kind();
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
