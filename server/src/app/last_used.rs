//! When each key was last used, gathered in memory and written at most once a minute for a key.

use postrider_domain::numbers::Millis;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

const MINUTE_MS: i64 = 60_000;

#[derive(Default)]
pub struct LastUsed(Mutex<HashMap<(i64, i64), Seen>>);

#[derive(Clone, Copy, Default)]
struct Seen {
    at: i64,
    written: i64,
}

/// One write that is due.
pub struct Touch {
    pub org: i64,
    pub key: i64,
    pub at: i64,
}

impl LastUsed {
    pub fn touch(&self, org: i64, key: i64, now: Millis) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry((org, key))
            .or_default()
            .at = now.0;
    }

    /// The touches to write now. Keys that were quiet since their last write are forgotten.
    pub fn take_due(&self, now: i64) -> Vec<Touch> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|_, seen| seen.at > seen.written || now - seen.written < MINUTE_MS);
        let mut due = Vec::new();
        for ((org, key), seen) in seen.iter_mut() {
            if seen.at > seen.written && now - seen.written >= MINUTE_MS {
                seen.written = now;
                due.push(Touch {
                    org: *org,
                    key: *key,
                    at: seen.at,
                });
            }
        }
        due
    }
}
