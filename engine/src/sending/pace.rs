//! How fast one receiver is given mail: a little faster with each mail it takes, half as fast when it asks for
//! less, and not at all for a while after that.

/// The shortest time that a receiver is left alone, and the longest.
const SHORTEST_MS: i64 = 1_000;
const LONGEST_MS: i64 = 600_000;
/// A receiver that refuses us is left alone for longer.
const REFUSED_MS: i64 = 60_000;
const REFUSED_LONGEST_MS: i64 = 3_600_000;
/// Refusals in a row after which it is left alone.
const REFUSALS: u32 = 3;
/// Mails in a row after which what was is forgotten.
const TRUSTED: u32 = 50;

#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Connections that may be open, learned; the caller's limit holds beside it.
    allowed: f64,
    /// How often in a row it asked for less.
    troubles: u32,
    refusals: u32,
    taken: u32,
    closed_until: i64,
    /// Whether it goes on with a single mail first.
    is_on_trial: bool,
}

impl Pace {
    pub fn starting(connections: usize) -> Self {
        Self {
            allowed: connections as f64,
            troubles: 0,
            refusals: 0,
            taken: 0,
            closed_until: 0,
            is_on_trial: false,
        }
    }

    pub fn taken(&mut self, most: usize) {
        self.is_on_trial = false;
        self.refusals = 0;
        self.taken = self.taken.saturating_add(1);
        if self.taken >= TRUSTED {
            self.troubles = 0;
        }
        let most = most as f64;
        // One more for each round of all that are open.
        self.allowed = (self.allowed + 1.0 / self.allowed).min(most.max(1.0));
    }

    pub fn throttled(&mut self, now: i64) {
        // Several that were under way say the same: that is one wish.
        if now < self.closed_until {
            return;
        }
        self.allowed = (self.allowed / 2.0).max(1.0);
        self.close(now, SHORTEST_MS, LONGEST_MS);
    }

    pub fn refused(&mut self, now: i64) {
        self.refusals += 1;
        if self.refusals >= REFUSALS && now >= self.closed_until {
            self.close(now, REFUSED_MS, REFUSED_LONGEST_MS);
        }
    }

    fn close(&mut self, now: i64, shortest: i64, longest: i64) {
        let wait = (shortest << self.troubles.min(12)).min(longest);
        self.troubles += 1;
        self.taken = 0;
        self.closed_until = now + wait;
        self.is_on_trial = true;
    }

    /// Connections that may be open.
    pub fn connections(&self, most: usize) -> usize {
        (self.allowed as usize).min(most).max(1)
    }

    /// How many mails may be under way.
    pub fn window(&self, now: i64, most: usize) -> usize {
        if now < self.closed_until {
            0
        } else if self.is_on_trial {
            1
        } else {
            2 * self.connections(most)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_by_one_a_round_and_stops_at_the_limit() {
        let mut pace = Pace::starting(2);
        for _ in 0..3 {
            pace.taken(10);
        }
        assert_eq!(pace.connections(10), 3);
        for _ in 0..1_000 {
            pace.taken(10);
        }
        assert_eq!(pace.window(0, 10), 20);
        assert_eq!(pace.window(0, 3), 6, "another limit holds at once");
    }

    #[test]
    fn waits_grow_while_it_goes_on_asking_for_less() {
        let mut pace = Pace::starting(8);
        let mut now = 0;
        let mut waits = Vec::new();
        for _ in 0..14 {
            pace.throttled(now);
            pace.throttled(now);
            waits.push(pace.closed_until - now);
            assert_eq!(pace.window(now, 8), 0);
            now = pace.closed_until;
            assert_eq!(pace.window(now, 8), 1, "one goes ahead");
        }
        assert_eq!(waits[..4], [1_000, 2_000, 4_000, 8_000]);
        assert_eq!(*waits.last().unwrap(), LONGEST_MS);
        for _ in 0..TRUSTED {
            pace.taken(8);
        }
        pace.throttled(now);
        assert_eq!(pace.closed_until - now, SHORTEST_MS, "all is forgiven");
    }

    #[test]
    fn a_single_refusal_is_no_wall() {
        let mut pace = Pace::starting(8);
        pace.refused(0);
        pace.refused(0);
        assert!(pace.window(0, 8) > 0);
        pace.taken(8);
        pace.refused(0);
        pace.refused(0);
        pace.refused(0);
        assert_eq!(pace.window(REFUSED_MS - 1, 8), 0);
        assert_eq!(pace.window(REFUSED_MS, 8), 1);
    }
}
