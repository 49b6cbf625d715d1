//! Reads a value from JSON and says exactly where it does not fit.
//!
//! serde's own errors know no path. Here every level that an error passes on its way up puts its key or index
//! in front.

use std::fmt;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::{Problem, excerpt};
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde_json::{Map, Value};

/// Keys that are somebody else's.
#[derive(Clone, Copy, Default)]
pub(super) struct Besides {
    /// Read as if they were not there.
    pub skipped: &'static [&'static str],
    /// Read as an empty list.
    pub emptied: &'static str,
}

static EMPTY: Value = Value::Array(Vec::new());

pub(super) fn from_object<'de, T: Deserialize<'de>>(
    object: &'de Map<String, Value>,
    besides: Besides,
) -> Result<T, Problem> {
    T::deserialize(Object { object, besides }).map_err(|refusal| refusal.0)
}

#[derive(Debug)]
struct Refusal(Problem);

impl Refusal {
    fn new(message: impl Into<String>) -> Self {
        Self(Problem::new(Code::InvalidRequest, message))
    }

    fn within(self, outer: &str) -> Self {
        Self(self.0.within(outer))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Refusal {}

impl de::Error for Refusal {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("Must be {expected}, not {}.", word_for(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("Must be {expected}, not {}.", word_for(found)))
    }

    fn unknown_variant(word: &str, accepted: &'static [&'static str]) -> Self {
        Self::new(format!(
            "`{}` is not one of {}.",
            excerpt(word, 40),
            quoted(accepted)
        ))
    }

    fn unknown_field(key: &str, accepted: &'static [&'static str]) -> Self {
        let key = excerpt(key, 100);
        let problem = Problem::invalid(key.as_ref(), format!("Unknown key `{key}`."));
        Self(problem.suggest(format!("Accepted keys: {}.", quoted(accepted))))
    }

    fn missing_field(key: &'static str) -> Self {
        Self(Problem::invalid(key, format!("`{key}` is required.")))
    }
}

fn word_for(found: Unexpected<'_>) -> &'static str {
    match found {
        Unexpected::Bool(_) => "true or false",
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => "a number",
        Unexpected::Float(_) => "a number with a fraction",
        Unexpected::Str(_) => "a text",
        Unexpected::Unit => "null",
        Unexpected::Seq => "a list",
        Unexpected::Map => "an object",
        _ => "this",
    }
}

pub(super) fn quoted(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

struct At<'de>(&'de Value);

struct Object<'de> {
    object: &'de Map<String, Value>,
    besides: Besides,
}

impl<'de> Deserializer<'de> for At<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => {
                if let Some(number) = number.as_u64() {
                    visitor.visit_u64(number)
                } else if let Some(number) = number.as_i64() {
                    visitor.visit_i64(number)
                } else {
                    visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN))
                }
            }
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => visitor.visit_seq(Items { items, next: 0 }),
            Value::Object(object) => {
                let besides = Besides::default();
                Object { object, besides }.deserialize_any(visitor)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(StrDeserializer::new(word)),
            _ => Err(Refusal::new(format!("Must be one of {}.", quoted(words)))),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> Deserializer<'de> for Object<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_map(Entries {
            entries: self.object.iter(),
            besides: self.besides,
            value: None,
        })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct Items<'de> {
    items: &'de [Value],
    next: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Refusal> {
        let Some(item) = self.items.get(self.next) else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        let value = seed
            .deserialize(At(item))
            .map_err(|refusal| refusal.within(&format!("[{index}]")))?;
        Ok(Some(value))
    }
}

struct Entries<'de> {
    entries: serde_json::map::Iter<'de>,
    besides: Besides,
    value: Option<(&'de str, &'de Value)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Refusal;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Refusal> {
        let besides = self.besides;
        let Some((key, value)) = self
            .entries
            .find(|(key, _)| !besides.skipped.contains(&key.as_str()))
        else {
            return Ok(None);
        };
        let value = if key == besides.emptied {
            &EMPTY
        } else {
            value
        };
        self.value = Some((key, value));
        let key: StrDeserializer<'de, Refusal> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Refusal> {
        let Some((key, value)) = self.value.take() else {
            return Err(Refusal::new("A value without a key."));
        };
        seed.deserialize(At(value))
            .map_err(|refusal| refusal.within(key))
    }
}
