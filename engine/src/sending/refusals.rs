//! Our own mistakes bounce nobody: what refuses us, rather than an address, stops a send or the whole way out.

use std::collections::{HashMap, HashSet};

/// Refusals in a row after which a send that was doing well is stopped. A single receiver behind the relay may
/// refuse us for reasons of its own.
const IN_A_ROW: u32 = 5;
const SHORTEST_MS: i64 = 1_000;
const LONGEST_MS: i64 = 60_000;

#[derive(Default)]
pub struct Refusals {
    /// Refusals since the last mail that was taken.
    in_a_row: HashMap<i64, u32>,
    /// Sends of which a mail was taken in this life.
    accepted: HashSet<i64>,
    /// Sends that go on with one mail at a time until one is taken.
    on_trial: HashSet<i64>,
    way: Way,
}

/// Whether there is a way out at all.
#[derive(Default)]
struct Way {
    /// Connections in a row that broke before a mail was handed over.
    broken: u32,
    failures: u32,
    closed_until: i64,
}

impl Refusals {
    /// A receiver took a mail of the send.
    pub fn taken(&mut self, send: i64) {
        self.in_a_row.remove(&send);
        self.on_trial.remove(&send);
        self.accepted.insert(send);
        self.way = Way::default();
    }

    /// We were refused. Whether the send has to stop.
    pub fn refused(&mut self, send: i64) -> bool {
        let count = self.in_a_row.entry(send).or_default();
        *count += 1;
        *count >= IN_A_ROW || !self.accepted.contains(&send) || self.on_trial.contains(&send)
    }

    /// There was no way out. When it is looked for again.
    pub fn unreachable(&mut self, now: i64) -> i64 {
        // Many connections fail at the same moment: that is one failure.
        if now >= self.way.closed_until {
            let wait = (SHORTEST_MS << self.way.failures.min(10)).min(LONGEST_MS);
            self.way.failures += 1;
            self.way.closed_until = now + wait;
        }
        self.way.closed_until
    }

    /// A connection broke in the middle. Several in a row are no way out.
    pub fn broke_off(&mut self, now: i64) {
        self.way.broken += 1;
        if self.way.broken >= IN_A_ROW {
            self.unreachable(now);
        }
    }

    /// A receiver was there, whatever it said.
    pub fn reached(&mut self) {
        self.way = Way::default();
    }

    /// The send goes on, one mail first.
    pub fn try_again(&mut self, send: i64) {
        self.in_a_row.remove(&send);
        self.on_trial.insert(send);
    }

    /// How many may be taken of the sends that go on with one at a time.
    pub fn limits(&self, is_under_way: impl Fn(i64) -> bool) -> HashMap<i64, usize> {
        let limit = |send: &i64| (*send, usize::from(!is_under_way(*send)));
        self.on_trial.iter().map(limit).collect()
    }

    /// How many mails may be under way.
    pub fn window(&self, now: i64, otherwise: usize) -> usize {
        match self.way {
            Way { failures: 0, .. } => otherwise,
            Way { closed_until, .. } if now < closed_until => 0,
            // One goes ahead and looks.
            _ => 1,
        }
    }

    pub fn forget(&mut self, send: i64) {
        self.in_a_row.remove(&send);
        self.accepted.remove(&send);
        self.on_trial.remove(&send);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_send_that_nobody_took_yet_stops_at_the_first_refusal() {
        let mut refusals = Refusals::default();
        assert!(refusals.refused(1));
    }

    #[test]
    fn a_send_that_does_well_stops_after_several_in_a_row() {
        let mut refusals = Refusals::default();
        refusals.taken(1);
        for _ in 0..4 {
            assert!(!refusals.refused(1));
        }
        refusals.taken(1);
        assert!(
            (0..5)
                .map(|_| refusals.refused(1))
                .eq([false, false, false, false, true])
        );
        refusals.try_again(1);
        assert_eq!(refusals.limits(|_| false)[&1], 1);
        assert_eq!(refusals.limits(|_| true)[&1], 0);
        assert!(refusals.refused(1), "on trial, one is enough");
        refusals.taken(1);
        assert!(refusals.limits(|_| false).is_empty());
    }

    #[test]
    fn the_way_out_is_looked_for_with_growing_waits() {
        let mut refusals = Refusals::default();
        assert_eq!(refusals.window(0, 40), 40);
        assert_eq!(refusals.unreachable(0), 1_000);
        assert_eq!(refusals.unreachable(10), 1_000, "the same failure");
        assert_eq!(refusals.window(500, 40), 0);
        assert_eq!(refusals.window(1_000, 40), 1);
        assert_eq!(refusals.unreachable(1_000), 3_000);
        refusals.reached();
        assert_eq!(refusals.window(1_001, 40), 40);
        let far = (0..40).fold(0, |now, _| refusals.unreachable(now));
        assert!(far <= 40 * LONGEST_MS);
    }
}
