//! What becomes of a transaction.

use std::future::Future;
use std::pin::Pin;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Keep,
    Undo,
}

/// A closure on its way; it leaves its answer where its caller finds it.
pub(super) type Running = Pin<Box<dyn Future<Output = Verdict> + Send>>;
