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

    /// What could not be written is for the next time, unless they were seen again meanwhile.
    pub fn again(&self, sights: Vec<Sight>) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for sight in sights {
            if seen.len() < REMEMBERED {
                seen.entry(sight.token).or_insert(sight);
            }
        }
    }

    /// What is to be written now.
    pub fn take(&self) -> Vec<Sight> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *seen).into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use postrider_domain::accounts::token::mint;
    use postrider_domain::numbers::Millis;
    use postrider_store::people::sessions::SessionOrigin;

    use super::*;

    #[test]
    fn what_could_not_be_written_is_for_the_next_time() {
        let sight = |token: u8, at: i64| Sight {
            token: mint([token; 32]).hash,
            origin: SessionOrigin::default(),
            at: Millis(at),
        };
        let seen = LastSeen::default();
        seen.note(sight(1, 1));
        seen.note(sight(2, 1));
        let failed = seen.take();
        seen.note(sight(2, 5));
        seen.again(failed);
        let mut times: Vec<i64> = seen.take().into_iter().map(|sight| sight.at.0).collect();
        times.sort_unstable();
        assert_eq!(times, [1, 5]);
    }
}
