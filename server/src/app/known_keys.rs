//! Whose keys and sessions this process has seen, so that a request can take its turn among its organization's before anybody
//! has looked them up. It decides who waits for whom, and nothing else: what they may do is read from the database every
//! time. To which organization a key belongs never changes; a session is taken for one of where it was used last.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

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

    /// On whose behalf a request with this key or session asks.
    pub fn asker(&self, hash: &[u8; 32]) -> Asker {
        let org = self.open().get(hash).copied();
        org.map_or(Asker::Stranger, Asker::Organization)
    }

    /// It was found genuine.
    pub fn learn(&self, hash: &[u8; 32], org: i64) {
        let mut known = self.open();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(*hash, org);
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
        assert_eq!(known.asker(presented.hash()), Asker::Stranger);
        known.learn(presented.hash(), 5);
        assert_eq!(known.asker(presented.hash()), Asker::Organization(5));
        let other = parse(&mint([8; 64]).secret).unwrap();
        assert_eq!(known.asker(other.hash()), Asker::Stranger);
    }
}
