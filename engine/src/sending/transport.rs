//! The ways out for mail: kept on this machine, through a relay, or straight to the receivers.

use std::sync::Arc;

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
