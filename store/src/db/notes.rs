//! What this process has read of notes that are renewed once in some seconds, so that not everybody who would renew one reads it
//! first. A note only goes forward, so one that was read is at least as new for whoever comes later.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use postrider_domain::tenant::BrandKey;

/// Some hundred kilobytes. More brands that are busy at once pay with a look.
const MOST: usize = 10_000;

/// What changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Noted {
    Contacts,
    Engagement,
}

#[derive(Default)]
pub(crate) struct Notes(Mutex<HashMap<(BrandKey, Noted), i64>>);

impl Notes {
    pub(crate) fn last(&self, brand: BrandKey, what: Noted) -> Option<i64> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.get(&(brand, what)).copied()
    }

    /// Only what was committed: a note of one's own may still be undone.
    pub(crate) fn read(&self, brand: BrandKey, what: Noted, last: i64) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.len() >= MOST {
            notes.clear();
        }
        notes.insert((brand, what), last);
    }
}
