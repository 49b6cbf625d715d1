//! A closure as a job, and the way of its answer back to the caller.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use tokio::sync::oneshot;

use super::job::{Job, JobResult};
use super::queue::{Queue, Turn, closed};
use super::session::{SqliteTx, Worker};
use crate::db::error::DbError;

struct Unit<W, T, E> {
    work: Option<W>,
    answer: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<W, Fut, T, E> Job for Unit<W, T, E>
where
    W: FnOnce(SqliteTx) -> Fut + Send,
    Fut: Future<Output = Result<T, E>>,
    T: Send,
    E: From<DbError> + Send,
{
    fn run(&mut self, worker: &Worker) -> JobResult {
        let Some(work) = self.work.take() else {
            return JobResult::Undo;
        };
        let tx = worker.enter();
        let polled = catch_unwind(AssertUnwindSafe(|| poll_once(work, tx)));
        let failure = worker.leave();
        let answer = match polled {
            Ok(Poll::Ready(Ok(value))) => failure.map_or(Ok(value), |failure| Err(failure.into())),
            Ok(Poll::Ready(Err(error))) => Err(error),
            Ok(Poll::Pending) => Err(awaited_outside().into()),
            Err(panic) => Err(DbError::panicked(panic.as_ref()).into()),
        };
        let verdict = if answer.is_ok() {
            JobResult::Keep
        } else {
            JobResult::Undo
        };
        self.answer = Some(answer);
        verdict
    }

    fn finish(self: Box<Self>, transaction: Result<(), DbError>) {
        let answer = match transaction {
            Ok(()) => self.answer.unwrap_or_else(|| Err(closed().into())),
            Err(error) => Err(error.into()),
        };
        // The caller may have gone; the work is done all the same.
        let _ = self.reply.send(answer);
    }

    fn is_abandoned(&self) -> bool {
        self.reply.is_closed()
    }
}

/// Every call on the transaction completes at once here, so a closure that only talks to the database
/// is ready after one poll. The future is dropped inside, while a panic of its drop is still caught.
fn poll_once<Fut: Future>(work: impl FnOnce(SqliteTx) -> Fut, tx: SqliteTx) -> Poll<Fut::Output> {
    let future = pin!(work(tx));
    future.poll(&mut Context::from_waker(Waker::noop()))
}

fn awaited_outside() -> DbError {
    DbError::Other("awaited something other than the database inside a transaction".to_owned())
}

/// Queues a closure and waits for its answer. Dropped before the closure's turn, it is not run; dropped
/// later, it is done all the same.
pub(super) async fn submit<W, Fut, T, E>(queue: &Queue, turn: Turn, work: W) -> Result<T, E>
where
    W: FnOnce(SqliteTx) -> Fut + Send + 'static,
    Fut: Future<Output = Result<T, E>>,
    T: Send + 'static,
    E: From<DbError> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    queue.push(
        Box::new(Unit {
            work: Some(work),
            answer: None,
            reply,
        }),
        turn,
    )?;
    answer.await.unwrap_or_else(|_| Err(closed().into()))
}
