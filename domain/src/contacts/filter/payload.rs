//! Values inside the payload of a trigger.

use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use super::input::FilterCondition;
use super::operator::Operator;
use crate::contacts::field::{FieldType, FieldValue};
use crate::time::When;

/// A key that the contract of a trigger declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared<'a> {
    pub key: &'a str,
    /// Nothing for an object or a list: what is inside is not declared.
    pub field_type: Option<FieldType>,
}

/// A place in the payload, and what conditions take its value for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayloadPath {
    /// Without the leading `payload.`: a key, or keys and indexes with dots between.
    pub path: String,
    pub field_type: FieldType,
}

impl PayloadPath {
    /// Dates in milliseconds; one without a time zone is meant where the brand is. What does not fit the type is
    /// still there, as its text: it has a value, which equals nothing of the type.
    pub fn value_in(&self, payload: &Map<String, Value>, zone: &TimeZone) -> Option<FieldValue> {
        let value = find(payload, &self.path).filter(|value| !value.is_null())?;
        Some(match (value, self.field_type) {
            (Value::Bool(flag), FieldType::Boolean) => FieldValue::Bool(*flag),
            (Value::Number(number), FieldType::Number) => {
                FieldValue::Number(number.as_f64().unwrap_or(f64::NAN))
            }
            (value, FieldType::Date) => match read_date(value, zone) {
                Some(ms) => FieldValue::Number(ms as f64),
                None => FieldValue::Text(text_of(value)),
            },
            (value, _) => FieldValue::Text(text_of(value)),
        })
    }

    /// The time that the value is, whatever its type is taken for.
    pub fn date_in(&self, payload: &Map<String, Value>, zone: &TimeZone) -> Option<i64> {
        find(payload, &self.path).and_then(|value| read_date(value, zone))
    }
}

fn read_date(value: &Value, zone: &TimeZone) -> Option<i64> {
    When::of_json(value).map(|when| when.start(zone))
}

/// A key may hold dots itself, so the whole path is tried first.
fn find<'p>(payload: &'p Map<String, Value>, path: &str) -> Option<&'p Value> {
    if let Some(value) = payload.get(path) {
        return Some(value);
    }
    let mut parts = path.split('.');
    let first = payload.get(parts.next()?)?;
    parts.try_fold(first, |value, part| match value {
        Value::Object(object) => object.get(part),
        Value::Array(list) => list.get(part.parse::<usize>().ok()?),
        _ => None,
    })
}

/// A list or object is its JSON, and an empty one is empty.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => String::new(),
        Value::Object(object) if object.is_empty() => String::new(),
        value => value.to_string(),
    }
}

/// What a condition takes an undeclared value for: what it says itself, or else what its operator and value say.
pub(super) fn guess(condition: &FilterCondition) -> FieldType {
    if let Some(said) = condition.field_type.as_deref().and_then(FieldType::parse) {
        return said;
    }
    let operator = Operator::parse(&condition.operator);
    let fits = |kind| operator.is_none_or(|operator| Operator::for_type(kind).contains(&operator));
    let first = match condition.value.as_ref() {
        Some(Value::Array(list)) => list.first(),
        other => other,
    };
    let likely = match first {
        Some(Value::Number(_)) => [FieldType::Number, FieldType::Date],
        Some(Value::Bool(_)) => [FieldType::Boolean, FieldType::String],
        Some(Value::Object(_)) => [FieldType::Date, FieldType::String],
        // Only a date can be written as text and be greater than another.
        Some(Value::String(_)) => [FieldType::String, FieldType::Date],
        _ => [FieldType::String, FieldType::Boolean],
    };
    let fitting = likely.into_iter().find(|kind| fits(*kind));
    fitting.unwrap_or(FieldType::String)
}
