//! The one place that reads the machine's clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use postrider_store::db::Clock as EngineClock;

/// A machine that is suddenly so much later than it was is not believed by runs that wait for days...
const LEAP_MS: i64 = 5 * 60 * 1000;
/// ...for this long: a mistake is set right by then.
const DISTRUST_MS: i64 = 10 * 60 * 1000;

/// Milliseconds since 1970. The real clock is anchored at its start and moves with the monotonic
/// one, so that a system time set back never makes a rate window or a lease run backwards.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    Machine(Arc<Machine>),
    /// Tests set the time; a three-day wait passes in a microsecond.
    Set(Arc<AtomicI64>),
}

struct Machine {
    anchor: Instant,
    at_anchor: AtomicI64,
    /// By how much the database's clock is ahead of this machine's.
    behind_database: AtomicI64,
    follows: AtomicBool,
    /// The last time told: when the clock is set to a slower one, it waits here.
    told: AtomicI64,
    /// Milliseconds after the anchor until which the time is not believed.
    distrusted_until: AtomicI64,
}

impl Machine {
    fn elapsed(&self) -> i64 {
        self.anchor.elapsed().as_millis() as i64
    }

    fn catch_up(&self, wall: i64) {
        if self.follows.load(Ordering::Relaxed) {
            return;
        }
        let leapt = wall - self.own();
        if leapt > 0 {
            self.at_anchor.fetch_add(leapt, Ordering::Relaxed);
        }
        if leapt > LEAP_MS {
            let until = self.elapsed() + DISTRUST_MS;
            self.distrusted_until.store(until, Ordering::Relaxed);
            tracing::warn!(leapt_ms = leapt, "the machine's clock leapt ahead");
        }
    }

    fn follow(&self, database: i64) {
        let behind = database - self.own();
        self.behind_database.store(behind, Ordering::Relaxed);
        self.follows.store(true, Ordering::Relaxed);
        // It agrees with the database's clock now.
        self.distrusted_until.store(0, Ordering::Relaxed);
    }

    fn is_trusted(&self) -> bool {
        self.elapsed() >= self.distrusted_until.load(Ordering::Relaxed)
    }

    fn own(&self) -> i64 {
        self.at_anchor.load(Ordering::Relaxed) + self.elapsed()
    }
}

impl Clock {
    /// As the engine asks for it.
    pub fn shared(&self) -> EngineClock {
        let clock = self.clone();
        Arc::new(move || clock.now())
    }

    #[expect(clippy::disallowed_methods, reason = "this is where the clock is read")]
    pub fn machine() -> Self {
        Self(Source::Machine(Arc::new(Machine {
            anchor: Instant::now(),
            at_anchor: AtomicI64::new(wall()),
            behind_database: AtomicI64::new(0),
            follows: AtomicBool::new(false),
            told: AtomicI64::new(0),
            distrusted_until: AtomicI64::new(0),
        })))
    }

    pub fn set(time: Arc<AtomicI64>) -> Self {
        Self(Source::Set(time))
    }

    pub fn now(&self) -> i64 {
        match &self.0 {
            Source::Machine(machine) => {
                let now = machine.own() + machine.behind_database.load(Ordering::Relaxed);
                machine.told.fetch_max(now, Ordering::Relaxed).max(now)
            }
            Source::Set(time) => time.load(Ordering::Relaxed),
        }
    }

    /// Jumps forward when the machine's time has: it slept, or was set. Called every few seconds. A clock
    /// that follows the database's is set by that one alone.
    pub fn catch_up(&self) {
        if let Source::Machine(machine) = &self.0 {
            machine.catch_up(wall());
        }
    }

    /// Whether runs that wait for a time may go by this clock. After a leap it is not believed for a while, unless it
    /// agrees with the database's.
    pub fn is_trusted(&self) -> bool {
        match &self.0 {
            Source::Machine(machine) => machine.is_trusted(),
            Source::Set(_) => true,
        }
    }

    /// Takes over the time of the database, which all processes on it share: a lease of one is compared
    /// with the clock of another.
    pub fn follow(&self, database: i64) {
        if let Source::Machine(machine) = &self.0 {
            machine.follow(database);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is where the clock is read")]
fn wall() -> i64 {
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    since_epoch.as_millis() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> Arc<Machine> {
        match Clock::machine().0 {
            Source::Machine(machine) => machine,
            Source::Set(_) => unreachable!(),
        }
    }

    #[test]
    fn a_leap_is_followed_and_not_believed_for_a_while() {
        let machine = machine();
        let before = machine.own();
        machine.catch_up(before + LEAP_MS - 1_000);
        assert!(machine.is_trusted());
        machine.catch_up(machine.own() + LEAP_MS + 1_000);
        assert!(machine.own() >= before + 2 * LEAP_MS);
        assert!(!machine.is_trusted());
        machine
            .distrusted_until
            .store(machine.elapsed(), Ordering::Relaxed);
        assert!(machine.is_trusted());
    }

    #[test]
    fn a_step_back_changes_nothing() {
        let machine = machine();
        let before = machine.own();
        machine.catch_up(before - 3_600_000);
        assert!(machine.own() >= before && machine.is_trusted());
    }

    #[test]
    fn a_clock_that_agrees_with_the_databases_is_believed() {
        let machine = machine();
        machine.catch_up(machine.own() + 2 * LEAP_MS);
        assert!(!machine.is_trusted());
        machine.follow(machine.own() - 2 * LEAP_MS);
        assert!(machine.is_trusted());
        // The machine's own time counts no more.
        machine.catch_up(machine.own() + 2 * LEAP_MS);
        assert!(machine.is_trusted());
    }
}
