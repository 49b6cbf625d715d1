//! Date operands before the clock and the brand's time zone are known.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use super::range::{Bound, Range};
use crate::contacts::field::{MAX_DATE, MIN_DATE};
use crate::time;

const MAX_MS: i64 = MAX_DATE * 1000 + 999;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A point or day that a caller named. A date alone is the whole day where the brand is; a time
/// without an offset is that time where the brand is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum When {
    Instant(i64),
    Local(DateTime),
    Day(Date),
}

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

impl When {
    pub fn parse(text: &str) -> Option<Self> {
        // The parser would also take `20260131`, which is far oftener a number than a date.
        if text.as_bytes().get(4) != Some(&b'-') || text.as_bytes().get(7) != Some(&b'-') {
            return None;
        }
        if text.len() == "2026-01-31".len() {
            return text
                .parse()
                .ok()
                .filter(|day: &Date| day.year() >= 1)
                .map(Self::Day);
        }
        if let Some(ms) = time::parse_iso(text) {
            return Some(Self::Instant(ms));
        }
        // The parser would drop an offset it cannot use; a text with one was judged above.
        let clock = text.split_once(['T', 't', ' '])?.1;
        if clock.contains(['Z', 'z', '+', '-', '[']) {
            return None;
        }
        text.parse()
            .ok()
            .filter(|local: &DateTime| local.year() >= 1)
            .map(Self::Local)
    }

    pub fn from_seconds(seconds: f64) -> Option<Self> {
        let in_range = seconds >= MIN_DATE as f64 && seconds <= MAX_DATE as f64;
        in_range.then(|| Self::Instant((seconds * 1000.0).floor() as i64))
    }

    /// First and last millisecond.
    fn span(self, zone: &TimeZone) -> (i64, i64) {
        match self {
            Self::Instant(ms) => (ms, ms),
            Self::Local(local) => {
                let ms = local_ms(local, zone);
                (ms, ms)
            }
            Self::Day(day) => day_span(day, zone),
        }
    }

    /// A day begins with its first millisecond.
    pub fn start(self, zone: &TimeZone) -> i64 {
        self.span(zone).0
    }

    fn day(self, zone: &TimeZone) -> (i64, i64) {
        match self {
            Self::Day(day) => day_span(day, zone),
            Self::Local(local) => day_span(local.date(), zone),
            Self::Instant(ms) => match jiff::Timestamp::from_millisecond(ms) {
                Ok(at) => day_span(at.to_zoned(zone.clone()).date(), zone),
                // The last day of the calendar, which no time zone can be applied to.
                Err(_) => (MAX_MS + 1 - DAY_MS, MAX_MS),
            },
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

/// A day that a change of clocks shortens or stretches still ends where the next begins.
fn day_span(day: Date, zone: &TimeZone) -> (i64, i64) {
    let first = local_ms(day.at(0, 0, 0, 0), zone);
    let last = day
        .tomorrow()
        .map_or(MAX_MS, |next| local_ms(next.at(0, 0, 0, 0), zone) - 1);
    (first, last)
}

/// The end of the calendar lies outside what a time zone can be applied to; UTC is near enough there.
fn local_ms(local: DateTime, zone: &TimeZone) -> i64 {
    match zone.to_ambiguous_zoned(local).compatible() {
        Ok(zoned) => zoned.timestamp().as_millisecond(),
        Err(_) => time::parse_iso(&format!("{local}Z")).unwrap_or(MAX_MS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str, zone: &str) -> (String, String) {
        let (first, last) = When::parse(text)
            .unwrap()
            .span(&TimeZone::get(zone).unwrap());
        (time::format(first), time::format(last))
    }

    #[test]
    fn a_date_is_the_brands_day_and_a_time_is_an_instant() {
        let cases = "
            2026-05-01                UTC           2026-05-01T00:00:00.000Z 2026-05-01T23:59:59.999Z
            2026-05-01                Europe/Berlin 2026-04-30T22:00:00.000Z 2026-05-01T21:59:59.999Z
            2026-03-29                Europe/Berlin 2026-03-28T23:00:00.000Z 2026-03-29T21:59:59.999Z
            2026-05-01T10:00:00       Europe/Berlin 2026-05-01T08:00:00.000Z 2026-05-01T08:00:00.000Z
            2026-05-01T10:00          UTC           2026-05-01T10:00:00.000Z 2026-05-01T10:00:00.000Z
            2026-05-01T10:00:00Z      Europe/Berlin 2026-05-01T10:00:00.000Z 2026-05-01T10:00:00.000Z
            2026-05-01T10:00:00+02:00 UTC           2026-05-01T08:00:00.000Z 2026-05-01T08:00:00.000Z
            0001-01-01                Asia/Tokyo    0001-01-01T00:00:00.000Z 0001-01-01T14:41:00.999Z
            9999-12-31                Asia/Tokyo    9999-12-30T15:00:00.000Z 9999-12-31T23:59:59.999Z
            9999-12-31                UTC           9999-12-31T00:00:00.000Z 9999-12-31T23:59:59.999Z";
        for line in cases.lines().skip(1) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (first, last) = span(words[0], words[1]);
            assert_eq!([first.as_str(), last.as_str()], words[2..], "{line}");
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "today",
            "2026-13-01",
            "2026-02-30",
            "20260501",
            "2026-05-01T25:00",
            "2026-05-01T10:00:00+99:00",
            "-001-01-01",
            "0000-01-01",
        ] {
            assert_eq!(When::parse(text), None, "{text}");
        }
        assert_eq!(When::from_seconds(1e13), None);
        assert_eq!(When::from_seconds(1.5), Some(When::Instant(1500)));
    }

    #[test]
    fn the_day_of_an_instant_depends_on_the_zone() {
        let late = When::parse("2026-05-01T23:00:00Z").unwrap();
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let (first, _) = late.day(&berlin);
        assert_eq!(time::format(first), "2026-05-01T22:00:00.000Z");
    }
}
