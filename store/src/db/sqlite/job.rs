//! Work on its way to a database thread, as the threads see it.

use super::session::Worker;
use crate::db::error::DbError;
use crate::db::verdict::Verdict;

pub(super) trait Job: Send {
    /// Runs the closure in the worker's open transaction and keeps its answer.
    fn run(&mut self, worker: &Worker) -> Verdict;

    /// Sends the answer, or the error of the transaction that should have held the closure's work.
    fn finish(self: Box<Self>, transaction: Result<(), DbError>);

    /// Whether nobody waits for the answer any more.
    fn is_abandoned(&self) -> bool;
}
