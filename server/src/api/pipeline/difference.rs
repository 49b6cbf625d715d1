//! What the audit log keeps of a thing before a write and after it.

use serde_json::{Map, Value, json};

use crate::api::row::Keeps;

/// It changes with everything else, and the row has a time of its own.
const TIMES: [&str; 2] = ["createdAt", "updatedAt"];

/// Before and after, each with those fields that differ.
pub fn difference(
    before: Option<&Value>,
    after: Option<&Value>,
    keeps: Keeps,
) -> (Option<Value>, Option<Value>) {
    let (was, is) = (fields(before), fields(after));
    match keeps {
        Keeps::Values => (changed(&was, &is, &[]), changed(&is, &was, &[])),
        Keeps::ValuesBut(of_contacts) => (
            changed(&was, &is, of_contacts),
            changed(&is, &was, of_contacts),
        ),
        // Of one that is gone nothing is left to be told.
        Keeps::Names if after.is_none() => (None, None),
        Keeps::Names => (None, names(&was, &is)),
    }
}

/// The numbers of an answer about many, and how long its lists are.
pub fn counts(answer: &Value) -> Option<Value> {
    let mut counts = Map::new();
    for (name, value) in fields(Some(answer)) {
        match value {
            Value::Number(_) => {
                counts.insert(name, value);
            }
            Value::Array(list) => {
                counts.insert(name, json!(list.len()));
            }
            Value::Object(inner) => counts.extend(inner.into_iter().filter(|(_, v)| v.is_number())),
            _ => {}
        }
    }
    (!counts.is_empty()).then(|| counts.into())
}

fn fields(thing: Option<&Value>) -> Map<String, Value> {
    let fields = thing.and_then(Value::as_object).cloned();
    fields.unwrap_or_default()
}

fn changed(side: &Map<String, Value>, other: &Map<String, Value>, but: &[&str]) -> Option<Value> {
    let differs = |name: &String, value: &Value| other.get(name).unwrap_or(&Value::Null) != value;
    let kept: Map<String, Value> = side
        .iter()
        .filter(|(name, value)| differs(name, value))
        .filter(|(name, _)| !TIMES.contains(&name.as_str()) && !but.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    (!kept.is_empty()).then(|| kept.into())
}

/// The names of fields that differ; of values by name, each name.
fn names(was: &Map<String, Value>, is: &Map<String, Value>) -> Option<Value> {
    let mut names: Vec<String> = Vec::new();
    for name in was.keys().chain(is.keys()) {
        match (was.get(name), is.get(name)) {
            (one, other) if one == other => {}
            (Some(Value::Object(was)), Some(Value::Object(is))) => {
                let inner = was.keys().chain(is.keys());
                let inner = inner.filter(|inner| was.get(*inner) != is.get(*inner));
                names.extend(inner.map(|inner| format!("{name}.{inner}")));
            }
            (_, Some(Value::Object(is))) => {
                names.extend(is.keys().map(|inner| format!("{name}.{inner}")));
            }
            _ => names.push(name.clone()),
        }
    }
    names.retain(|name| !TIMES.contains(&name.as_str()) && name != "contactId");
    names.sort();
    names.dedup();
    (!names.is_empty()).then(|| json!({ "changedFields": names }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_kept() {
        let before = json!({ "a": 1, "b": [1], "gone": true, "updatedAt": "x" });
        let after = json!({ "a": 1, "b": [2], "new": "n", "updatedAt": "y" });
        assert_eq!(
            difference(Some(&before), Some(&after), Keeps::Values),
            (
                Some(json!({ "b": [1], "gone": true })),
                Some(json!({ "b": [2], "new": "n" }))
            )
        );
        let same = difference(Some(&before), Some(&before), Keeps::Values);
        assert_eq!(same, (None, None));
        let made = difference(None, Some(&json!({ "a": 1 })), Keeps::Values);
        assert_eq!(made, (None, Some(json!({ "a": 1 }))));
        let deleted = difference(Some(&json!({ "a": 1 })), None, Keeps::Values);
        assert_eq!(deleted, (Some(json!({ "a": 1 })), None));
        let sent = json!({ "to": ["ada@example.test"], "status": "scheduled" });
        let sent = difference(None, Some(&sent), Keeps::ValuesBut(&["to"]));
        assert_eq!(sent, (None, Some(json!({ "status": "scheduled" }))));
    }

    #[test]
    fn of_a_contact_the_names_of_fields_are_kept_and_no_value() {
        let before = json!({ "contactId": "c", "firstName": "Ada", "customFields": { "plan": "pro", "city": "Bonn" } });
        let after = json!({ "contactId": "c", "lastName": "King", "customFields": { "plan": "free", "city": "Bonn" } });
        let (none, names) = difference(Some(&before), Some(&after), Keeps::Names);
        let expect = json!({ "changedFields": ["customFields.plan", "firstName", "lastName"] });
        assert_eq!((none, names), (None, Some(expect)));
        let (_, names) = difference(None, Some(&after), Keeps::Names);
        let expect =
            json!({ "changedFields": ["customFields.city", "customFields.plan", "lastName"] });
        assert_eq!(names, Some(expect));
        assert_eq!(difference(Some(&before), None, Keeps::Names), (None, None));
    }

    #[test]
    fn many_are_counted() {
        let answer = json!({ "summary": { "created": 2, "failed": 1, "note": "x" }, "errors": [{ "email": "a@b.test" }],
            "deletedCount": 3, "importId": "i" });
        let expect = json!({ "created": 2, "failed": 1, "errors": 1, "deletedCount": 3 });
        assert_eq!(counts(&answer), Some(expect));
        assert_eq!(counts(&json!({ "importId": "i" })), None);
    }
}
