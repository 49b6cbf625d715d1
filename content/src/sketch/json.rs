//! JSON in what a model answers: there is prose around it, and it ends too early where the model has no more words.

use postrider_domain::contract::problem::Problem;
use serde_json::{Map, Value};

/// Places where JSON may begin that are tried: prose has braces too.
const BEGINNINGS: usize = 20;

/// Problems of an answer that are kept; fewer are ever told. What is wrong everywhere would take as long to gather as it
/// is long, and more.
pub(crate) const PROBLEMS_MAX: usize = 100;

/// The first object in an answer, and what is wrong if it is not there to its end.
pub(crate) fn object(answer: &str) -> (Option<Map<String, Value>>, Option<Problem>) {
    for (at, _) in answer.match_indices('{').take(BEGINNINGS) {
        let json = &answer[at..];
        match first(json) {
            Some(Err(error)) if error.is_eof() => {
                let object = first(&closed(json)).and_then(filled);
                let problem = Problem::invalid("", "The JSON ends before it is complete.");
                return (object, Some(problem));
            }
            value => {
                if let Some(object) = value.and_then(filled) {
                    return (Some(object), None);
                }
            }
        }
    }
    let problem = Problem::invalid("", "The answer holds no JSON object.");
    (None, Some(problem))
}

/// Some put the whole under a key of its own.
pub(super) fn unwrapped(object: &Map<String, Value>) -> &Map<String, Value> {
    match object.values().next() {
        Some(Value::Object(inner)) if object.len() == 1 => inner,
        _ => object,
    }
}

fn first(json: &str) -> Option<serde_json::Result<Value>> {
    let mut values = serde_json::Deserializer::from_str(json).into_iter::<Value>();
    values.next()
}

fn filled(value: serde_json::Result<Value>) -> Option<Map<String, Value>> {
    match value {
        Ok(Value::Object(object)) if !object.is_empty() => Some(object),
        _ => None,
    }
}

/// The JSON up to the last value that is there to its end, with all brackets closed behind it.
fn closed(json: &str) -> String {
    let mut open = Vec::new();
    // Where the JSON could end, and what would have to be closed there.
    let mut last: (usize, Vec<char>) = (0, Vec::new());
    let mut is_text = false;
    let mut is_escaped = false;
    for (at, character) in json.char_indices() {
        if is_text {
            match character {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => is_text = false,
                _ => {}
            }
            continue;
        }
        match character {
            '"' => is_text = true,
            '{' => {
                open.push('}');
                last = (at + 1, open.clone());
            }
            '[' => {
                open.push(']');
                last = (at + 1, open.clone());
            }
            '}' | ']' => {
                open.pop();
                last = (at + 1, open.clone());
            }
            // What stands before a comma is whole.
            ',' => last = (at, open.clone()),
            _ => {}
        }
    }
    let (end, open) = last;
    let mut closed = json[..end].to_owned();
    closed.extend(open.iter().rev());
    closed
}

#[cfg(test)]
mod tests {
    use super::closed;

    #[test]
    fn what_is_whole_is_kept_and_closed() {
        for (json, expected) in [
            (
                r#"{"a":1,"b":[{"c":"x"},{"c":"y"#,
                r#"{"a":1,"b":[{"c":"x"},{}]}"#,
            ),
            (r#"{"a":"x, {y\" [","b"#, r#"{"a":"x, {y\" ["}"#),
            (r#"{"a":1,"b":"#, r#"{"a":1}"#),
            (r#"{"a":[1,2"#, r#"{"a":[1]}"#),
            (r#"{"a":1}"#, r#"{"a":1}"#),
            ("", ""),
        ] {
            assert_eq!(closed(json), expected, "{json}");
        }
    }
}
