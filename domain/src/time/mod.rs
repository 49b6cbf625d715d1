//! Times at the edge: text outside, milliseconds since 1970 inside.

use jiff::civil::{Date, DateTime, Time};
use jiff::fmt::temporal::DateTimeParser;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, civil};

mod when;

pub use when::{When, day_at, start_of_day};

/// A day of the clock.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Calendar arithmetic instead of jiff's timestamps, which end a day before the year 9999 does.
const EPOCH: DateTime = civil::datetime(1970, 1, 1, 0, 0, 0, 0);
const LAST: DateTime = civil::datetime(9999, 12, 31, 23, 59, 59, 999_000_000);
/// The first and the last millisecond of the years 1 to 9999.
pub const MIN_MS: i64 = -62_135_596_800_000;
pub const MAX_MS: i64 = 253_402_300_799_999;

/// `2026-01-02T03:04:05.678Z`: UTC, always with milliseconds. A time outside the years 1 to 9999 shows
/// as the nearest one inside.
pub fn format(ms: i64) -> String {
    format!("{:.3}Z", to_civil(ms))
}

/// An ISO time with its offset or `Z`, or a date, which is its midnight in UTC. Years 1 to 9999. For the bounds of
/// lists; whatever else a caller calls a date is a [`When`].
pub fn parse_iso(text: &str) -> Option<i64> {
    // The parser would also take `20260102`, which is far oftener a number than a date.
    if text.as_bytes().get(4) != Some(&b'-') || text.as_bytes().get(7) != Some(&b'-') {
        return None;
    }
    let pieces = DateTimeParser::new().parse_pieces(text).ok()?;
    if pieces.time_zone_annotation().is_some() {
        return None;
    }
    let offset = match (pieces.time(), pieces.offset()) {
        (None, None) => 0,
        (Some(_), Some(offset)) => offset.to_numeric_offset().seconds(),
        _ => return None,
    };
    let local = pieces
        .date()
        .to_datetime(pieces.time().unwrap_or(Time::midnight()));
    let ms = to_ms(local) - i64::from(offset) * 1000;
    (MIN_MS..=MAX_MS).contains(&ms).then_some(ms)
}

/// The hour of the day, 0 to 23, of epoch milliseconds on the clocks of a zone; of UTC where there is no such zone.
pub fn hours_of_day(zone: &str) -> impl Fn(i64) -> i64 {
    let zone = parse_zone(zone).unwrap_or(TimeZone::UTC);
    move |ms| {
        let time = Timestamp::from_millisecond(ms).unwrap_or_default();
        i64::from(time.to_zoned(zone.clone()).hour())
    }
}

/// A zone by its name in the time-zone database, as `Europe/Berlin`.
pub fn parse_zone(name: &str) -> Option<TimeZone> {
    TimeZone::get(name).ok().filter(|zone| !zone.is_unknown())
}

/// The first moment of the day's month and of the month after it.
pub(crate) fn month_around(ms: i64) -> (i64, i64) {
    let first = to_civil(ms).date().first_of_month();
    let next = first.last_of_month().tomorrow().map_or(MAX_MS, midnight);
    (midnight(first), next)
}

fn midnight(date: Date) -> i64 {
    to_ms(date.to_datetime(Time::midnight()))
}

fn to_ms(at: DateTime) -> i64 {
    let since = at.duration_since(EPOCH);
    // Downwards, before 1970 too: a fraction of a millisecond never moves a time into the future.
    since.as_nanos().div_euclid(1_000_000) as i64
}

fn to_civil(ms: i64) -> DateTime {
    let within = ms.clamp(MIN_MS, MAX_MS);
    EPOCH
        .checked_add(SignedDuration::from_millis(within))
        .unwrap_or(LAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_show_with_milliseconds() {
        for (ms, expect) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_767_323_045_678, "2026-01-02T03:04:05.678Z"),
            (1_767_323_045_600, "2026-01-02T03:04:05.600Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (i64::MAX, "9999-12-31T23:59:59.999Z"),
            (i64::MIN, "0001-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(format(ms), expect);
        }
    }

    #[test]
    fn iso_times_are_read() {
        for (text, expect) in [
            ("2026-01-02T03:04:05.678Z", Some(1_767_323_045_678)),
            ("2026-01-02T03:04:05Z", Some(1_767_323_045_000)),
            ("2026-01-02T03:04:05.6789Z", Some(1_767_323_045_678)),
            ("2026-01-02T05:04:05.678+02:00", Some(1_767_323_045_678)),
            ("2026-01-01T21:34:05.678-05:30", Some(1_767_323_045_678)),
            ("2026-01-02t03:04:05z", Some(1_767_323_045_000)),
            ("2026-01-02 03:04:05Z", Some(1_767_323_045_000)),
            ("2026-01-02T03:04Z", Some(1_767_323_040_000)),
            ("2026-01-02", Some(1_767_312_000_000)),
            ("1969-12-31T23:59:59.9999Z", Some(-1)),
            ("2024-02-29", Some(1_709_164_800_000)),
            ("0001-01-01", Some(-62_135_596_800_000)),
            ("9999-12-31", Some(253_402_214_400_000)),
            ("9999-12-31T23:59:59.999Z", Some(253_402_300_799_999)),
        ] {
            assert_eq!(parse_iso(text), expect, "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_times() {
        for text in [
            "",
            "now",
            "2026",
            "20260102",
            "2026-1-2",
            "2026-02-29",
            "2026-13-01",
            "2026-01-02T03:04:05",
            "2026-01-02Z",
            "2026-01-02T25:00:00Z",
            "2026-01-02T03:04:05Z[Europe/Berlin]",
            "2026-01-02[UTC]",
            "2026-01-02T03:04:05Z ",
            " 2026-01-02",
            "0000-12-31",
            "0001-01-01T00:00:00+01:00",
            "9999-12-31T23:59:59-01:00",
            "-000001-01-01",
            "+002026-01-02",
            "1767323045678",
            "2026-é-02",
        ] {
            assert_eq!(parse_iso(text), None, "{text}");
        }
    }

    #[test]
    fn zones_go_by_name() {
        for (name, known) in [
            ("UTC", true),
            ("Europe/Berlin", true),
            ("America/Argentina/Buenos_Aires", true),
            ("Europe/Atlantis", false),
            ("+02:00", false),
            ("Etc/Unknown", false),
            ("../etc/passwd", false),
            ("", false),
        ] {
            assert_eq!(parse_zone(name).is_some(), known, "{name}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_reads_back(ms in -62_135_596_800_000_i64..=253_402_300_799_999) {
            prop_assert_eq!(parse_iso(&format(ms)), Some(ms));
        }

        #[test]
        fn no_text_breaks_the_reader(text in ".{0,40}", tail in "[-0-9TZ:.+\\[\\]]{0,30}") {
            parse_iso(&text);
            parse_iso(&format!("2026-01-02{tail}"));
            parse_iso(&tail);
        }
    }
}
