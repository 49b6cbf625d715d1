//! This process among those that share the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use postrider_store::db::{Clock, Db, DbError};
use postrider_store::jobs;
use postrider_store::processes::{self, ProcessRow};

/// A process that was not seen for so long is not counted as one that works.
pub(super) const SILENT_MS: i64 = 20_000;
/// How long a namesake is watched for a sign of life: two heartbeats and a little more.
const WATCHED: Duration = Duration::from_secs(12);
const LOOK: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub struct Process {
    /// Kept in the data folder: whoever starts there next is the same process, alive again.
    pub number: i64,
    /// Made at each start.
    pub life: i64,
    pub started_at: i64,
    pub version: &'static str,
    /// What it does, with commas between.
    pub roles: String,
    /// Which object store it sees.
    pub objects: String,
    /// After this long others call what it had taken in doubt.
    pub takeover_ms: i64,
}

/// Where a data folder lies, against where it was when its process last started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folder {
    /// Nobody else can be at work in it.
    Same,
    /// It was moved, or it is a copy.
    Elsewhere,
}

#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// Somebody works under the same number.
    #[error("a process with the same number is at work")]
    InUse,
    #[error(transparent)]
    Database(#[from] DbError),
}

impl Process {
    /// Begins a life: whatever an earlier one held is free, since it cannot be at work any more. In a folder that may
    /// be a copy it is looked whether it is.
    pub async fn join(&self, db: &Db, clock: &Clock, folder: Folder) -> Result<(), JoinError> {
        if folder == Folder::Elsewhere {
            self.watch(db, clock).await?;
        }
        let now = clock();
        let (row, number) = (self.row(now), self.number);
        db.write(move |tx| {
            let row = row.clone();
            async move {
                processes::join(&tx, &row).await?;
                jobs::free(&tx, number, now).await?;
                Ok::<_, DbError>(())
            }
        })
        .await?;
        Ok(())
    }

    /// Waits until it is clear that nobody beats under this number.
    async fn watch(&self, db: &Db, clock: &Clock) -> Result<(), JoinError> {
        let Some(first) = self.namesake(db).await? else {
            return Ok(());
        };
        if first.seen_at < clock() - SILENT_MS {
            return Ok(());
        }
        tracing::info!(
            "waits to see whether another process works with a copy of this data folder"
        );
        let watched = async {
            loop {
                tokio::time::sleep(LOOK).await;
                match self.namesake(db).await {
                    Ok(Some(row)) if row.seen_at > first.seen_at => return Err(JoinError::InUse),
                    Ok(Some(_)) => {}
                    // It has left.
                    Ok(None) => return Ok(()),
                    Err(error) => return Err(error.into()),
                }
            }
        };
        tokio::time::timeout(WATCHED, watched)
            .await
            .unwrap_or(Ok(()))
    }

    async fn namesake(&self, db: &Db) -> Result<Option<ProcessRow>, DbError> {
        let number = self.number;
        db.read(move |tx| async move { processes::get(&tx, number).await })
            .await
    }

    pub(super) fn row(&self, now: i64) -> ProcessRow {
        ProcessRow {
            id: self.number,
            life: self.life,
            version: self.version.to_owned(),
            roles: self.roles.clone(),
            objects: self.objects.clone(),
            started_at: self.started_at,
            seen_at: now,
        }
    }
}

/// How many processes do a kind of work, as the last heartbeat saw it.
#[derive(Clone, Debug, Default)]
pub struct Peers(Arc<AtomicUsize>);

impl Peers {
    /// Processes that mail, this one among them: at least one.
    pub fn that_mail(&self) -> usize {
        self.0.load(Ordering::Relaxed).max(1)
    }

    pub(super) fn seen(&self, count: usize) {
        self.0.store(count, Ordering::Relaxed);
    }
}
