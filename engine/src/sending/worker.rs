//! One connection's work: takes the next mail, hands it over, says what came of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use postrider_mail::smtp::ReplyClass;
use postrider_store::db::Clock;
use tokio_util::sync::CancellationToken;

use super::attempt::Attempt;
use super::flight::{Done, Outcomes, Queue, Ready, Ticket, Tried};
use super::journal::{Dot, Journal, Recorded, RecordedKind};
use super::transport::{KeptAs, Transport};

const TOO_LONG: &str = "the receiver took too long to answer";

#[derive(Clone)]
pub struct Worker {
    pub queue: Arc<Queue>,
    pub transport: Arc<Transport>,
    pub journal: Arc<Journal>,
    pub clock: Clock,
    pub outcomes: Arc<Outcomes>,
}

impl Worker {
    /// Until `stop`; the mail at hand is finished first.
    pub async fn run(self, stop: CancellationToken) {
        loop {
            let ready = tokio::select! {
                biased;
                () = stop.cancelled() => return,
                ready = self.queue.next() => ready,
            };
            self.transport.learn(&ready.mail.to).await;
            let Some(ready) = self.queue.placed(ready, (self.clock)()) else {
                continue;
            };
            let done = self.hand_over(ready).await;
            self.queue.left(done.ticket.site);
            self.outcomes.push(done);
        }
    }

    async fn hand_over(&self, ready: Ready) -> Done {
        let ticket = ready.ticket;
        let mut dot: Option<Dot> = None;
        // It may have waited for others to the same receiver, until its time was over.
        if self.is_over(&ticket) {
            return self.done(ticket, Tried::Untouched, dot);
        }
        let mut held_back = None;
        let has_left = AtomicBool::new(false);
        let at_dot = || {
            let allowed = self.allow(&ticket, &mut dot);
            has_left.store(allowed.is_ok(), Ordering::Relaxed);
            held_back = allowed.as_ref().err().map(|_| self.is_over(&ticket));
            allowed
        };
        let name = format!("{}-{}", ticket.send, ticket.slot.ordinal);
        let kept_as = KeptAs {
            brand: &ready.letter.brand_public_id,
            name: &name,
        };
        // Nobody holds a connection for longer than the claim by saying a little now and then; what may have left is
        // waited for.
        let attempt = tokio::select! {
            attempt = self.transport.deliver(&ready.mail, kept_as, at_dot) => attempt,
            () = self.too_long(&ticket, &has_left) => Attempt::NotSent(TOO_LONG.to_owned()),
        };
        // What came before the dot is asked again after a crash: only what is known after it must not be lost.
        if dot.is_some()
            && let Err(error) = self.journal.reply(ticket.slot, recorded(&attempt))
        {
            tracing::error!(error = %error, "a reply could not be written to the journal");
        }
        let attempt = match held_back {
            None => Tried::Attempted(attempt),
            Some(false) => Tried::HeldBack,
            Some(true) => Tried::Attempted(Attempt::NotSent(TOO_LONG.to_owned())),
        };
        self.done(ticket, attempt, dot)
    }

    /// Until the claim is over, and for ever if the mail may have left by then.
    async fn too_long(&self, ticket: &Ticket, has_left: &AtomicBool) {
        let left = ticket.expires_at - (self.clock)();
        tokio::time::sleep(Duration::from_millis(u64::try_from(left).unwrap_or(0))).await;
        if has_left.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }

    fn done(&self, ticket: Ticket, attempt: Tried, dot: Option<Dot>) -> Done {
        Done {
            ticket,
            attempt,
            at: (self.clock)(),
            dot,
        }
    }

    /// A claim that is over may be called in doubt by others at any moment.
    fn is_over(&self, ticket: &Ticket) -> bool {
        (self.clock)() >= ticket.expires_at
    }

    /// Whether the dot may leave: not after the claim is over, and not unless the journal has it, without which it
    /// could be mailed twice.
    fn allow(&self, ticket: &Ticket, dot: &mut Option<Dot>) -> std::io::Result<()> {
        if self.is_over(ticket) {
            return Err(std::io::Error::other("the claim is over"));
        }
        // A second connection is tried after one that broke before anything left.
        if dot.is_none() {
            let written = self.journal.dot(ticket.slot);
            *dot = Some(written.inspect_err(|error| {
                tracing::error!(error = %error, "the journal cannot be written: nothing is mailed");
            })?);
        }
        Ok(())
    }
}

fn recorded(attempt: &Attempt) -> Recorded {
    let (kind, text) = match attempt {
        Attempt::Replied {
            class: verdict,
            reply,
        } => {
            let kind = match verdict {
                ReplyClass::Accepted => RecordedKind::Delivered,
                ReplyClass::AddressFailure => RecordedKind::Bounced,
                ReplyClass::MessageFailure => RecordedKind::Failed,
                ReplyClass::TryLater | ReplyClass::Throttled | ReplyClass::RefusesUs => {
                    RecordedKind::NotTaken
                }
            };
            (kind, reply)
        }
        Attempt::NotSent(why)
        | Attempt::Unreachable(why)
        | Attempt::NoSuchDomain(why)
        | Attempt::ShutOut(why) => (RecordedKind::NotTaken, why),
        Attempt::InDoubt(why) => (RecordedKind::InDoubt, why),
    };
    Recorded {
        kind,
        text: text.clone(),
    }
}
