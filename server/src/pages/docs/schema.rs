//! Reading the JSON schemas of the OpenAPI document.

use serde_json::{Map, Value};

/// The named schemas of the document.
pub struct Schemas(pub Map<String, Value>);

/// A schema behind its references, without the `null` that only says "may be left out".
pub struct Resolved<'a> {
    pub schema: &'a Value,
    /// The name under which the document has it.
    pub name: Option<&'a str>,
    /// The nearest one: where the schema is used, or where it is defined.
    pub description: &'a str,
    /// Two or more forms to choose from.
    pub options: Vec<&'a Value>,
}

impl Schemas {
    pub fn resolve<'a>(&'a self, schema: &'a Value) -> Resolved<'a> {
        let (mut schema, mut name, mut description) = (schema, None, "");
        loop {
            if description.is_empty() {
                description = text(schema, "description");
            }
            if let Some(reference) = schema["$ref"].as_str() {
                let target = reference.rsplit('/').next().unwrap_or_default();
                name = Some(target);
                schema = self.0.get(target).unwrap_or(&Value::Null);
                continue;
            }
            let options = options(schema);
            if let [only] = options[..] {
                schema = only;
                continue;
            }
            return Resolved {
                schema,
                name,
                description,
                options,
            };
        }
    }
}

impl<'a> Resolved<'a> {
    /// The words that are accepted, where the value is one of a few.
    pub fn words(&self) -> Vec<&'a str> {
        let constants = |list: &[&'a Value]| -> Option<Vec<&'a str>> {
            list.iter().map(|option| option["const"].as_str()).collect()
        };
        match self.schema["enum"].as_array() {
            Some(words) => words.iter().filter_map(Value::as_str).collect(),
            None if self.options.is_empty() => self.schema["const"].as_str().into_iter().collect(),
            None => constants(&self.options).unwrap_or_default(),
        }
    }

    /// The words that a description lists and nothing else: "`asc` or `desc`".
    pub fn told_words(&self) -> Vec<&'a str> {
        let parts = self.description.split('`').enumerate();
        let (words, between): (Vec<_>, Vec<_>) = parts.partition(|(index, _)| index % 2 == 1);
        let joined = |part: &str| ["", ",", "or", "and", "."].contains(&part.trim());
        if between.into_iter().all(|(_, part)| joined(part)) {
            words.into_iter().map(|(_, word)| word).collect()
        } else {
            Vec::new()
        }
    }

    /// Its JSON type; the first, where there are several beside `null`.
    pub fn json_type(&self) -> &'a str {
        match &self.schema["type"] {
            Value::String(kind) => kind,
            Value::Array(kinds) => kinds
                .iter()
                .filter_map(Value::as_str)
                .find(|kind| *kind != "null")
                .unwrap_or_default(),
            _ => "",
        }
    }

    pub fn properties(&self) -> Option<&'a Map<String, Value>> {
        self.schema["properties"].as_object()
    }

    pub fn format(&self) -> &'a str {
        text(self.schema, "format")
    }

    /// Required by the form, or by a rule with an error code of its own.
    pub fn requires(&self, property: &str) -> bool {
        let listed = self.schema["required"]
            .as_array()
            .is_some_and(|names| names.iter().any(|name| name == property));
        listed || self.schema["properties"][property]["x-required"] == true
    }
}

fn options(schema: &Value) -> Vec<&Value> {
    ["anyOf", "oneOf"]
        .iter()
        .filter_map(|union| schema[*union].as_array())
        .flatten()
        .filter(|option| option["type"] != "null")
        .collect()
}

fn text<'a>(schema: &'a Value, key: &str) -> &'a str {
    schema[key].as_str().unwrap_or_default()
}
