//! The threads that read, each closure in one snapshot.

use std::sync::Arc;
use std::time::Duration;

use super::job::Job;
use super::queue::Queue;
use super::session::{STATEMENT_LIMIT, Worker};
use crate::db::lane::Lane;
use crate::db::verdict::Verdict;

pub(super) fn read(worker: &Worker, queue: &Arc<Queue>, heavy_limit: Duration) {
    while let Some((job, turn)) = queue.take() {
        let limit = match turn.lane {
            Lane::Quick => STATEMENT_LIMIT,
            Lane::Slow => heavy_limit,
        };
        worker.survive(|| {
            if !job.is_abandoned() {
                run(worker, job, limit);
            }
        });
        queue.finished(turn);
    }
}

fn run(worker: &Worker, mut job: Box<dyn Job>, limit: Duration) {
    if let Err(error) = worker.run("BEGIN") {
        return job.finish(Err(error));
    }
    worker.limit(limit);
    let verdict = job.run(worker);
    if verdict == Verdict::Keep
        && let Err(error) = worker.run("COMMIT")
    {
        tracing::error!(%error, "a read could not be ended");
    }
    worker.roll_back();
    job.finish(Ok(()));
}
