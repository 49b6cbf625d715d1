//! Rate limits: exact rolling windows, per key and policy.

mod outage;
mod process;
mod redis;
mod shared;

use crate::support::Answer;

const START: &str = "2026-03-01T12:00:00Z";
const START_S: i64 = 1_772_366_400;

/// Limit, remaining and reset, as the headers say.
fn window(answer: &Answer) -> (i64, i64, i64) {
    let number = |name| answer.number(name).unwrap();
    (
        number("x-ratelimit-limit"),
        number("x-ratelimit-remaining"),
        number("x-ratelimit-reset"),
    )
}
