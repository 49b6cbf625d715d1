//! How often the same was seen of the same recipient lately: a mail that is opened again and again, by a program that
//! loops perhaps, must not fill the database with rows.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use postrider_store::tracking::RecipientRef;

/// Events of one recipient and one link, or of the opens, that are written within an hour.
pub(super) const WRITTEN: u8 = 20;
const HOUR_MS: i64 = 60 * 60 * 1000;
/// Kept for each of two hours: some megabytes. With more, an hour ends early.
const REMEMBERED: usize = 200_000;

#[derive(Default)]
pub(super) struct Repeats {
    hasher: RandomState,
    /// How often each was seen since `since`, and in the hour before.
    this_hour: HashMap<u64, u8>,
    last_hour: HashMap<u64, u8>,
    since: i64,
}

impl Repeats {
    /// Whether what is seen now goes beyond what is written.
    pub(super) fn is_too_many(
        &mut self,
        recipient: RecipientRef,
        link: Option<u64>,
        at: i64,
    ) -> bool {
        self.turn(at);
        let key = self.hasher.hash_one((recipient, link));
        let before = self.last_hour.get(&key).copied().unwrap_or(0);
        let times = self.this_hour.entry(key).or_default();
        if times.saturating_add(before) >= WRITTEN {
            return true;
        }
        *times += 1;
        false
    }

    fn turn(&mut self, at: i64) {
        let is_over = at - self.since >= HOUR_MS;
        if !is_over && self.this_hour.len() < REMEMBERED {
            return;
        }
        let is_long_over = at - self.since >= 2 * HOUR_MS;
        self.last_hour = std::mem::take(&mut self.this_hour);
        if is_long_over {
            self.last_hour.clear();
        }
        self.since = at;
    }
}

#[cfg(test)]
mod tests {
    use postrider_domain::tenant::BrandKey;

    use super::*;

    fn recipient(ordinal: i64) -> RecipientRef {
        RecipientRef {
            brand: BrandKey { org: 1, brand: 1 },
            send: 1,
            ordinal,
        }
    }

    /// How many of so many, a second apart, are written.
    fn written(repeats: &mut Repeats, link: Option<u64>, from: i64, times: i64) -> usize {
        (0..times)
            .filter(|nth| !repeats.is_too_many(recipient(1), link, from + nth * 1000))
            .count()
    }

    #[test]
    fn an_hour_holds_so_many_of_one_link_and_the_next_has_room_again() {
        let mut repeats = Repeats::default();
        let limit = usize::from(WRITTEN);
        assert_eq!(written(&mut repeats, None, HOUR_MS, 100), limit);
        assert_eq!(written(&mut repeats, Some(1), HOUR_MS, 100), limit);
        assert_eq!(written(&mut repeats, Some(2), HOUR_MS, 5), 5);
        assert!(!repeats.is_too_many(recipient(2), None, HOUR_MS));
        // Within an hour of the last that was written nothing more is, whenever the hours turn.
        assert_eq!(written(&mut repeats, None, HOUR_MS + HOUR_MS / 2, 3000), 0);
        assert_eq!(written(&mut repeats, None, 4 * HOUR_MS, 100), limit);
    }

    #[test]
    fn memory_is_bounded() {
        let mut repeats = Repeats::default();
        for ordinal in 0..3 * REMEMBERED as i64 {
            repeats.is_too_many(recipient(ordinal), None, 1);
        }
        assert!(repeats.this_hour.len() <= REMEMBERED);
        assert!(repeats.last_hour.len() <= REMEMBERED);
    }
}
