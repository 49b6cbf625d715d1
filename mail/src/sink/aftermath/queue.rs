//! What is to be done, by its time. Two lanes, so that a mail server that is slow to take reports holds up no
//! visitors.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::action::{Action, Lane};
use crate::sink::figures::AftermathReport;

const MOST: usize = 1_000_000;
/// What they may take together: returned mails and lists of links are long.
const MOST_BYTES: usize = 1 << 30;

/// At the same time.
const AT_ONCE: [usize; 2] = [32, 2];

pub(in crate::sink) struct Work {
    pub due: i64,
    pub tries: u32,
    pub action: Action,
    /// Where it stands among those of the same time.
    number: u64,
}

impl Work {
    pub(in crate::sink) fn new(due: i64, action: Action) -> Self {
        Self {
            due,
            tries: 0,
            action,
            number: 0,
        }
    }

    fn place(&self) -> (i64, u64) {
        (self.due, self.number)
    }
}

impl Ord for Work {
    fn cmp(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place())
    }
}

impl PartialOrd for Work {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Work {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Work {}

#[derive(Default)]
pub(in crate::sink) struct Queue {
    lanes: [BinaryHeap<Reverse<Work>>; 2],
    running: [usize; 2],
    /// Of what waits.
    bytes: usize,
    numbers: u64,
    pub(in crate::sink) report: AftermathReport,
}

impl Queue {
    pub(in crate::sink) fn put(&mut self, lane: Lane, mut work: Work) {
        let weight = work.action.weight();
        if self.waiting() >= MOST || self.bytes + weight > MOST_BYTES {
            self.report.left_out += 1;
            return;
        }
        self.bytes += weight;
        self.numbers += 1;
        work.number = self.numbers;
        self.lanes[lane as usize].push(Reverse(work));
    }

    /// Something that is due, if it may begin; it runs until `done`.
    pub(in crate::sink) fn next(&mut self, now: i64) -> Option<Work> {
        for lane in [Lane::Web, Lane::Post] {
            let index = lane as usize;
            let is_due = self.lanes[index]
                .peek()
                .is_some_and(|Reverse(work)| work.due <= now);
            if is_due && self.running[index] < AT_ONCE[index] {
                self.running[index] += 1;
                let Reverse(work) = self.lanes[index].pop()?;
                self.bytes -= work.action.weight();
                return Some(work);
            }
        }
        None
    }

    pub(in crate::sink) fn done(&mut self, lane: Lane) {
        self.running[lane as usize] -= 1;
    }

    /// Waits for its time or for its turn.
    pub(in crate::sink) fn waiting(&self) -> usize {
        self.lanes.iter().map(BinaryHeap::len).sum()
    }

    /// Whether nothing runs and nothing is due.
    pub(in crate::sink) fn is_quiet(&self, now: i64) -> bool {
        let mut lanes = self.lanes.iter().filter_map(BinaryHeap::peek);
        self.running == [0, 0] && lanes.all(|Reverse(work)| work.due > now)
    }

    pub(in crate::sink) fn report(&self) -> AftermathReport {
        let running: usize = self.running.iter().sum();
        AftermathReport {
            waiting: (self.waiting() + running) as u64,
            ..self.report.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::action::What;
    use super::*;
    use crate::sink::figures::Counts;
    use crate::sink::profile::Receiver;

    fn returned(bytes: usize) -> Work {
        let what = What::Return {
            to: String::new(),
            message: vec![0; bytes],
            counts: Counts::Complained,
        };
        let action = Action {
            receiver: Receiver::Gmail,
            recipient: 1,
            what,
        };
        Work::new(0, action)
    }

    #[test]
    fn what_waits_is_bounded_by_its_bytes() {
        let mut queue = Queue::default();
        queue.put(Lane::Post, returned(1000));
        queue.put(Lane::Post, returned(MOST_BYTES));
        assert_eq!((queue.waiting(), queue.report.left_out), (1, 1));
        assert!(queue.bytes >= 1000);
        assert!(queue.next(0).is_some());
        assert_eq!(queue.bytes, 0);
    }
}
