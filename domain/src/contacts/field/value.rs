use jiff::tz::TimeZone;
use serde_json::{Number, Value};

use super::FieldType;
use crate::contract::catalog::Code;
use crate::contract::problem::Problem;
use crate::time::{self, When};

/// Characters of a text value.
pub const MAX_TEXT: usize = 10_000;
/// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z in Unix seconds.
pub const MIN_DATE: i64 = time::MIN_MS / 1000;
pub const MAX_DATE: i64 = time::MAX_MS / 1000;

/// A value as stored on a contact. A date is a number of Unix seconds.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    Text(String),
    Number(f64),
    Bool(bool),
}

impl FieldType {
    /// The type that a new field gets from its first value; a date is never guessed.
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(_) => Some(Self::String),
            Value::Number(_) => Some(Self::Number),
            Value::Bool(_) => Some(Self::Boolean),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }
}

impl FieldValue {
    /// A caller's value for a field of this type; `None` is `null`, which clears the field. `zone` is the brand's: it
    /// says when a day begins.
    pub fn read(
        value: &Value,
        kind: FieldType,
        zone: &TimeZone,
        param: &str,
    ) -> Result<Option<Self>, Problem> {
        let read = match (value, kind) {
            (Value::Null, _) => return Ok(None),
            (Value::Array(_) | Value::Object(_), _) => {
                let message = "A value is a string, a number, a boolean or null.";
                return Err(Problem::invalid(param, message));
            }
            (Value::String(text), FieldType::String) => Some(Self::Text(check_text(text, param)?)),
            (Value::String(text), FieldType::Date) => When::parse(text.trim())
                .map(|when| date_value(when.start(zone) as f64 / 1000.0, param))
                .transpose()?,
            (Value::Number(number), FieldType::Number) => number.as_f64().map(Self::Number),
            (Value::Number(number), FieldType::Date) => number
                .as_f64()
                .map(|seconds| date_value(seconds, param))
                .transpose()?,
            (Value::Bool(flag), FieldType::Boolean) => Some(Self::Bool(*flag)),
            _ => None,
        };
        read.map(Some).ok_or_else(|| mismatch(kind, param))
    }

    pub fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => Value::String(text.clone()),
            Self::Number(number) => number_json(*number),
            Self::Bool(flag) => Value::Bool(*flag),
        }
    }
}

/// Text that both databases can hold and that no header or log line can be broken with.
pub fn check_text(text: &str, param: &str) -> Result<String, Problem> {
    if text
        .chars()
        .any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
    {
        return Err(Problem::invalid(
            param,
            "The text contains a control character.",
        ));
    }
    if text.len() > MAX_TEXT && text.chars().count() > MAX_TEXT {
        return Err(Problem::invalid(
            param,
            "The text is longer than 10,000 characters.",
        ));
    }
    Ok(text.to_owned())
}

/// Whole seconds: a fraction (many clocks give one) would make equal times differ.
fn date_value(seconds: f64, param: &str) -> Result<FieldValue, Problem> {
    let seconds = seconds.floor();
    if seconds < MIN_DATE as f64 || seconds > MAX_DATE as f64 {
        let message = "The date is outside the years 1 to 9999.";
        let suggestion =
            "A date is a number of Unix seconds (not milliseconds), or an ISO 8601 text.";
        return Err(Problem::invalid(param, message).suggest(suggestion));
    }
    Ok(FieldValue::Number(seconds))
}

