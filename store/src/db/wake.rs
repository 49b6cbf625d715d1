//! Tells workers in this process that a transaction has committed something for them.

use std::sync::atomic::{AtomicU8, Ordering};

use metrics::{Counter, counter};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Whom a commit concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sleeper {
    /// Whoever does jobs: there is a new one, or one that is due sooner.
    Jobs,
    /// Whoever mails: there are recipients, or a send has been moved.
    Mail,
    /// Whoever walks automations: a run can go on.
    Runs,
}

impl Sleeper {
    pub const ALL: [Self; 3] = [Self::Jobs, Self::Mail, Self::Runs];

    fn name(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Mail => "mail",
            Self::Runs => "runs",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Whom an open transaction wants to be woken. One that is repeated or undone wakes them all the same: once too often is
/// nothing, once too few is a delay.
#[derive(Default)]
pub(super) struct Asked(AtomicU8);

impl Asked {
    pub(super) fn ask(&self, worker: Sleeper) {
        self.0.fetch_or(worker.bit(), Ordering::Release);
    }
}

struct Bell {
    worker: Sleeper,
    notify: Notify,
    /// `postrider_wakes_total`: commits after which a `worker` looked at once for what to do. Chart it beside the rate of
    /// what it does: who is woken far more often than there is work pays for looking.
    rung: Counter,
}

pub(super) struct Wake([Bell; 3]);

impl Default for Wake {
    fn default() -> Self {
        Self(Sleeper::ALL.map(|worker| Bell {
            worker,
            notify: Notify::new(),
            rung: counter!("postrider_wakes_total", "worker" => worker.name()),
        }))
    }
}

impl Wake {
    /// After a transaction has ended.
    pub(super) fn ring(&self, asked: &Asked) {
        let asked = asked.0.load(Ordering::Acquire);
        for bell in self.0.iter().filter(|bell| asked & bell.worker.bit() != 0) {
            bell.rung.increment(1);
            bell.notify.notify_waiters();
        }
    }

    pub(super) fn woken(&self, worker: Sleeper) -> Notified<'_> {
        self.0[worker as usize].notify.notified()
    }
}
