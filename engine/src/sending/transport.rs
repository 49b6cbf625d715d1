//! The ways out for mail: kept on this machine, through a relay, or straight to the receivers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use postrider_domain::contacts::mailbox::domain_of;
use postrider_mail::capture::Captured;
use postrider_mail::smtp::{Connection, Envelope, Relay, ReplyClass, Timeouts};

use postrider_store::db::Clock;

use super::attempt::Attempt;
use super::direct::Direct;
use super::letter::Mail;
use super::pool::{Open, Pool, PoolLimits, no_connection};
use super::sites::Sites;
use crate::jobs::Peers;

const TOO_LONG: &str = "it took too long";

pub enum Transport {
    Capture(Captured),
    /// Boxed, as the next: both are far larger.
    Relay(Box<Route>),
    Direct(Box<Direct>),
}

/// Where a captured mail is kept: the brand's, under a name that is the same whenever it is kept again.
#[derive(Clone, Copy)]
pub struct KeptAs<'a> {
    pub brand: &'a str,
    pub name: &'a str,
}

impl Transport {
    /// Hands one mail over. `at_dot` is called right before it can have left, and forbids it by an error.
    pub async fn deliver(
        &self,
        mail: &Mail,
        kept_as: KeptAs<'_>,
        at_dot: impl FnMut() -> std::io::Result<()> + Send,
    ) -> Attempt {
        match self {
            Self::Capture(captured) => keep(captured, mail, kept_as, at_dot),
            Self::Relay(route) => route.deliver(mail, at_dot).await,
            Self::Direct(direct) => direct.deliver(mail, at_dot).await,
        }
    }

    /// Hands over one that somebody waits for, and no longer than so. Whoever is silent before the dot has got nothing.
    pub async fn deliver_within(
        &self,
        patience: Duration,
        mail: &Mail,
        kept_as: KeptAs<'_>,
    ) -> Attempt {
        let has_left = AtomicBool::new(false);
        let at_dot = || {
            has_left.store(true, Ordering::Relaxed);
            Ok(())
        };
        // Boxed: every future up to the caller's would hold a conversation.
        let delivering = Box::pin(self.deliver(mail, kept_as, at_dot));
        within(patience, delivering, &has_left).await
    }

    /// What was handed over, where nothing leaves this machine.
    pub fn captured(&self) -> Option<&Captured> {
        match self {
            Self::Capture(captured) => Some(captured),
            Self::Relay(_) | Self::Direct(_) => None,
        }
    }

    /// Whether nothing that is handed over leaves this machine.
    pub fn keeps_mail(&self) -> bool {
        self.captured().is_some()
    }

    /// Says goodbye on connections that nobody used for a while.
    pub async fn close_idle(&self, since: i64) {
        match self {
            Self::Capture(_) => {}
            Self::Relay(route) => route.pool.close_idle(since).await,
            Self::Direct(direct) => direct.close_idle(since).await,
        }
    }

    /// Finds out which site takes the mail to an address.
    pub async fn learn(&self, email: &str) {
        if let Self::Direct(direct) = self {
            direct.learn(domain_of(email)).await;
        }
    }

    /// The name of the site that takes a domain's mail, once DNS has said it.
    fn site_of(&self, domain: &str) -> Option<String> {
        match self {
            Self::Capture(_) | Self::Relay(_) => None,
            Self::Direct(direct) => direct.site_of(domain),
        }
    }

    /// The receiving sites, if mail goes to many: each may have so many connections.
    pub fn sites(self: &Arc<Self>, peers: Peers, most: usize) -> Option<Arc<Sites>> {
        if !matches!(**self, Self::Direct(_)) {
            return None;
        }
        let this = Arc::clone(self);
        let name = Arc::new(move |domain: &str| this.site_of(domain));
        let processes = Arc::new(move || peers.that_mail());
        Some(Arc::new(Sites::new(name, processes, most)))
    }
}

async fn within(
    patience: Duration,
    delivering: impl Future<Output = Attempt>,
    has_left: &AtomicBool,
) -> Attempt {
    match tokio::time::timeout(patience, delivering).await {
        Ok(attempt) => attempt,
        Err(_) if has_left.load(Ordering::Relaxed) => Attempt::InDoubt(TOO_LONG.to_owned()),
        Err(_) => Attempt::NotSent(TOO_LONG.to_owned()),
    }
}

fn keep(
    captured: &Captured,
    mail: &Mail,
    kept_as: KeptAs<'_>,
    mut at_dot: impl FnMut() -> std::io::Result<()>,
) -> Attempt {
    if let Err(error) = at_dot() {
        return Attempt::NotSent(error.to_string());
    }
    let envelope = Envelope {
        from: &mail.return_path,
        to: &mail.to,
    };
    match captured.keep(kept_as.brand, kept_as.name, &mail.bytes, &envelope) {
        Ok(()) => Attempt::Replied {
            class: ReplyClass::Accepted,
            reply: "250 2.0.0 Captured".to_owned(),
        },
        Err(error) => Attempt::Unreachable(format!("The mail could not be kept: {error}")),
    }
}

/// The way through a relay, with connections that are kept open between mails.
pub struct Route {
    relay: Relay,
    /// What its connections are kept under.
    name: String,
    hello: String,
    timeouts: Timeouts,
    pool: Pool,
}

impl Route {
    pub fn new(relay: Relay, hello: &str, timeouts: Timeouts, clock: Clock) -> Self {
        Self {
            name: relay.to_string(),
            relay,
            hello: hello.to_owned(),
            timeouts,
            pool: Pool::new(PoolLimits::NONE, clock),
        }
    }

    async fn deliver(
        &self,
        mail: &Mail,
        at_dot: impl FnMut() -> std::io::Result<()> + Send,
    ) -> Attempt {
        let idle = self.pool.take(&self.name);
        self.pool.deliver(idle, self.connect(), mail, at_dot).await
    }

    async fn connect(&self) -> Result<Open, Attempt> {
        let opened = Connection::open(&self.relay, &self.hello, &self.timeouts).await;
        let connection = opened.map_err(no_connection)?;
        Ok(Open::fresh(&self.name, connection))
    }
}

#[cfg(test)]
mod tests {
    use postrider_test_support::rude_server::{Manner, RudeServer};

    use super::*;

    const SOON: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn what_was_not_said_before_the_dot_is_not_in_doubt() {
        let silent = RudeServer::start(Manner::Silent).await;
        let relay = Relay::parse(&format!("smtp://{}", silent.address())).unwrap();
        let clock: Clock = Arc::new(|| 0);
        let route = Route::new(relay, "client.example", Timeouts::default(), clock);
        let transport = Transport::Relay(Box::new(route));
        let mail = Mail {
            return_path: "b-1@bounces.example.com".to_owned(),
            to: "ada@example.net".to_owned(),
            bytes: b"Message-ID: <1@example.com>\r\n\r\nHello\r\n".to_vec(),
        };
        let kept_as = KeptAs {
            brand: "brd_1",
            name: "test-1",
        };
        let attempt = transport.deliver_within(SOON, &mail, kept_as).await;
        assert_eq!(attempt, Attempt::NotSent(TOO_LONG.to_owned()));

        let has_left = AtomicBool::new(true);
        let attempt = within(SOON, std::future::pending(), &has_left).await;
        assert_eq!(attempt, Attempt::InDoubt(TOO_LONG.to_owned()));
    }
}
