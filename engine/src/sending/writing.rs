//! Mails are written and signed in small parts, each on a thread of its own kind: a signature takes as long as
//! fifty transactions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use postrider_domain::sending::tracking::Signer;
use postrider_store::delivery::taking::TakenRecipient;

use super::attempt::Attempt;
use super::flight::{Done, Outcomes, Queue, Ready, Ticket, Tried};
use super::letters::Loaded;

/// Recipients of one part.
const PART: usize = 8;

#[derive(Clone)]
pub struct Writing {
    pub letter: Arc<Loaded>,
    pub tokens: Arc<Signer>,
    pub queue: Arc<Queue>,
    pub outcomes: Arc<Outcomes>,
    pub now: i64,
}

impl Writing {
    /// The work in parts.
    pub fn split(
        self,
        taken: Vec<(TakenRecipient, Ticket)>,
    ) -> impl Iterator<Item = impl FnOnce() + Send + 'static> {
        let mut taken = taken.into_iter().peekable();
        std::iter::from_fn(move || {
            taken.peek()?;
            let part: Vec<_> = taken.by_ref().take(PART).collect();
            let this = self.clone();
            Some(move || {
                let ready = part.into_iter().filter_map(|(recipient, ticket)| {
                    let writing = AssertUnwindSafe(|| this.ready(&recipient, ticket));
                    match catch_unwind(writing) {
                        Ok(ready) => Some(ready),
                        Err(_) => this.broken(ticket),
                    }
                });
                this.queue.push(ready.collect());
            })
        })
    }

    /// A recipient whose mail cannot be written must not keep its place for ever.
    fn broken(&self, ticket: Ticket) -> Option<Ready> {
        tracing::error!(
            send.id = self.letter.send_public_id,
            recipient.ordinal = ticket.slot.ordinal,
            "writing the mail of one recipient panicked; the recipient counts as failed"
        );
        let why = "The mail could not be written.".to_owned();
        self.outcomes.push(Done {
            ticket,
            attempt: Tried::Attempted(Attempt::NotSent(why)),
            at: self.now,
            dot: None,
        });
        None
    }

    fn ready(&self, recipient: &TakenRecipient, ticket: Ticket) -> Ready {
        let payload = self.letter.letter.payload(recipient.payload.as_deref());
        let mail = self.letter.letter.write(
            &recipient.person,
            recipient.ordinal,
            &payload,
            &self.tokens,
            self.now,
        );
        Ready {
            ticket,
            mail,
            letter: Arc::clone(&self.letter),
        }
    }
}
