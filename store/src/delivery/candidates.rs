//! Whoever is looked at to be mailed, and what is to become of them.

use postrider_domain::contacts::mailbox;
use postrider_domain::sending::send::RecipientState;

use super::heads::Head;
use super::people::Person;
use crate::contacts::judging::JudgedState;
use crate::record;

record! {
    /// One row as it is read.
    pub(super) struct Found {
        ordinal: i64 = "r.ordinal",
        contact: i64 = "r.contact",
        state: RecipientState = "r.state",
        attempts: i64 = "r.attempts",
        first_tried_at: Option<i64> = "r.first_tried_at",
        run: Option<i64> = "r.run",
        /// Nothing once the contact is deleted.
        known: Option<Known> = ..,
    }
}

record! {
    struct Known {
        person: Person = ..,
        verdict: JudgedState = ..,
        is_suppressed: bool = "contacts.suppressed_reason IS NOT NULL",
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TakenRecipient {
    pub ordinal: i64,
    pub attempts: i64,
    /// Nothing if nobody put it off so far.
    pub first_tried_at: Option<i64>,
    pub person: Person,
    /// The run whose mail it is, and as JSON what started that.
    pub run: Option<i64>,
    pub payload: Option<String>,
}

/// Whom it is about, unless that contact is gone, and what is to become of it.
pub(super) struct Candidate {
    pub(super) ordinal: i64,
    pub(super) state: RecipientState,
    pub(super) contact: i64,
    pub(super) verdict: RecipientState,
    pub(super) recipient: Option<TakenRecipient>,
    /// Its delivery was taken from the allowance by itself, not with all of a send's.
    pub(super) is_of_run: bool,
}

impl Candidate {
    pub(super) fn domain(&self) -> Option<i64> {
        let recipient = self.recipient.as_ref()?;
        Some(mailbox::domain_number(mailbox::domain_of(
            &recipient.person.email,
        )))
    }
}

impl Found {
    /// For this send.
    pub(super) fn judged(self, head: &Head) -> Candidate {
        let verdict = match &self.known {
            Some(known) => known.verdict_for(head),
            None => RecipientState::ExcludedSuppressed,
        };
        let recipient = self.known.map(|known| TakenRecipient {
            ordinal: self.ordinal,
            attempts: self.attempts,
            first_tried_at: self.first_tried_at,
            person: known.person,
            run: self.run,
            payload: None,
        });
        Candidate {
            ordinal: self.ordinal,
            state: self.state,
            contact: self.contact,
            verdict,
            recipient,
            is_of_run: self.run.is_some(),
        }
    }
}

impl Known {
    fn verdict_for(&self, head: &Head) -> RecipientState {
        match self.verdict {
            JudgedState(RecipientState::ExcludedUnsubscribed) if head.is_transactional => {
                if self.is_suppressed {
                    RecipientState::ExcludedSuppressed
                } else {
                    RecipientState::Planned
                }
            }
            JudgedState(judged) => judged,
        }
    }
}
