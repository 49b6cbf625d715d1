//! The time that a report is about.

use super::Refused;
use crate::time::DAY_MS;

/// Older ones would be forgotten at once.
const OLDEST_MS: i64 = 35 * DAY_MS;
/// Reporters' clocks are not ours, and some name the end of a day that lasts.
const AHEAD_MS: i64 = DAY_MS;
/// A day is usual, a week the longest that anybody asks for.
const LONGEST_MS: i64 = 8 * DAY_MS;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Period {
    /// Milliseconds.
    pub from: i64,
    pub to: i64,
}

impl Period {
    /// The day that it counts for: the one on which it begins.
    pub(super) fn day(self, now: i64) -> Result<i64, Refused> {
        let Self { from, to } = self;
        let is_recent = from >= now - OLDEST_MS && to <= now + AHEAD_MS;
        if is_recent && from <= to && to - from <= LONGEST_MS && from <= now {
            Ok(day_of(from))
        } else {
            Err(Refused::OutOfTime)
        }
    }
}

/// When the day begins that a time is in, by UTC.
pub fn day_of(at: i64) -> i64 {
    at - at.rem_euclid(DAY_MS)
}
