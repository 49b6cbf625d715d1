//! For whom something is made, and who hears how far it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use postrider_domain::turns::Asker;

/// How often a model is asked for the same, whatever kept it from answering.
pub const CLAIMS_MAX: i64 = 3;

/// Of a hundred: all is read, and all words are there.
pub const READ: i64 = 10;
pub const WRITTEN: i64 = 80;
/// When so many parts of a mail have begun, half of it is written; nobody knows how many there will be.
const HALF: i64 = 6;

#[derive(Clone)]
pub struct Errand {
    pub asker: Asker,
    /// How often it was begun, this time included.
    pub claims: i64,
    pub progress: Progress,
}

impl Errand {
    /// Of somebody who waits for the answer: there is no other time.
    pub fn at_once(asker: Asker) -> Self {
        Self {
            asker,
            claims: CLAIMS_MAX,
            progress: Progress::default(),
        }
    }

    /// Whether it may be put off.
    pub(super) fn can_wait(&self) -> bool {
        self.claims < CLAIMS_MAX
    }
}

/// Whoever makes something says how many parts of it have begun; whoever waits looks.
#[derive(Clone, Default)]
pub struct Progress(Arc<AtomicI64>);

impl Progress {
    /// Never back: a model that begins anew has not undone what was seen.
    pub fn begun(&self, parts: usize) {
        self.0.fetch_max(parts as i64, Ordering::Relaxed);
    }

    pub fn percent(&self) -> i64 {
        let parts = self.0.load(Ordering::Relaxed);
        READ + (WRITTEN - READ) * parts / (parts + HALF)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_on_and_never_back() {
        let progress = Progress::default();
        let seen: Vec<i64> = [0, 1, 6, 2, 10_000]
            .into_iter()
            .map(|parts| {
                progress.begun(parts);
                progress.percent()
            })
            .collect();
        assert_eq!(seen, [READ, 20, 45, 45, 79]);
    }
}
