//! How long somebody stays signed in.

use crate::numbers::Millis;

const MINUTE_MS: i64 = 60 * 1000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// A session that nobody uses for so long has ended.
pub const IDLE_MS: i64 = 14 * DAY_MS;
/// So long after it was made it has ended, however much it is used.
pub const LONGEST_MS: i64 = 90 * DAY_MS;
/// For so long after the password was given it is not asked for again, whatever is done.
pub const PASSWORD_HOLDS_MS: i64 = 15 * MINUTE_MS;
/// How often it is written that a session is used: each time would be a write for every read.
pub const SEEN_EVERY_MS: i64 = MINUTE_MS;
/// A person has so many sessions at most; the oldest go.
pub const MOST: i64 = 50;
/// So much is kept of what a browser says that it is.
const BROWSER_CHARACTERS: usize = 200;
/// Clocks of several processes agree better than that.
const CLOCKS_MS: i64 = 5 * MINUTE_MS;

/// When what happened in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionTimes {
    pub made_at: Millis,
    pub last_seen_at: Millis,
    pub password_given_at: Millis,
}

impl SessionTimes {
    /// A session that was used later than now tells that the clock was set back. It could go on for as long as that was,
    /// so it ends, and its person signs in again.
    pub fn has_ended(self, now: Millis) -> bool {
        let latest = self.latest(now);
        latest - now.0 > CLOCKS_MS
            || latest - self.made_at.0 >= LONGEST_MS
            || latest - self.last_seen_at.0 >= IDLE_MS
    }

    /// Whether what is dangerous asks for the password again.
    pub fn wants_password(self, now: Millis) -> bool {
        self.latest(now) - self.password_given_at.0 >= PASSWORD_HOLDS_MS
    }

    /// Whether it is to be written that the session is used.
    pub fn is_to_be_seen(self, now: Millis) -> bool {
        now.0 - self.last_seen_at.0 >= SEEN_EVERY_MS
    }

    /// It was that late at least.
    fn latest(self, now: Millis) -> i64 {
        let known = [self.made_at, self.last_seen_at, self.password_given_at];
        known.into_iter().fold(now, Millis::max).0
    }
}

/// Sessions that were last seen before the first of these, or made before the second, have ended.
pub fn ended_before(now: Millis) -> (Millis, Millis) {
    (Millis(now.0 - IDLE_MS), Millis(now.0 - LONGEST_MS))
}

/// What is kept of the name that a browser gives itself, which anybody may choose.
pub fn browser_text(sent: &str) -> String {
    let shown = sent.chars().filter(|character| !character.is_control());
    shown.take(BROWSER_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MADE: i64 = 1_800_000_000_000;

    fn session(seen: i64, given: i64) -> SessionTimes {
        SessionTimes {
            made_at: Millis(MADE),
            last_seen_at: Millis(MADE + seen),
            password_given_at: Millis(MADE + given),
        }
    }

    #[test]
    fn it_ends_by_idleness_and_by_age() {
        for (seen, now, ended) in [
            (0, 0, false),
            (0, IDLE_MS - 1, false),
            (0, IDLE_MS, true),
            (80 * DAY_MS, 80 * DAY_MS + IDLE_MS - 1, true),
            (80 * DAY_MS, LONGEST_MS - 1, false),
            (LONGEST_MS - 1, LONGEST_MS, true),
        ] {
            let judged = session(seen, 0).has_ended(Millis(MADE + now));
            assert_eq!(judged, ended, "seen {seen}, now {now}");
        }
    }

    #[test]
    fn it_ends_when_the_clock_was_set_back() {
        let session = session(DAY_MS, 0);
        assert!(!session.has_ended(Millis(MADE + DAY_MS - CLOCKS_MS)));
        assert!(session.has_ended(Millis(MADE + DAY_MS - CLOCKS_MS - 1)));
        assert!(session.has_ended(Millis(MADE - DAY_MS)));
    }

    #[test]
    fn the_password_is_asked_for_again() {
        for (seen, given, now, wanted) in [
            (0, 0, 0, false),
            (0, 0, PASSWORD_HOLDS_MS - 1, false),
            (0, 0, PASSWORD_HOLDS_MS, true),
            (DAY_MS, DAY_MS, DAY_MS + 1, false),
            // The clock was set back after it was seen.
            (PASSWORD_HOLDS_MS, 0, 1, true),
        ] {
            let judged = session(seen, given).wants_password(Millis(MADE + now));
            assert_eq!(judged, wanted, "seen {seen}, given {given}, now {now}");
        }
    }

    #[test]
    fn use_is_written_once_a_minute() {
        for (now, written) in [(-1, false), (0, false), (59_999, false), (60_000, true)] {
            let judged = session(0, 0).is_to_be_seen(Millis(MADE + now));
            assert_eq!(judged, written, "{now}");
        }
    }

    #[test]
    fn of_a_browser_a_line_is_kept() {
        assert_eq!(browser_text("Fire\0fox\n/145 (Ünix)"), "Firefox/145 (Ünix)");
        assert_eq!(browser_text(&"é".repeat(201)), "é".repeat(200));
    }

    proptest! {
        /// Of two clocks the one that is behind never lets a session live that the other has ended, but for what clocks
        /// may differ.
        #[test]
        fn a_clock_set_back_never_lengthens_one(seen in 0..LONGEST_MS, back in 0..LONGEST_MS) {
            let session = session(seen, 0);
            let now = MADE + seen;
            if back > CLOCKS_MS {
                prop_assert!(session.has_ended(Millis(now - back)));
            }
            prop_assert!(session.wants_password(Millis(now)) == session.wants_password(Millis(now - back)));
        }

        /// What is swept has ended, and nothing else is.
        #[test]
        fn what_is_swept_has_ended(seen in 0..LONGEST_MS, later in 0..LONGEST_MS) {
            let (session, now) = (session(seen, 0), Millis(MADE + seen + later));
            let (idle, old) = ended_before(now);
            let is_swept = session.last_seen_at <= idle || session.made_at <= old;
            prop_assert_eq!(is_swept, session.has_ended(now));
        }
    }
}
