//! A server that failed often enough is left alone for a while.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Failures in a row.
const ENOUGH: u32 = 5;

pub(super) struct Breaker {
    rest: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    failures: u32,
    rests_until: Option<Instant>,
}

impl Breaker {
    pub fn new(rest: Duration) -> Self {
        Self {
            rest,
            state: Mutex::default(),
        }
    }

    /// For how long nothing is to be asked.
    pub fn rests(&self, now: Instant) -> Option<Duration> {
        let until = self.state().rests_until?;
        Some(until.saturating_duration_since(now)).filter(|left| !left.is_zero())
    }

    pub fn worked(&self) {
        *self.state() = State::default();
    }

    /// After a rest one failure is enough for the next.
    pub fn failed(&self, now: Instant) {
        let mut state = self.state();
        state.failures += 1;
        if state.failures >= ENOUGH {
            state.rests_until = Some(now + self.rest);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_failures_in_a_row_bring_a_rest() {
        let (rest, now) = (Duration::from_secs(30), Instant::now());
        let breaker = Breaker::new(rest);
        for _ in 0..4 {
            breaker.failed(now);
        }
        breaker.worked();
        for _ in 0..4 {
            breaker.failed(now);
            assert_eq!(breaker.rests(now), None);
        }
        breaker.failed(now);
        assert_eq!(breaker.rests(now), Some(rest));
        assert_eq!(breaker.rests(now + rest), None);
        breaker.failed(now + rest);
        assert_eq!(breaker.rests(now + rest), Some(rest));
        breaker.worked();
        assert_eq!(breaker.rests(now + rest), None);
    }
}
