//! Which addresses failed a moment ago: no mail waits for them again so soon.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long an address is left alone.
const REMEMBERED_MS: i64 = 60_000;
/// Addresses that are remembered.
const MOST: usize = 5_000;

#[derive(Default)]
pub(super) struct Failures(Mutex<HashMap<IpAddr, i64>>);

impl Failures {
    pub(super) fn remember(&self, address: IpAddr, now: i64) {
        let mut failed = self.failed();
        if failed.len() >= MOST {
            failed.retain(|_, since| is_recent(*since, now));
        }
        if failed.len() < MOST {
            failed.insert(address, now);
        }
    }

    /// Whether the address failed a moment ago.
    pub(super) fn is_known(&self, address: IpAddr, now: i64) -> bool {
        let since = self.failed().get(&address).copied();
        since.is_some_and(|since| is_recent(since, now))
    }

    pub(super) fn forget(&self, address: IpAddr) {
        self.failed().remove(&address);
    }

    fn failed(&self) -> MutexGuard<'_, HashMap<IpAddr, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_recent(since: i64, now: i64) -> bool {
    now < since + REMEMBERED_MS
}
