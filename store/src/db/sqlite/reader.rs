//! The threads that read, each closure in one snapshot.

use std::sync::Arc;
use std::time::Duration;

use super::STATEMENT_LIMIT;
use super::job::{Job, Verdict};
use super::queue::Queue;
use super::session::Worker;
use crate::db::database::Lane;

pub(super) fn read(worker: &Worker, queue: &Arc<Queue>, heavy_limit: Duration) {
    while let Some((job, lane)) = queue.take() {
        let limit = match lane {
            Lane::Quick => STATEMENT_LIMIT,
            Lane::Slow => heavy_limit,
        };
        if !job.is_abandoned() {
            run(worker, job, limit);
        }
        queue.finished(lane);
    }
}

fn run(worker: &Worker, mut job: Box<dyn Job>, limit: Duration) {
    if let Err(error) = worker.run("BEGIN") {
        return job.finish(Err(error));
    }
    worker.limit(limit);
    let verdict = job.run(worker);
    let ended = match (verdict, worker.in_transaction()) {
        (_, false) => Ok(()),
        (Verdict::Keep, true) => worker.run("COMMIT"),
        (Verdict::Undo, true) => worker.run("ROLLBACK"),
    };
    if let Err(error) = ended {
        tracing::error!(%error, "a read could not be ended");
    }
    job.finish(Ok(()));
}
