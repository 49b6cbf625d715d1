//! The recipient that a message is about, held while it is dealt with.

use postrider_domain::contacts::contact::SuppressionReason;
use postrider_domain::contacts::departed::Departed;
use postrider_domain::sending::send::{EventType, RecipientState, Tally};
use postrider_store::contacts::{self, Suppressed};
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::change::{Change, ReportCell};
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::delivery::tallies;
use postrider_store::returned::{self, ReturnedRecipient};
use postrider_store::tracking::{self, Engaged, RecipientRef};
use serde_json::Value;

use super::result::InboundResult;

/// Events of one type that a recipient's mails may make.
const MOST_OF_A_KIND: i64 = 5;

pub(super) struct Case {
    process: i64,
    pub(super) recipient: RecipientRef,
    pub(super) stands: ReturnedRecipient,
    pub(super) now: i64,
}

impl Case {
    /// Nothing if there is no such recipient any more.
    pub(super) async fn open(
        tx: &Tx,
        process: i64,
        recipient: RecipientRef,
        now: i64,
    ) -> Result<Option<Self>, DbError> {
        let stands = returned::lock(tx, recipient).await?;
        Ok(stands.map(|stands| Self {
            process,
            recipient,
            stands,
            now,
        }))
    }

    pub(super) async fn tell(
        &self,
        tx: &Tx,
        kind: EventType,
        detail: Option<&Value>,
    ) -> Result<(), DbError> {
        let event = NewEvent {
            send: Some(self.recipient.send),
            ordinal: Some(self.recipient.ordinal),
            contact: Some(self.stands.contact),
            domain: self.stands.domain(),
            detail: detail.map(Value::to_string).map(|said| self.kept(said)),
            ..NewEvent::new(self.recipient.brand, tx.number(), kind, self.now)
        };
        events::append(tx, vec![event]).await
    }

    /// Of whoever is gone, nothing that names them.
    fn kept(&self, said: String) -> String {
        match self.stands.mailbox {
            Some(_) => said,
            None => Departed::default()
                .taken_out_of_event(&said)
                .unwrap_or(said),
        }
    }

    /// Tells what one person, or the machine of one, may say without end.
    pub(super) async fn tell_a_few(
        &self,
        tx: &Tx,
        kind: EventType,
        detail: &Value,
        taken: InboundResult,
    ) -> Result<InboundResult, DbError> {
        let (recipient, contact) = (self.recipient, self.stands.contact);
        if returned::times(tx, recipient, contact, kind, MOST_OF_A_KIND).await? >= MOST_OF_A_KIND {
            return Ok(InboundResult::Nothing);
        }
        self.tell(tx, kind, Some(detail)).await?;
        Ok(taken)
    }

    /// Adds to the counts; each change shows in the hour in which it happened.
    pub(super) async fn count(&self, tx: &Tx, changes: &[(i64, Tally)]) -> Result<(), DbError> {
        let change = |(at, by): &(i64, Tally)| Change {
            brand: self.recipient.brand,
            send: self.recipient.send,
            cell: Some(ReportCell::at(*at, self.stands.provider())),
            by: *by,
        };
        tallies::add(tx, self.process, changes.iter().map(change).collect()).await
    }

    /// A mail that was in doubt has arrived, as shows now. Says whether it had been in doubt.
    pub(super) async fn arrived(&self, tx: &Tx) -> Result<bool, DbError> {
        if tracking::arrived(tx, vec![self.recipient])
            .await?
            .is_empty()
        {
            return Ok(false);
        }
        self.tell(tx, EventType::Delivered, None).await?;
        let engaged = Engaged {
            brand: self.recipient.brand,
            contact: self.stands.contact,
            sent_at: Some(self.now),
            opened_at: None,
            clicked_at: None,
            sends: 1,
            opens: 0,
            clicks: 0,
        };
        tracking::engaged(tx, vec![engaged]).await?;
        let mut by = Tally::default();
        by.moved(RecipientState::InDoubt, RecipientState::Delivered);
        self.count(tx, &[(self.now, by)]).await?;
        Ok(true)
    }

    /// The address gets no more mail of the brand, whoever has it now.
    pub(super) async fn suppress(
        &self,
        tx: &Tx,
        reason: SuppressionReason,
        evidence: &Value,
    ) -> Result<(), DbError> {
        let (brand, person) = (self.recipient.brand, self.stands.person);
        let suppressed = Suppressed {
            contact: person,
            send: Some(self.recipient.send),
            detail: evidence.to_string(),
        };
        contacts::suppress(tx, brand, vec![suppressed], reason, self.now).await?;
        contacts::suppress_departed(tx, brand, person, reason, self.now).await
    }
}
