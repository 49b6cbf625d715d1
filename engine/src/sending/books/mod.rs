//! What this process has taken, and which outcomes of it are not in the database yet.

use std::collections::HashMap;

use postrider_store::delivery::settling::{Batch, Settlement};
use postrider_store::delivery::taking::TakenRecipients;

use super::journal::Dot;
use super::verdicts::Stop;

pub struct Books {
    open: HashMap<i64, Open>,
    /// Outcomes that no commit has written yet, as far as we know.
    unsettled: Vec<Unsettled>,
    /// How many of them were in a commit that failed: it may have come through, so the same ones go again under the
    /// same number.
    in_question: usize,
    /// The number of the last batch.
    batch: i64,
}

/// A claim of this process: how many of its recipients are not settled.
#[derive(Clone, Copy)]
struct Open {
    send: i64,
    count: usize,
}

struct Unsettled {
    settlement: Settlement,
    dot: Option<Dot>,
    stop: Option<Stop>,
}

impl Books {
    /// `batch` is the last that the database has.
    pub fn since(batch: i64) -> Self {
        Self {
            open: HashMap::new(),
            unsettled: Vec::new(),
            in_question: 0,
            batch,
        }
    }

    pub fn open(&mut self, taken: &TakenRecipients) {
        let open = Open {
            send: taken.send,
            count: taken.recipients.len(),
        };
        self.open.insert(taken.claim, open);
    }

    pub fn note(&mut self, settlement: Settlement, dot: Option<Dot>, stop: Option<Stop>) {
        self.unsettled.push(Unsettled {
            settlement,
            dot,
            stop,
        });
    }

    pub fn last_batch(&self) -> i64 {
        self.batch
    }

    /// Whether every outcome is in the database.
    pub fn is_settled(&self) -> bool {
        self.unsettled.is_empty()
    }

    /// Recipients that were taken and have no outcome yet.
    pub fn under_way(&self) -> usize {
        let taken: usize = self.open.values().map(|open| open.count).sum();
        taken.saturating_sub(self.unsettled.len())
    }

    pub fn has_open(&self, send: i64) -> bool {
        self.open.values().any(|open| open.send == send)
    }

    pub fn claims(&self) -> Vec<i64> {
        self.open.keys().copied().collect()
    }

    /// What is unsettled as one batch, with the sends that have to stop. Nothing is forgotten before the commit.
    pub fn batch(&self) -> (Batch, Vec<Stop>, Vec<Dot>) {
        let mut batch = Batch::default();
        let mut stops: HashMap<i64, Stop> = HashMap::new();
        let mut left = self.open.clone();
        let unsettled = match self.in_question {
            0 => self.unsettled.as_slice(),
            count => &self.unsettled[..count],
        };
        for Unsettled {
            settlement, stop, ..
        } in unsettled
        {
            if let Some(open) = left.get_mut(&settlement.claim) {
                open.count = open.count.saturating_sub(1);
                if open.count == 0 {
                    batch.finished.push(settlement.claim);
                }
            }
            batch.settlements.push(settlement.clone());
            if let Some(stop) = stop {
                stops.insert(stop.send, stop.clone());
            }
        }
        let dots = unsettled.iter().filter_map(|each| each.dot).collect();
        (batch, stops.into_values().collect(), dots)
    }

    /// A commit with so many outcomes begins: until its answer comes, nobody knows about them.
    pub fn ask(&mut self, count: usize) {
        self.in_question = count;
    }

    /// The outcomes are durable: the claims may forget them.
    pub fn settled(&mut self, count: usize, number: i64) {
        self.in_question = 0;
        self.batch = number;
        for Unsettled { settlement, .. } in self.unsettled.drain(..count) {
            if let Some(open) = self.open.get_mut(&settlement.claim) {
                open.count = open.count.saturating_sub(1);
                if open.count == 0 {
                    self.open.remove(&settlement.claim);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
