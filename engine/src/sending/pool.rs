//! Connections that stay open between mails, by the host that they lead to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use postrider_mail::smtp::{
    Connection, Delivery, Envelope, Failure, Phase, ReplyClass, SmtpOutcome, classify, is_over,
};
use postrider_store::db::Clock;

use super::attempt::Attempt;
use super::letter::Mail;

/// How long saying goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug)]
pub struct PoolLimits {
    /// Idle connections to one host.
    pub per_host: usize,
    /// Idle connections in all.
    pub in_all: usize,
    /// Mails after which a connection is closed.
    pub mails: usize,
}

impl PoolLimits {
    /// For one host that is there for us: there are never more than workers.
    pub const NONE: Self = Self {
        per_host: usize::MAX,
        in_all: usize::MAX,
        mails: usize::MAX,
    };
}

/// A connection that takes a mail.
pub struct Open {
    connection: Connection,
    host: Arc<str>,
    /// How many it took before.
    mails: usize,
}

impl Open {
    pub fn fresh(host: &str, connection: Connection) -> Self {
        Self {
            connection,
            host: host.into(),
            mails: 0,
        }
    }
}

struct Idle {
    open: Open,
    since: i64,
}

#[derive(Default)]
struct Kept {
    /// For each host, the one that was used last at the end; no host without any.
    idle: HashMap<Arc<str>, Vec<Idle>>,
    count: usize,
    /// Those that took their mails and wait for a goodbye.
    leaving: Vec<Idle>,
}

pub struct Pool {
    kept: Mutex<Kept>,
    limits: PoolLimits,
    clock: Clock,
}

impl Pool {
    pub fn new(limits: PoolLimits, clock: Clock) -> Self {
        Self {
            kept: Mutex::default(),
            limits,
            clock,
        }
    }

    /// An idle connection to the host.
    pub fn take(&self, host: &str) -> Option<Open> {
        self.kept().take(host)
    }

    /// Hands one mail over: to the idle connection if there is one, and to a fresh one if not, or if it was dead.
    pub async fn deliver(
        &self,
        idle: Option<Open>,
        fresh: impl Future<Output = Result<Open, Attempt>> + Send,
        mail: &Mail,
        mut at_dot: impl FnMut() -> std::io::Result<()> + Send,
    ) -> Attempt {
        if let Some(open) = idle {
            // The server may have hung up while nobody looked: that says nothing about the mail.
            match self.hand_over(open, mail, &mut at_dot).await {
                Attempt::NotSent(_) => {}
                attempt => return attempt,
            }
        }
        match fresh.await {
            Ok(open) => self.hand_over(open, mail, &mut at_dot).await,
            Err(attempt) => attempt,
        }
    }

    /// Keeps the connection if it takes another mail.
    async fn hand_over(
        &self,
        mut open: Open,
        mail: &Mail,
        at_dot: &mut (impl FnMut() -> std::io::Result<()> + Send),
    ) -> Attempt {
        let envelope = Envelope {
            from: &mail.return_path,
            to: &mail.to,
        };
        let delivering = open.connection.deliver(&envelope, &mail.bytes, at_dot);
        let Delivery { outcome, reusable } = delivering.await;
        let was_idle = open.mails > 0;
        if reusable {
            self.keep(open);
        }
        match outcome {
            SmtpOutcome::Accepted(reply) => Attempt::Replied {
                class: ReplyClass::Accepted,
                reply: reply.to_line(),
            },
            SmtpOutcome::Refused { phase, reply }
                if was_idle && phase == Phase::Mail && is_over(&reply) =>
            {
                // Its goodbye came while nobody looked.
                Attempt::NotSent(reply.to_line())
            }
            SmtpOutcome::Refused { phase, reply } => Attempt::Replied {
                class: classify(phase, &reply),
                reply: reply.to_line(),
            },
            SmtpOutcome::NotSent(why) => Attempt::NotSent(why),
            SmtpOutcome::InDoubt(why) => Attempt::InDoubt(why),
        }
    }

