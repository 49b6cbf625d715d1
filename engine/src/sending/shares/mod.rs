//! What one round takes: a share of each send, as far as the receivers take more.

use std::collections::{HashMap, HashSet};

use postrider_domain::numbers::Millis;
use postrider_domain::sending::retry;
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::heads::{self, Head};
use postrider_store::delivery::taking::{self, Admission, ClaimOwner, TakeLimits, TakeResult};

use super::order::{Committed, Order};
use super::pausing::domain_lost;
use super::sites::Capacity;

/// Running sends that one round looks at.
const HEADS: u32 = 200;
/// Lines before busy receivers that one round looks at.
const LINES: u32 = 500;

/// What is taken in one round.
pub(super) struct ShareRound<'a> {
    pub(super) order: &'a Order,
    pub(super) capacity: Option<Capacity<'a>>,
    pub(super) room: usize,
    /// Sends of which fewer may be taken.
    pub(super) limits: HashMap<i64, usize>,
    pub(super) committed: &'a mut Committed,
    /// Sends that had recipients to be taken: none of them can be over.
    pub(super) at_work: HashSet<i64>,
}

impl ShareRound<'_> {
    /// A slice from each send in turn, triggered mail first.
    pub(super) async fn walk_heads(&mut self, tx: &Tx) -> Result<(), DbError> {
        let order = self.order;
        let heads = heads::with_work(tx, Millis(order.now), order.after, HEADS).await?;
        self.at_work.extend(heads.iter().map(|work| work.head.send));
        let mut turns = heads.into_iter();
        while let Some(work) = turns.next() {
            let head = work.head;
            if self.room == 0 {
                break;
            }
            if self.is_stopped(tx, &head).await? {
                continue;
            }
            // Whoever comes last may have all that is left.
            let limit = self.limit(&head, self.room.div_ceil(turns.len() + 1));
            if limit == 0 {
                continue;
            }
            let look = order.look;
            let wanted = TakeLimits { limit, look };
            let owner = self.owner();
            let mut gate = gate(&mut self.capacity, &head, order.now);
            let result = taking::take(tx, &work, wanted, owner, &mut gate).await?;
            drop(gate);
            self.note(result);
        }
        Ok(())
    }

    /// Those first who wait for receivers that can take more now.
    pub(super) async fn walk_lines(&mut self, tx: &Tx) -> Result<(), DbError> {
        let order = self.order;
        let lines = heads::in_lines(tx, Millis(order.now), order.after_site, LINES).await?;
        self.committed.lines.any = !lines.is_empty();
        let mut of_site: HashMap<i64, usize> = HashMap::new();
        for (_, site) in &lines {
            *of_site.entry(*site).or_default() += 1;
        }
        for (head, site) in lines {
            if self.room == 0 {
                break;
            }
            // Whoever is passed over now comes last the next time.
            self.committed.lines.last_site = site;
            let lines = of_site.entry(site).or_insert(1);
            let share = self.left(&head, site).div_ceil((*lines).max(1));
            *lines = lines.saturating_sub(1);
            let limit = self.limit(&head, share.min(self.room.div_ceil(2)));
            if limit == 0 || self.is_stopped(tx, &head).await? {
                continue;
            }
            let owner = self.owner();
            let mut gate = gate(&mut self.capacity, &head, order.now);
            let result = taking::take_from_line(tx, &head, site, limit, owner, &mut gate).await?;
            drop(gate);
            match result {
                // They went from one line to another: nothing that is worth another look at once.
                TakeResult::KeptBack => self.committed.keeps_back = true,
                result => self.note(result),
            }
        }
        Ok(())
    }

    /// How many more a site takes; of those who have waited too long, as many as there is room for.
    fn left(&mut self, head: &Head, site: i64) -> usize {
        match &mut self.capacity {
            Some(capacity) if !is_overdue(head, self.order.now) => capacity.left(site),
            _ => self.room,
        }
    }

    fn owner(&self) -> ClaimOwner {
        ClaimOwner {
            owner: self.order.owner,
            now: self.order.now,
            expires_at: self.order.expires_at,
        }
    }

    /// How many may be taken of a send that would get so many.
    fn limit(&self, head: &Head, share: usize) -> usize {
        let limit = self.limits.get(&head.send).copied();
        limit.unwrap_or(share).min(share)
    }

    /// A send whose domain cannot be sent from any more goes no further.
    async fn is_stopped(&self, tx: &Tx, head: &Head) -> Result<bool, DbError> {
        let is_ready = head.domain_is_ready && (!head.is_sandbox || self.order.keeps_mail);
        if !is_ready {
            domain_lost(tx, head, self.order.now).await?;
        }
        Ok(!is_ready)
    }

    fn note(&mut self, result: TakeResult) {
        match result {
            TakeResult::Taken(slice) => {
                let count = slice.recipients.len();
                self.room -= count;
                if let Some(limit) = self.limits.get_mut(&slice.send) {
                    *limit = limit.saturating_sub(count);
                }
                self.committed.keeps_back |= slice.kept_back;
                self.committed.taken.push(slice);
            }
            TakeResult::Passed => self.committed.has_passed = true,
            TakeResult::KeptBack => {
                self.committed.has_passed = true;
                self.committed.keeps_back = true;
            }
            TakeResult::Nobody => {}
        }
    }
}

/// Who may be mailed now: everybody whose receiver takes more, and whoever has waited too long to wait any longer.
fn gate<'a, 'b>(
    capacity: &'a mut Option<Capacity<'b>>,
    head: &Head,
    now: i64,
) -> impl FnMut(&str) -> Admission + Send + use<'a, 'b> {
    let is_overdue = is_overdue(head, now);
    move |email: &str| match capacity {
        None => Admission::Go,
        Some(capacity) if is_overdue => capacity.let_go(email),
        Some(capacity) => capacity.admit(email),
    }
}

fn is_overdue(head: &Head, now: i64) -> bool {
    now - head.running_since >= retry::LONGEST_MS
}

#[cfg(test)]
mod tests;
