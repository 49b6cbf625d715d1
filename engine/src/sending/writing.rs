//! Mails are written and signed in small parts, each on a thread of its own kind: a signature takes as long as
//! fifty transactions.

use std::sync::Arc;

use postrider_domain::track::Signer;
use postrider_store::delivery::taking::{Recipient, Taken};

use super::flight::{Queue, Ready, Ticket};
use super::journal::Slot;
use super::letter::Payload;
use super::letters::Loaded;

/// Recipients of one part.
const PART: usize = 8;

#[derive(Clone)]
pub struct Writing {
    pub letter: Arc<Loaded>,
    pub tokens: Arc<Signer>,
    pub queue: Arc<Queue>,
    pub now: i64,
    pub expires_at: i64,
}

impl Writing {
    /// The work in parts.
    pub fn split(self, taken: Taken) -> impl Iterator<Item = impl FnOnce() + Send + 'static> {
        let Taken {
            claim,
            brand,
            send,
            recipients,
        } = taken;
        let mut recipients = recipients.into_iter().peekable();
        std::iter::from_fn(move || {
            recipients.peek()?;
            let part: Vec<Recipient> = recipients.by_ref().take(PART).collect();
            let this = self.clone();
            Some(move || {
                let payload = Payload::new();
                let ready = part.into_iter().map(|recipient| {
                    let ticket = Ticket {
                        slot: Slot {
                            claim,
                            ordinal: recipient.ordinal,
                        },
                        brand,
                        send,
                        attempts: recipient.attempts,
                        expires_at: this.expires_at,
                    };
                    this.ready(&recipient, ticket, &payload)
                });
                this.queue.push(ready.collect());
            })
        })
    }

    fn ready(&self, recipient: &Recipient, ticket: Ticket, payload: &Payload) -> Ready {
        let mail = self.letter.letter.write(
            &recipient.person,
            recipient.ordinal,
            payload,
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
