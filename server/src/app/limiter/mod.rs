//! Rate limits: an exact rolling window for each key and policy, counted by this process alone or, in
//! Redis, together with all others of the installation.

mod link;
mod process;
mod script;
mod shared;

use std::collections::HashMap;
use std::time::Duration;

use postrider_domain::contract::policy::Policy;
use postrider_domain::contract::window::{RateDecision, Window};
use postrider_domain::secret::Secret;
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use process::ProcessWindows;
use shared::SharedWindows;

pub struct Limiter {
    limits: HashMap<Policy, u32>,
    length_ms: i64,
    windows: Windows,
}

enum Windows {
    Process(ProcessWindows),
    Shared(Box<SharedWindows>),
}

impl Limiter {
    /// `patience` is how long a call may wait for windows that are shared.
    pub fn new(config: &Config, secret: &Secret, patience: Duration) -> Self {
        let length_ms = config.rate_window_ms;
        // The operator's numbers; the contract's hold for the rest.
        let limit = |policy: &Policy| {
            let configured = config.rate_limits.get(policy).copied();
            (*policy, configured.unwrap_or(policy.per_minute()))
        };
        Self {
            limits: Policy::ALL.iter().map(limit).collect(),
            length_ms,
            windows: match &config.redis {
                Some(redis) => {
                    let windows =
                        SharedWindows::new((**redis).clone(), secret, length_ms, patience);
                    Windows::Shared(Box::new(windows))
                }
                None => Windows::Process(ProcessWindows::new(length_ms)),
            },
        }
    }

    pub fn limit(&self, policy: Policy) -> u32 {
        self.limits
            .get(&policy)
            .copied()
            .unwrap_or(policy.per_minute())
    }

    /// Whether other processes count here too. Then [`Self::admit`] waits for the network, which no
    /// transaction may do.
    pub fn is_shared(&self) -> bool {
        matches!(self.windows, Windows::Shared(_))
    }

    /// Counts the call if there is room for it. If nobody can count it, it is admitted.
    pub async fn admit(&self, key: i64, policy: Policy, now: i64) -> RateDecision {
        let limit = self.limit(policy);
        match &self.windows {
            Windows::Process(windows) => windows.admit(key, policy, limit, now),
            // Boxed, so that the steps of a request are no larger for those who have no Redis.
            Windows::Shared(windows) => Box::pin(windows.admit(key, policy, limit))
                .await
                .unwrap_or_else(|| self.untouched(policy, now)),
        }
    }

    /// What the headers show before anybody is known, and when nobody can count: nothing consumed.
    pub fn untouched(&self, policy: Policy, now: i64) -> RateDecision {
        Window::default().peek(now, self.limit(policy), self.length_ms)
    }

    /// Forgets what no longer counts. Redis forgets by itself.
    pub fn sweep(&self, now: i64) {
        if let Windows::Process(windows) = &self.windows {
            windows.sweep(now);
        }
    }

    /// Keeps the connection to shared windows until the server stops.
    pub async fn keep_connected(&self, stop: &CancellationToken) {
        match &self.windows {
            Windows::Shared(windows) => {
                stop.run_until_cancelled(windows.keep_connected()).await;
            }
            Windows::Process(_) => stop.cancelled().await,
        }
    }
}
