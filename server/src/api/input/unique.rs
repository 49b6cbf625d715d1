//! JSON in which no object has a key twice. Readers differ about which of two counts, so whoever writes both is told.

use std::cell::RefCell;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::path::Path;

/// What is wrong with a text.
pub enum Unreadable {
    /// The dotted path of a key that stands twice.
    Twice(String),
    Broken(serde_json::Error),
}

pub fn read(bytes: &[u8]) -> Result<Value, Unreadable> {
    let twice = RefCell::new(None);
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let seed = UniqueKeys {
        path: &Path::Root,
        twice: &twice,
    };
    let read = seed
        .deserialize(&mut text)
        .and_then(|value| text.end().map(|()| value));
    read.map_err(|error| match twice.into_inner() {
        Some(path) => Unreadable::Twice(path),
        None => Unreadable::Broken(error),
    })
}

#[derive(Clone, Copy)]
struct UniqueKeys<'a> {
    path: &'a Path<'a>,
    twice: &'a RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for UniqueKeys<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, text: D) -> Result<Value, D::Error> {
        text.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys<'_> {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        loop {
            let path = Path::Index(self.path, values.len());
            let seed = UniqueKeys {
                path: &path,
                twice: self.twice,
            };
            match list.next_element_seed(seed)? {
                Some(value) => values.push(value),
                None => return Ok(Value::Array(values)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let path = Path::Key(self.path, &key);
            if map.contains_key(&key) {
                *self.twice.borrow_mut() = Some(path.text());
                return Err(de::Error::custom("a key stands twice"));
            }
            let seed = UniqueKeys {
                path: &path,
                twice: self.twice,
            };
            let value = entries.next_value_seed(seed)?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn twice(text: &str) -> Option<String> {
        match read(text.as_bytes()) {
            Err(Unreadable::Twice(path)) => Some(path),
            Ok(_) | Err(Unreadable::Broken(_)) => None,
        }
    }

    #[test]
    fn a_key_that_stands_twice_is_named_with_its_path() {
        for (text, path) in [
            (r#"{"a":1,"a":1}"#, Some("a")),
            (r#"{"a":1,"\u0061":2}"#, Some("a")),
            (
                r#"{"a":[{"b":1},{"b":{"c":1,"d":2,"c":3}}]}"#,
                Some("a[1].b.c"),
            ),
            (r#"{"a":{"b":1},"b":{"a":1}}"#, None),
            (r#"{"a":1,"A":2}"#, None),
        ] {
            assert_eq!(twice(text).as_deref(), path, "{text}");
        }
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        for text in [
            "null",
            "true",
            "-5",
            "18446744073709551615",
            "1.5e300",
            r#""aé\n""#,
            r#"[1,[],{"a":{"b":[null]}}]"#,
        ] {
            let plain: Value = serde_json::from_str(text).unwrap();
            assert!(
                matches!(read(text.as_bytes()), Ok(value) if value == plain),
                "{text}"
            );
        }
        for text in ["", "{", "[1,]", "1 2", "{\"a\":1}x", &"[".repeat(200)] {
            assert!(
                matches!(read(text.as_bytes()), Err(Unreadable::Broken(_))),
                "{text}"
            );
        }
    }
}
