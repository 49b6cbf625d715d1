//! What is under way in this process: mails that are ready to leave, and what came of those that left.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use postrider_domain::contacts::mailbox::Mailbox;
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use tokio::sync::Notify;

use super::attempt::Attempt;
use super::journal::{Dot, Slot};
use super::letter::Mail;
use super::letters::Loaded;
use super::sites::Sites;

/// How long an outcome waits for others to be settled with.
const A_MOMENT: Duration = Duration::from_millis(20);

/// A taken recipient, while this process has it.
#[derive(Clone, Copy, Debug)]
pub struct Ticket {
    pub slot: Slot,
    pub brand: BrandKey,
    pub send: i64,
    pub mailbox: Mailbox,
    /// The receiving site, where each has its own limits.
    pub site: i64,
    /// Tries before this one.
    pub attempts: i64,
    /// When the first of them was; nothing if there was none, or none that is known.
    pub first_tried_at: Option<i64>,
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
    /// Its mail could not be made, or its dot was not let go.
    HeldBack,
    /// It was not tried: the process stops.
    Untouched,
}

/// Mails wait here for a connection that is free, and whose site may have another.
#[derive(Default)]
pub struct Queue {
    waiting: Mutex<VecDeque<Ready>>,
    more: Notify,
    sites: Option<Arc<Sites>>,
}

impl Queue {
    /// Nothing: all mail goes one way.
    pub fn with_limits(sites: Option<Arc<Sites>>) -> Self {
        Self {
            sites,
            ..Self::default()
        }
    }

    pub fn push(&self, ready: Vec<Ready>) {
        let count = ready.len();
        self.lock().extend(ready);
        for _ in 0..count {
            self.more.notify_one();
        }
    }

    /// The next that may leave; whoever took it says `left` when it is done.
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

    /// Gives a mail the place that DNS says; without a free connection there it waits again.
    pub fn placed(&self, mut ready: Ready, now: i64) -> Option<Ready> {
        let Some(sites) = &self.sites else {
            return Some(ready);
        };
        let before = ready.ticket.site;
        let site = sites.of(&ready.mail.to, now);
        if site == before {
            return Some(ready);
        }
        sites.moved(before, site, Millis(now));
        ready.ticket.site = site;
        let is_free = sites.enter(site);
        self.left(before);
        if is_free {
            return Some(ready);
        }
        self.lock().push_back(ready);
        None
    }

    /// A connection is free again, and its site may have another.
    pub fn left(&self, site: i64) {
        if let Some(sites) = &self.sites {
            sites.leave(site);
            self.more.notify_one();
        }
    }

    /// The next, and whether none is behind it.
    fn pop(&self) -> (Option<Ready>, bool) {
        let mut waiting = self.lock();
        let ready = match &self.sites {
            None => waiting.pop_front(),
            Some(sites) => {
                let may_leave = |ready: &Ready| sites.enter(ready.ticket.site);
                let first = waiting.iter().position(may_leave);
                first.and_then(|index| waiting.remove(index))
            }
        };
        (ready, waiting.is_empty())
    }

    /// Takes out whatever nobody has begun.
    pub fn drain(&self) -> Vec<Ready> {
        self.lock().drain(..).collect()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Ready>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What came of mails, until it is settled. A commit costs as much as mailing several, however few outcomes it has:
/// whoever settles is woken when there are enough of them, or when some have waited for a moment.
#[derive(Default)]
pub struct Outcomes {
    known: Mutex<Known>,
    news: Notify,
}

#[derive(Default)]
struct Known {
    done: Vec<Done>,
    /// How many are enough.
    wanted: usize,
}

impl Outcomes {
    pub fn push(&self, done: Done) {
        let mut known = self.lock();
        known.done.push(done);
        let count = known.done.len();
        // The first starts the moment, the last ends it; the others wake nobody.
        let is_news = count == 1 || count == known.wanted;
        drop(known);
        if is_news {
            self.news.notify_one();
        }
    }

    pub fn take(&self) -> Vec<Done> {
        std::mem::take(&mut self.lock().done)
    }

    /// Until it is time to settle, with so many mails under way.
    pub async fn worth_settling(&self, under_way: usize) {
        let wanted = under_way.div_ceil(2).max(1);
        self.lock().wanted = wanted;
        loop {
            let news = self.news.notified();
            let count = self.lock().done.len();
            if count >= wanted {
                return;
            }
            if count == 0 {
                news.await;
            } else if tokio::time::timeout(A_MOMENT, news).await.is_err() {
                return;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(ordinal: i64) -> Done {
        let ticket = Ticket {
            slot: Slot { claim: 1, ordinal },
            brand: BrandKey { org: 1, brand: 1 },
            send: 1,
            mailbox: Mailbox::of("ada@example.com"),
            site: 0,
            first_tried_at: None,
            attempts: 0,
            expires_at: 0,
        };
        Done {
            ticket,
            attempt: Tried::Untouched,
            at: 0,
            dot: None,
        }
    }

    async fn comes(outcomes: &Outcomes, under_way: usize, within: Duration) -> bool {
        let settling = outcomes.worth_settling(under_way);
        tokio::time::timeout(within, settling).await.is_ok()
    }

    #[tokio::test]
    async fn outcomes_are_settled_together_and_none_waits_for_ever() {
        let outcomes = Outcomes::default();
        assert!(!comes(&outcomes, 64, 5 * A_MOMENT).await, "nothing to do");
        outcomes.push(done(1));
        assert!(!comes(&outcomes, 64, Duration::ZERO).await, "one is few");
        assert!(comes(&outcomes, 64, 500 * A_MOMENT).await, "it has waited");
        for ordinal in 2..=32 {
            outcomes.push(done(ordinal));
        }
        assert!(comes(&outcomes, 64, Duration::ZERO).await, "half of them");
        assert_eq!(outcomes.take().len(), 32);
        assert!(!comes(&outcomes, 64, 5 * A_MOMENT).await, "all were taken");
        outcomes.push(done(33));
        assert!(
            comes(&outcomes, 1, Duration::ZERO).await,
            "no other is to come"
        );
    }
}
