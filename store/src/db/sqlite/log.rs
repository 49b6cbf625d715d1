//! Moves the write-ahead log into the file beside the writer. Left to itself `SQLite` does that in the
//! commit that crosses a thousand pages, and everybody waits for two more syncs of the disk.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::Connection;

/// Pages that are moved together.
const SOME: i64 = 1_000;
/// A log of so many pages (64 MB) is to begin anew. It can as soon as nothing is left to move, which
/// during an import is never the case unless the writer itself moves the last pages.
const LONG: i64 = 16_000;
/// As many pages as the writer may move without being missed.
const FEW: i64 = 300;
/// A log of so many pages (96 MB) is written faster than it is moved beside the writer: then the writer moves what is left,
/// however much it is, and nobody else does.
const TOO_LONG: i64 = 24_000;

/// Until the next try when pages cannot be moved.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Default)]
struct State {
    /// In the log after the last commit.
    pages: i64,
    /// Of these, in the file already.
    moved: i64,
    is_to_be_ended: bool,
    is_closed: bool,
}

impl State {
    fn has_some_to_move(&self) -> bool {
        self.pages < TOO_LONG && self.pages - self.moved >= SOME
    }
}

#[derive(Default)]
pub(super) struct Log {
    state: Mutex<State>,
    changed: Condvar,
    /// Held while pages are moved beside the writer.
    moving: Mutex<()>,
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
        if state.pages >= TOO_LONG {
            state.is_to_be_ended = true;
        } else if state.pages - state.moved >= SOME {
            self.changed.notify_one();
        }
    }

    /// Whether the writer should move the last pages now, so that the log begins anew.
    pub(super) fn is_to_be_ended(&self) -> bool {
        std::mem::take(&mut self.state().is_to_be_ended)
    }

    /// Nothing is moved beside the writer as long as this is held. Only a log that is too long is worth the wait: without it
    /// the writer could find somebody at it every time, and the log would grow on.
    pub(super) fn alone(&self) -> Option<MutexGuard<'_, ()>> {
        let is_too_long = self.state().pages >= TOO_LONG;
        is_too_long.then(|| self.moving())
    }

    fn moving(&self) -> MutexGuard<'_, ()> {
        self.moving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_one();
    }

    /// Until there is something to move; `false` when the database closes.
    fn wait(&self) -> bool {
        let mut state = self.state();
        while !state.is_closed && !state.has_some_to_move() {
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
            let moving = self.moving();
            let moved = move_pages(connection);
            drop(moving);
            let is_held_up = match moved {
                Ok(Some(Moved { pages, moved })) => self.moved(pages, moved),
                Ok(None) => true, // the writer is at it
                Err(error) => {
                    // The disk has a problem, which the writer will tell.
                    tracing::debug!(error = %error, "pages of SQLite's log were not moved into the database");
                    true
                }
            };
            // A reader that needs the log as it was lets nothing more be moved until it has ended.
            if is_held_up {
                std::thread::sleep(PAUSE);
            }
        }
    }

    /// Takes note of what was moved; `true` if much is left that could not be.
    fn moved(&self, pages: i64, moved: i64) -> bool {
        let mut state = self.state();
        // More pages than there are now: the log has begun anew meanwhile.
        if pages <= state.pages {
            state.moved = moved;
            state.is_to_be_ended = pages >= LONG && pages - moved <= FEW;
        }
        state.has_some_to_move()
    }
}

/// The pages of a log, and how many of them are in the file.
pub(super) struct Moved {
    pages: i64,
    moved: i64,
}

/// Without waiting for anybody. `None`: somebody else is moving pages.
pub(super) fn move_pages(connection: &Connection) -> rusqlite::Result<Option<Moved>> {
    connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
        let is_busy: bool = row.get(0)?;
        let (pages, moved) = (row.get(1)?, row.get(2)?);
        Ok((!is_busy).then_some(Moved { pages, moved }))
    })
}
