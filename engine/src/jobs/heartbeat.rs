//! Signs of life: the process's row, the leases of its jobs, and the measures of all jobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use postrider_store::db::{Clock, Db, DbError};
use postrider_store::processes::{self, Membership, ProcessRow};
use postrider_store::{jobs, storage};
use tokio_util::sync::CancellationToken;

use super::activities::Activities;
use super::process::{Peers, Process, SILENT_MS};
use super::turn::LEASE_MS;

const EVERY: Duration = Duration::from_secs(5);
/// A row stays for a while, for whoever looks for what happened.
const FORGOTTEN_MS: i64 = 60 * 60 * 1000;
/// The role of a process that mails and works in the background.
pub const WORKER: &str = "worker";

pub struct Heartbeat {
    pub db: Db,
    pub clock: Clock,
    pub process: Process,
    pub kinds: Vec<&'static str>,
    pub activities: Arc<Activities>,
    pub peers: Peers,
    /// Cancelled when another has begun to live under this number.
    pub replaced: CancellationToken,
    /// Whether it was said that others see other objects.
    pub has_warned: AtomicBool,
}

impl Heartbeat {
    /// Beats until it is stopped.
    pub async fn run(self: Arc<Self>, stop: CancellationToken) {
        // Several times before anybody could take this process for one that stays away.
        let takeover = Duration::from_millis(self.process.takeover_ms.unsigned_abs());
        let every = EVERY.min(takeover / 5);
        loop {
            if let Err(error) = self.beat().await {
                tracing::warn!(error = %error, "a heartbeat was missed");
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(every) => {}
            }
        }
    }

    pub async fn leave(&self) -> Result<(), DbError> {
        let (number, life) = (self.process.number, self.process.life);
        let now = (self.clock)();
        self.db
            .write(move |tx| async move {
                // What another life holds is not this one's to free.
                if processes::still(&tx, number, life).await.is_ok() {
                    jobs::free(&tx, number, now).await?;
                }
                processes::leave(&tx, number, life).await
            })
            .await
    }

    async fn beat(&self) -> Result<(), DbError> {
        let now = (self.clock)();
        let running = self.activities.keys();
        let (row, keys) = (self.process.row(now), running.clone());
        let beaten = self
            .db
            .write(move |tx| {
                let (row, keys) = (row.clone(), keys.clone());
                async move {
                    match processes::see(&tx, &row).await? {
                        Membership::Kept => {}
                        Membership::Forgotten => processes::join(&tx, &row).await?,
                        Membership::Taken => return Ok(None),
                    }
                    processes::forget(&tx, now - FORGOTTEN_MS).await?;
                    Ok::<_, DbError>(Some(jobs::renew(&tx, &keys, now + LEASE_MS).await?))
                }
            })
            .await?;
        let Some(held) = beaten else {
            tracing::error!("another process has started under this one's number: it stops");
            self.replaced.cancel();
            return Ok(());
        };
        // One that has ended meanwhile is not found either, and has nothing left to stop.
        self.activities.stop_lost(&running, &held);
        self.measure(now).await
    }

    async fn measure(&self, now: i64) -> Result<(), DbError> {
        let (backlog, alive, stored) = self
            .db
            .read(move |tx| async move {
                let alive = processes::seen_since(&tx, now - SILENT_MS).await?;
                let stored = storage::used_by_all(&tx).await?;
                Ok::<_, DbError>((jobs::measure(&tx).await?, alive, stored))
            })
            .await?;
        metrics::gauge!("postrider_processes").set(alive.len() as f64);
        metrics::gauge!("postrider_storage_bytes").set(stored as f64);
        let workers = alive.iter().filter(|process| process.has_role(WORKER));
        self.peers.seen(workers.count());
        self.compare_objects(&alive);
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

    /// Said once for as long as it is so: images of one process are missing in the mails of the other.
    fn compare_objects(&self, alive: &[ProcessRow]) {
        let differs =
            |other: &ProcessRow| !other.objects.is_empty() && other.objects != self.process.objects;
        let other = alive.iter().find(|other| differs(other));
        if self.has_warned.swap(other.is_some(), Ordering::Relaxed) {
            return;
        }
        if let Some(other) = other {
            tracing::warn!(
                other.process = other.id,
                "another process on this database keeps its objects elsewhere: files of one are missing for the \
                 other; give both the same POSTRIDER_OBJECTS"
            );
        }
    }
}
