//! One claim on one job, while it is worked on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use postrider_store::db::{Clock, Db, DbError, Tx};
use postrider_store::jobs::{self, Claimed, JobKey};
use postrider_store::tenants;
use tokio_util::sync::CancellationToken;

use super::outcome::JobError;

/// How long a claim holds by itself. It is extended by every piece and every heartbeat.
pub const LEASE_MS: i64 = 20_000;

#[derive(Clone)]
pub struct Turn {
    pub job: Claimed,
    pub db: Db,
    clock: Clock,
    stop: CancellationToken,
    progressed: Arc<AtomicBool>,
}

impl Turn {
    pub(super) fn new(job: Claimed, db: Db, clock: Clock, stop: CancellationToken) -> Self {
        Self {
            job,
            db,
            clock,
            stop,
            progressed: Arc::default(),
        }
    }

    /// Set once a piece of this turn is committed.
    pub(super) fn progressed(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.progressed)
    }

    pub fn now(&self) -> i64 {
        (self.clock)()
    }

    /// The process stops, or the claim is lost: leave after the piece at hand.
    pub fn stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    pub async fn stopped(&self) {
        self.stop.cancelled().await;
    }

    /// Commits a piece of work together with the proof that the job is still ours, and nobody has stopped its tenant.
    pub async fn piece<F, Fut, T>(&self, work: F) -> Result<T, JobError>
    where
        F: Fn(Tx) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, JobError>> + Send + 'static,
        T: Send + 'static,
    {
        self.commit(work, Proof::Progress).await
    }

    /// The same for the last piece: the job ends with it.
    pub async fn last_piece<F, Fut, T>(&self, work: F) -> Result<T, JobError>
    where
        F: Fn(Tx) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, JobError>> + Send + 'static,
        T: Send + 'static,
    {
        self.commit(work, Proof::Finish).await
    }

    async fn commit<F, Fut, T>(&self, work: F, proof: Proof) -> Result<T, JobError>
    where
        F: Fn(Tx) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, JobError>> + Send + 'static,
        T: Send + 'static,
    {
        let (key, lease_until) = (self.job.key, self.now() + LEASE_MS);
        let brand = self.job.brand;
        let work = Arc::new(work);
        let committed = self
            .db
            .write_bulk(move |tx| {
                let work = Arc::clone(&work);
                async move {
                    // First: on PostgreSQL the row's lock keeps whoever takes over waiting for this commit.
                    if !proof.show(&tx, key, lease_until).await? {
                        return Err(JobError::Lost);
                    }
                    // What belongs to no brand is nobody's to stop.
                    if brand.brand != 0 && tenants::is_stopped(&tx, brand).await? {
                        return Err(JobError::Stopped);
                    }
                    work(tx).await
                }
            })
            .await?;
        self.progressed.store(true, Ordering::Relaxed);
        Ok(committed)
    }
}

#[derive(Clone, Copy)]
enum Proof {
    Progress,
    Finish,
}

impl Proof {
    async fn show(self, tx: &Tx, key: JobKey, lease_until: i64) -> Result<bool, DbError> {
        match self {
            Self::Progress => jobs::progress(tx, key, lease_until).await,
            Self::Finish => jobs::finish(tx, key).await,
        }
    }
}
