//! Values that fit a schema, in the words of the story that the examples tell.

use serde_json::{Map, Value, json};

use super::schema::{Resolved, Schemas};
use super::words::{is_shown_answer, is_shown_input, word};

/// Deep enough for every answer, and an end for a type that contains itself.
const MAX_DEPTH: usize = 8;

/// Which optional keys an example shows.
#[derive(Clone, Copy)]
pub enum Side {
    /// What a caller would typically send.
    Request,
    /// What a caller would typically get.
    Answer,
}

/// Makes the examples of one group of routes.
pub struct Examples<'a> {
    pub schemas: &'a Schemas,
    pub group: &'a str,
    pub side: Side,
}

impl Examples<'_> {
    pub fn of(&self, schema: &Value) -> Value {
        self.value("", schema, 0)
    }

    /// A value for a key of this name.
    pub fn named(&self, name: &str, schema: &Value) -> Value {
        self.value(name, schema, 0)
    }

    fn value(&self, name: &str, schema: &Value, depth: usize) -> Value {
        let resolved = self.schemas.resolve(schema);
        if let Some(example) = given(schema).or_else(|| given(resolved.schema)) {
            return example.clone();
        }
        if depth > MAX_DEPTH {
            return Value::Null;
        }
        let mut words = resolved.words();
        if words.is_empty() && resolved.json_type() == "string" {
            words = resolved.told_words();
        }
        if let Some(value) = word(self.group, name).filter(|value| fits(&resolved, &words, value)) {
            return value;
        }
        if let Some(first) = words.first() {
            return json!(first);
        }
        if let Some(first) = resolved.options.first() {
            return self.value(name, first, depth + 1);
        }
        match resolved.json_type() {
            "object" => self.object(&resolved, depth),
            "array" => json!([self.value(name, &resolved.schema["items"], depth + 1)]),
            _ => scalar(&resolved),
        }
    }

    fn object(&self, object: &Resolved, depth: usize) -> Value {
        let shown = |name: &str| match self.side {
            Side::Request => is_shown_input(name),
            Side::Answer => is_shown_answer(name),
        };
        let properties = object.properties().into_iter().flatten();
        properties
            .filter(|(name, _)| object.requires(name) || shown(name))
            .map(|(name, schema)| (name.clone(), self.value(name, schema, depth + 1)))
            .collect::<Map<_, _>>()
            .into()
    }
}

/// An example that the type itself gives.
fn given(schema: &Value) -> Option<&Value> {
    schema["examples"]
        .as_array()
        .and_then(|list| list.first())
        .or_else(|| schema.get("example"))
}

/// One name can mean different things: a word counts only where its kind is right.
fn fits(resolved: &Resolved, words: &[&str], value: &Value) -> bool {
    if !words.is_empty() {
        return value.as_str().is_some_and(|text| words.contains(&text));
    }
    match resolved.json_type() {
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object() && resolved.properties().is_none(),
        _ => resolved.options.is_empty(),
    }
}

fn scalar(resolved: &Resolved) -> Value {
    let least = resolved.schema["minimum"].as_i64().unwrap_or(1).max(1);
    match (resolved.json_type(), resolved.format()) {
        ("string", "date-time") => json!("2026-01-02T03:04:05.678Z"),
        ("string", "color") => json!("#1a6b5c"),
        ("string", "time-zone") => json!("Europe/Berlin"),
        ("string", "email") => json!("ada@example.com"),
        ("string", "uri") => json!("https://example.com"),
        ("string", _) => json!("text"),
        ("integer" | "number", _) => json!(least),
        ("boolean", _) => json!(true),
        _ => Value::Null,
    }
}
