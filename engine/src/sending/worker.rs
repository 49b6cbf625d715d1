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
        let mut is_held_back = false;
        let at_dot = || {
            let allowed = self.allow(&ticket, &mut dot);
            is_held_back = allowed.is_err();
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
        let attempt = if is_held_back {
            Tried::HeldBack
        } else {
            Tried::Attempted(attempt)
        };
        Done {
            ticket,
            attempt,
            at: (self.clock)(),
            dot,
        }
    }

    /// Whether the dot may leave: a claim that is over may be called in doubt by others at any moment, and what the
    /// journal does not know could be mailed twice.
    fn allow(&self, ticket: &Ticket, dot: &mut Option<Dot>) -> std::io::Result<()> {
        if (self.clock)() >= ticket.expires_at {
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
