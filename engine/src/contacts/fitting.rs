//! Which values a contact that has much already can still get.

use postrider_domain::contacts::field::{ContactExcess, FieldBounds, FieldValue};
use serde_json::{Map, Value};

/// A value under its field's number; nothing clears the field.
pub(super) type NumberedValue = (i64, Option<FieldValue>);

/// Those values with which the contact is within the bounds, in their order, and those with which it would be over one.
pub(super) fn fit(
    bounds: FieldBounds,
    stored: &str,
    values: Vec<NumberedValue>,
) -> (Vec<NumberedValue>, Vec<(i64, ContactExcess)>) {
    let mut has: Map<String, Value> = serde_json::from_str(stored).unwrap_or_default();
    let mut bytes = Value::Object(has.clone()).to_string().len();
    let (mut fitting, mut left) = (Vec::new(), Vec::new());
    for (number, value) in values {
        let key = number.to_string();
        let new = value.as_ref().map(FieldValue::to_json);
        let entry = |value: &Value| key.len() + value.to_string().len() + "\"\":,".len();
        let before = has.get(&key).map_or(0, entry);
        let after = bytes - before.min(bytes) + new.as_ref().map_or(0, entry);
        if new.is_some() && before == 0 && has.len() >= bounds.contact_keys {
            left.push((number, ContactExcess::Keys));
            continue;
        }
        if after > bounds.contact_bytes && after > bytes {
            left.push((number, ContactExcess::Bytes));
            continue;
        }
        bytes = after;
        match new {
            Some(new) => has.insert(key, new),
            None => has.remove(&key),
        };
        fitting.push((number, value));
    }
    (fitting, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_and_the_rest_is_taken() {
        let bounds = FieldBounds {
            fields: 9,
            contact_keys: 2,
            contact_bytes: 40,
        };
        let text = |length: usize| Some(FieldValue::Text("x".repeat(length)));
        let stored = r#"{"1": "a", "2": "b"}"#;
        let (fitting, left) = fit(
            bounds,
            stored,
            vec![
                (3, text(1)),
                (1, text(5)),
                (2, text(60)),
                (2, None),
                (3, text(2)),
            ],
        );
        assert_eq!(fitting, [(1, text(5)), (2, None), (3, text(2))]);
        assert_eq!(left, [(3, ContactExcess::Keys), (2, ContactExcess::Bytes)]);
    }
}
