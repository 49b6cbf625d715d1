//! Row numbers: 41 bits of milliseconds since 2020, 10 bits of node, 12 bits of sequence. They grow
//! within a process, so keys are appended and a number is an upper bound for what came before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Gives epoch milliseconds; a test brings its own.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// 2020-01-01T00:00:00Z in epoch milliseconds.
const EPOCH: i64 = 1_577_836_800_000;
const SEQUENCE_BITS: u32 = 12;
const NODE_BITS: u32 = 10;
const TIME_SHIFT: u32 = NODE_BITS + SEQUENCE_BITS;

/// The smallest number of this moment: no row that was numbered before has it or a greater one.
pub fn first_number(at: i64) -> i64 {
    let since = at.saturating_sub(EPOCH).clamp(0, i64::MAX >> TIME_SHIFT);
    since << TIME_SHIFT
}

/// When a row was numbered.
pub fn time_of_number(number: i64) -> i64 {
    (number >> TIME_SHIFT) + EPOCH
}

pub(super) struct Numbers {
    clock: Clock,
    node: AtomicI64,
    /// The last number without its node. A millisecond with no sequence left runs over into the next,
    /// so the logical clock may be ahead of the real one and never goes back.
    last: AtomicI64,
}

impl Numbers {
    pub(super) fn new(clock: Clock) -> Self {
        Self {
            clock,
            node: AtomicI64::new(0),
            last: AtomicI64::new(0),
        }
    }

    /// Processes share a database: each takes the next node number when it opens it.
    pub(super) fn set_node(&self, counter: i64) {
        self.node
            .store(counter.rem_euclid(1 << NODE_BITS), Ordering::Relaxed);
    }

    pub(super) fn now(&self) -> i64 {
        (self.clock)()
    }

    pub(super) fn next(&self) -> i64 {
        let now = (self.now() - EPOCH).max(0) << SEQUENCE_BITS;
        let step = |last: i64| now.max(last + 1);
        let last = match self
            .last
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| {
                Some(step(last))
            }) {
            Ok(last) | Err(last) => step(last),
        };
        let (time, sequence) = (last >> SEQUENCE_BITS, last & ((1 << SEQUENCE_BITS) - 1));
        let node = self.node.load(Ordering::Relaxed);
        time << TIME_SHIFT | node << SEQUENCE_BITS | sequence
    }
}

#[cfg(test)]
mod tests {
    use super::{EPOCH, Numbers, first_number, time_of_number};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    #[test]
    fn numbers_hold_time_node_and_sequence_and_never_go_back() {
        let now = Arc::new(AtomicI64::new(EPOCH + 5));
        let clock = Arc::clone(&now);
        let numbers = Numbers::new(Arc::new(move || clock.load(Ordering::Relaxed)));
        numbers.set_node(1024 + 3);
        assert_eq!(numbers.next(), 5 << 22 | 3 << 12);
        assert_eq!(first_number(EPOCH + 5), 5 << 22);
        assert_eq!(time_of_number(5 << 22 | 3 << 12), EPOCH + 5);
        assert_eq!(first_number(i64::MIN), 0);
        assert!(first_number(i64::MAX) > first_number(3_000_000_000_000));
        assert_eq!(numbers.next(), 5 << 22 | 3 << 12 | 1);
        now.store(EPOCH + 1, Ordering::Relaxed);
        assert_eq!(numbers.next(), 5 << 22 | 3 << 12 | 2);
        for _ in 3..4096 {
            numbers.next();
        }
        assert_eq!(
            numbers.next(),
            6 << 22 | 3 << 12,
            "an exhausted millisecond runs over"
        );
    }
}
