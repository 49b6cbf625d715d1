//! What a merge tag stands for.

use std::borrow::Cow;

use jiff::tz::TimeZone;
use serde_json::Map;

use crate::time::{MAX_MS, MIN_MS, When, day_at};

/// A value of a payload, a contact or a brand. Objects and lists have no text of their own: look-up
/// answers `None` for them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'v> {
    Text(&'v str),
    Number(f64),
    /// Numbers of orders and the like, which may have more digits than a float keeps.
    Integer(i128),
    Bool(bool),
    /// Unix seconds.
    Date(i64),
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl<'v> Value<'v> {
    /// A date in JSON is a text or a number: only whoever knows the field's type can tell.
    pub fn of_json(value: &'v serde_json::Value) -> Option<Self> {
        match value {
            serde_json::Value::String(text) => Some(Self::Text(text)),
            serde_json::Value::Number(number) => match number.as_i128() {
                Some(integer) => Some(Self::Integer(integer)),
                None => number.as_f64().map(Self::Number),
            },
            serde_json::Value::Bool(flag) => Some(Self::Bool(*flag)),
            serde_json::Value::Null
            | serde_json::Value::Array(_)
            | serde_json::Value::Object(_) => None,
        }
    }

    /// As a reader sees it: `Ann`, `19.9`, `true`, `15 November 2026`. `None`: the fallback stands there
    /// instead; so it is for a text of nothing but white space.
    pub(super) fn show(self, zone: &TimeZone) -> Option<Cow<'v, str>> {
        match self {
            Self::Text(text) if text.trim().is_empty() => None,
            Self::Text(text) => Some(text.into()),
            // Plus zero, so that minus zero has no sign.
            Self::Number(number) if number.is_finite() => Some((number + 0.0).to_string().into()),
            Self::Number(_) => None,
            Self::Integer(number) => Some(number.to_string().into()),
            Self::Bool(true) => Some("true".into()),
            Self::Bool(false) => Some("false".into()),
            Self::Date(seconds) => show_date(seconds, zone).map(Cow::Owned),
        }
    }
}

/// Writes those values of a payload that are dates as readers see them. In JSON a date is a text or a number: only the
/// contract of the payload's trigger says which keys hold one. What is none stays as it is.
pub fn show_dates<'k>(
    payload: &mut Map<String, serde_json::Value>,
    keys: impl IntoIterator<Item = &'k str>,
    zone: &TimeZone,
) {
    for key in keys {
        let Some(value) = payload.get_mut(key) else {
            continue;
        };
        let seconds = When::of_json(value).map(|when| when.start(zone).div_euclid(1000));
        if let Some(shown) = seconds.and_then(|seconds| show_date(seconds, zone)) {
            *value = serde_json::Value::String(shown);
        }
    }
}

/// The month in letters: nobody has to know which of two numbers is the day.
fn show_date(seconds: i64, zone: &TimeZone) -> Option<String> {
    let ms = seconds.checked_mul(1000);
    let date = day_at(ms.filter(|ms| (MIN_MS..=MAX_MS).contains(ms))?, zone);
    let month = MONTHS[date.month() as usize - 1];
    Some(format!("{} {month} {}", date.day(), date.year()))
}
