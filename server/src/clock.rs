//! The one place that reads the machine's clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970. The real clock is anchored at its start and moves with the monotonic
/// one, so that a system time set back never makes a rate window or a lease run backwards.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    Machine {
        anchor: Instant,
        at_anchor: Arc<AtomicI64>,
    },
    /// Tests set the time; a three-day wait passes in a microsecond.
    Set(Arc<AtomicI64>),
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "this is where the clock is read")]
    pub fn machine() -> Self {
        Self(Source::Machine {
            anchor: Instant::now(),
            at_anchor: Arc::new(AtomicI64::new(wall())),
        })
    }

    pub fn set(time: Arc<AtomicI64>) -> Self {
        Self(Source::Set(time))
    }

    pub fn now(&self) -> i64 {
        match &self.0 {
            Source::Machine { anchor, at_anchor } => {
                at_anchor.load(Ordering::Relaxed) + anchor.elapsed().as_millis() as i64
            }
            Source::Set(time) => time.load(Ordering::Relaxed),
        }
    }

    /// Jumps forward when the machine's time has: it slept, or was set. Called every few seconds.
    pub fn catch_up(&self) {
        if let Source::Machine { at_anchor, .. } = &self.0 {
            let behind = wall() - self.now();
            if behind > 0 {
                at_anchor.fetch_add(behind, Ordering::Relaxed);
            }
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
