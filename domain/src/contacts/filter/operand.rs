//! The value of a condition, by operator and type.

use serde_json::Value;

use super::ast::{Comparison, Test};
use super::date::{Ago, DateTest, Unit};
use super::fields::Field;
use super::limits::MAX_LIST;
use super::operator::Operator;
use super::range::{Bound, Range};
use crate::contacts::address::{EmailAddress, stored_part};
use crate::contacts::contact::fold;
use crate::contacts::field::{CoreColumn, FieldType, FieldValue, check_text};
use crate::contract::problem::Problem;
use crate::time::When;

const VALIDATION_STATUSES: [&str; 4] = ["valid", "risky", "invalid", "unknown"];
/// A century, which keeps the arithmetic far from any overflow.
const MAX_AGO: i64 = 24 * 36_525;

/// The operator is known to fit the field's type; negation is left to the caller.
pub(super) fn read(
    field: &impl Field,
    operator: Operator,
    value: Option<&Value>,
    at: &str,
) -> Result<Test, Problem> {
    if operator.is_unary() {
        // A form that has nothing to fill in sends an empty text.
        if value.is_some_and(|value| value != "") {
            let message = format!("`{}` takes no value.", operator.as_str());
            return Err(Problem::invalid(at, message).suggest("Leave `value` out."));
        }
        return Ok(Test::Fixed(unary(operator)));
    }
    let value = value.ok_or_else(|| {
        let message = format!("`{}` needs a value.", operator.as_str());
        let suggestion = "To find contacts without a value use `is_empty` or `not_exists`.";
        Problem::invalid(at, message).suggest(suggestion)
    })?;
    let operator = operator.positive();
    match field.field_type() {
        FieldType::Date => date(operator, value, at).map(Test::Date),
        FieldType::Number => number(operator, value, at).map(Test::Fixed),
        FieldType::String => text(field.column(), operator, value, at).map(Test::Fixed),
        FieldType::Boolean => {
            let flag = flag(value, at)?;
            Ok(Test::Fixed(Comparison::OneOf(vec![FieldValue::Bool(flag)])))
        }
    }
}

fn unary(operator: Operator) -> Comparison {
    match operator.positive() {
        Operator::IsTrue => Comparison::OneOf(vec![FieldValue::Bool(true)]),
        Operator::IsFalse => Comparison::OneOf(vec![FieldValue::Bool(false)]),
        Operator::IsEmpty => Comparison::Empty,
        _ => Comparison::Missing,
    }
}

fn text(
    column: Option<CoreColumn>,
    operator: Operator,
    value: &Value,
    at: &str,
) -> Result<Comparison, Problem> {
    let whole = |value: &Value, at: &str| whole_text(column, value, at).map(FieldValue::Text);
    Ok(match operator {
        Operator::In => Comparison::OneOf(list(value, at, whole)?),
        Operator::Contains => Comparison::Contains(inside(column, vec![part(value, at)?])),
        Operator::ContainsAny => Comparison::Contains(inside(column, list(value, at, part)?)),
        Operator::StartsWith => Comparison::StartsWith(beginning(column, part(value, at)?)),
        Operator::EndsWith => Comparison::EndsWith(end(column, part(value, at)?)),
        _ => Comparison::OneOf(vec![whole(value, at)?]),
    })
}

/// Parts of an address are compared in the form in which addresses are stored. Without an `@` a part may stand on either
/// side of it.
fn inside(column: Option<CoreColumn>, parts: Vec<String>) -> Vec<String> {
    if column != Some(CoreColumn::Email) {
        return parts;
    }
    let spelled = |part: String| match stored_part(&part) {
        Some(stored) if part.contains('@') => vec![stored],
        stored => std::iter::once(part).chain(stored).collect(),
    };
    parts.into_iter().flat_map(spelled).collect()
}

/// Without an `@` it stands before it, where every spelling is itself.
fn beginning(column: Option<CoreColumn>, part: String) -> String {
    match column {
        Some(CoreColumn::Email) if part.contains('@') => stored_part(&part).unwrap_or(part),
        _ => part,
    }
}

fn end(column: Option<CoreColumn>, part: String) -> String {
    match column {
        Some(CoreColumn::Email) => stored_part(&part).unwrap_or(part),
        _ => part,
    }
}

/// A text that is compared as a whole. An address is brought to the form in which addresses are
/// stored, so that `Jörg@Müller.de` finds its contact.
fn whole_text(column: Option<CoreColumn>, value: &Value, at: &str) -> Result<String, Problem> {
    let text = any_text(value, at)?;
    match column {
        Some(CoreColumn::Email) => {
            Ok(EmailAddress::parse(&text).map_or_else(|_| fold(&text), EmailAddress::into_string))
        }
        Some(CoreColumn::ValidationStatus) => {
            let status = fold(&text);
            if VALIDATION_STATUSES.contains(&status.as_str()) {
                return Ok(status);
            }
            let message = format!("The value is one of {}.", VALIDATION_STATUSES.join(", "));
            Err(Problem::invalid(at, message))
        }
        _ => Ok(fold(&text)),
    }
}

/// Every text contains the empty one: a condition that asks for it is a form that was not filled in.
fn part(value: &Value, at: &str) -> Result<String, Problem> {
    let text = any_text(value, at)?;
    if text.is_empty() {
        return Err(Problem::invalid(at, "The value is empty."));
    }
    Ok(fold(&text))
}

