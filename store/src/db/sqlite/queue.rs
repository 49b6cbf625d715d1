//! Waiting work, in two lanes: quick work goes first, slow work (bulk writes, heavy reads) never takes
//! every thread. In each lane organizations have their turn one after the other.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use postrider_domain::turns::{Asker, QueueFull, Turns};

use super::job::Job;
use crate::db::error::DbError;
use crate::db::lane::{Lane, QUICK_QUEUE};
use crate::db::measures::{LaneMeasures, Waiting, refused};

/// Slow work that quick work has overtaken this often goes next, or it would starve under load.
const OVERTAKEN: u32 = 64;

struct WaitingJob {
    job: Box<dyn Job>,
    /// Dropped when its wait is over.
    _waiting: Waiting,
}

impl WaitingJob {
    fn is_abandoned(&self) -> bool {
        self.job.is_abandoned()
    }
}

struct State {
    quick: Turns<WaitingJob>,
    slow: Turns<WaitingJob>,
    slow_running: usize,
    overtaken: u32,
    closed: bool,
}

/// Whose work a thread does, in which lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) lane: Lane,
    pub(super) asker: Asker,
}

pub(super) struct Queue {
    state: Mutex<State>,
    ready: Condvar,
    slow_limit: usize,
    quick: LaneMeasures,
    slow: LaneMeasures,
}

impl Queue {
    /// At most `slow_limit` threads work on the slow lane at the same time, and at most `slow_queue` jobs of one organization
    /// wait there.
    pub(super) fn new(name: &'static str, slow_limit: usize, slow_queue: usize) -> Self {
        Self {
            state: Mutex::new(State {
                quick: Turns::new(QUICK_QUEUE),
                slow: Turns::new(slow_queue),
                slow_running: 0,
                overtaken: 0,
                closed: false,
            }),
            ready: Condvar::new(),
            slow_limit,
            quick: LaneMeasures::new(name, "quick"),
            slow: LaneMeasures::new(name, "slow"),
        }
    }

    pub(super) fn push(&self, job: Box<dyn Job>, turn: Turn) -> Result<(), DbError> {
        // What somebody went away from is dropped when nobody is kept waiting for the lock.
        let mut gone = Vec::new();
        let mut state = self.state();
        if state.closed {
            return Err(closed());
        }
        let (turns, measures) = match turn.lane {
            Lane::Quick => (&mut state.quick, &self.quick),
            Lane::Slow => (&mut state.slow, &self.slow),
        };
        if !turns.has_room(turn.asker) {
            gone.extend(turns.take_gone(turn.asker, WaitingJob::is_abandoned));
        }
        if !turns.has_room(turn.asker) {
            refused().increment(1);
            return Err(QueueFull.into());
        }
        let waiting = WaitingJob {
            job,
            _waiting: measures.wait(),
        };
        turns.push(turn.asker, waiting)?;
        drop(state);
        self.ready.notify_one();
        Ok(())
    }

    /// The next job, or nothing when the queue is closed and empty. After each one, `finished`.
    pub(super) fn take(&self) -> Option<(Box<dyn Job>, Turn)> {
        let mut state = self.state();
        loop {
            if let Some((found, turn)) = state.next(self.slow_limit) {
                drop(state);
                return Some((found.job, turn));
            }
            if state.closed && state.slow.is_empty() {
                return None;
            }
            state = self
                .ready
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Another quick job if one waits already, and somebody for its answer. There is one writer: whoever had its turn is
    /// behind the others, and nobody has more than that one place.
    pub(super) fn take_quick(&self) -> Option<Box<dyn Job>> {
        let next = || {
            let mut state = self.state();
            let (asker, found) = state.quick.take()?;
            state.quick.leave(asker);
            Some(found.job)
        };
        std::iter::from_fn(next).find(|job| !job.is_abandoned())
    }

    pub(super) fn finished(&self, turn: Turn) {
        let mut state = self.state();
        match turn.lane {
            Lane::Quick => state.quick.leave(turn.asker),
            Lane::Slow => {
                state.slow.leave(turn.asker);
                state.slow_running -= 1;
                if state.closed {
                    self.ready.notify_all();
                }
            }
        }
    }

    /// Everything that waits, to be refused.
    pub(super) fn drain(&self) -> Vec<Box<dyn Job>> {
        let mut state = self.state();
        let (quick, slow) = (state.quick.take_all(), state.slow.take_all());
        drop(state);
        quick
            .into_iter()
            .chain(slow)
            .map(|waiting| waiting.job)
            .collect()
    }

    /// What waits is still done; nothing new is taken in.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.ready.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next(&mut self, slow_limit: usize) -> Option<(WaitingJob, Turn)> {
        let slow_may = !self.slow.is_empty() && self.slow_running < slow_limit;
        let slow_must = slow_may && self.overtaken >= OVERTAKEN;
        if !slow_must && let Some((asker, job)) = self.quick.take() {
            self.overtaken += u32::from(slow_may);
            let lane = Lane::Quick;
            return Some((job, Turn { lane, asker }));
        }
        if !slow_may {
            return None;
        }
        let (asker, job) = self.slow.take()?;
        self.slow_running += 1;
        self.overtaken = 0;
        let lane = Lane::Slow;
        Some((job, Turn { lane, asker }))
    }
}

pub(super) fn closed() -> DbError {
    DbError::Unavailable("the database is closed".to_owned())
}
