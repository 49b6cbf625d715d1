//! The one place where input is compared with its form: it gives the code, the `param` path and the
//! nearest key that would have been accepted. No handler checks any of this again.

use postrider_domain::contacts::filter::nearest;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use serde_json::{Map, Value};

use super::format::complaint;
use super::path::Path;
use super::retired;
use super::shape::{Form, Judging, ListShape, ObjectShape, Shape, TextShape};
use super::union;

type Checked = Result<(), Problem>;

pub fn check(form: &Form, value: &Value) -> Checked {
    Walk { form }.value(&form.root, value, &Path::Root)
}

struct Walk<'f> {
    form: &'f Form,
}

impl Walk<'_> {
    fn value(&self, shape: &Shape, value: &Value, path: &Path<'_>) -> Checked {
        match (self.form.resolve(shape), value) {
            (Shape::Any | Shape::Named(_), value) => Self::any(value, path),
            (Shape::OneOf(options), value) => self.one_of(options, value, path),
            (Shape::Object(object), Value::Object(map)) => self.object(object, map, path),
            (Shape::List(shape), Value::Array(list)) => self.list(shape, list, path),
            (Shape::Text(shape), Value::String(text)) => check_text(shape, text, path),
            (Shape::Integer { min, max }, Value::Number(number)) => {
                integer(number, (*min, *max), path)
            }
            (Shape::Number, Value::Number(_))
            | (Shape::Boolean, Value::Bool(_))
            | (Shape::Null, Value::Null) => Ok(()),
            (shape, value) => Err(path.problem(format!(
                "Expected {}, got {}.",
                name_of(self.form, shape),
                kind_of(value)
            ))),
        }
    }

    fn list(&self, shape: &ListShape, list: &[Value], path: &Path<'_>) -> Checked {
        length(list.len(), (shape.min, shape.max), "entries", path)?;
        list.iter().enumerate().try_for_each(|(index, entry)| {
            let path = Path::Index(path, index);
            match shape.judging {
                Judging::EachByItself if entry.is_object() => {
                    self.keys_within(&shape.item, entry, &path)
                }
                // What is no object is no row at all.
                Judging::EachByItself | Judging::Together => self.value(&shape.item, entry, &path),
            }
        })
    }

    /// A misspelt key is a mistake of the program that sends the rows, not of one row: it is looked for in all of them
    /// before any is taken.
    fn keys_within(&self, shape: &Shape, value: &Value, path: &Path<'_>) -> Checked {
        match (self.form.resolve(shape), value) {
            (Shape::OneOf(options), Value::Object(_)) => options
                .iter()
                .filter(|option| matches!(self.form.resolve(option), Shape::Object(_)))
                .try_for_each(|option| self.keys_within(option, value, path)),
            (Shape::Object(object), Value::Object(map)) => {
                let is_immutable = |key: &String| object.immutable.contains(key);
                let mut keys = map.keys().filter(|key| !is_immutable(key));
                keys.try_for_each(|key| self.known_key(object, key, path))?;
                map.iter().try_for_each(|(key, value)| {
                    let inner = object.properties.get(key);
                    inner.map_or(Ok(()), |inner| {
                        self.keys_within(inner, value, &Path::Key(path, key))
                    })
                })
            }
            _ => Ok(()),
        }
    }

    fn object(&self, shape: &ObjectShape, map: &Map<String, Value>, path: &Path<'_>) -> Checked {
        // Unknown keys come before missing ones: a misspelt key is both, and the spelling is the news.
        map.keys()
            .try_for_each(|key| self.known_key(shape, key, path))?;
        for (key, value) in map {
            control_free(key, path)?;
            let inner = Path::Key(path, key);
            match (shape.properties.get(key), &shape.rest) {
                (Some(property), _) => self.value(property, value, &inner)?,
                (None, Some(rest)) => self.value(rest, value, &inner)?,
                (None, None) => {}
            }
        }
        match shape.required.iter().find(|key| !map.contains_key(*key)) {
            Some(key) => Err(Path::Key(path, key).problem(format!("`{key}` is required."))),
            None => Ok(()),
        }
    }

    /// The alternative that a word in the object names is the one meant; without such a word, the one that
    /// shares most keys (objects) or the kind (the rest).
    fn one_of(&self, options: &[Shape], value: &Value, path: &Path<'_>) -> Checked {
        if let Some(union) = union::of(self.form, options)
            && let Value::Object(map) = value
        {
            let key = Path::Key(path, union.key);
            return match map.get(union.key) {
                None => match union.default() {
                    Some(object) => self.object(object, map, path),
                    None => Err(key.problem(format!("`{}` is required.", union.key))),
                },
                Some(Value::String(word)) => match union.named(word) {
                    Some(object) => self.object(object, map, path),
                    None => check_text(&union.words(), word, &key),
                },
                Some(other) => Err(key.problem(format!("Expected text, got {}.", kind_of(other)))),
            };
        }
        let fitting = options
            .iter()
            .map(|option| self.form.resolve(option))
            .filter_map(|option| Some((likeness(option, value)?, option)))
            // `>=` semantics of max_by_key would prefer the last; the first named is the usual one.
            .rev()
            .max_by_key(|(likeness, _)| *likeness);
        if let Some((_, option)) = fitting {
            return self.value(option, value, path);
        }
        let mut names: Vec<_> = options
            .iter()
            .map(|option| name_of(self.form, option))
            .filter(|name| *name != "null")
            .collect();
        names.dedup();
        Err(path.problem(format!(
            "Expected {}, got {}.",
            names.join(" or "),
            kind_of(value)
        )))
    }

    fn known_key(&self, shape: &ObjectShape, key: &str, path: &Path<'_>) -> Checked {
        if shape.properties.contains_key(key) {
            return Ok(());
        }
        if shape.immutable.iter().any(|immutable| immutable == key) {
            let message = format!("`{key}` is written by the server alone.");
            let param = Path::Key(path, key).text();
            return Err(Problem::new(Code::CoreFieldImmutable, message).param(param));
        }
        // The brand follows from the key on every route, also where other keys are the caller's own.
        if shape.rest.is_none() || (matches!(path, Path::Root) && key == "brandId") {
            return Err(self.unknown_key(shape, key, path));
        }
        Ok(())
    }

    fn unknown_key(&self, shape: &ObjectShape, key: &str, path: &Path<'_>) -> Problem {
        let problem = Path::Key(path, key).problem(format!("Unknown key `{key}`."));
        if let Some(replacement) = retired::replacement(self.form, shape, key) {
            return problem.suggest(replacement);
        }
        let keys = || shape.properties.keys().map(String::as_str);
        let camel = retired::camel_case(key);
        if camel != key && shape.properties.contains_key(&camel) {
            return problem.suggest(format!("Keys are camelCase: use `{camel}`."));
        }
        match nearest(key, keys()) {
            Some(known) => problem.suggest(format!("Did you mean `{known}`?")),
            None if shape.properties.is_empty() => {
                problem.suggest("This takes no keys: leave it out.")
            }
            None => {
                let known: Vec<String> = keys().map(str::to_owned).collect();
                problem.suggest(format!("Accepted keys: {}.", quoted(&known)))
            }
        }
    }

    fn any(value: &Value, path: &Path<'_>) -> Checked {
        match value {
            Value::String(text) => control_free(text, path),
            Value::Array(list) => list
                .iter()
                .enumerate()
                .try_for_each(|(index, entry)| Self::any(entry, &Path::Index(path, index))),
            Value::Object(map) => map.iter().try_for_each(|(key, entry)| {
                control_free(key, path)?;
                Self::any(entry, &Path::Key(path, key))
            }),
            _ => Ok(()),
        }
    }
}

