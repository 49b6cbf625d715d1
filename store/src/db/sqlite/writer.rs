//! The one thread that writes. Waiting closures share a commit, which is what makes a durable commit
//! (`synchronous=FULL`) nearly free under load.

use std::sync::Arc;
use std::time::Duration;

use super::job::Job;
use super::log::Log;
use super::queue::Queue;
use super::session::{STATEMENT_LIMIT, Worker};
use crate::db::error::DbError;
use crate::db::lane::Lane;
use crate::db::measures::{Stopwatch, WriterMeasures};
use crate::db::verdict::Verdict;

/// A group is cut at this many closures or after this time, so that nobody waits long for others.
const GROUP_SIZE: usize = 128;
const GROUP_TIME: Duration = Duration::from_millis(5);

pub(super) fn write(worker: &Worker, queue: &Arc<Queue>, log: &Log) {
    let measures = WriterMeasures::new();
    while let Some((job, turn)) = queue.take() {
        worker.survive(|| {
            // As on PostgreSQL, a caller who has gone before his turn has written nothing.
            if !job.is_abandoned() {
                commit(worker, queue, job, turn.lane, &measures);
            }
        });
        queue.finished(turn);
        if log.is_to_be_ended() {
            let _alone = log.alone();
            if let Err(error) = worker.move_pages() {
                tracing::debug!(error = %error, "SQLite's log could not be ended and grows on");
            }
        }
    }
}

fn commit(
    worker: &Worker,
    queue: &Queue,
    first: Box<dyn Job>,
    lane: Lane,
    measures: &WriterMeasures,
) {
    if let Err(error) = worker.run("BEGIN IMMEDIATE") {
        // Another process holds the file, or the disk is full: everybody who waits has waited long
        // enough, and the next closure tries again.
        for job in std::iter::once(first).chain(queue.drain()) {
            job.finish(Err(error.clone()));
        }
        return;
    }
    let Some(done) = group(worker, queue, first, lane) else {
        return;
    };
    let since = Stopwatch::start();
    let committed = worker.run("COMMIT");
    match &committed {
        Ok(()) => measures.committed(done.len(), since),
        Err(_) => worker.roll_back(),
    }
    for job in done {
        job.finish(committed.clone());
    }
}

/// Runs closures in the open transaction and gives those that its commit answers, or nothing if it is
/// gone and all are answered. Replies leave after the commit, those of failed closures too: what they saw
/// may have been the work of others in the group.
fn group(
    worker: &Worker,
    queue: &Queue,
    first: Box<dyn Job>,
    lane: Lane,
) -> Option<Vec<Box<dyn Job>>> {
    let mut until = worker.elapsed() + GROUP_TIME;
    let mut done: Vec<Box<dyn Job>> = Vec::new();
    let mut next = Some(first);
    while let Some(mut job) = next.take() {
        let ran = if done.is_empty() {
            run_first(worker, job.as_mut())
        } else {
            run_later(worker, job.as_mut())
        };
        match ran {
            Ok(()) => done.push(job),
            Err(lost) => {
                end_lost(done, job, lost);
                return None;
            }
        }
        // Who came while a bulk unit ran has waited for it and need not wait for its commit too.
        if lane == Lane::Slow && done.len() == 1 {
            until = worker.elapsed() + GROUP_TIME;
        }
        if done.len() < GROUP_SIZE && worker.elapsed() < until {
            next = queue.take_quick();
        }
    }
    Some(done)
}

/// The transaction is gone, and with it the work of...
enum Lost {
    /// ...the closure that failed, the first of its group.
    Alone,
    /// ...those before it; the closure itself has an error of its own.
    Others(DbError),
    Everybody(DbError),
}

/// The first closure needs no savepoint: if it fails there is nothing else to keep.
fn run_first(worker: &Worker, job: &mut dyn Job) -> Result<(), Lost> {
    worker.limit(STATEMENT_LIMIT);
    match job.run(worker) {
        Verdict::Keep => Ok(()),
        Verdict::Undo => {
            worker.roll_back();
            Err(Lost::Alone)
        }
    }
}

fn run_later(worker: &Worker, job: &mut dyn Job) -> Result<(), Lost> {
    let run = |sql| worker.run(sql).inspect_err(|_| worker.roll_back());
    run("SAVEPOINT unit").map_err(Lost::Everybody)?;
    worker.limit(STATEMENT_LIMIT);
    match job.run(worker) {
        Verdict::Keep => run("RELEASE unit").map_err(Lost::Everybody),
        // A full disk or an interrupt has ended the transaction for everybody in it.
        Verdict::Undo if !worker.in_transaction() => {
            let cause = "another closure ended the transaction".to_owned();
            Err(Lost::Others(DbError::Unavailable(cause)))
        }
        Verdict::Undo => run("ROLLBACK TO unit")
            .and_then(|()| run("RELEASE unit"))
            .map_err(Lost::Others),
    }
}

fn end_lost(done: Vec<Box<dyn Job>>, failed: Box<dyn Job>, lost: Lost) {
    let (others, own) = match lost {
        Lost::Alone => (Ok(()), Ok(())),
        Lost::Others(error) => (Err(error), Ok(())),
        Lost::Everybody(error) => (Err(error.clone()), Err(error)),
    };
    for job in done {
        job.finish(others.clone());
    }
    failed.finish(own);
}
