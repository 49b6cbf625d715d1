//! What asking may cost, and how long answers hold.

use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For one domain, all questions about it together, from when they are asked.
    pub deadline: Duration,
    /// Domains asked about at the same time; the others wait their turn.
    pub in_flight: usize,
    /// How long an answer holds at most.
    pub kept: Duration,
    /// How long it holds that a domain has no hosts for mail: it may be given some.
    pub refusal_kept: Duration,
    /// How long nobody asks again after there was no answer, and how long an answer holds at least.
    pub silence_kept: Duration,
    /// Domains whose answers are kept.
    pub domains: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(2),
            in_flight: 64,
            kept: Duration::from_hours(1),
            refusal_kept: Duration::from_mins(5),
            silence_kept: Duration::from_secs(30),
            domains: 20_000,
        }
    }
}
