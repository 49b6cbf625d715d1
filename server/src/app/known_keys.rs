//! Whose keys this process has seen, so that a request can take its turn among its organization's before anybody has looked
//! the key up. It decides who waits for whom, and nothing else: what a key may do is read from the database every time, and
//! to which organization it belongs never changes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use postrider_domain::accounts::key::PresentedKey;
use postrider_domain::turns::Asker;

/// With more than this all are forgotten and learned anew.
const REMEMBERED: usize = 100_000;

/// By the hash of the whole key: nobody gets into the line of another who does not have it.
#[derive(Default)]
pub struct KnownKeys(Mutex<HashMap<[u8; 32], i64>>);

impl KnownKeys {
    fn open(&self) -> MutexGuard<'_, HashMap<[u8; 32], i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// On whose behalf a request with this key asks.
    pub fn asker(&self, presented: &PresentedKey) -> Asker {
        let org = self.open().get(presented.hash()).copied();
        org.map_or(Asker::Stranger, Asker::Organization)
    }

    /// The key was found genuine.
    pub fn learn(&self, presented: &PresentedKey, org: i64) {
        let mut known = self.open();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(*presented.hash(), org);
    }
}

#[cfg(test)]
mod tests {
    use postrider_domain::accounts::key::{mint, parse};

    use super::*;

    #[test]
    fn a_key_is_a_strangers_until_it_was_found_genuine() {
        let minted = mint([7; 64]);
        let (known, presented) = (KnownKeys::default(), parse(&minted.secret).unwrap());
        assert_eq!(known.asker(&presented), Asker::Stranger);
        known.learn(&presented, 5);
        assert_eq!(known.asker(&presented), Asker::Organization(5));
        let other = parse(&mint([8; 64]).secret).unwrap();
        assert_eq!(known.asker(&other), Asker::Stranger);
    }
}
