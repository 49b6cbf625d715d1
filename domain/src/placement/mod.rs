//! Inbox placement: what is said of a mail that was tried, by what was found out and by nothing else. What nobody could look
//! into is pending and named, and never counted as missing.

mod authentication;
mod diagnosing;
mod diagnosis;
mod facts;
mod seed;
#[cfg(test)]
mod tests;
mod verdict;

pub use authentication::{AuthResult, Authentication};
pub use diagnosis::{Diagnosis, Level};
pub use facts::{Facts, Filter, Mailing};
pub use seed::{LastLook, Outcome, Seed, SeedState, Stage};
pub use verdict::{Counts, Provider, TestStatus, Verdict, judge};

/// Tests of a brand that are kept once they are over; older ones go.
pub const KEPT: i64 = 200;
/// Tests of an organization that may wait or run at the same time.
pub const UNFINISHED_MAX: i64 = 20;

/// How much of a hundred is done before mailboxes are looked into.
const JUDGED_PERCENT: i64 = 20;
/// No more is said while it is not over.
const LAST_PERCENT: i64 = 99;

/// How much of a hundred is done once the mail is judged: mailboxes answer, or time passes.
pub fn progress(settled: i64, seeds: i64, waited_ms: i64, whole_ms: i64) -> i64 {
    let part = |done: i64, of: i64| {
        if of > 0 {
            done.clamp(0, of) * 100 / of
        } else {
            0
        }
    };
    let waited = part(settled, seeds).max(part(waited_ms, whole_ms));
    (JUDGED_PERCENT + waited * (100 - JUDGED_PERCENT) / 100).min(LAST_PERCENT)
}
