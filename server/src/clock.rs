//! The one place that reads the machine's clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

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
}

impl Machine {
    fn own(&self) -> i64 {
        self.at_anchor.load(Ordering::Relaxed) + self.anchor.elapsed().as_millis() as i64
    }
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "this is where the clock is read")]
    pub fn machine() -> Self {
        Self(Source::Machine(Arc::new(Machine {
            anchor: Instant::now(),
            at_anchor: AtomicI64::new(wall()),
            behind_database: AtomicI64::new(0),
            follows: AtomicBool::new(false),
            told: AtomicI64::new(0),
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
        if let Source::Machine(machine) = &self.0
            && !machine.follows.load(Ordering::Relaxed)
        {
            let slept = wall() - machine.own();
            if slept > 0 {
                machine.at_anchor.fetch_add(slept, Ordering::Relaxed);
            }
        }
    }

    /// Takes over the time of the database, which all processes on it share: a lease of one is compared
    /// with the clock of another.
    pub fn follow(&self, database: i64) {
        if let Source::Machine(machine) = &self.0 {
            let behind = database - machine.own();
            machine.behind_database.store(behind, Ordering::Relaxed);
            machine.follows.store(true, Ordering::Relaxed);
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
