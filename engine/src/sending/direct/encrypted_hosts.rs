//! Which hosts encrypted a moment ago: one that does not now, or whose encryption fails, may be somebody on the way.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Hosts of one generation.
const MOST: usize = 20_000;

/// Two generations: when the younger is full it becomes the older.
#[derive(Default)]
struct Generations {
    younger: HashMap<String, i64>,
    older: HashMap<String, i64>,
}

pub(super) struct EncryptedHosts {
    seen: Mutex<Generations>,
    /// How long a host is held to it; not at all with 0.
    kept_ms: i64,
}

impl EncryptedHosts {
    pub(super) fn remembered_for(kept_ms: i64) -> Self {
        Self {
            seen: Mutex::default(),
            kept_ms,
        }
    }

    pub(super) fn remember(&self, host: &str, now: i64) {
        if self.kept_ms == 0 {
            return;
        }
        let mut seen = self.seen();
        if let Some(at) = seen.younger.get_mut(host) {
            *at = now;
            return;
        }
        if seen.younger.len() >= MOST {
            seen.older = std::mem::take(&mut seen.younger);
        }
        seen.younger.insert(host.to_owned(), now);
    }

    pub(super) fn has(&self, host: &str, now: i64) -> bool {
        let seen = self.seen();
        let at = seen.younger.get(host).or(seen.older.get(host));
        at.is_some_and(|at| now < at + self.kept_ms)
    }

    fn seen(&self) -> MutexGuard<'_, Generations> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_held_to_it_for_a_while() {
        let hosts = EncryptedHosts::remembered_for(1_000);
        hosts.remember("mx.test", 10);
        assert!(hosts.has("mx.test", 1_009));
        assert!(!hosts.has("mx.test", 1_010));
        assert!(!hosts.has("other.test", 10));
        let never = EncryptedHosts::remembered_for(0);
        never.remember("mx.test", 10);
        assert!(!never.has("mx.test", 10));
    }

    #[test]
    fn so_many_are_remembered() {
        let hosts = EncryptedHosts::remembered_for(1_000);
        for number in 0..5 * MOST {
            hosts.remember(&format!("mx{number}.test"), 10);
        }
        let seen = hosts.seen();
        assert!(seen.younger.len() + seen.older.len() <= 2 * MOST);
    }
}
