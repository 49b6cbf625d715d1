//! A batch becomes rows: events, first opens and clicks, counts, engagement, and mails that were in doubt.

use std::collections::HashMap;

use postrider_domain::contacts::mailbox::Provider;
use postrider_domain::numbers::{Millis, SendNo};
use postrider_domain::sending::machine::MachineReason;
use postrider_domain::sending::send::{EventType, RecipientState, Tally};
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::runs;
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::change::{Change, ReportCell};
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::delivery::tallies;
use postrider_store::tracking::{self, Disengaged, Engaged, RecipientRef, TrackedRecipient};
use serde_json::json;

use super::batch::{Batch, Event, TakenBack};

/// Answers how the recipients stood before.
pub(super) async fn write(
    tx: &Tx,
    batch: &Batch,
    process: i64,
) -> Result<HashMap<RecipientRef, TrackedRecipient>, DbError> {
    let known = tracking::find(tx, batch.recipients.clone()).await?;
    let mut changes = Changes::default();
    take_back(tx, &batch.taken_back, &known, &mut changes).await?;
    let mut rows = Vec::with_capacity(batch.len());
    for event in &batch.events {
        if let Some(tracked) = known.get(&event.recipient) {
            changes.see(event, tracked);
            if !event.is_repeat {
                rows.push(row(event, tracked));
            }
        }
    }
    rows.extend(changes.arrivals(tx, batch, &known).await?);
    changes.firsts(tx, &known).await?;
    tracking::engaged(tx, changes.engaged.into_values().collect()).await?;
    events::append(tx, rows).await?;
    let by_send = changes.tallies.into_iter();
    let tallies = by_send.map(|((brand, send, place), by)| Change {
        brand,
        send,
        cell: Some(place),
        by,
    });
    tallies::add(tx, process, tallies.collect()).await?;
    Ok(known)
}

#[derive(Default)]
struct Changes {
    tallies: HashMap<(BrandKey, i64, ReportCell), Tally>,
    engaged: HashMap<(BrandKey, i64), Engaged>,
    /// The first of this batch, if a person's.
    opens: HashMap<RecipientRef, i64>,
    clicks: HashMap<RecipientRef, i64>,
}

impl Changes {
    fn tally(&mut self, recipient: &RecipientRef, cell: ReportCell) -> &mut Tally {
        self.tallies
            .entry((recipient.brand, recipient.send, cell))
            .or_default()
    }

    fn engagement(&mut self, brand: BrandKey, contact: i64) -> &mut Engaged {
        self.engaged.entry((brand, contact)).or_insert(Engaged {
            brand,
            contact,
            sent_at: None,
            opened_at: None,
            clicked_at: None,
            sends: 0,
            opens: 0,
            clicks: 0,
        })
    }

    fn see(&mut self, event: &Event, tracked: &TrackedRecipient) {
        let (recipient, is_click) = (event.recipient, event.url.is_some());
        if event.machine.is_some() {
            let tally = self.tally(&recipient, ReportCell::at(event.at, tracked.provider()));
            if is_click {
                tally.machine_clicks += 1;
            } else {
                tally.machine_opens += 1;
            }
            return;
        }
        let engagement = self.engagement(recipient.brand, tracked.contact);
        // A click proves an open, whether the pixel was loaded or not.
        engagement.opened_at = engagement.opened_at.max(Some(event.at));
        if !tracked.is_opened {
            first(&mut self.opens, recipient, event.at);
        }
        if is_click {
            let engagement = self.engagement(recipient.brand, tracked.contact);
            engagement.clicked_at = engagement.clicked_at.max(Some(event.at));
            if !tracked.is_clicked {
                first(&mut self.clicks, recipient, event.at);
            }
        }
    }

    /// Whoever opens a mail, or whatever opens it, has got it.
    async fn arrivals(
        &mut self,
        tx: &Tx,
        batch: &Batch,
        known: &HashMap<RecipientRef, TrackedRecipient>,
    ) -> Result<Vec<NewEvent>, DbError> {
        let in_doubt = known.iter().filter(|(_, stands)| stands.is_in_doubt);
        let in_doubt = in_doubt.map(|(recipient, _)| *recipient).collect();
        let mut rows = Vec::new();
        for recipient in tracking::arrived(tx, in_doubt).await? {
            let mut events = batch.events.iter();
            let proof = events.find(|event| event.recipient == recipient);
            if let (Some(proof), Some(stands)) = (proof, known.get(&recipient)) {
                self.tally(&recipient, ReportCell::at(proof.at, stands.provider()))
                    .moved(RecipientState::InDoubt, RecipientState::Delivered);
                let engagement = self.engagement(recipient.brand, stands.contact);
                engagement.sends += 1;
                engagement.sent_at = engagement.sent_at.max(Some(proof.at));
                rows.push(arrival(tx, recipient, stands, proof.at));
            }
        }
        Ok(rows)
    }

