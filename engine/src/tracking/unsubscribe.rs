//! Unsubscribe links: what they do is in the database before they are answered.

use postrider_domain::sending::send::{EventType, RecipientState, Tally};
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::change::{Change, ReportCell};
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::delivery::tallies;
use postrider_store::tracking::{self, Effect, RecipientRef};

use super::gather::Tracker;
use super::write::arrival;

/// Whether there is such a recipient; it is unsubscribed now.
pub async fn unsubscribe(
    tracker: &Tracker,
    recipient: RecipientRef,
    now: i64,
) -> Result<bool, DbError> {
    let process = tracker.process();
    let done = tracker.db().write(move |tx| async move {
        let effect = tracking::unsubscribe(&tx, recipient, now).await?;
        if let Some(Effect::First) = effect {
            count(&tx, recipient, process, now).await?;
        }
        Ok::<_, DbError>(effect.is_some())
    });
    done.await
}

/// Whether they are subscribed again: only what this link did is taken back.
pub async fn resubscribe(
    tracker: &Tracker,
    recipient: RecipientRef,
    now: i64,
) -> Result<bool, DbError> {
    let done = tracker
        .db()
        .write(move |tx| async move { tracking::resubscribe(&tx, recipient, now).await });
    done.await
}

async fn count(tx: &Tx, recipient: RecipientRef, process: i64, now: i64) -> Result<(), DbError> {
    let standings = tracking::find(tx, vec![recipient]).await?;
    let Some(stands) = standings.get(&recipient) else {
        return Ok(());
    };
    let mut by = Tally {
        unsubscribed: 1,
        ..Tally::default()
    };
    let mut rows = vec![NewEvent {
        send: Some(recipient.send),
        ordinal: Some(recipient.ordinal),
        contact: Some(stands.contact),
        domain: stands.domain(),
        ..NewEvent::new(recipient.brand, tx.number(), EventType::Unsubscribed, now)
    }];
    // Nobody unsubscribes from a mail that did not arrive.
    if !tracking::arrived(tx, vec![recipient]).await?.is_empty() {
        by.moved(RecipientState::InDoubt, RecipientState::Delivered);
        rows.push(arrival(tx, recipient, stands, now));
    }
    events::append(tx, rows).await?;
    let change = Change {
        brand: recipient.brand,
        send: recipient.send,
        cell: Some(ReportCell::at(now, stands.provider())),
        by,
    };
    tallies::add(tx, process, vec![change]).await
}
