//! The one place that reads the machine's clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970. The real clock is anchored at its start and moves with the monotonic
/// one, so that a corrected system time never makes a rate window or a lease run backwards.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    Machine {
        anchor: Instant,
        at_anchor: i64,
    },
    /// Tests set the time; a three-day wait passes in a microsecond.
    Set(Arc<AtomicI64>),
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "this is where the clock is read")]
    pub fn machine() -> Self {
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self(Source::Machine {
            anchor: Instant::now(),
            at_anchor: since_epoch.as_millis() as i64,
        })
    }

    pub fn set(time: Arc<AtomicI64>) -> Self {
        Self(Source::Set(time))
    }

    pub fn now(&self) -> i64 {
        match &self.0 {
            Source::Machine { anchor, at_anchor } => {
                at_anchor + anchor.elapsed().as_millis() as i64
            }
            Source::Set(time) => time.load(Ordering::Relaxed),
        }
    }
}
