//! A closure as a job, and the way of its answer back to the caller.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::{Context, Poll, Waker};

use tokio::sync::oneshot;

use super::job::Job;
use super::queue::{Queue, Turn, closed};
use super::session::{SqliteTx, Worker};
use crate::db::error::DbError;
use crate::db::verdict::{Running, Verdict};

pub(in crate::db) type Work = Box<dyn FnOnce(SqliteTx) -> Running + Send>;

struct Unit {
    work: Option<Work>,
    ended: Option<Result<(), DbError>>,
    reply: oneshot::Sender<Result<(), DbError>>,
}

impl Job for Unit {
    fn run(&mut self, worker: &Worker) -> Verdict {
        let Some(work) = self.work.take() else {
            return Verdict::Undo;
        };
        let tx = worker.enter();
        let polled = catch_unwind(AssertUnwindSafe(|| poll_once(work, tx)));
        let failure = worker.leave();
        let verdict = match polled {
            Ok(Poll::Ready(Verdict::Keep)) => failure.map_or(Ok(Verdict::Keep), Err),
            Ok(Poll::Ready(Verdict::Undo)) => Ok(Verdict::Undo),
            Ok(Poll::Pending) => Err(awaited_outside()),
            Err(panic) => Err(DbError::panicked(panic.as_ref())),
        };
        let (verdict, ended) = match verdict {
            Ok(verdict) => (verdict, Ok(())),
            Err(error) => (Verdict::Undo, Err(error)),
        };
        self.ended = Some(ended);
        verdict
    }

    fn finish(self: Box<Self>, transaction: Result<(), DbError>) {
        let Self { ended, reply, .. } = *self;
        let ended = transaction.and_then(|()| ended.unwrap_or_else(|| Err(closed())));
        // The caller may have gone; the work is done all the same.
        let _ = reply.send(ended);
    }

    fn is_abandoned(&self) -> bool {
        self.reply.is_closed()
    }
}

/// Every call on the transaction completes at once here, so a closure that only talks to the database
/// is ready after one poll. The future is dropped inside, while a panic of its drop is still caught.
fn poll_once(work: Work, tx: SqliteTx) -> Poll<Verdict> {
    let mut future = work(tx);
    future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
}

fn awaited_outside() -> DbError {
    DbError::Other("awaited something other than the database inside a transaction".to_owned())
}

/// Queues a closure and waits for its answer. Dropped before the closure's turn, it is not run; dropped
/// later, it is done all the same.
pub(super) async fn submit(queue: &Queue, turn: Turn, work: Work) -> Result<(), DbError> {
    let (reply, ended) = oneshot::channel();
    let unit = Unit {
        work: Some(work),
        ended: None,
        reply,
    };
    queue.push(Box::new(unit), turn)?;
    ended.await.unwrap_or_else(|_| Err(closed()))
}
