//! How long to wait before a password is tried again. Guessing grows slow, and nobody is locked out: whoever knows the
//! password gets in at the next try that is let through, and a link by mail needs none.

use crate::numbers::Millis;

const MINUTE_MS: i64 = 60 * 1000;
/// After so long without a try nothing is held against anybody.
const FORGOTTEN_MS: i64 = 60 * MINUTE_MS;

/// How many tries in a minute, and how long the wait may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TryLimit {
    a_minute: u32,
    longest_ms: i64,
}

impl TryLimit {
    /// Of one account. The wait stays short, because anybody may try at anybody's account.
    pub const ACCOUNT: Self = Self {
        a_minute: 5,
        longest_ms: 5 * MINUTE_MS,
    };
    /// From one address of a caller. Many people may share it.
    pub const ADDRESS: Self = Self {
        a_minute: 20,
        longest_ms: 15 * MINUTE_MS,
    };
    /// Of all accounts from all addresses. It does not grow: everybody would wait for one who guesses.
    pub const EVERYBODY: Self = Self {
        a_minute: 600,
        longest_ms: MINUTE_MS,
    };
}

/// Failed tries that were let through, as they are counted for one account, one address or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedTries {
    /// When the first of those that count came.
    since: Millis,
    count: u32,
    /// How often in a row there were as many as are let through.
    excesses: u32,
}

impl FailedTries {
    pub const NONE: Self = Self {
        since: Millis(0),
        count: 0,
        excesses: 0,
    };

    /// Milliseconds until a try is let through; 0: now.
    pub fn wait_ms(self, limit: TryLimit, now: Millis) -> i64 {
        if self.count < limit.a_minute {
            return 0;
        }
        self.left_ms(limit, now)
    }

    /// With one more, that came now and was let through.
    #[must_use]
    pub fn add(self, limit: TryLimit, now: Millis) -> Self {
        if self.count > 0 && self.left_ms(limit, now) > 0 {
            return Self {
                since: self.since.min(now),
                count: self.count.saturating_add(1),
                ..self
            };
        }
        let grows = self.count >= limit.a_minute && !self.is_forgotten(limit, now);
        Self {
            since: now,
            count: 1,
            excesses: if grows {
                self.excesses.saturating_add(1)
            } else {
                0
            },
        }
    }

    /// Without one that was right after all. Its first stays, so that nobody begins anew with an account of their own.
    #[must_use]
    pub fn take_back(self) -> Self {
        Self {
            count: self.count.saturating_sub(1).max(self.count.min(1)),
            ..self
        }
    }

    /// Nothing is held against anybody any more: the count need not be kept.
    pub fn is_forgotten(self, limit: TryLimit, now: Millis) -> bool {
        now.0 >= self.since.0 + self.pause_ms(limit) + FORGOTTEN_MS
    }

    /// How long those that are counted go on counting. A clock set back would have everybody wait until it has caught up:
    /// then none of them count.
    fn left_ms(self, limit: TryLimit, now: Millis) -> i64 {
        let pause = self.pause_ms(limit);
        let left = self.since.0 + pause - now.0;
        if left > 2 * pause { 0 } else { left.max(0) }
    }

    /// A minute, twice as long after each in a row that was used up.
    fn pause_ms(self, limit: TryLimit) -> i64 {
        let doubled = MINUTE_MS << self.excesses.min(16);
        doubled.min(limit.longest_ms)
    }
}

