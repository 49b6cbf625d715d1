//! One mail of a stream in numbers: hours count streams as a whole, so its events tell.

use std::mem::take;

use postrider_domain::contacts::mailbox::Provider;
use postrider_domain::sending::event_feed::Range;
use postrider_domain::sending::send::{EventType, Tally};
use postrider_domain::tenant::BrandKey;

use super::feed::newest_of_send;
use super::overview::{Counted, HOUR_MS, first_hour};
use super::plan::OfSend;
use super::record::EventRecord;
use crate::db::{DbError, Tx};
use crate::sends::{Mail, progress};

/// No mail has more.
const MOST_EVENTS: usize = 10_000;

/// What it counts as, each in the hour in which it happened first, and by whoever has the mailbox.
pub async fn of_mail(
    tx: &Tx,
    brand: BrandKey,
    mail: &Mail,
    provider: Provider,
    range: Range,
) -> Result<(Vec<Counted<i64>>, Vec<Counted<Provider>>), DbError> {
    let progress = progress(tx, brand, [mail]).await?;
    let progress = progress.get(&(mail.send, mail.ordinal)).cloned();
    let mut left = mail.tally(&progress.unwrap_or_default());
    let events = newest_of_send(tx, brand, OfSend::from(mail), MOST_EVENTS).await?;
    let (mut hours, mut all) = (Vec::new(), Tally::default());
    for event in events.iter().rev() {
        let (of, tally) = (hour(event.occurred_at), counted(event, &mut left));
        if of >= first_hour(range) && of < range.to && tally != Tally::default() {
            hours.push(Counted { of, tally });
            all += tally;
        }
    }
    let provider = Counted {
        of: provider,
        tally: all,
    };
    let providers = Vec::from_iter((!hours.is_empty()).then_some(provider));
    Ok((hours, providers))
}

fn hour(at: i64) -> i64 {
    at - at.rem_euclid(HOUR_MS)
}

/// What of the mail's own counts was made by this event.
fn counted(event: &EventRecord, left: &mut Tally) -> Tally {
    let detail = event.detail.as_deref();
    let by_machine = detail.is_some_and(|detail| detail.contains("\"machineReason\""));
    let mut tally = Tally::default();
    match event.kind {
        EventType::Delivered => {
            tally.accepted = take(&mut left.accepted);
            tally.delivered = take(&mut left.delivered);
        }
        EventType::Bounced => tally.bounced = take(&mut left.bounced),
        EventType::Failed => tally.failed = take(&mut left.failed),
        EventType::InDoubt => tally.in_doubt = take(&mut left.in_doubt),
        EventType::Opened if by_machine => tally.machine_opens = 1,
        EventType::Clicked if by_machine => tally.machine_clicks = 1,
        EventType::Opened => tally.opened = take(&mut left.opened),
        // Which proves an open.
        EventType::Clicked => {
            tally.opened = take(&mut left.opened);
            tally.clicked = take(&mut left.clicked);
        }
        EventType::Complained => tally.complained = take(&mut left.complained),
        EventType::Unsubscribed => tally.unsubscribed = take(&mut left.unsubscribed),
        _ => {}
    }
    tally
}