/// A whole number prints as one: `5`, not `5.0`.
fn number_json(number: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < EXACT {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

fn mismatch(kind: FieldType, param: &str) -> Problem {
    let (message, suggestion) = match kind {
        FieldType::String => ("The field holds text.", "Send a JSON string."),
        FieldType::Number => (
            "The field holds a number.",
            "Send a JSON number, without quotes.",
        ),
        FieldType::Boolean => (
            "The field holds a boolean.",
            "Send `true` or `false`, without quotes.",
        ),
        FieldType::Date => (
            "The field holds a date.",
            "Send Unix seconds or an ISO 8601 text such as `2026-01-31` or `2026-01-31T09:00:00Z`.",
        ),
    };
    Problem::new(Code::FieldTypeMismatch, message)
        .param(param)
        .suggest(suggestion)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_fit_their_type() {
        let text = |t: &str| Some(FieldValue::Text(t.into()));
        let number = |n| Some(FieldValue::Number(n));
        let cases = [
            (json!("pro"), FieldType::String, text("pro")),
            (json!(""), FieldType::String, text("")),
            (json!("a\nb"), FieldType::String, text("a\nb")),
            (json!(3), FieldType::Number, number(3.0)),
            (json!(-1.5e300), FieldType::Number, number(-1.5e300)),
            (
                json!(true),
                FieldType::Boolean,
                Some(FieldValue::Bool(true)),
            ),
            (
                json!(1_700_000_000),
                FieldType::Date,
                number(1_700_000_000.0),
            ),
            (
                json!(1_700_000_000.75),
                FieldType::Date,
                number(1_700_000_000.0),
            ),
            (json!(MIN_DATE), FieldType::Date, number(MIN_DATE as f64)),
            (json!(MAX_DATE), FieldType::Date, number(MAX_DATE as f64)),
            (
                json!("2023-11-14T22:13:20Z"),
                FieldType::Date,
                number(1_700_000_000.0),
            ),
            (
                json!("2023-11-14T22:13:20.999Z"),
                FieldType::Date,
                number(1_700_000_000.0),
            ),
            (
                json!("1969-12-31T23:59:59.500Z"),
                FieldType::Date,
                number(-1.0),
            ),
            (json!(null), FieldType::Date, None),
            (json!(null), FieldType::String, None),
        ];
        for (value, kind, stored) in cases {
            assert_eq!(
                FieldValue::read(&value, kind, &TimeZone::UTC, "p").unwrap(),
                stored,
                "{value} as {kind:?}"
            );
        }
    }

    #[test]
    fn values_that_do_not_fit_say_so() {
        let long = "x".repeat(MAX_TEXT + 1);
        let cases = [
            (json!(1), FieldType::String, Code::FieldTypeMismatch),
            (json!("1"), FieldType::Number, Code::FieldTypeMismatch),
            (json!("true"), FieldType::Boolean, Code::FieldTypeMismatch),
            (json!(1), FieldType::Boolean, Code::FieldTypeMismatch),
            (json!("tomorrow"), FieldType::Date, Code::FieldTypeMismatch),
            (json!(true), FieldType::Date, Code::FieldTypeMismatch),
            (
                json!(1_700_000_000_000_i64),
                FieldType::Date,
                Code::InvalidRequest,
            ),
            (json!(-1e300), FieldType::Date, Code::InvalidRequest),
            (json!([1]), FieldType::Number, Code::InvalidRequest),
            (json!({}), FieldType::String, Code::InvalidRequest),
            (json!("a\0b"), FieldType::String, Code::InvalidRequest),
            (json!(long), FieldType::String, Code::InvalidRequest),
        ];
        for (value, kind, code) in cases {
            let problem = FieldValue::read(&value, kind, &TimeZone::UTC, "customFields.x");
            let problem = problem.unwrap_err();
            assert_eq!(problem.code, code, "{kind:?}: {}", problem.message);
            assert_eq!(problem.param.as_deref(), Some("customFields.x"));
        }
    }

    #[test]
    fn the_first_value_types_a_new_field() {
        assert_eq!(FieldType::of(&json!("2026-01-01")), Some(FieldType::String));
        assert_eq!(FieldType::of(&json!(1)), Some(FieldType::Number));
        assert_eq!(FieldType::of(&json!(false)), Some(FieldType::Boolean));
        assert_eq!(FieldType::of(&json!(null)), None);
        assert_eq!(FieldType::of(&json!([])), None);
    }

    #[test]
    fn whole_numbers_print_without_a_fraction() {
        let cases = [
            (5.0, "5"),
            (-0.0, "0"),
            (0.5, "0.5"),
            (1e300, "1e+300"),
            (1_700_000_000.0, "1700000000"),
        ];
        for (number, printed) in cases {
            assert_eq!(FieldValue::Number(number).to_json().to_string(), printed);
        }
    }
}
