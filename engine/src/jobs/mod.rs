//! The one way in which work is done in the background. A kind of work implements `Work`; a row in
//! `jobs` says that there is some; the reconciler claims it, runs it and tries again what failed.
//!
//! A job may be cut off at any line: by a crash, by a lost lease, by a stop. What it has done so far is what it
//! committed through `Turn::piece`, and the next turn goes on from there.

mod activities;
mod backoff;
mod heartbeat;
mod outcome;
mod process;
mod reconciler;
mod turn;

use std::pin::Pin;

use postrider_store::db::{DbError, Tx};
use postrider_store::jobs::Claimed;

pub use heartbeat::WORKER;
pub use outcome::{JobError, TurnEnd};
pub use process::{Folder, JoinError, Peers, Process};
pub use reconciler::Reconciler;
pub use turn::Turn;

pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// One kind of background work.
pub trait Work: Send + Sync + 'static {
    /// The word in the job's row, in logs and in metrics.
    fn kind(&self) -> &'static str;

    /// How many of them a process runs side by side.
    fn at_once(&self) -> usize {
        1
    }

    /// How many of these may be one organization's. Where its jobs would only wait for each other, they do so in the queue.
    fn at_once_of_one(&self) -> usize {
        self.at_once()
    }

    /// Works until the job is finished, has to wait, or `turn.stopping()` says to leave.
    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>>;

    /// Says on the job's subject that it has failed for good; the job ends in the same commit.
    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>>;
}
