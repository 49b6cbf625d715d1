//! An object's schema as the lines of a table: each field, those inside it below it.

use serde_json::Value;

use super::schema::{Resolved, Schemas};
use super::words::place;

/// Deeper than any body goes; what is deeper still is left to the OpenAPI document.
const MAX_DEPTH: usize = 5;

pub enum Line {
    Field(Field),
    /// What follows is one of several forms.
    Form {
        depth: usize,
        title: String,
    },
}

pub struct Field {
    pub depth: usize,
    pub name: String,
    /// What it holds, in words.
    pub kind: String,
    pub required: bool,
    pub limits: Vec<String>,
    pub words: Vec<String>,
    pub default: Option<String>,
    pub description: String,
}

/// The lines of a body or of an answer.
pub fn lines(schemas: &Schemas, schema: &Value) -> Vec<Line> {
    let mut walk = Walk {
        schemas,
        inside: Vec::new(),
        lines: Vec::new(),
    };
    walk.children(schema, 0);
    walk.lines
}

/// One parameter of the path, the query or the header.
pub fn parameter(schemas: &Schemas, parameter: &Value) -> Field {
    let mut field = field(schemas, &parameter["schema"]);
    parameter["name"]
        .as_str()
        .unwrap_or_default()
        .clone_into(&mut field.name);
    field.required = parameter["required"] == true;
    if let Some(description) = parameter["description"].as_str() {
        description.clone_into(&mut field.description);
    }
    field
}

struct Walk<'a> {
    schemas: &'a Schemas,
    /// The named schemas around this place: one that contains itself is shown once.
    inside: Vec<&'a str>,
    lines: Vec<Line>,
}

impl<'a> Walk<'a> {
    fn children(&mut self, schema: &'a Value, depth: usize) {
        let resolved = self.schemas.resolve(schema);
        if depth > MAX_DEPTH
            || resolved
                .name
                .is_some_and(|name| self.inside.contains(&name))
        {
            return;
        }
        self.inside.extend(resolved.name);
        if resolved.json_type() == "array" {
            self.children(&resolved.schema["items"], depth);
        }
        self.properties(&resolved, depth);
        if resolved.words().is_empty() {
            self.forms(&resolved.options, depth);
        }
        self.inside
            .truncate(self.inside.len() - usize::from(resolved.name.is_some()));
    }

    fn properties(&mut self, object: &Resolved<'a>, depth: usize) {
        let Some(properties) = object.properties() else {
            return;
        };
        let mut sorted: Vec<_> = properties.iter().collect();
        sorted.sort_by_key(|(name, _)| (place(name), name.as_str()));
        for (name, schema) in sorted {
            let mut field = field(self.schemas, schema);
            field.depth = depth;
            field.name.clone_from(name);
            field.required = object.requires(name);
            self.lines.push(Line::Field(field));
            self.children(schema, depth + 1);
        }
        if object.schema["additionalProperties"] == true {
            self.lines.push(Line::Field(any_other_key(depth)));
        }
    }

    fn forms(&mut self, options: &[&'a Value], depth: usize) {
        for (index, option) in options.iter().enumerate() {
            let resolved = self.schemas.resolve(option);
            let title = match resolved.name {
                Some(name) if self.inside.contains(&name) => continue,
                Some(name) => format!("as a {}", spaced(name)),
                None if resolved.properties().is_none() => continue,
                None if index == 0 => "either".to_owned(),
                None => "or".to_owned(),
            };
            self.lines.push(Line::Form { depth, title });
            self.children(option, depth);
        }
    }
}

fn any_other_key(depth: usize) -> Field {
    Field {
        depth,
        name: "…".to_owned(),
        kind: "any value".to_owned(),
        required: false,
        limits: Vec::new(),
        words: Vec::new(),
        default: None,
        description: "Any other key is the name of a custom field.".to_owned(),
    }
}

fn field(schemas: &Schemas, schema: &Value) -> Field {
    let resolved = schemas.resolve(schema);
    let item = schemas.resolve(&resolved.schema["items"]);
    let words = match resolved.json_type() {
        "array" => item.words(),
        _ => resolved.words(),
    };
    Field {
        depth: 0,
        name: String::new(),
        kind: kind(schemas, &resolved),
        required: false,
        limits: limits(&resolved),
        words: words.into_iter().map(str::to_owned).collect(),
        default: default(schema),
        description: resolved.description.to_owned(),
    }
}

fn kind(schemas: &Schemas, resolved: &Resolved) -> String {
    if !resolved.words().is_empty() {
        return "string".to_owned();
    }
    if resolved.options.len() > 1 {
        let kinds: Vec<String> = resolved
            .options
            .iter()
            .map(|option| schemas.resolve(option))
            .map(|option| option.name.map_or_else(|| kind(schemas, &option), spaced))
            .collect();
        return kinds.join(" or ");
    }
    match resolved.json_type() {
        "array" => {
            let item = schemas.resolve(&resolved.schema["items"]);
            format!("list of {}", plural(&kind(schemas, &item)))
        }
        "object" if resolved.properties().is_none() => {
            let value = schemas.resolve(&resolved.schema["additionalProperties"]);
            match value.json_type() {
                "" => "object, keys of your own".to_owned(),
                kind => format!("object, each value a {kind}"),
            }
        }
        "" => "any value".to_owned(),
        kind => kind.to_owned(),
    }
}

fn plural(kind: &str) -> String {
    match kind {
        "any value" => "values".to_owned(),
        kind => kind
            .split(" or ")
            .map(|kind| format!("{kind}s"))
            .collect::<Vec<_>>()
            .join(" or "),
    }
}

fn limits(resolved: &Resolved) -> Vec<String> {
    let bounds = |low: &str, high: &str, unit: &str| {
        let number = |key: &str| resolved.schema[key].as_i64();
        // A type that has no negative numbers says "at least 0": that tells nobody anything.
        let low = number(low).filter(|low| *low != 0 || number(high).is_some());
        range(low, number(high), unit)
    };
    let format = match resolved.format() {
        "line" => Some("one line"),
        "color" => Some("a color such as #1a2b3c"),
        "time-zone" => Some("an IANA time zone"),
        "date-time" => Some("an ISO 8601 time"),
        "email" => Some("an e-mail address"),
        "uri" => Some("a URL"),
        _ => None,
    };
    [
        bounds("minimum", "maximum", ""),
        bounds("minLength", "maxLength", "character"),
        bounds("minItems", "maxItems", "entry"),
        format.map(str::to_owned),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn range(low: Option<i64>, high: Option<i64>, unit: &str) -> Option<String> {
    let (text, last) = match (low, high) {
        (Some(low), Some(high)) if low > 0 || unit.is_empty() => (format!("{low} to {high}"), high),
        (_, Some(high)) => (format!("at most {high}"), high),
        (Some(low), None) => (format!("at least {low}"), low),
        (None, None) => return None,
    };
    Some(match (unit, last) {
        ("", _) => text,
        (unit, 1) => format!("{text} {unit}"),
        ("entry", _) => format!("{text} entries"),
        (unit, _) => format!("{text} {unit}s"),
    })
}

fn default(schema: &Value) -> Option<String> {
    match schema.get("default")? {
        Value::Null => None,
        Value::Array(list) if list.is_empty() => None,
        Value::Object(map) if map.is_empty() => None,
        value => Some(value.to_string()),
    }
}

/// `FilterGroup` as `filter group`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
