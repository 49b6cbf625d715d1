//! How many connections there may be. When all places are taken, those who ask nothing have to leave.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

pub(super) struct Crowd {
    places: Arc<Semaphore>,
    is_full: AtomicBool,
    filled: Notify,
}

/// A connection among the others; its place is free again when it is dropped.
pub(super) struct Admission {
    pub(super) crowd: Arc<Crowd>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Crowd {
    pub(super) fn new(places: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places.min(Semaphore::MAX_PERMITS))),
            is_full: AtomicBool::new(false),
            filled: Notify::new(),
        }
    }

    pub(super) async fn enter(self: &Arc<Self>) -> Admission {
        let places = Arc::clone(&self.places);
        if let Ok(permit) = Arc::clone(&places).try_acquire_owned() {
            return self.admission(Some(permit));
        }
        self.is_full.store(true, Ordering::Relaxed);
        self.filled.notify_waiters();
        metrics::counter!("postrider_connections_full_total").increment(1);
        tracing::warn!(
            "all connections are taken: those that ask nothing are closed, new callers wait"
        );
        // Never closed.
        let permit = places.acquire_owned().await.ok();
        self.is_full.store(false, Ordering::Relaxed);
        self.admission(permit)
    }

    fn admission(self: &Arc<Self>, permit: Option<OwnedSemaphorePermit>) -> Admission {
        Admission {
            crowd: Arc::clone(self),
            _permit: permit,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Ends when somebody finds no place.
    pub(super) async fn filled(&self) {
        self.filled.notified().await;
    }
}