fn likeness(shape: &Shape, value: &Value) -> Option<usize> {
    match (shape, value) {
        // Before alternatives of which nobody knows yet what they take.
        (Shape::Null, Value::Null) => Some(1),
        (Shape::Object(object), Value::Object(map)) => Some(
            map.keys()
                .filter(|key| object.properties.contains_key(*key))
                .count(),
        ),
        (Shape::List(_), Value::Array(_))
        | (Shape::Text(_), Value::String(_))
        | (Shape::Integer { .. } | Shape::Number, Value::Number(_))
        | (Shape::Boolean, Value::Bool(_))
        | (Shape::Any | Shape::Named(_) | Shape::OneOf(_), _) => Some(0),
        _ => None,
    }
}

fn check_text(shape: &TextShape, text: &str, path: &Path<'_>) -> Checked {
    control_free(text, path)?;
    if !shape.words.is_empty() {
        if shape.words.iter().any(|word| word == text) {
            return Ok(());
        }
        let problem = path.problem(format!("`{text}` is not one of {}.", quoted(&shape.words)));
        return Err(
            match nearest(text, shape.words.iter().map(String::as_str)) {
                Some(word) => problem.suggest(format!("Did you mean `{word}`?")),
                None => problem,
            },
        );
    }
    if let Some(complaint) = shape
        .format
        .as_deref()
        .and_then(|format| complaint(format, text))
    {
        return Err(path.problem(complaint));
    }
    if (shape.min, shape.max) == (0, usize::MAX) {
        return Ok(());
    }
    length(
        text.chars().count(),
        (shape.min, shape.max),
        "characters",
        path,
    )
}

fn integer(number: &serde_json::Number, (min, max): (i64, i64), path: &Path<'_>) -> Checked {
    match number.as_i64() {
        Some(whole) if (min..=max).contains(&whole) => Ok(()),
        Some(_) => Err(path.problem(format!("Must be between {min} and {max}."))),
        None => Err(path.problem("Expected a whole number.")),
    }
}

fn length(length: usize, (min, max): (usize, usize), unit: &str, path: &Path<'_>) -> Checked {
    if (min..=max).contains(&length) {
        return Ok(());
    }
    let wanted = if max == usize::MAX {
        format!("at least {min}")
    } else {
        format!("{min} to {max}")
    };
    Err(path.problem(format!("Must have {wanted} {unit}; it has {length}.")))
}

/// No text of ours holds NUL or other control characters; line breaks and tabs are text.
fn control_free(text: &str, path: &Path<'_>) -> Checked {
    // Nearly every text is free of them, and bytes tell: controls are below a space, DEL, or begin
    // with C2 in UTF-8.
    if !text
        .bytes()
        .any(|byte| byte < b' ' || byte == 0x7f || byte == 0xc2)
    {
        return Ok(());
    }
    let bad = text
        .chars()
        .find(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'));
    match bad {
        Some(c) => Err(path
            .problem(format!(
                "Contains the control character U+{:04X}.",
                c as u32
            ))
            .suggest("Remove control characters from the text.")),
        None => Ok(()),
    }
}

fn quoted(words: &[String]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn name_of(form: &Form, shape: &Shape) -> &'static str {
    match form.resolve(shape) {
        Shape::Object(_) => "an object",
        Shape::List(_) => "a list",
        Shape::Text(_) => "a string",
        Shape::Integer { .. } => "a whole number",
        Shape::Number => "a number",
        Shape::Boolean => "a boolean",
        Shape::Null => "null",
        Shape::Any | Shape::Named(_) | Shape::OneOf(_) => "another kind of value",
    }
}