fn any_text(value: &Value, at: &str) -> Result<String, Problem> {
    let text = value
        .as_str()
        .ok_or_else(|| Problem::invalid(at, "The value is a text."))?;
    check_text(text, at)
}

fn number(operator: Operator, value: &Value, at: &str) -> Result<Comparison, Problem> {
    let bounds = |min, max| Comparison::Range(Range { min, max });
    Ok(match operator {
        Operator::In => Comparison::OneOf(list(value, at, |value, at| {
            any_number(value, at).map(FieldValue::Number)
        })?),
        Operator::Gt => bounds(Some(Bound::excluding(any_number(value, at)?)), None),
        Operator::Gte => bounds(Some(Bound::including(any_number(value, at)?)), None),
        Operator::Lt => bounds(None, Some(Bound::excluding(any_number(value, at)?))),
        Operator::Lte => bounds(None, Some(Bound::including(any_number(value, at)?))),
        Operator::Between => {
            let (min, max) = pair(value, at, any_number)?;
            if min > max {
                return Err(Problem::invalid(
                    at,
                    "The first value is greater than the second.",
                ));
            }
            bounds(Some(Bound::including(min)), Some(Bound::including(max)))
        }
        _ => Comparison::OneOf(vec![FieldValue::Number(any_number(value, at)?)]),
    })
}

/// Also one that is written as text: forms and files have nothing else.
fn any_number(value: &Value, at: &str) -> Result<f64, Problem> {
    let number = match value {
        Value::String(text) => number_in(text),
        value => value.as_f64(),
    };
    number.ok_or_else(|| Problem::invalid(at, "The value is a number."))
}

fn number_in(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|n: &f64| n.is_finite())
}

fn flag(value: &Value, at: &str) -> Result<bool, Problem> {
    let flag = match value {
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
        value => value.as_bool(),
    };
    flag.ok_or_else(|| Problem::invalid(at, "The value is `true` or `false`."))
}

fn date(operator: Operator, value: &Value, at: &str) -> Result<DateTest, Problem> {
    Ok(match operator {
        Operator::WithinLast => DateTest::WithinLast(ago(value, at)?),
        Operator::Between => {
            let (first, last) = pair(value, at, when)?;
            DateTest::Between(first, last)
        }
        Operator::OnDate => DateTest::OnDay(when(value, at)?),
        Operator::Before | Operator::Lt => DateTest::Before(when(value, at)?),
        Operator::After | Operator::Gt => DateTest::After(when(value, at)?),
        Operator::Gte => DateTest::NotBefore(when(value, at)?),
        Operator::Lte => DateTest::NotAfter(when(value, at)?),
        _ => DateTest::At(when(value, at)?),
    })
}

fn when(value: &Value, at: &str) -> Result<When, Problem> {
    let seconds = || When::from_seconds(number_in(value.as_str()?)?);
    When::of_json(value).or_else(seconds).ok_or_else(|| {
        let message = "The value is a date or time (ISO 8601) or a number of Unix seconds.";
        Problem::invalid(at, message).suggest("For example `2026-01-31T09:00:00Z` or `2026-01-31`.")
    })
}

fn ago(value: &Value, at: &str) -> Result<Ago, Problem> {
    let object = value.as_object().filter(|object| {
        object
            .keys()
            .all(|key| matches!(key.as_str(), "amount" | "unit"))
    });
    let object = object.ok_or_else(|| {
        let problem = Problem::invalid(at, "The value is `{ amount, unit }`.");
        problem.suggest("For example `{ \"amount\": 7, \"unit\": \"days\" }`.")
    })?;
    let amount = object.get("amount").and_then(|amount| match amount {
        Value::String(text) => text.trim().parse().ok(),
        amount => amount.as_i64(),
    });
    let amount = amount
        .filter(|amount| (1..=MAX_AGO).contains(amount))
        .ok_or_else(|| {
            let message = format!("`amount` is a whole number from 1 to {MAX_AGO}.");
            Problem::invalid(format!("{at}.amount"), message)
        })?;
    let word = object
        .get("unit")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let unit = Unit::ALL
        .into_iter()
        .find(|unit| unit.as_str() == word)
        .ok_or_else(|| {
            Problem::invalid(
                format!("{at}.unit"),
                "`unit` is `hours`, `days` or `weeks`.",
            )
        })?;
    Ok(Ago { amount, unit })
}

fn pair<T>(
    value: &Value,
    at: &str,
    read: impl Fn(&Value, &str) -> Result<T, Problem>,
) -> Result<(T, T), Problem> {
    match value.as_array().map(Vec::as_slice) {
        Some([min, max]) => Ok((
            read(min, &format!("{at}[0]"))?,
            read(max, &format!("{at}[1]"))?,
        )),
        _ => Err(Problem::invalid(
            at,
            "The value is a list of two: `[min, max]`.",
        )),
    }
}

fn list<T>(
    value: &Value,
    at: &str,
    read: impl Fn(&Value, &str) -> Result<T, Problem>,
) -> Result<Vec<T>, Problem> {
    match value.as_array() {
        Some(items) if (1..=MAX_LIST).contains(&items.len()) => {
            let item = |(index, item)| read(item, &format!("{at}[{index}]"));
            items.iter().enumerate().map(item).collect()
        }
        _ => Err(Problem::invalid(
            at,
            "The value is a list of 1 to 1000 values.",
        )),
    }
}
