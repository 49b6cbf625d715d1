//! What a statement is for, and what its rows hold.

use super::value::Value;

/// The type of one column of a bulk statement's rows; every column may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Text,
    Int,
    Bool,
    Float,
    /// JSON text, which stands in `{rows}` as stored JSON.
    Json,
    Blob,
}

impl Column {
    pub(super) fn postgres(self) -> &'static str {
        match self {
            Self::Text | Self::Json => "text",
            Self::Int => "bigint",
            Self::Bool => "boolean",
            Self::Float => "double precision",
            Self::Blob => "bytea",
        }
    }

    /// SQLite would store a value of any kind in any column.
    pub(super) fn takes(self, value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Bool(_) => self == Self::Bool,
            Value::Int(_) => matches!(self, Self::Int | Self::Float),
            Value::Float(_) => self == Self::Float,
            Value::Text(_) | Value::Json(_) => matches!(self, Self::Text | Self::Json),
            Value::Blob(_) => self == Self::Blob,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain,
    /// A fixed list query, whose plan is checked: no full scan and no sort.
    List,
    /// Takes many rows through `{rows}`.
    Bulk(&'static [(&'static str, Column)]),
}
