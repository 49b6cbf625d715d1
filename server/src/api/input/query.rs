//! A query string as the JSON value that its form describes, so that one check serves both.

use percent_encoding::percent_decode_str;
use postrider_domain::contract::problem::Problem;
use serde_json::{Map, Value};

use super::shape::{Form, Shape};

pub fn read_query(form: &Form, query: Option<&str>) -> Result<Value, Problem> {
    let mut map = Map::new();
    for pair in query
        .unwrap_or_default()
        .split('&')
        .filter(|pair| !pair.is_empty())
    {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (key, value) = (decode(key)?, decode(value)?);
        let shape = form.object().and_then(|object| object.properties.get(&key));
        let value = shape.map_or_else(
            || Value::String(value.clone()),
            |shape| typed(form, shape, &value),
        );
        if map.insert(key.clone(), value).is_some() {
            return Err(Problem::invalid(key, "The key stands twice in the query."));
        }
    }
    Ok(Value::Object(map))
}

fn decode(text: &str) -> Result<String, Problem> {
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced)
        .decode_utf8()
        .map(std::borrow::Cow::into_owned)
        .map_err(|_| Problem::invalid(text, "The query is not valid UTF-8."))
}

/// The value as its form wants it; text that does not fit stays text, and the check says so.
fn typed(form: &Form, shape: &Shape, text: &str) -> Value {
    let as_text = || Value::String(text.to_owned());
    match form.resolve(shape) {
        Shape::Integer { .. } => text.parse::<i64>().map_or_else(|_| as_text(), Value::from),
        Shape::Number => text.parse::<f64>().map_or_else(|_| as_text(), Value::from),
        Shape::Boolean => match text {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => as_text(),
        },
        Shape::List(list) => text
            .split(',')
            .map(|entry| typed(form, &list.item, entry.trim()))
            .collect(),
        Shape::OneOf(options) => options
            .iter()
            .filter(|option| !matches!(form.resolve(option), Shape::Null))
            .map(|option| typed(form, option, text))
            .find(|value| !value.is_string())
            .unwrap_or_else(as_text),
        _ => as_text(),
    }
}
