//! The seven kinds of value that cross the seam between us and a database.

use postrider_domain::numbers::{Millis, PersonNo, ProcessNo, RunNo, SendNo};

/// One parameter of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    /// JSON as text. A stored JSON column is written through `{jsonb}($n)`.
    Json(String),
    Blob(Vec<u8>),
}

impl Value {
    /// The parameter of `IN {texts}($n)`.
    pub fn texts<S: Into<String>>(items: impl IntoIterator<Item = S>) -> Self {
        let items = items
            .into_iter()
            .map(|item| serde_json::Value::String(item.into()))
            .collect();
        Self::Json(serde_json::Value::Array(items).to_string())
    }

    /// The parameter of `IN {ints}($n)` and `{in_ints}($n)`.
    pub fn ints(items: impl IntoIterator<Item = i64>) -> Self {
        let items = items.into_iter().map(serde_json::Value::from).collect();
        Self::Json(serde_json::Value::Array(items).to_string())
    }

    /// The parameter of `IN {floats}($n)`.
    pub fn floats(items: impl IntoIterator<Item = f64>) -> Self {
        let items = items.into_iter().map(serde_json::Value::from).collect();
        Self::Json(serde_json::Value::Array(items).to_string())
    }

    /// Why no database is given this value: one of the two cannot store it, or stores something else
    /// (SQLite makes NULL of a NaN, PostgreSQL knows no NUL).
    pub(super) fn refusal(&self) -> Option<&'static str> {
        match self {
            Self::Float(value) if !value.is_finite() => Some("a float is not a finite number"),
            Self::Text(text) | Self::Json(text) if text.as_bytes().contains(&0) => {
                Some("a text holds NUL")
            }
            Self::Json(text) if escapes_nul(text) => Some("a JSON text holds NUL"),
            _ => None,
        }
    }
}

/// `\u0000`, but not a backslash that is escaped itself and followed by `u0000`.
fn escapes_nul(json: &str) -> bool {
    json.match_indices("\\u0000").any(|(at, _)| {
        let before = json.as_bytes()[..at].iter().rev();
        before.take_while(|byte| **byte == b'\\').count() % 2 == 0
    })
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

macro_rules! from_numbers {
    ($($name:ident),+) => {$(
        impl From<$name> for Value {
            fn from(number: $name) -> Self {
                Self::Int(number.0)
            }
        }
    )+};
}

from_numbers!(Millis, PersonNo, ProcessNo, RunNo, SendNo);

impl From<i32> for Value {
    fn from(value: i32) -> Self {
        Self::Int(value.into())
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Int(value.into())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        Self::Text(value.clone())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Self::Blob(value)
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Self {
        Self::Blob(value.to_vec())
    }
}

impl From<&serde_json::Value> for Value {
    fn from(value: &serde_json::Value) -> Self {
        Self::Json(value.to_string())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// The parameters of one call, each converted with `Value::from`.
#[macro_export]
macro_rules! params {
    () => { [] as [$crate::db::Value; 0] };
    ($($value:expr),+ $(,)?) => { [$($crate::db::Value::from($value)),+] };
}
