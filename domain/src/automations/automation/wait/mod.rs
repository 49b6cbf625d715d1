//! When a wait is over.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

use super::facts::Facts;
use super::graph::{WaitConfig, Weekday};
use crate::contacts::field::FieldValue;
use crate::contacts::filter::{Field as _, GraphField, GraphFields};
use crate::time::{self, When};

#[derive(Clone, Debug)]
pub(super) enum Wait {
    For(i64),
    Until(GraphField),
    UntilTime(TimeOfDay),
}

#[derive(Clone, Debug)]
pub(super) struct TimeOfDay {
    time: Time,
    /// The brand's, if none is given.
    zone: Option<TimeZone>,
    /// Every day, if none is named.
    days: Vec<Weekday>,
}

impl Wait {
    pub(super) fn compile(config: &WaitConfig, fields: &GraphFields<'_>) -> Result<Self, String> {
        match config {
            WaitConfig::For(span) => Ok(Self::For(span.ms())),
            WaitConfig::Until { until } => {
                let field = fields.read_date(&until.field, "until.field");
                field.map(Self::Until).map_err(|problem| problem.message)
            }
            WaitConfig::UntilTime {
                until_time,
                time_zone,
                days,
            } => {
                let zone = time_zone.as_deref().map(|name| {
                    time::parse_zone(name).ok_or_else(|| format!("There is no time zone `{name}`."))
                });
                let time = parse_clock(until_time);
                Ok(Self::UntilTime(TimeOfDay {
                    time: time.ok_or_else(|| format!("`{until_time}` is no time of day."))?,
                    zone: zone.transpose()?,
                    days: days.clone().unwrap_or_default(),
                }))
            }
        }
    }

    /// Nothing when there is nothing to wait for.
    pub(super) fn ends(&self, entered_at: i64, facts: &Facts<'_>) -> Option<i64> {
        match self {
            Self::For(ms) => Some(entered_at.saturating_add(*ms)),
            Self::Until(field) => date_of(field, facts),
            Self::UntilTime(of_day) => {
                of_day.next(entered_at, of_day.zone.as_ref().unwrap_or(facts.zone))
            }
        }
    }
}

/// `HH:MM`, nothing shorter or longer.
pub(super) fn parse_clock(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    let two = |digits: &str| {
        let is_number = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse::<i8>().ok()).flatten()
    };
    Time::new(two(hour)?, two(minute)?, 0, 0).ok()
}

fn date_of(field: &GraphField, facts: &Facts<'_>) -> Option<i64> {
    match field {
        GraphField::Payload(field) => field.date_in(facts.payload, facts.zone),
        GraphField::Contact(column) => match (facts.person?.value_of)(column)? {
            // A field that holds a plain number can only mean seconds, as in a payload.
            FieldValue::Number(number)
                if column.field_type() == crate::contacts::field::FieldType::Date =>
            {
                Some((number * field.ms_per_unit()) as i64)
            }
            FieldValue::Number(number) => When::from_seconds(number).map(|at| at.start(facts.zone)),
            FieldValue::Text(text) => When::parse(text.trim()).map(|at| at.start(facts.zone)),
            FieldValue::Bool(_) => None,
        },
    }
}

impl TimeOfDay {
    /// The first moment from `from` on, itself included, at which it is this late on one of the days. Where clocks
    /// leap over the time, it is as long after the leap as it would have been after its start; where they show it
    /// twice, the first counts.
    fn next(&self, from: i64, zone: &TimeZone) -> Option<i64> {
        let start = Timestamp::from_millisecond(from).ok()?;
        let mut day: Date = start.to_zoned(zone.clone()).date();
        // A week and a day finds every weekday; some places have left out a whole day.
        for _ in 0..15 {
            let moment = zone
                .to_ambiguous_zoned(day.to_datetime(self.time))
                .compatible();
            let moment = moment.ok()?;
            if moment.timestamp() >= start && self.includes(moment.weekday()) {
                return Some(moment.timestamp().as_millisecond());
            }
            day = day.tomorrow().ok()?;
        }
        None
    }

    fn includes(&self, day: jiff::civil::Weekday) -> bool {
        let day = match day {
            jiff::civil::Weekday::Monday => Weekday::Mon,
            jiff::civil::Weekday::Tuesday => Weekday::Tue,
            jiff::civil::Weekday::Wednesday => Weekday::Wed,
            jiff::civil::Weekday::Thursday => Weekday::Thu,
            jiff::civil::Weekday::Friday => Weekday::Fri,
            jiff::civil::Weekday::Saturday => Weekday::Sat,
            jiff::civil::Weekday::Sunday => Weekday::Sun,
        };
        self.days.is_empty() || self.days.contains(&day)
    }
}

#[cfg(test)]
mod days;
#[cfg(test)]
mod tests;
