//! Windows of this process alone.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use postrider_domain::contract::policy::Policy;
use postrider_domain::contract::window::{RateDecision, Window};

/// Keys spread over shards, so that two busy keys rarely meet at one lock.
const SHARDS: usize = 16;

type Shard = Mutex<HashMap<(i64, Policy), Window>>;

pub struct ProcessWindows {
    shards: Vec<Shard>,
    length_ms: i64,
}

impl ProcessWindows {
    pub fn new(length_ms: i64) -> Self {
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            length_ms,
        }
    }

    pub fn admit(&self, key: i64, policy: Policy, limit: u32, now: i64) -> RateDecision {
        self.shard(key)
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry((key, policy))
            .or_default()
            .admit(now, limit, self.length_ms)
    }

    /// Forgets windows in which nothing is left, so that memory follows the active keys.
    pub fn sweep(&self, now: i64) {
        for shard in &self.shards {
            shard
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .retain(|_, window| !window.is_idle(now, self.length_ms));
        }
    }

    fn shard(&self, key: i64) -> &Shard {
        // Row numbers end in a sequence: the low bits spread well.
        &self.shards[key as usize % SHARDS]
    }
}
