//! The closure of a transaction without its types. What queues, runs and repeats closures is compiled once: compiled anew for
//! each of the hundreds that there are, it took longer than they do.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::DbError;
use super::tx::Tx;
use super::verdict::{Running, Verdict};

/// May run again.
pub(super) type Repeatable = Box<dyn Fn(Tx) -> Running + Send>;
pub(super) type Once = Box<dyn FnOnce(Tx) -> Running + Send>;

/// What a closure answered last.
pub(super) struct Answer<T, E>(Arc<Mutex<Option<Result<T, E>>>>);

impl<T, E: From<DbError>> Answer<T, E> {
    fn empty() -> Self {
        Self(Arc::default())
    }

    fn shared(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    fn put(&self, answer: Result<T, E>) -> Verdict {
        let verdict = match &answer {
            Ok(_) => Verdict::Keep,
            Err(_) => Verdict::Undo,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        verdict
    }

    /// Now that the transaction has ended. Where the database failed it is nobody's.
    pub(super) fn after(&self, ended: Result<(), DbError>) -> Result<T, E> {
        ended?;
        let answer = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        answer.unwrap_or_else(|| {
            Err(DbError::Other("a transaction ended without an answer".to_owned()).into())
        })
    }
}

pub(super) fn repeatable<F, Fut, T, E>(work: F) -> (Repeatable, Answer<T, E>)
where
    F: Fn(Tx) -> Fut + Send + 'static,
    Fut: Future<Output = Result<T, E>> + Send + 'static,
    T: Send + 'static,
    E: From<DbError> + Send + 'static,
{
    let answer = Answer::empty();
    let kept = answer.shared();
    (Box::new(move |tx| running(work(tx), kept.shared())), answer)
}

pub(super) fn once<F, Fut, T, E>(work: F) -> (Once, Answer<T, E>)
where
    F: FnOnce(Tx) -> Fut + Send + 'static,
    Fut: Future<Output = Result<T, E>> + Send + 'static,
    T: Send + 'static,
    E: From<DbError> + Send + 'static,
{
    let answer = Answer::empty();
    let kept = answer.shared();
    (Box::new(move |tx| running(work(tx), kept)), answer)
}

fn running<Fut, T, E>(work: Fut, answer: Answer<T, E>) -> Running
where
    Fut: Future<Output = Result<T, E>> + Send + 'static,
    T: Send + 'static,
    E: From<DbError> + Send + 'static,
{
    Box::pin(async move { answer.put(work.await) })
}
