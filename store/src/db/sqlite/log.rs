//! Moves the write-ahead log into the file beside the writer. Left to itself `SQLite` does that in the
//! commit that crosses a thousand pages, and everybody waits for two more syncs of the disk.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

/// Pages that are moved together.
const SOME: i64 = 1_000;
/// A log of so many pages (64 MB) is to begin anew. It can as soon as nothing is left to move, which
/// during an import is never the case unless the writer itself moves the last pages.
const LONG: i64 = 16_000;
/// As many pages as the writer may move without being missed.
const FEW: i64 = 300;

#[derive(Default)]
struct State {
    /// In the log after the last commit.
    pages: i64,
    /// Of these, in the file already.
    moved: i64,
    is_almost_moved: bool,
    is_closed: bool,
}

#[derive(Default)]
pub(super) struct Log {
    state: Mutex<State>,
    changed: Condvar,
}

impl Log {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// After a commit: how many pages the log holds.
    pub(super) fn holds(&self, pages: i64) {
        let mut state = self.state();
        if pages < state.pages {
            state.moved = 0; // it began anew
        }
        state.pages = pages;
        if state.pages - state.moved >= SOME {
            self.changed.notify_one();
        }
    }

    /// Whether the writer should move the last pages now, so that the log begins anew.
    pub(super) fn is_to_be_ended(&self) -> bool {
        std::mem::take(&mut self.state().is_almost_moved)
    }

    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_one();
    }

    /// Until there is something to move; `false` when the database closes.
    fn wait(&self) -> bool {
        let mut state = self.state();
        while !state.is_closed && state.pages - state.moved < SOME {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        !state.is_closed
    }

    /// The work of a thread of its own.
    pub(super) fn keep_short(&self, connection: &Connection) {
        while self.wait() {
            let moved = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
                Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
            });
            let mut state = self.state();
            match moved {
                Ok((pages, moved)) => {
                    state.moved = moved.max(0);
                    state.is_almost_moved = pages >= LONG && pages - moved <= FEW;
                }
                // The writer is at it, or the disk has a problem, which the writer will tell.
                Err(error) => {
                    tracing::debug!(error = %error, "the log was not moved");
                    state.moved = state.pages;
                }
            }
        }
    }
}
