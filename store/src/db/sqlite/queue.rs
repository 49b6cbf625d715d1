//! Waiting work, in two lanes: quick work goes first, slow work (bulk writes, heavy reads) never takes
//! every thread.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::job::Job;
use crate::db::error::DbError;
use crate::db::lane::Lane;
use crate::db::measures::{LaneMeasures, Stopwatch};

/// More than this waiting in a lane is refused at once: waiting would only end in a timeout.
const WAITING: usize = 4096;

/// Slow work that quick work has overtaken this often goes next, or it would starve under load.
const OVERTAKEN: u32 = 64;

struct Waiting {
    job: Box<dyn Job>,
    since: Stopwatch,
}

#[derive(Default)]
struct State {
    quick: VecDeque<Waiting>,
    slow: VecDeque<Waiting>,
    slow_running: usize,
    overtaken: u32,
    closed: bool,
}

pub(super) struct Queue {
    state: Mutex<State>,
    ready: Condvar,
    slow_limit: usize,
    quick: LaneMeasures,
    slow: LaneMeasures,
}

impl Queue {
    /// At most `slow_limit` threads work on the slow lane at the same time.
    pub(super) fn new(name: &'static str, slow_limit: usize) -> Self {
        Self {
            state: Mutex::default(),
            ready: Condvar::new(),
            slow_limit,
            quick: LaneMeasures::new(name, "quick"),
            slow: LaneMeasures::new(name, "slow"),
        }
    }

    pub(super) fn push(&self, job: Box<dyn Job>, lane: Lane) -> Result<(), DbError> {
        let mut state = self.state();
        if state.closed {
            return Err(closed());
        }
        let (waiting, measures) = match lane {
            Lane::Quick => (&mut state.quick, &self.quick),
            Lane::Slow => (&mut state.slow, &self.slow),
        };
        if waiting.len() >= WAITING {
            return Err(DbError::Busy);
        }
        let since = measures.entered();
        waiting.push_back(Waiting { job, since });
        drop(state);
        self.ready.notify_one();
        Ok(())
    }

    /// The next job, or nothing when the queue is closed and empty. After each one, `finished`.
    pub(super) fn take(&self) -> Option<(Box<dyn Job>, Lane)> {
        let mut state = self.state();
        loop {
            if let Some((found, lane)) = state.next(self.slow_limit) {
                drop(state);
                return Some((self.begin(found, lane), lane));
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

    /// Another quick job if one waits already, and somebody for its answer.
    pub(super) fn take_quick(&self) -> Option<Box<dyn Job>> {
        let next = || {
            let found = self.state().quick.pop_front()?;
            Some(self.begin(found, Lane::Quick))
        };
        std::iter::from_fn(next).find(|job| !job.is_abandoned())
    }

    pub(super) fn finished(&self, lane: Lane) {
        if lane == Lane::Slow {
            let mut state = self.state();
            state.slow_running -= 1;
            if state.closed {
                self.ready.notify_all();
            }
        }
    }

    /// Everything that waits, to be refused.
    pub(super) fn drain(&self) -> Vec<Box<dyn Job>> {
        let mut guard = self.state();
        let state = &mut *guard;
        let quick = state
            .quick
            .drain(..)
            .map(|job| self.begin(job, Lane::Quick));
        let slow = state.slow.drain(..).map(|job| self.begin(job, Lane::Slow));
        quick.chain(slow).collect()
    }

    /// What waits is still done; nothing new is taken in.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.ready.notify_all();
    }

    fn begin(&self, waiting: Waiting, lane: Lane) -> Box<dyn Job> {
        match lane {
            Lane::Quick => self.quick.left(waiting.since),
            Lane::Slow => self.slow.left(waiting.since),
        }
        waiting.job
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next(&mut self, slow_limit: usize) -> Option<(Waiting, Lane)> {
        let slow_may = !self.slow.is_empty() && self.slow_running < slow_limit;
        let slow_must = slow_may && self.overtaken >= OVERTAKEN;
        if !slow_must && let Some(job) = self.quick.pop_front() {
            self.overtaken += u32::from(slow_may);
            return Some((job, Lane::Quick));
        }
        if !slow_may {
            return None;
        }
        let job = self.slow.pop_front()?;
        self.slow_running += 1;
        self.overtaken = 0;
        Some((job, Lane::Slow))
    }
}

pub(super) fn closed() -> DbError {
    DbError::Unavailable("the database is closed".to_owned())
}