    fn keep(&self, mut open: Open) {
        open.mails += 1;
        let is_worn = open.mails >= self.limits.mails;
        let since = (self.clock)();
        let idle = Idle { open, since };
        let mut kept = self.kept();
        if is_worn {
            // Nobody waits for its goodbye; where nobody comes to say it, the connection is dropped.
            if kept.leaving.len() < self.limits.in_all {
                kept.leaving.push(idle);
            }
            return;
        }
        kept.keep(idle, self.limits);
    }

    /// Says goodbye on connections that nobody used since.
    pub async fn close_idle(&self, since: i64) {
        let old = self.kept().take_older(since);
        // Nobody waits for a server that hangs.
        let quits = old.into_iter().map(|idle| idle.open.connection.quit());
        let quits = quits.map(|quit| tokio::time::timeout(GOODBYE, quit));
        futures_util::future::join_all(quits).await;
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn take(&mut self, host: &str) -> Option<Open> {
        let idle = self.idle.get_mut(host)?;
        let newest = idle.pop()?;
        if idle.is_empty() {
            self.idle.remove(host);
        }
        self.count -= 1;
        Some(newest.open)
    }

    fn keep(&mut self, idle: Idle, limits: PoolLimits) {
        let host = Arc::clone(&idle.open.host);
        if self.idle.get(&host).map_or(0, Vec::len) >= limits.per_host {
            return;
        }
        if self.count >= limits.in_all {
            self.drop_oldest();
        }
        self.idle.entry(host).or_default().push(idle);
        self.count += 1;
    }

    fn drop_oldest(&mut self) {
        let oldest = self.idle.iter_mut();
        let oldest = oldest.min_by_key(|(_, idle)| idle.first().map(|idle| idle.since));
        let Some((host, idle)) = oldest else {
            return;
        };
        idle.remove(0);
        self.count -= 1;
        if idle.is_empty() {
            let host = Arc::clone(host);
            self.idle.remove(&host);
        }
    }

    fn take_older(&mut self, since: i64) -> Vec<Idle> {
        let mut old = std::mem::take(&mut self.leaving);
        for idle in self.idle.values_mut() {
            old.extend(idle.extract_if(.., |each| each.since < since));
        }
        self.idle.retain(|_, idle| !idle.is_empty());
        self.count = self.idle.values().map(Vec::len).sum();
        old
    }
}

/// What it means for a mail that there is no connection.
pub fn no_connection(failure: Failure) -> Attempt {
    match failure {
        Failure::Refused { phase, reply } => match classify(phase, &reply) {
            ReplyClass::Accepted | ReplyClass::TryLater | ReplyClass::Throttled => {
                Attempt::Unreachable(reply.to_line())
            }
            _ => Attempt::ShutOut(reply.to_line()),
        },
        Failure::Trouble(why) => Attempt::Unreachable(why),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use postrider_mail::sink::{Sink, SinkOptions};
    use postrider_mail::smtp::{Relay, Timeouts};

    use super::*;

    #[tokio::test]
    async fn no_more_connections_lie_idle_than_may_and_the_oldest_goes_first() {
        let sink = Sink::start(SinkOptions::default()).unwrap();
        let relay = Relay::parse(&format!("smtp://{}", sink.address)).unwrap();
        let limits = PoolLimits {
            per_host: 2,
            in_all: 3,
            mails: 100,
        };
        let timeouts = Timeouts::default();
        let ticks = AtomicI64::new(0);
        let clock: Clock = Arc::new(move || ticks.fetch_add(1, Ordering::Relaxed));
        let pool = Pool::new(limits, clock);
        for host in ["a", "a", "a", "b", "c", "c"] {
            let opened = Connection::open(&relay, "client.example", &timeouts).await;
            pool.keep(Open::fresh(host, opened.ok().unwrap()));
        }
        // The third of `a` found no room; those of `a` made room for the last two.
        let count = |host: &str| pool.kept().idle.get(host).map_or(0, Vec::len);
        assert_eq!((count("a"), count("b"), count("c")), (0, 1, 2));
        assert!(pool.take("a").is_none());
        assert!(pool.take("c").is_some());
        assert_eq!(pool.kept().count, 2);
        pool.close_idle(i64::MAX).await;
        assert_eq!(pool.kept().count, 0);
        assert!(pool.take("b").is_none());
    }
}
