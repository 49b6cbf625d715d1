//! One connection's work: takes the next mail, hands it over, says what came of it.

use std::sync::Arc;

use postrider_mail::smtp::Verdict;
use postrider_store::db::Clock;
use tokio_util::sync::CancellationToken;

use super::flight::{Done, Outcomes, Queue, Ready, Ticket, Tried};
use super::journal::{Dot, Journal, Recorded, RecordedKind};
use super::transport::{Attempt, KeptAs, Transport};

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
        let at_dot = || {
            let allowed = self.allow(&ticket, &mut dot);
            held_back = allowed.as_ref().err().map(|_| self.is_over(&ticket));
            allowed
        };
        let name = format!("{}-{}", ticket.send, ticket.slot.ordinal);
        let kept_as = KeptAs {
            brand: &ready.letter.brand_public_id,
            name: &name,
        };
        let attempt = self.transport.deliver(&ready.mail, kept_as, at_dot).await;
        // What came before the dot is asked again after a crash: only what is known after it must not be lost.
        if dot.is_some()
            && let Err(error) = self.journal.reply(ticket.slot, recorded(&attempt))
        {
            tracing::error!(error = %error, "a reply could not be written to the journal");
        }
        let attempt = match held_back {
            None => Tried::Attempted(attempt),
            Some(false) => Tried::HeldBack,
            Some(true) => {
                let why = "the receiver took too long to answer";
                Tried::Attempted(Attempt::NotSent(why.to_owned()))
            }
        };
        self.done(ticket, attempt, dot)
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
        Attempt::Replied { verdict, reply } => {
            let kind = match verdict {
                Verdict::Accepted => RecordedKind::Delivered,
                Verdict::AddressFailure => RecordedKind::Bounced,
                Verdict::MessageFailure => RecordedKind::Failed,
                Verdict::TryLater | Verdict::Throttled | Verdict::RefusesUs => {
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