/// Milliseconds until a try is let through that counts for all three.
pub fn wait_ms(
    account: FailedTries,
    address: FailedTries,
    everybody: FailedTries,
    now: Millis,
) -> i64 {
    let account = account.wait_ms(TryLimit::ACCOUNT, now);
    let address = address.wait_ms(TryLimit::ADDRESS, now);
    let everybody = everybody.wait_ms(TryLimit::EVERYBODY, now);
    account.max(address).max(everybody)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const START: i64 = 1_800_000_000_000;
    const LIMITS: [TryLimit; 3] = [TryLimit::ACCOUNT, TryLimit::ADDRESS, TryLimit::EVERYBODY];

    /// Tries as soon as each is let through, and says when each was, in seconds.
    fn guess(limit: TryLimit, tries: usize) -> Vec<i64> {
        let (mut failed, mut now) = (FailedTries::NONE, START);
        let mut at = Vec::new();
        for _ in 0..tries {
            now += failed.wait_ms(limit, Millis(now));
            assert_eq!(failed.wait_ms(limit, Millis(now)), 0);
            failed = failed.add(limit, Millis(now));
            at.push((now - START) / 1000);
        }
        at
    }

    #[test]
    fn five_tries_of_an_account_are_free_and_then_the_wait_grows() {
        let at = guess(TryLimit::ACCOUNT, 26);
        let first_of_each: Vec<i64> = at.into_iter().step_by(5).collect();
        assert_eq!(first_of_each, [0, 60, 180, 420, 720, 1020]);
    }

    #[test]
    fn so_many_are_let_through_in_a_minute_and_no_more() {
        for (limit, a_minute) in LIMITS.into_iter().zip([5, 20, 600]) {
            let at = guess(limit, 2000);
            let in_first = at.iter().filter(|second| **second < 60).count();
            assert_eq!(in_first, a_minute, "{limit:?}");
        }
    }

    #[test]
    fn the_bound_over_all_does_not_grow() {
        let at = guess(TryLimit::EVERYBODY, 6000);
        assert_eq!(at.last(), Some(&540));
    }

    #[test]
    fn mistakes_now_and_then_cost_nothing() {
        let mut failed = FailedTries::NONE;
        for minute in 0..100 {
            let now = Millis(START + minute * MINUTE_MS / 4);
            assert_eq!(failed.wait_ms(TryLimit::ACCOUNT, now), 0);
            failed = failed.add(TryLimit::ACCOUNT, now);
        }
    }

    #[test]
    fn what_is_long_ago_is_forgotten() {
        let mut failed = FailedTries::NONE;
        for _ in 0..5 {
            failed = failed.add(TryLimit::ACCOUNT, Millis(START));
        }
        let later = Millis(START + MINUTE_MS + FORGOTTEN_MS);
        assert!(failed.is_forgotten(TryLimit::ACCOUNT, later));
        assert!(!failed.is_forgotten(TryLimit::ACCOUNT, Millis(later.0 - 1)));
        let again = FailedTries::NONE.add(TryLimit::ACCOUNT, later);
        assert_eq!(failed.add(TryLimit::ACCOUNT, later), again);
    }

    #[test]
    fn the_longest_wait_counts() {
        let mut account = FailedTries::NONE;
        for _ in 0..5 {
            account = account.add(TryLimit::ACCOUNT, Millis(START));
        }
        let none = FailedTries::NONE;
        let wait = |account, address| wait_ms(account, address, none, Millis(START));
        assert_eq!(wait(account, none), MINUTE_MS);
        assert_eq!(wait(none, account), 0, "an address may fail more often");
    }

    proptest! {
        /// Whenever tries come and whatever the clock does, somebody gets through after the longest wait.
        #[test]
        fn nobody_is_locked_out(
            steps in proptest::collection::vec(-MINUTE_MS * 30..MINUTE_MS * 30, 1..200),
            which in 0..3_usize,
        ) {
            let limit = LIMITS[which];
            let (mut failed, mut now) = (FailedTries::NONE, START);
            for step in steps {
                now += step;
                let wait = failed.wait_ms(limit, Millis(now));
                prop_assert!((0..=2 * limit.longest_ms).contains(&wait));
                prop_assert_eq!(failed.wait_ms(limit, Millis(now + wait)), 0);
                if wait == 0 {
                    failed = failed.add(limit, Millis(now));
                }
            }
        }
    }
}
