//! Counts of hours, put together into the hours or days of a range.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};
use postrider_domain::sending::event_feed::Range;
use postrider_domain::sending::send::Tally;
use postrider_store::analytics::Counted;
use schemars::JsonSchema;
use serde::Deserialize;

const HOUR_MS: i64 = 3_600_000;

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// For ranges of at most 31 days.
    Hour,
    /// In the brand's time zone.
    Day,
}

/// Every hour or day of the range by its beginning, the oldest first, with what happened in it.
pub fn buckets(
    range: Range,
    granularity: Granularity,
    zone: &TimeZone,
    hours: &[Counted<i64>],
) -> Vec<(i64, Tally)> {
    let first_hour = range.from - range.from.rem_euclid(HOUR_MS);
    let starts = match granularity {
        Granularity::Hour => (first_hour..range.to).step_by(HOUR_MS as usize).collect(),
        Granularity::Day => days(range, zone),
    };
    let mut buckets: Vec<(i64, Tally)> = starts
        .into_iter()
        .map(|start| (start, Tally::default()))
        .collect();
    for hour in hours {
        // Where a day does not begin with an hour, the hour belongs to the day in which it begins.
        let behind = buckets.partition_point(|(start, _)| *start <= hour.of);
        if let Some((_, tally)) = buckets.get_mut(behind.saturating_sub(1)) {
            *tally += hour.tally;
        }
    }
    buckets
}

fn days(range: Range, zone: &TimeZone) -> Vec<i64> {
    let day_of = |ms: i64| {
        let at = Timestamp::from_millisecond(ms).ok()?;
        Some(at.to_zoned(zone.clone()).date())
    };
    let start = |date: jiff::civil::Date| date.to_datetime(Time::midnight()).to_zoned(zone.clone());
    let mut starts = Vec::new();
    let mut date = day_of(range.from);
    while let Some(day) = date {
        let Ok(at) = start(day).map(|at: Zoned| at.timestamp().as_millisecond()) else {
            break;
        };
        if at >= range.to {
            break;
        }
        starts.push(at);
        date = day.checked_add(1.day()).ok();
    }
    starts
}

#[cfg(test)]
mod tests {
    use postrider_domain::time::{format, parse_iso, parse_zone};

    use super::*;

    fn range(from: &str, to: &str) -> Range {
        Range {
            from: parse_iso(from).unwrap(),
            to: parse_iso(to).unwrap(),
        }
    }

    fn counted(at: &str, sent: i64) -> Counted<i64> {
        Counted {
            of: parse_iso(at).unwrap(),
            tally: Tally {
                accepted: sent,
                ..Tally::default()
            },
        }
    }

    fn told(buckets: Vec<(i64, Tally)>) -> Vec<(String, i64)> {
        let told = buckets.into_iter();
        told.map(|(at, tally)| (format(at), tally.accepted))
            .collect()
    }

    #[test]
    fn days_begin_where_the_brand_is_and_clocks_change() {
        let zone = parse_zone("Europe/Berlin").unwrap();
        let hours = [
            counted("2026-03-28T22:00:00Z", 1),
            counted("2026-03-28T23:00:00Z", 2),
            counted("2026-03-29T21:00:00Z", 4),
            counted("2026-03-29T22:00:00Z", 8),
        ];
        let asked = range("2026-03-28T12:30:00Z", "2026-03-31T00:00:00Z");
        assert_eq!(
            told(buckets(asked, Granularity::Day, &zone, &hours)),
            [
                ("2026-03-27T23:00:00.000Z".to_owned(), 1),
                ("2026-03-28T23:00:00.000Z".to_owned(), 6),
                ("2026-03-29T22:00:00.000Z".to_owned(), 8),
                ("2026-03-30T22:00:00.000Z".to_owned(), 0),
            ]
        );
    }

    #[test]
    fn hours_are_whole_and_all_there() {
        let hours = [counted("2026-03-01T00:00:00Z", 3)];
        let asked = range("2026-03-01T00:30:00Z", "2026-03-01T02:00:00.001Z");
        assert_eq!(
            told(buckets(asked, Granularity::Hour, &TimeZone::UTC, &hours)),
            [
                ("2026-03-01T00:00:00.000Z".to_owned(), 3),
                ("2026-03-01T01:00:00.000Z".to_owned(), 0),
                ("2026-03-01T02:00:00.000Z".to_owned(), 0),
            ]
        );
    }
}
