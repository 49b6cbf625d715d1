//! An exact rolling window: in any span of its length there are never more admitted calls than the
//! limit. Counters per minute would let twice the limit through around the turn of a minute.

use std::collections::VecDeque;

/// The calls that were admitted and still count, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Window {
    admitted: VecDeque<i64>,
    /// Clocks step back a little; the window's own time never does, or a call that it has let go would
    /// have to count again.
    latest: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateDecision {
    pub admitted: bool,
    pub limit: u32,
    pub remaining: u32,
    /// The second, since 1970, in which the oldest counted call leaves; with none, a length from now.
    pub reset_at: i64,
    /// Seconds after which a call is admitted if none came between; 0 when this one was.
    pub retry_after: u64,
}

/// What a window says of one call, in one process or shared by many: times in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Whether there was room for the call.
    pub room: bool,
    /// The calls that count now.
    pub count: usize,
    pub now: i64,
    /// When the oldest of them came; with none, now.
    pub oldest: i64,
    /// The call that has to leave before the next is admitted: after a lowered limit more calls count
    /// than may, and all above it have to leave first.
    pub in_the_way: i64,
}

impl Reading {
    pub fn decide(self, limit: u32, length_ms: i64) -> RateDecision {
        let wait_ms = self.in_the_way.saturating_add(length_ms) - self.now;
        RateDecision {
            admitted: self.room,
            limit,
            remaining: limit.saturating_sub(u32::try_from(self.count).unwrap_or(u32::MAX)),
            reset_at: self.oldest.saturating_add(length_ms).div_euclid(1000),
            retry_after: if self.room {
                0
            } else {
                wait_ms.max(1).unsigned_abs().div_ceil(1000)
            },
        }
    }
}

impl Window {
    /// Counts the call if there is room. A refused call does not count.
    pub fn admit(&mut self, now: i64, limit: u32, length_ms: i64) -> RateDecision {
        self.advance(now, length_ms);
        let room = self.has_room(limit);
        if room {
            self.admitted.push_back(self.latest);
        }
        let reading = self.read(now, limit);
        Reading { room, ..reading }.decide(limit, length_ms)
    }

    /// What a call would get, without being one.
    pub fn peek(&self, now: i64, limit: u32, length_ms: i64) -> RateDecision {
        let mut copy = self.clone();
        copy.advance(now, length_ms);
        copy.read(now, limit).decide(limit, length_ms)
    }

    /// Nothing counts any more: the window can be forgotten.
    pub fn is_idle(&self, now: i64, length_ms: i64) -> bool {
        let newest = self.admitted.back();
        newest.is_none_or(|at| at.saturating_add(length_ms) <= now)
    }

    fn advance(&mut self, now: i64, length_ms: i64) {
        if self.latest.saturating_sub(now) > length_ms {
            // The clock was set back. Waiting for it to catch up could refuse calls for hours, so all
            // that counted counts as of now, and is gone a length later.
            self.admitted.iter_mut().for_each(|at| *at = now);
            self.latest = now;
        }
        self.latest = self.latest.max(now);
        while self
            .admitted
            .front()
            .is_some_and(|at| at.saturating_add(length_ms) <= self.latest)
        {
            self.admitted.pop_front();
        }
    }

    fn has_room(&self, limit: u32) -> bool {
        self.admitted.len() < limit as usize
    }

