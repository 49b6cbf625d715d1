//! What a turn comes to.

use postrider_store::db::DbError;

pub enum TurnEnd {
    /// The last piece has ended the job.
    Finished,
    /// There is more, not before this time.
    Again { at: i64 },
    /// The same once more, not before this time; it counts as a try.
    Retry { at: i64 },
    /// It did not get its turn at what it needs, so nothing was tried; not before this time. What was tried earlier still counts.
    Untried { at: i64 },
    /// The process stops; somebody goes on where this turn ended.
    Interrupted,
}

#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The lease ran out and somebody else works on it.
    #[error("the job is somebody else's by now")]
    Lost,
    /// Its organization was suspended or its brand deleted: what is done stays done, the rest holds.
    #[error("the work of its organization holds")]
    Stopped,
    #[error(transparent)]
    Database(#[from] DbError),
    /// Worth another try.
    #[error("{0}")]
    Failed(String),
    /// Another try would come to the same.
    #[error("{0}")]
    Hopeless(String),
}
