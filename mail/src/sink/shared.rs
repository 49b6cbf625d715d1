//! What everything in a sink knows.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;

use super::aftermath::{Aftermath, Queue};
use super::checker::Checker;
use super::ledger::Ledger;
use super::options::SinkOptions;
use crate::receiving::unstuffed;

pub(super) struct Shared {
    pub options: SinkOptions,
    pub ledger: Mutex<Ledger>,
    pub checker: Option<Checker>,
    pub certificate: Option<TlsAcceptor>,
    pub queue: Mutex<Queue>,
    /// Something was put into the queue.
    pub planned: Notify,
    pub aftermath: Mutex<Arc<Aftermath>>,
    pub started: Instant,
}

impl Shared {
    pub fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn aftermath(&self) -> Arc<Aftermath> {
        let aftermath = self.aftermath.lock();
        Arc::clone(&aftermath.unwrap_or_else(PoisonError::into_inner))
    }

    pub fn now(&self) -> i64 {
        match &self.options.clock {
            Some(clock) => clock(),
            None => self.started.elapsed().as_millis() as i64,
        }
    }

    /// Before the message is answered, so that whoever was answered finds it in the report.
    pub async fn check(&self, data: &[u8], hash: u64) {
        if let Some(checker) = &self.checker
            && checker.chooses(hash)
        {
            let found = checker.check(&unstuffed(data)).await;
            self.ledger().signatures(found);
        }
    }
}
