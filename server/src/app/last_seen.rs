//! That sessions are used, gathered in memory and written in pieces: no request waits for it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use postrider_domain::accounts::token::TokenHash;
use postrider_store::people::sessions::Sight;

/// With more than this no others are noted until these are written, which is in a few seconds.
const REMEMBERED: usize = 100_000;

#[derive(Default)]
pub struct LastSeen(Mutex<HashMap<TokenHash, Sight>>);

impl LastSeen {
    pub fn note(&self, sight: Sight) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() < REMEMBERED || seen.contains_key(&sight.token) {
            seen.insert(sight.token, sight);
        }
    }

    /// What is to be written now.
    pub fn take(&self) -> Vec<Sight> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *seen).into_values().collect()
    }
}
