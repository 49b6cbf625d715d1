//! The ways out for mail: kept on this machine, or through a relay.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use postrider_mail::capture::Captured;
use postrider_mail::smtp::{
    Connection, Delivery, Envelope, Failure, Outcome, Relay, Timeouts, Verdict, classify,
};

use postrider_store::db::Clock;

use super::letter::Mail;

pub enum Transport {
    Capture(Captured),
    Relay(Route),
}

/// What came of trying to hand a mail over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    Replied {
        verdict: Verdict,
        reply: String,
    },
    /// It is certain that this mail did not leave.
    NotSent(String),
    /// There is no way to the receiver just now.
    Unreachable(String),
    /// The receiver lets us in for nobody's mail.
    ShutOut(String),
    /// It may have left, and nobody can know.
    InDoubt(String),
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
        }
    }

    /// Whether nothing that is handed over leaves this machine.
    pub fn keeps_mail(&self) -> bool {
        matches!(self, Self::Capture(_))
    }

    /// Says goodbye on connections that nobody used for a while.
    pub async fn close_idle(&self, since: i64) {
        if let Self::Relay(route) = self {
            route.close_idle(since).await;
        }
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
            verdict: Verdict::Accepted,
            reply: "250 2.0.0 Captured".to_owned(),
        },
        Err(error) => Attempt::Unreachable(format!("The mail could not be kept: {error}")),
    }
}

/// How long saying goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// The way through a relay, with connections that are kept open between mails.
pub struct Route {
    relay: Relay,
    hello: String,
    timeouts: Timeouts,
    clock: Clock,
    idle: Mutex<Vec<Idle>>,
}

struct Idle {
    connection: Connection,
    since: i64,
}

impl Route {
    pub fn new(relay: Relay, hello: &str, timeouts: Timeouts, clock: Clock) -> Self {
        Self {
            relay,
            hello: hello.to_owned(),
            timeouts,
            clock,
            idle: Mutex::default(),
        }
    }

    async fn deliver(
        &self,
        mail: &Mail,
        mut at_dot: impl FnMut() -> std::io::Result<()> + Send,
    ) -> Attempt {
        let waiting = self.idle().pop();
        if let Some(Idle { connection, .. }) = waiting {
            // The server may have hung up while nobody looked: that says nothing about the mail.
            match self.hand_over(connection, mail, &mut at_dot).await {
                Attempt::NotSent(_) => {}
                attempt => return attempt,
            }
        }
        match self.connect().await {
            Ok(connection) => self.hand_over(connection, mail, &mut at_dot).await,
            Err(attempt) => attempt,
        }
    }

    async fn hand_over(
        &self,
        mut connection: Connection,
        mail: &Mail,
        at_dot: &mut (impl FnMut() -> std::io::Result<()> + Send),
    ) -> Attempt {
        let envelope = Envelope {
            from: &mail.return_path,
            to: &mail.to,
        };
        let Delivery { outcome, reusable } =
            connection.deliver(&envelope, &mail.bytes, at_dot).await;
        if reusable {
            let since = (self.clock)();
            self.idle().push(Idle { connection, since });
        }
        match outcome {
            Outcome::Accepted(reply) => Attempt::Replied {
                verdict: Verdict::Accepted,
                reply: reply.to_line(),
            },
            Outcome::Refused { phase, reply } => Attempt::Replied {
                verdict: classify(phase, &reply),
                reply: reply.to_line(),
            },
            Outcome::NotSent(why) => Attempt::NotSent(why),
            Outcome::InDoubt(why) => Attempt::InDoubt(why),
        }
    }

    async fn connect(&self) -> Result<Connection, Attempt> {
        let opened = Connection::open(&self.relay, &self.hello, &self.timeouts).await;
        opened.map_err(|failure| match failure {
            Failure::Refused { phase, reply } => match classify(phase, &reply) {
                Verdict::Accepted | Verdict::TryLater => Attempt::Unreachable(reply.to_line()),
                _ => Attempt::ShutOut(reply.to_line()),
            },
            Failure::Trouble(why) => Attempt::Unreachable(why),
        })
    }

    async fn close_idle(&self, since: i64) {
        let old: Vec<Idle> = {
            let mut idle = self.idle();
            let (old, kept) = std::mem::take(&mut *idle)
                .into_iter()
                .partition(|each| each.since < since);
            *idle = kept;
            old
        };
        // Nobody waits for a relay that hangs.
        let quits = old.into_iter().map(|each| each.connection.quit());
        let quits = quits.map(|quit| tokio::time::timeout(GOODBYE, quit));
        futures_util::future::join_all(quits).await;
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
