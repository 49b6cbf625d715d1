//! Windows in Redis, shared by all processes of an installation. No call waits for Redis longer than
//! its patience, and none at all while Redis is known to be away: calls are not counted then.

use std::time::Duration;

use data_encoding::HEXLOWER;
use metrics::Counter;
use postrider_domain::contract::policy::Policy;
use postrider_domain::contract::window::RateDecision;
use postrider_domain::secret::Secret;
use redis::Client;

use super::link::Link;
use super::script::Question;

pub struct SharedWindows {
    link: Link,
    /// Before the name of every window: other installations may use the same Redis.
    namespace: String,
    length_ms: i64,
    /// `postrider_rate_limit_failures_total`: calls that were admitted without being counted. Chart it, and
    /// alert when it grows: no limit holds then.
    uncounted: Counter,
}

impl SharedWindows {
    pub fn new(redis: Client, secret: &Secret, length_ms: i64, patience: Duration) -> Self {
        let installation = HEXLOWER.encode(&secret.derive("rate-windows")[..8]);
        let namespace = format!("postrider:{installation}");
        Self {
            link: Link::new(redis, format!("{namespace}:probe"), patience),
            namespace,
            length_ms,
            uncounted: metrics::counter!("postrider_rate_limit_failures_total"),
        }
    }

    /// `None` when the call could not be counted.
    pub async fn admit(&self, key: i64, policy: Policy, limit: u32) -> Option<RateDecision> {
        let window = format!("{}:{key}:{}", self.namespace, policy.as_str());
        let question = Question {
            window: &window,
            limit,
            length_ms: self.length_ms,
        };
        let reading = self.link.ask(question).await;
        if reading.is_none() {
            self.uncounted.increment(1);
        }
        Some(reading?.decide(limit, self.length_ms))
    }

    pub async fn keep_connected(&self) {
        self.link.keep().await;
    }
}