    fn read(&self, now: i64, limit: u32) -> Reading {
        let count = self.admitted.len();
        let call = |index: usize| self.admitted.get(index).copied().unwrap_or(self.latest);
        Reading {
            room: self.has_room(limit),
            count,
            now,
            oldest: call(0),
            in_the_way: call(count.saturating_sub(limit as usize)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MINUTE: i64 = 60_000;

    fn admitted(remaining: u32, reset_at: i64) -> RateDecision {
        RateDecision {
            admitted: true,
            limit: 2,
            remaining,
            reset_at,
            retry_after: 0,
        }
    }

    fn refused(reset_at: i64, retry_after: u64) -> RateDecision {
        RateDecision {
            admitted: false,
            limit: 2,
            remaining: 0,
            reset_at,
            retry_after,
        }
    }

    #[test]
    fn calls_leave_one_by_one() {
        let mut window = Window::default();
        for (now, expect) in [
            (1_000_000, admitted(1, 1_060)),
            (1_010_500, admitted(0, 1_060)),
            (1_010_500, refused(1_060, 50)),
            (1_059_999, refused(1_060, 1)),
            (1_060_000, admitted(0, 1_070)),
            (1_060_000, refused(1_070, 11)),
            (1_070_500, admitted(0, 1_120)),
            (1_200_000, admitted(1, 1_260)),
        ] {
            assert_eq!(window.admit(now, 2, MINUTE), expect, "at {now}");
        }
    }

    #[test]
    fn looking_consumes_nothing() {
        let mut window = Window::default();
        assert_eq!(window.peek(1_000_000, 2, MINUTE), admitted(2, 1_060));
        window.admit(1_000_000, 2, MINUTE);
        for _ in 0..5 {
            assert_eq!(window.peek(1_001_000, 2, MINUTE), admitted(1, 1_060));
        }
        window.admit(1_002_000, 2, MINUTE);
        assert_eq!(window.peek(1_003_000, 2, MINUTE), refused(1_060, 57));
    }

    #[test]
    fn a_lowered_limit_waits_for_all_above_it() {
        let mut window = Window::default();
        for second in 0..4 {
            assert!(window.admit(second * 1_000, 4, MINUTE).admitted);
        }
        // Four count and two may: three have to leave before the next is admitted.
        assert_eq!(window.admit(10_000, 2, MINUTE), refused(60, 52));
        assert!(!window.admit(61_999, 2, MINUTE).admitted);
        assert!(window.admit(62_000, 2, MINUTE).admitted);
    }

    #[test]
    fn a_limit_of_nothing_admits_nothing() {
        let mut window = Window::default();
        let refused = window.admit(5_000, 0, MINUTE);
        assert_eq!(
            (refused.admitted, refused.remaining, refused.retry_after),
            (false, 0, 60)
        );
    }

    #[test]
    fn a_step_back_frees_nothing() {
        let mut window = Window::default();
        window.admit(100_000, 1, MINUTE);
        let refused = window.admit(99_000, 1, MINUTE);
        assert_eq!((refused.admitted, refused.retry_after), (false, 61));
        assert!(window.admit(160_000, 1, MINUTE).admitted);
        assert!(!window.admit(159_000, 1, MINUTE).admitted);
    }

    #[test]
    fn a_clock_set_back_for_good_blocks_no_longer_than_a_length() {
        let mut window = Window::default();
        window.admit(10_000_000, 1, MINUTE);
        let refused = window.admit(1_000_000, 1, MINUTE);
        assert_eq!((refused.admitted, refused.retry_after), (false, 60));
        assert!(window.admit(1_060_000, 1, MINUTE).admitted);
    }

    #[test]
    fn idle_when_the_last_call_has_left() {
        let mut window = Window::default();
        assert!(window.is_idle(0, MINUTE));
        window.admit(1_000, 5, MINUTE);
        window.admit(2_000, 5, MINUTE);
        assert!(!window.is_idle(61_999, MINUTE));
        assert!(window.is_idle(62_000, MINUTE));
    }

    /// A call: milliseconds since the one before (now and then a step back), and the limit it meets.
    fn history() -> impl Strategy<Value = Vec<(i64, u32)>> {
        let step = prop_oneof![
            3 => Just(0_i64),
            6 => 0_i64..400,
            2 => 900_i64..1_100,
            1 => -300_i64..0,
            1 => 2_000_i64..5_000,
        ];
        let limit = prop_oneof![8 => Just(4_u32), 1 => Just(2_u32), 1 => Just(7_u32)];
        prop::collection::vec((step, limit), 1..200)
    }

    proptest! {
        #[test]
        fn exact_over_any_history(calls in history()) {
            const LENGTH: i64 = 1_000;
            let mut window = Window::default();
            let mut admitted: Vec<i64> = Vec::new();
            let (mut now, mut latest) = (10_000, 0);
            for (step, limit) in calls {
                now += step;
                latest = now.max(latest);
                if latest - now > LENGTH {
                    now = latest;
                }
                let counted = admitted.iter().filter(|at| latest - **at < LENGTH).count();
                let before = window.peek(now, limit, LENGTH);
                let verdict = window.admit(now, limit, LENGTH);
                // Admitted exactly when there is room, counted by hand.
                prop_assert_eq!(verdict.admitted, counted < limit as usize);
                prop_assert_eq!(before.admitted, verdict.admitted);
                if verdict.admitted {
                    admitted.push(latest);
                    prop_assert_eq!(verdict.retry_after, 0);
                    prop_assert_eq!(before.remaining, verdict.remaining + 1);
                } else {
                    prop_assert_eq!(verdict, before);
                    prop_assert!(verdict.retry_after >= 1);
                    let wait = verdict.retry_after.cast_signed() * 1_000;
                    prop_assert!(window.peek(now + wait, limit, LENGTH).admitted);
                    // And no longer than needed, to the second.
                    let sooner = now + wait - 1_000;
                    prop_assert!(sooner < now || !window.peek(sooner, limit, LENGTH).admitted);
                }
            }
            // No span of the length holds more than the highest limit there was.
            for start in &admitted {
                let inside = admitted.iter().filter(|at| (*start..start + LENGTH).contains(*at));
                prop_assert!(inside.count() <= 7);
            }
        }

        #[test]
        fn no_span_holds_more_than_the_limit(
            steps in prop::collection::vec(-50_i64..500, 1..300),
            limit in 1_u32..6,
        ) {
            const LENGTH: i64 = 1_000;
            let mut window = Window::default();
            let mut admitted: Vec<i64> = Vec::new();
            let (mut now, mut latest) = (0, 0);
            for step in steps {
                now += step;
                latest = now.max(latest);
                if window.admit(now, limit, LENGTH).admitted {
                    admitted.push(latest);
                }
            }
            for start in &admitted {
                let inside = admitted.iter().filter(|at| (*start..start + LENGTH).contains(*at));
                prop_assert!(inside.count() <= limit as usize);
            }
        }
    }
}