    async fn firsts(
        &mut self,
        tx: &Tx,
        known: &HashMap<RecipientRef, TrackedRecipient>,
    ) -> Result<(), DbError> {
        let opens = std::mem::take(&mut self.opens);
        let asked = opens.iter().map(|(of, at)| (*of, *at)).collect();
        for recipient in tracking::first_opens(tx, asked).await? {
            if let (Some(tracked), Some(at)) = (known.get(&recipient), opens.get(&recipient)) {
                self.tally(&recipient, ReportCell::at(*at, tracked.provider()))
                    .opened += 1;
                self.engagement(recipient.brand, tracked.contact).opens += 1;
                wake_run(tx, recipient, tracked, *at).await?;
            }
        }
        let clicks = std::mem::take(&mut self.clicks);
        let asked = clicks.iter().map(|(of, at)| (*of, *at)).collect();
        for recipient in tracking::first_clicks(tx, asked).await? {
            if let (Some(tracked), Some(at)) = (known.get(&recipient), clicks.get(&recipient)) {
                self.tally(&recipient, ReportCell::at(*at, tracked.provider()))
                    .clicked += 1;
                self.engagement(recipient.brand, tracked.contact).clicks += 1;
                wake_run(tx, recipient, tracked, *at).await?;
            }
        }
        Ok(())
    }
}

fn first(firsts: &mut HashMap<RecipientRef, i64>, recipient: RecipientRef, at: i64) {
    let first = firsts.entry(recipient).or_insert(at);
    *first = (*first).min(at);
}

/// A run that waits for this goes on at once.
async fn wake_run(
    tx: &Tx,
    recipient: RecipientRef,
    tracked: &TrackedRecipient,
    at: i64,
) -> Result<(), DbError> {
    match tracked.run {
        None => Ok(()),
        Some(_) => {
            runs::wake_for(
                tx,
                recipient.brand,
                SendNo(recipient.send),
                recipient.ordinal,
                Millis(at),
            )
            .await
        }
    }
}

/// What is written of a mail that was in doubt and turned up.
pub(super) fn arrival(
    tx: &Tx,
    recipient: RecipientRef,
    stands: &TrackedRecipient,
    at: i64,
) -> NewEvent {
    NewEvent {
        send: Some(recipient.send),
        ordinal: Some(recipient.ordinal),
        contact: Some(stands.contact),
        domain: stands.domain(),
        ..NewEvent::new(recipient.brand, tx.number(), EventType::Delivered, at)
    }
}

fn row(event: &Event, tracked: &TrackedRecipient) -> NewEvent {
    let kind = match event.url {
        Some(_) => EventType::Clicked,
        None => EventType::Opened,
    };
    NewEvent {
        send: Some(event.recipient.send),
        ordinal: Some(event.recipient.ordinal),
        contact: Some(tracked.contact),
        domain: tracked.domain(),
        detail: detail(event.url.as_deref(), event.machine),
        ..NewEvent::new(event.recipient.brand, event.id, kind, event.at)
    }
}

fn detail(url: Option<&str>, machine: Option<MachineReason>) -> Option<String> {
    let reason = machine.map(MachineReason::as_str);
    match (url, reason) {
        (None, None) => None,
        (Some(url), None) => Some(json!({ "url": url }).to_string()),
        (None, Some(reason)) => Some(json!({ "machineReason": reason }).to_string()),
        (Some(url), Some(reason)) => {
            Some(json!({ "url": url, "machineReason": reason }).to_string())
        }
    }
}

/// Clicks of earlier batches that a burst shows to be no person's: their counts go, their events say why.
async fn take_back(
    tx: &Tx,
    taken_back: &[TakenBack],
    known: &HashMap<RecipientRef, TrackedRecipient>,
    changes: &mut Changes,
) -> Result<(), DbError> {
    if taken_back.is_empty() {
        return Ok(());
    }
    let mut clicks: Vec<_> = taken_back
        .iter()
        .map(|back| (back.recipient, back.click.at))
        .collect();
    clicks.sort_unstable_by_key(|(recipient, at)| (recipient.key(), *at));
    clicks.dedup();
    let uncounted = tracking::take_back_clicks(tx, clicks.clone()).await?;
    let unopened = tracking::take_back_opens(tx, clicks.clone()).await?;
    let (mut contacts, mut marks) = (HashMap::new(), Vec::new());
    // Another click of the same recipient, in this batch, is what gave them away.
    let place = |recipient: &RecipientRef, at: i64| {
        let tracked = known.get(recipient);
        ReportCell::at(
            at,
            tracked.map_or(Provider::Other, TrackedRecipient::provider),
        )
    };
    for TakenBack { recipient, click } in taken_back {
        let tally = changes.tally(recipient, place(recipient, click.at));
        tally.machine_clicks += 1;
        let detail = detail(Some(&click.url), Some(MachineReason::ClickBurst));
        marks.push((recipient.brand, click.event, detail.unwrap_or_default()));
        let Some(before) = click.before else {
            continue;
        };
        let contact = contacts
            .entry((recipient.brand, before.contact))
            .or_insert(Disengaged {
                brand: recipient.brand,
                contact: before.contact,
                from: click.at,
                to: click.at,
                opened_before: before.last_opened_at,
                clicked_before: before.last_clicked_at,
                opens: i64::from(unopened.contains(recipient)),
                clicks: i64::from(uncounted.contains(recipient)),
            });
        contact.to = contact.to.max(click.at);
    }
    let of_first = |recipient: &RecipientRef| {
        let mut first = clicks.iter().filter(|(of, _)| of == recipient);
        place(recipient, first.next().map_or(0, |(_, at)| *at))
    };
    for recipient in &uncounted {
        changes.tally(recipient, of_first(recipient)).clicked -= 1;
    }
    for recipient in &unopened {
        changes.tally(recipient, of_first(recipient)).opened -= 1;
    }
    tracking::mark(tx, marks).await?;
    tracking::disengaged(tx, contacts.into_values().collect()).await
}
