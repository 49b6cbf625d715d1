//! Date operands before the clock and the brand's time zone are known.

use jiff::tz::TimeZone;

use super::range::{Bound, Range};
use crate::time::When;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DateTest {
    /// At that instant, or within that day.
    At(When),
    /// Within the day that contains it.
    OnDay(When),
    Before(When),
    NotAfter(When),
    After(When),
    NotBefore(When),
    Between(When, When),
    WithinLast(Ago),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ago {
    pub amount: i64,
    pub unit: Unit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Hours,
    Days,
    Weeks,
}

impl Unit {
    pub const ALL: [Self; 3] = [Self::Hours, Self::Days, Self::Weeks];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hours => "hours",
            Self::Days => "days",
            Self::Weeks => "weeks",
        }
    }

    const fn ms(self) -> i64 {
        match self {
            Self::Hours => 60 * 60 * 1000,
            Self::Days => DAY_MS,
            Self::Weeks => 7 * DAY_MS,
        }
    }
}

impl DateTest {
    /// In milliseconds, both ends inclusive or open.
    pub fn range(self, now: i64, zone: &TimeZone) -> Range {
        let from = |ms: i64| Some(Bound::including(ms as f64));
        match self {
            Self::At(when) => closed(when.span(zone)),
            Self::OnDay(when) => closed(when.day(zone)),
            Self::Before(when) => {
                let max = Bound::excluding(when.span(zone).0 as f64);
                Range {
                    min: None,
                    max: Some(max),
                }
            }
            Self::NotAfter(when) => Range {
                min: None,
                max: from(when.span(zone).1),
            },
            Self::After(when) => {
                let min = Bound::excluding(when.span(zone).1 as f64);
                Range {
                    min: Some(min),
                    max: None,
                }
            }
            Self::NotBefore(when) => Range {
                min: from(when.span(zone).0),
                max: None,
            },
            Self::Between(first, last) => closed((first.span(zone).0, last.span(zone).1)),
            Self::WithinLast(ago) => closed((now - ago.amount * ago.unit.ms(), now)),
        }
    }
}

fn closed((first, last): (i64, i64)) -> Range {
    Range {
        min: Some(Bound::including(first as f64)),
        max: Some(Bound::including(last as f64)),
    }
}
