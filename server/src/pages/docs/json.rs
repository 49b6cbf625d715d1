//! JSON for people: keys in the order of the story, and coloured.

use serde_json::{Map, Value};

use super::words::place;
use crate::style::escape;

/// Text on lines of their own, those after the first indented by so many steps more.
pub fn pretty(value: &Value, indent: usize) -> String {
    let mut out = String::new();
    write(&mut out, value, indent, &|_, text| text.to_owned());
    out
}

/// The same text as HTML, with the kind of each word as a class.
pub fn html(value: &Value, indent: usize) -> String {
    let mut out = String::new();
    write(&mut out, value, indent, &|kind, text| {
        format!("<span class=\"{kind}\">{}</span>", escape(text))
    });
    out
}

type Paint<'a> = &'a dyn Fn(&str, &str) -> String;

fn write(out: &mut String, value: &Value, depth: usize, paint: Paint) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let entries = ordered(map);
            block(out, ['{', '}'], depth, entries.len(), |out, index| {
                let (name, value) = entries[index];
                out.push_str(&paint("key", &Value::from(name).to_string()));
                out.push_str(": ");
                write(out, value, depth + 1, paint);
            });
        }
        Value::Array(list) if list.iter().any(|item| item.is_object() || item.is_array()) => {
            block(out, ['[', ']'], depth, list.len(), |out, index| {
                write(out, &list[index], depth + 1, paint);
            });
        }
        Value::Array(list) => {
            out.push('[');
            for (index, item) in list.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write(out, item, depth, paint);
            }
            out.push(']');
        }
        Value::Object(_) => out.push_str("{}"),
        Value::String(_) => out.push_str(&paint("str", &value.to_string())),
        Value::Number(_) => out.push_str(&paint("num", &value.to_string())),
        Value::Bool(_) | Value::Null => out.push_str(&paint("lit", &value.to_string())),
    }
}

/// Entries on lines of their own.
fn block(
    out: &mut String,
    [open, close]: [char; 2],
    depth: usize,
    count: usize,
    entry: impl Fn(&mut String, usize),
) {
    out.push(open);
    for index in 0..count {
        out.push('\n');
        out.push_str(&"  ".repeat(depth + 1));
        entry(out, index);
        out.push_str(if index + 1 < count { "," } else { "" });
    }
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
    out.push(close);
}

fn ordered(map: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let mut entries: Vec<(&str, &Value)> = map
        .iter()
        .map(|(name, value)| (name.as_str(), value))
        .collect();
    entries.sort_by_key(|(name, _)| (place(name), *name));
    entries
}
