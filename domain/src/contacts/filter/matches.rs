use super::ast::{Comparison, Filter, ResolvedFilter};
use crate::contacts::contact::fold;
use crate::contacts::field::FieldValue;

/// Evaluates a filter in memory. `value_of` gives the values as stored: core and engagement times in
/// milliseconds, custom dates in seconds. The SQL compiler must agree with this function.
pub fn matches<F>(filter: &ResolvedFilter<F>, value_of: &dyn Fn(&F) -> Option<FieldValue>) -> bool {
    match filter {
        Filter::All(parts) => parts.iter().all(|part| matches(part, value_of)),
        Filter::Any(parts) => parts.iter().any(|part| matches(part, value_of)),
        Filter::Condition {
            field,
            test,
            negated,
        } => holds(test, value_of(field).as_ref()) != *negated,
    }
}

fn holds(comparison: &Comparison, value: Option<&FieldValue>) -> bool {
    let Some(value) = value else {
        return matches!(comparison, Comparison::Missing | Comparison::Empty);
    };
    match (comparison, value) {
        (Comparison::Empty, value) => *value == FieldValue::Text(String::new()),
        (Comparison::OneOf(wanted), FieldValue::Text(text)) => {
            wanted.contains(&FieldValue::Text(fold(text)))
        }
        (Comparison::OneOf(wanted), value) => wanted.contains(value),
        (Comparison::Contains(parts), FieldValue::Text(text)) => {
            let text = fold(text);
            parts.iter().any(|part| text.contains(part))
        }
        (Comparison::StartsWith(part), FieldValue::Text(text)) => fold(text).starts_with(part),
        (Comparison::EndsWith(part), FieldValue::Text(text)) => fold(text).ends_with(part),
        (Comparison::Range(range), FieldValue::Number(number)) => range.contains(*number),
        _ => false,
    }
}
