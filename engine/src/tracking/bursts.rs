//! Who is clicking right now, to know scanners that click everything.

use std::collections::HashMap;
use std::sync::Arc;

use postrider_domain::sending::machine::{BURST_MS, Pace};
use postrider_store::tracking::RecipientRef;

/// More recipients than this click at the same time only when somebody plays; then the watch starts anew.
const WATCHED: usize = 50_000;

/// A click that was taken for a person's and may turn out not to be.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) event: i64,
    pub(super) at: i64,
    pub(super) url: Arc<str>,
    /// Once it is committed.
    pub(super) before: Option<Before>,
}

/// How things stood before a click was counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) contact: i64,
    pub(super) last_opened_at: Option<i64>,
    pub(super) last_clicked_at: Option<i64>,
}

#[derive(Default)]
pub(super) struct Bursts {
    watched: HashMap<RecipientRef, Pace<Held>>,
    swept_at: i64,
}

impl Bursts {
    /// Nothing if the click may be a person's; else those before it that were none either.
    pub(super) fn click(
        &mut self,
        recipient: RecipientRef,
        link: u64,
        held: Held,
    ) -> Option<Vec<Held>> {
        self.sweep(held.at);
        let pace = self.watched.entry(recipient).or_default();
        if pace.is_burst(link, held.at) {
            return Some(pace.take_back().collect());
        }
        pace.taken_for_person(link, held.at, held);
        None
    }

    pub(super) fn committed(&mut self, recipient: &RecipientRef, before: Before) {
        let Some(pace) = self.watched.get_mut(recipient) else {
            return;
        };
        for held in pace.held().filter(|held| held.before.is_none()) {
            held.before = Some(before);
        }
    }

    fn sweep(&mut self, now: i64) {
        if now - self.swept_at > BURST_MS || self.watched.len() >= WATCHED {
            self.watched.retain(|_, pace| !pace.is_over(now));
            self.swept_at = now;
        }
        if self.watched.len() >= WATCHED {
            self.watched.clear();
        }
    }
}
