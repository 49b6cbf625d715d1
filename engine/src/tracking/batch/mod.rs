//! A batch of what was seen, with all that is decided about it before it is written.

use std::collections::HashMap;
use std::sync::Arc;

use postrider_domain::sending::machine::MachineReason;
use postrider_store::tracking::{RecipientRef, TrackedRecipient};

use super::bursts::{Before, Bursts, Held};
use super::measures::Measures;
use super::repeats::Repeats;
use super::{Seen, What};

pub(super) struct Batch {
    pub(super) events: Vec<Event>,
    /// Each once, in the order of their rows.
    pub(super) recipients: Vec<RecipientRef>,
    /// Clicks of earlier batches that were no person's.
    pub(super) taken_back: Vec<TakenBack>,
}

pub(super) struct Event {
    pub(super) id: i64,
    pub(super) recipient: RecipientRef,
    pub(super) at: i64,
    /// Where a click led; an open leads nowhere.
    pub(super) url: Option<Arc<str>>,
    pub(super) machine: Option<MachineReason>,
    /// It was seen so often lately that it is counted and has no row.
    pub(super) is_repeat: bool,
}

/// What was seen lately.
#[derive(Default)]
pub(super) struct Recent {
    pub(super) bursts: Bursts,
    pub(super) repeats: Repeats,
}

pub(super) struct TakenBack {
    pub(super) recipient: RecipientRef,
    pub(super) click: Held,
}

impl Batch {
    pub(super) fn plan<'a>(
        seen: impl ExactSizeIterator<Item = &'a Seen>,
        recent: &mut Recent,
        number: impl Fn() -> i64,
    ) -> Self {
        let mut batch = Self {
            events: Vec::with_capacity(seen.len()),
            recipients: Vec::new(),
            taken_back: Vec::new(),
        };
        for seen in seen {
            let id = number();
            let (link, url, machine) = match &seen.what {
                What::Open => (None, None, seen.machine),
                What::Click { link, url } => {
                    let held = Held {
                        event: id,
                        at: seen.at,
                        url: Arc::clone(url),
                        before: None,
                    };
                    let pace = || batch.burst(&mut recent.bursts, seen.recipient, *link, held);
                    let machine = seen.machine.or_else(pace);
                    (Some(*link), Some(Arc::clone(url)), machine)
                }
            };
            let is_repeat = recent.repeats.is_too_many(seen.recipient, link, seen.at);
            batch.events.push(Event {
                id,
                recipient: seen.recipient,
                at: seen.at,
                url,
                machine,
                is_repeat,
            });
        }
        let recipients = batch.events.iter().map(|event| event.recipient);
        batch.recipients = recipients.collect();
        batch.recipients.sort_unstable_by_key(RecipientRef::key);
        batch.recipients.dedup();
        batch
    }

    /// Whether a click that looks like a person's is part of a burst, and with it those before.
    fn burst(
        &mut self,
        bursts: &mut Bursts,
        recipient: RecipientRef,
        link: u64,
        click: Held,
    ) -> Option<MachineReason> {
        for earlier in bursts.click(recipient, link, click)? {
            // Events are in the order of their numbers.
            match self
                .events
                .binary_search_by_key(&earlier.event, |event| event.id)
            {
                Ok(index) => self.events[index].machine = Some(MachineReason::ClickBurst),
                Err(_) => self.taken_back.push(TakenBack {
                    recipient,
                    click: earlier,
                }),
            }
        }
        Some(MachineReason::ClickBurst)
    }

    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    /// After the commit: how things stood before it.
    pub(super) fn remember(
        &self,
        bursts: &mut Bursts,
        known: &HashMap<RecipientRef, TrackedRecipient>,
    ) {
        let clicks = self
            .events
            .iter()
            .filter(|event| event.is_click_of_person());
        for event in clicks {
            if let Some(tracked) = known.get(&event.recipient) {
                let before = Before {
                    contact: tracked.contact,
                    last_opened_at: tracked.last_opened_at,
                    last_clicked_at: tracked.last_clicked_at,
                };
                bursts.committed(&event.recipient, before);
            }
        }
    }

    pub(super) fn measure(&self, measures: &Measures) {
        let repeats = &measures.repeats;
        for event in &self.events {
            let measures = if event.url.is_some() {
                &measures.clicks
            } else {
                &measures.opens
            };
            measures.of(event.machine).increment(1);
            if event.is_repeat {
                repeats.increment(1);
            }
        }
    }
}

impl Event {
    fn is_click_of_person(&self) -> bool {
        self.machine.is_none() && self.url.is_some()
    }
}

#[cfg(test)]
mod tests;
