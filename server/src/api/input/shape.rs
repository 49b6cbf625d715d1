//! The form that an input must have, compiled once from the JSON schema of its Rust type. The same
//! schema stands in the OpenAPI document, so what is documented is what is checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::Method;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// An object-level schema extension: keys that only the server writes (`CORE_FIELD_IMMUTABLE`).
const IMMUTABLE_KEYWORD: &str = "x-immutable-keys";
/// On a list: a bad entry costs only itself and is told in the answer.
const ROWS_KEYWORD: &str = "x-row-errors";

#[derive(Debug)]
pub enum Shape {
    Object(ObjectShape),
    List(ListShape),
    Text(TextShape),
    Integer {
        min: i64,
        max: i64,
    },
    Number,
    Boolean,
    Null,
    /// The caller's own value: only its strings are looked at.
    Any,
    OneOf(Vec<Shape>),
    /// A type that contains itself: looked up by name in [`Form`].
    Named(String),
}

#[derive(Debug)]
pub struct ListShape {
    pub item: Box<Shape>,
    pub min: usize,
    pub max: usize,
    pub judging: Judging,
}

/// Whom a bad entry of a list costs.
#[derive(Clone, Copy, Debug)]
pub enum Judging {
    /// The whole input is refused.
    Together,
    /// Only itself: the handler decodes each entry and tells what is wrong with it.
    EachByItself,
}

#[derive(Debug)]
pub struct ObjectShape {
    pub properties: BTreeMap<String, Shape>,
    pub required: Vec<String>,
    /// The shape of keys that are not listed; `None` refuses them.
    pub rest: Option<Box<Shape>>,
    pub immutable: Vec<String>,
}

#[derive(Debug)]
pub struct TextShape {
    pub min: usize,
    pub max: usize,
    pub words: Vec<String>,
    pub format: Option<String>,
}

impl TextShape {
    pub fn of_words(words: Vec<String>) -> Self {
        Self {
            min: 0,
            max: usize::MAX,
            words,
            format: None,
        }
    }
}

/// A compiled input type.
#[derive(Clone, Debug)]
pub struct Form {
    /// The route that takes it: some advice belongs to one alone.
    pub route: (Method, &'static str),
    pub root: Arc<Shape>,
    pub named: Arc<BTreeMap<String, Shape>>,
}

impl Form {
    pub fn of<T: JsonSchema>(route: (Method, &'static str)) -> Self {
        let settings = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true);
        let schema = settings.into_generator().into_root_schema_for::<T>();
        let named = schema
            .get("$defs")
            .and_then(Value::as_object)
            .map(|defs| {
                defs.iter()
                    .map(|(name, def)| (name.clone(), compile(def)))
                    .collect()
            })
            .unwrap_or_default();
        let mut root = compile(schema.as_value());
        if let Shape::Object(object) = &mut root {
            object.properties.remove("$schema");
        }
        Self {
            route,
            root: Arc::new(root),
            named: Arc::new(named),
        }
    }

    /// The object behind the root, if the input is one: all of ours are.
    pub fn object(&self) -> Option<&ObjectShape> {
        match self.resolve(&self.root) {
            Shape::Object(object) => Some(object),
            _ => None,
        }
    }

    pub fn resolve<'a>(&'a self, shape: &'a Shape) -> &'a Shape {
        match shape {
            Shape::Named(name) => self.named.get(name).unwrap_or(&Shape::Any),
            other => other,
        }
    }
}

fn compile(schema: &Value) -> Shape {
    let Some(map) = schema.as_object() else {
        return Shape::Any;
    };
    if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
        return Shape::Named(reference.rsplit('/').next().unwrap_or_default().to_owned());
    }
    for union in ["anyOf", "oneOf"] {
        if let Some(options) = map.get(union).and_then(Value::as_array) {
            return one_of(options.iter().map(compile).collect());
        }
    }
    if let Some(word) = map.get("const").and_then(Value::as_str) {
        return Shape::Text(TextShape::of_words(vec![word.to_owned()]));
    }
    match map.get("type") {
        Some(Value::Array(kinds)) => one_of(
            kinds
                .iter()
                .filter_map(Value::as_str)
                .map(|kind| typed(kind, map))
                .collect(),
        ),
        Some(Value::String(kind)) => typed(kind, map),
        _ => Shape::Any,
    }
}

/// Alternatives that are all words are one list of words, so that an error can name them all.
fn one_of(options: Vec<Shape>) -> Shape {
    let words: Option<Vec<String>> = options
        .iter()
        .map(|option| match option {
            Shape::Text(text) if !text.words.is_empty() => Some(text.words.clone()),
            _ => None,
        })
        .collect::<Option<Vec<_>>>()
        .map(|lists| lists.concat());
    match words {
        Some(words) => Shape::Text(TextShape::of_words(words)),
        None => Shape::OneOf(options),
    }
}

fn typed(kind: &str, map: &Map<String, Value>) -> Shape {
    match kind {
        "object" => Shape::Object(object(map)),
        "array" => Shape::List(ListShape {
            item: Box::new(map.get("items").map_or(Shape::Any, compile)),
            min: size(map, "minItems", 0),
            max: size(map, "maxItems", usize::MAX),
            judging: match map.get(ROWS_KEYWORD) {
                Some(Value::Bool(true)) => Judging::EachByItself,
                _ => Judging::Together,
            },
        }),
        "string" => Shape::Text(TextShape {
            min: size(map, "minLength", 0),
            max: size(map, "maxLength", usize::MAX),
            words: words(map.get("enum")),
            format: map.get("format").and_then(Value::as_str).map(str::to_owned),
        }),
        "integer" => Shape::Integer {
            min: map
                .get("minimum")
                .and_then(Value::as_i64)
                .unwrap_or(i64::MIN),
            max: map
                .get("maximum")
                .and_then(Value::as_i64)
                .unwrap_or(i64::MAX),
        },
        "number" => Shape::Number,
        "boolean" => Shape::Boolean,
        "null" => Shape::Null,
        _ => Shape::Any,
    }
}

fn object(map: &Map<String, Value>) -> ObjectShape {
    let properties = map.get("properties").and_then(Value::as_object);
    ObjectShape {
        properties: properties
            .map(|list| {
                list.iter()
                    .map(|(key, schema)| (key.clone(), compile(schema)))
                    .collect()
            })
            .unwrap_or_default(),
        required: words(map.get("required")),
        rest: match map.get("additionalProperties") {
            Some(Value::Bool(false)) => None,
            Some(schema) => Some(Box::new(compile(schema))),
            None => Some(Box::new(Shape::Any)),
        },
        immutable: words(map.get(IMMUTABLE_KEYWORD)),
    }
}

fn size(map: &Map<String, Value>, key: &str, default: usize) -> usize {
    map.get(key)
        .and_then(Value::as_u64)
        .map_or(default, |number| number as usize)
}

fn words(list: Option<&Value>) -> Vec<String> {
    list.and_then(Value::as_array)
        .map(|words| {
            words
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect()
        })
        .unwrap_or_default()
}

/// The schema of a type for the OpenAPI document, collected with all it refers to.
pub fn schema_of<T: JsonSchema>(generator: &mut schemars::SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
