//! What is under way in this process: mails that are ready to leave, and what came of those that left.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use postrider_domain::tenant::BrandKey;
use tokio::sync::Notify;

use super::journal::{Dot, Slot};
use super::letter::Mail;
use super::letters::Loaded;
use super::transport::Attempt;

/// A taken recipient, while this process has it.
#[derive(Clone, Copy, Debug)]
pub struct Ticket {
    pub slot: Slot,
    pub brand: BrandKey,
    pub send: i64,
    /// Tries before this one.
    pub attempts: i64,
    /// No dot leaves after this.
    pub expires_at: i64,
}

/// A mail that is ready to leave.
pub struct Ready {
    pub ticket: Ticket,
    pub mail: Mail,
    pub letter: Arc<Loaded>,
}

/// What came of one.
#[derive(Debug)]
pub struct Done {
    pub ticket: Ticket,
    pub attempt: Tried,
    pub at: i64,
    /// Where the journal has its dot, if it came that far.
    pub dot: Option<Dot>,
}

#[derive(Debug)]
pub enum Tried {
    Attempted(Attempt),
    /// Its dot was not let go.
    HeldBack,
    /// It was not tried: the process stops, or its letter could not be made.
    Untouched,
}

/// Mails wait here for a connection that is free.
#[derive(Default)]
pub struct Queue {
    waiting: Mutex<VecDeque<Ready>>,
    more: Notify,
}

impl Queue {
    pub fn push(&self, ready: Vec<Ready>) {
        let count = ready.len();
        self.lock().extend(ready);
        for _ in 0..count {
            self.more.notify_one();
        }
    }

    pub async fn next(&self) -> Ready {
        loop {
            let more = self.more.notified();
            let (ready, is_last) = self.pop();
            if let Some(ready) = ready {
                // The permits of those that came together are one: whoever finds more passes it on.
                if !is_last {
                    self.more.notify_one();
                }
                return ready;
            }
            more.await;
        }
    }

    /// The next, and whether none is behind it.
    fn pop(&self) -> (Option<Ready>, bool) {
        let mut waiting = self.lock();
        let ready = waiting.pop_front();
        (ready, waiting.is_empty())
    }

    /// Takes out whatever nobody has begun.
    pub fn drain(&self) -> Vec<Ready> {
        self.lock().drain(..).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Ready>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
