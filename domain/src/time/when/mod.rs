//! Dates as callers name them, and what they are where a brand is.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::{AmbiguousOffset, TimeZone};
use serde_json::Value;

use super::{MAX_MS, MIN_MS};

/// A point or a day that a caller named. A date alone is that day where the brand is; a time without an offset is that
/// time where the brand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Milliseconds.
    Instant(i64),
    Local(DateTime),
    Day(Date),
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
        if let Some(ms) = super::parse_iso(text) {
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
        let ms = (seconds * 1000.0).floor();
        (ms >= MIN_MS as f64 && ms <= MAX_MS as f64).then_some(Self::Instant(ms as i64))
    }

    /// An ISO text or a number of Unix seconds.
    pub fn of_json(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Self::parse(text.trim()),
            Value::Number(number) => number.as_f64().and_then(Self::from_seconds),
            _ => None,
        }
    }

    /// So that [`When::of_json`] reads the same, but for the fraction of a second.
    pub fn to_json(self) -> Value {
        match self {
            Self::Instant(ms) => Value::from(ms.div_euclid(1000)),
            other => Value::String(other.to_iso()),
        }
    }

    /// So that [`When::parse`] reads the same.
    pub fn to_iso(self) -> String {
        match self {
            Self::Instant(ms) => super::format(ms),
            Self::Local(local) => local.to_string(),
            Self::Day(day) => day.to_string(),
        }
    }

    /// First and last millisecond.
    pub fn span(self, zone: &TimeZone) -> (i64, i64) {
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

    /// The span of the day that contains it.
    pub fn day(self, zone: &TimeZone) -> (i64, i64) {
        let day = match self {
            Self::Day(day) => day,
            Self::Local(local) => local.date(),
            Self::Instant(ms) => day_at(ms, zone),
        };
        day_span(day, zone)
    }
}

/// The day that it is in a zone. No zone can be applied to the last hours of the calendar; UTC is near enough there.
pub fn day_at(ms: i64, zone: &TimeZone) -> Date {
    match Timestamp::from_millisecond(ms) {
        Ok(at) => zone.to_datetime(at).date(),
        Err(_) => super::to_civil(ms).date(),
    }
}

/// The first millisecond of a day, which where clocks leap over midnight is after the leap, and where they show it twice
/// is the first of the two. A day that a zone has left out (2011-12-30 in Samoa) begins with the next.
pub fn start_of_day(day: Date, zone: &TimeZone) -> i64 {
    let midnight = day.at(0, 0, 0, 0);
    let start = local_ms(midnight, zone);
    // The leap may have begun before midnight: then the day begins with its end, and not as long after it as midnight
    // would have been after its beginning.
    let leap = || {
        let after = Timestamp::from_millisecond(start.checked_add(1)?).ok()?;
        Some(zone.preceding(after).next()?.timestamp().as_millisecond())
    };
    match zone.to_ambiguous_timestamp(midnight).offset() {
        AmbiguousOffset::Gap { .. } => leap().unwrap_or(start),
        _ => start,
    }
}

/// A day that a change of clocks shortens or stretches still ends where the next begins.
fn day_span(day: Date, zone: &TimeZone) -> (i64, i64) {
    let end = day.tomorrow().map(|next| start_of_day(next, zone) - 1);
    (start_of_day(day, zone), end.unwrap_or(MAX_MS))
}

fn local_ms(local: DateTime, zone: &TimeZone) -> i64 {
    let ms = match zone.to_ambiguous_zoned(local).compatible() {
        Ok(zoned) => zoned.timestamp().as_millisecond(),
        Err(_) => super::to_ms(local),
    };
    ms.clamp(MIN_MS, MAX_MS)
}

#[cfg(test)]
mod tests;
