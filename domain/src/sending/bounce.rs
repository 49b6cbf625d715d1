//! Mails that did not arrive for reasons that may pass. One is an accident; many over a long time, to somebody who
//! shows no sign of life, are an address that is gone.

const DAY_MS: i64 = 24 * 3_600_000;
const MANY: i64 = 5;
const LONG_MS: i64 = 7 * DAY_MS;

/// What came back of the mails to one contact since it was last heard of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoftBounces {
    pub count: i64,
    pub first_at: i64,
    pub last_at: i64,
}

impl SoftBounces {
    /// One more. Whoever opened or clicked since the first has a mailbox: it is counted from the beginning.
    #[must_use]
    pub fn after(before: Option<Self>, engaged_at: Option<i64>, at: i64) -> Self {
        match before {
            Some(before) if engaged_at.is_none_or(|engaged| engaged < before.first_at) => Self {
                count: before.count + 1,
                first_at: before.first_at.min(at),
                last_at: before.last_at.max(at),
            },
            _ => Self {
                count: 1,
                first_at: at,
                last_at: at,
            },
        }
    }

    /// Whether it is no accident any more: the address gets no more mail.
    pub fn is_pattern(&self) -> bool {
        self.count >= MANY && self.last_at - self.first_at >= LONG_MS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bounces on these days, with a sign of life on another.
    fn pattern(days: &[i64], engaged: Option<i64>) -> bool {
        let mut known = None;
        for day in days {
            let engaged = engaged.filter(|engaged| engaged < day);
            let engaged = engaged.map(|engaged| engaged * DAY_MS);
            known = Some(SoftBounces::after(known, engaged, day * DAY_MS));
        }
        known.is_some_and(|known| known.is_pattern())
    }

    #[test]
    fn many_over_a_long_time_without_a_sign_of_life_are_a_pattern() {
        for (days, engaged, expected) in [
            (&[1, 2, 3, 4, 8][..], None, true),
            (&[1, 2, 3, 4, 5, 6, 7], None, false),
            (&[1, 2, 3, 4, 5, 6, 8], None, true),
            (&[1, 30, 60, 90], None, false),
            (&[1, 1, 1, 1, 1, 1], None, false),
            (&[10, 12, 14, 16, 18], Some(5), true),
            (&[10, 12, 14, 16, 18], Some(15), false),
            (&[10, 12, 14, 16, 18, 20, 22, 24], Some(15), true),
        ] {
            assert_eq!(pattern(days, engaged), expected, "{days:?} {engaged:?}");
        }
    }
}
