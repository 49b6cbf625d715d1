//! Rate-limit windows of this process, exact per key and policy.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use postrider_domain::policy::Policy;
use postrider_domain::window::{Verdict, Window};

/// Keys spread over shards, so that two busy keys rarely meet at one lock.
const SHARDS: usize = 16;

type Shard = Mutex<HashMap<(i64, Policy), Window>>;

pub struct Limiter {
    shards: Vec<Shard>,
    limits: HashMap<Policy, u32>,
    length_ms: i64,
}

impl Limiter {
    /// `overrides` are the operator's numbers; the contract's hold for the rest.
    pub fn new(overrides: &HashMap<Policy, u32>, length_ms: i64) -> Self {
        let limit = |policy: &Policy| {
            overrides
                .get(policy)
                .copied()
                .unwrap_or(policy.per_minute())
        };
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            limits: Policy::ALL
                .iter()
                .map(|policy| (*policy, limit(policy)))
                .collect(),
            length_ms,
        }
    }

    pub fn limit(&self, policy: Policy) -> u32 {
        self.limits
            .get(&policy)
            .copied()
            .unwrap_or(policy.per_minute())
    }

    /// Counts the call if there is room for it.
    pub fn admit(&self, key: i64, policy: Policy, now: i64) -> Verdict {
        self.shard(key)
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry((key, policy))
            .or_default()
            .admit(now, self.limit(policy), self.length_ms)
    }

    /// What the headers show before anybody is known: nothing consumed.
    pub fn untouched(&self, policy: Policy, now: i64) -> Verdict {
        Window::default().peek(now, self.limit(policy), self.length_ms)
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
