//! How long a rule takes.

use std::cell::Cell;
use std::time::Duration;

/// The clock is looked at once for so many steps.
const STEPS: u32 = 64;

pub(super) struct Watch<'c> {
    elapsed: &'c dyn Fn() -> Duration,
    limit: Duration,
    until: Cell<Duration>,
    steps: Cell<u32>,
    late: Cell<bool>,
}

impl<'c> Watch<'c> {
    pub fn new(elapsed: &'c dyn Fn() -> Duration, limit: Duration) -> Self {
        Self {
            elapsed,
            limit,
            until: Cell::default(),
            steps: Cell::default(),
            late: Cell::default(),
        }
    }

    /// Gives the next rule all of its time.
    pub fn start(&self) {
        self.until.set((self.elapsed)() + self.limit);
        self.steps.set(0);
        self.late.set(false);
    }

    pub fn is_late(&self) -> bool {
        self.late.get()
    }

    /// What a rule goes through: it ends early when the time is over.
    pub fn over<T>(&self, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        all.into_iter().take_while(|_| self.goes_on())
    }

    fn goes_on(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get().is_multiple_of(STEPS) && (self.elapsed)() > self.until.get() {
            self.late.set(true);
        }
        !self.late.get()
    }
}
