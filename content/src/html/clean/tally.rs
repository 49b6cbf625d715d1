//! Counts what is taken out.

use std::collections::HashMap;

use crate::report::{LISTED_MAX, Stripped};

const WHAT_MAX: usize = 80;

#[derive(Debug, Default)]
pub(super) struct Tally {
    entries: Vec<Stripped>,
    known: HashMap<(String, &'static str), usize>,
}

impl Tally {
    pub fn add(&mut self, what: &str, reason: &'static str, line: u32) {
        let what = if self.known.len() < LISTED_MAX {
            what.chars().take(WHAT_MAX).collect()
        } else {
            "…".to_owned()
        };
        let entry = *self
            .known
            .entry((what, reason))
            .or_insert_with_key(|(what, reason)| {
                self.entries.push(Stripped {
                    what: what.clone(),
                    reason: (*reason).to_owned(),
                    count: 0,
                    line,
                });
                self.entries.len() - 1
            });
        self.entries[entry].count += 1;
    }

    pub fn into_entries(self) -> Vec<Stripped> {
        self.entries
    }
}
