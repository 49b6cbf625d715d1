//! What one connection is at, so that whoever keeps it open for nothing can be told from who waits for us.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// How long a connection may be in each phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From its beginning to its first request, and from the first byte of a request to the last of its headers.
    pub headers: Duration,
    /// Between two requests.
    pub idle: Duration,
    /// While an answer is there and the caller takes none of it.
    pub stalled: Duration,
    /// What is left to those who have asked nothing yet when others wait for a connection.
    pub crowded: Duration,
    /// What is left between two requests then: more, or a crowd of strangers would cut off whoever works here.
    pub crowded_idle: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(30),
            idle: Duration::from_mins(1),
            stalled: Duration::from_secs(30),
            crowded: Duration::from_secs(1),
            crowded_idle: Duration::from_secs(10),
        }
    }
}

impl Patience {
    /// With those who ask nothing, while others wait for a connection.
    pub(super) fn in_a_crowd(self) -> Self {
        Self {
            headers: self.headers.min(self.crowded),
            idle: self.idle.min(self.crowded_idle),
            ..self
        }
    }
}

/// Whom a request waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitsFor {
    Us,
    Caller,
}

/// A caller that takes fewer bytes than this within its time takes nothing.
const LEAST_PROGRESS: u64 = 1024;

pub(super) struct Watch {
    began: Instant,
    /// Requests whose answers are not handed over yet.
    open: AtomicUsize,
    /// Of those, the ones that wait for us and not for the caller.
    ours: AtomicUsize,
    has_asked: AtomicBool,
    /// When the last request ended, in milliseconds since the beginning.
    idle_since: AtomicU64,
    /// Bytes are ready that the caller's side does not take.
    is_blocked: AtomicBool,
    written: AtomicU64,
}

/// How far a caller had come when last it took something.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    written: u64,
    at: Instant,
}

impl Watch {
    pub(super) fn begin() -> Self {
        Self {
            began: Instant::now(),
            open: AtomicUsize::new(0),
            ours: AtomicUsize::new(0),
            has_asked: AtomicBool::new(false),
            idle_since: AtomicU64::new(0),
            is_blocked: AtomicBool::new(false),
            written: AtomicU64::new(0),
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            written: self.written.load(Ordering::Relaxed),
            at: Instant::now(),
        }
    }

    pub(super) fn asked(&self) {
        self.has_asked.store(true, Ordering::Relaxed);
        self.open.fetch_add(1, Ordering::Relaxed);
        self.ours.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn ended(&self) {
        let now = self.began.elapsed().as_millis() as u64;
        self.idle_since.store(now, Ordering::Relaxed);
        self.open.fetch_sub(1, Ordering::Relaxed);
    }

    /// An answer waits for somebody else now.
    pub(super) fn turned_to(&self, waits_for: WaitsFor) {
        match waits_for {
            WaitsFor::Us => self.ours.fetch_add(1, Ordering::Relaxed),
            WaitsFor::Caller => self.ours.fetch_sub(1, Ordering::Relaxed),
        };
    }

    pub(super) fn wrote(&self, bytes: usize) {
        self.written.fetch_add(bytes as u64, Ordering::Relaxed);
        self.is_blocked.store(false, Ordering::Relaxed);
    }

    pub(super) fn blocked(&self) {
        self.is_blocked.store(true, Ordering::Relaxed);
    }

    /// Why the connection is to end now, if it is.
    pub(super) fn verdict(&self, patience: Patience, mark: &mut Mark) -> Option<&'static str> {
        let open = self.open.load(Ordering::Relaxed);
        let is_blocked = self.is_blocked.load(Ordering::Relaxed);
        if open == 0 && !is_blocked {
            *mark = self.mark();
            return self.idle(patience);
        }
        let written = self.written.load(Ordering::Relaxed);
        let waits_for_us = open == self.ours.load(Ordering::Relaxed) && !is_blocked;
        if waits_for_us || written.saturating_sub(mark.written) >= LEAST_PROGRESS {
            *mark = self.mark();
        }
        (mark.at.elapsed() >= patience.stalled).then_some("the caller does not take the answer")
    }

    fn idle(&self, patience: Patience) -> Option<&'static str> {
        let since = Duration::from_millis(self.idle_since.load(Ordering::Relaxed));
        let idle = self.began.elapsed().saturating_sub(since);
        let (limit, why) = if self.has_asked.load(Ordering::Relaxed) {
            (patience.idle, "nothing more was asked")
        } else {
            (patience.headers, "nothing was asked")
        };
        (idle >= limit).then_some(why)
    }
}
