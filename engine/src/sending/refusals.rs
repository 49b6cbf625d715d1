//! Our own mistakes bounce nobody: what refuses us, rather than an address, stops a send or the whole way out.

use std::collections::{HashMap, HashSet};

/// Refusals in a row after which a send that was doing well is stopped. A single receiver behind the relay may
/// refuse us for reasons of its own.
const IN_A_ROW: u32 = 5;
/// As many receivers that refuse us one after the other are not mistaken.
const SITES: usize = 3;
/// Receivers in a row that cannot be reached before it seems that nobody can: one sender's list may hold a few.
const OUT_OF_REACH: usize = 20;
const SHORTEST_MS: i64 = 1_000;
const LONGEST_MS: i64 = 60_000;

#[derive(Default)]
pub struct Refusals {
    /// Refusals of a send's mails since the last that was taken.
    in_a_row: HashMap<i64, InARow>,
    /// Sends of which a mail was taken in this life.
    accepted: HashSet<i64>,
    /// Sends that go on with one mail at a time until one is taken.
    on_trial: HashSet<i64>,
    way: Way,
    /// Mail goes to many receivers: what one of them says holds for that one.
    has_many: bool,
    /// Receivers in a row that could not be reached.
    out_of_reach: HashSet<i64>,
}

#[derive(Default)]
struct InARow {
    count: u32,
    sites: HashSet<i64>,
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
    /// Without a relay between.
    pub fn of_many_receivers() -> Self {
        Self {
            has_many: true,
            ..Self::default()
        }
    }

    /// A receiver took a mail of the send.
    pub fn taken(&mut self, send: i64) {
        self.in_a_row.remove(&send);
        self.on_trial.remove(&send);
        self.accepted.insert(send);
        self.reached();
    }

    /// We were refused. Whether the send has to stop.
    pub fn refused(&mut self, send: i64, site: i64) -> bool {
        let is_taken_by_some = self.accepted.contains(&send);
        let row = self.in_a_row.entry(send).or_default();
        row.count += 1;
        row.sites.insert(site);
        if self.on_trial.contains(&send) {
            return true;
        }
        if self.has_many {
            let by_all = !is_taken_by_some && row.count >= 2 * IN_A_ROW;
            return by_all || row.sites.len() >= SITES;
        }
        !is_taken_by_some || row.count >= IN_A_ROW
    }

    /// A receiver could not be reached. When a way out is looked for again, if it is the only receiver; one of many
    /// says nothing about the others, but many in a row make it look as if nobody could be.
    pub fn unreachable(&mut self, site: i64, now: i64) -> Option<i64> {
        if !self.has_many {
            return Some(self.no_way(now));
        }
        self.out_of_reach.insert(site);
        if self.out_of_reach.len() >= OUT_OF_REACH {
            self.no_way(now);
        }
        None
    }

    /// We were turned away at the door. Whether by the only receiver that there is.
    pub fn shut_out(&mut self, now: i64) -> bool {
        if self.has_many {
            self.reached();
        } else {
            self.no_way(now);
        }
        !self.has_many
    }

    /// There was no way out. When it is looked for again.
    fn no_way(&mut self, now: i64) -> i64 {
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
        if self.way.broken >= IN_A_ROW && !self.has_many {
            self.no_way(now);
        }
    }

    /// A receiver was there, whatever it said.
    pub fn reached(&mut self) {
        self.way = Way::default();
        self.out_of_reach.clear();
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
        assert!(refusals.refused(1, 0));
    }

    #[test]
    fn a_send_that_does_well_stops_after_several_in_a_row() {
        let mut refusals = Refusals::default();
        refusals.taken(1);
        for _ in 0..4 {
            assert!(!refusals.refused(1, 0));
        }
        refusals.taken(1);
        assert!(
            (0..5)
                .map(|_| refusals.refused(1, 0))
                .eq([false, false, false, false, true])
        );
        refusals.try_again(1);
        assert_eq!(refusals.limits(|_| false)[&1], 1);
        assert_eq!(refusals.limits(|_| true)[&1], 0);
        assert!(refusals.refused(1, 0), "on trial, one is enough");
        refusals.taken(1);
        assert!(refusals.limits(|_| false).is_empty());
    }

    #[test]
    fn the_way_out_is_looked_for_with_growing_waits() {
        let mut refusals = Refusals::default();
        assert_eq!(refusals.window(0, 40), 40);
        assert_eq!(refusals.unreachable(0, 0), Some(1_000));
        assert_eq!(refusals.unreachable(0, 10), Some(1_000), "the same failure");
        assert_eq!(refusals.window(500, 40), 0);
        assert_eq!(refusals.window(1_000, 40), 1);
        assert_eq!(refusals.unreachable(0, 1_000), Some(3_000));
        refusals.reached();
        assert_eq!(refusals.window(1_001, 40), 40);
        let far = (0..40).fold(0, |now, _| refusals.unreachable(0, now).unwrap());
        assert!(far <= 40 * LONGEST_MS);
    }
    #[test]
    fn one_receiver_of_many_closes_no_way() {
        let mut refusals = Refusals::of_many_receivers();
        assert!(
            (0..9).all(|_| !refusals.refused(1, 0)),
            "it may be that one"
        );
        assert!(refusals.refused(1, 0), "nobody else took anything");
        refusals.taken(2);
        assert!((0..99).all(|_| !refusals.refused(2, 0)), "others did");
        assert!(!refusals.refused(2, 1) && refusals.refused(2, 2));
        for _ in 0..10 {
            assert_eq!(refusals.unreachable(7, 0), None, "always the same one");
        }
        assert!(!refusals.shut_out(0));
        for site in 0..19 {
            assert_eq!(refusals.unreachable(site, 0), None);
        }
        assert_eq!(refusals.window(0, 40), 40);
        assert_eq!(refusals.unreachable(19, 0), None);
        assert_eq!(refusals.window(0, 40), 0, "nobody is there");
        refusals.reached();
        assert_eq!(refusals.window(0, 40), 40);
    }
}
