//! Tells workers in this process that a transaction has committed something for them.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Transactions ask while they are open, and workers are woken after a commit. Several may be open at once,
/// so every one that saw the count change wakes: once too often is nothing, once too few is a delay.
#[derive(Default)]
pub(super) struct Wake {
    asked: AtomicU64,
    workers: Notify,
}

impl Wake {
    pub(super) fn ask(&self) {
        self.asked.fetch_add(1, Ordering::Release);
    }

    pub(super) fn asked(&self) -> u64 {
        self.asked.load(Ordering::Acquire)
    }

    /// After a commit of a transaction that began when `asked` was the count.
    pub(super) fn committed_since(&self, asked: u64) {
        if self.asked() != asked {
            self.workers.notify_waiters();
        }
    }

    pub(super) fn woken(&self) -> Notified<'_> {
        self.workers.notified()
    }
}
