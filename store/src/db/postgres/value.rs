//! Values to and from PostgreSQL's binary format. A parameter is written as the type that the server
//! inferred for its place, so that `LIMIT $1` and `COALESCE($1, 0)` take the same integer.

use std::error::Error;

use bytes::{BufMut, BytesMut};
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::db::cell::Cell;
use crate::db::value::Value;

/// Stored JSON starts with the version of its format.
const JSONB_VERSION: u8 = 1;

type Failure = Box<dyn Error + Sync + Send>;

impl ToSql for Value {
    fn to_sql(&self, to: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
        if let Some(refusal) = self.refusal() {
            return Err(refusal.into());
        }
        match self {
            Self::Null => return Ok(IsNull::Yes),
            Self::Bool(value) if *to == Type::BOOL => out.put_u8((*value).into()),
            Self::Int(value) => put_int(*value, to, out)?,
            Self::Float(value) => put_float(*value, to, out)?,
            Self::Text(text) | Self::Json(text) => put_text(text, to, out)?,
            Self::Blob(bytes) if *to == Type::BYTEA => out.put_slice(bytes),
            Self::Bool(_) | Self::Blob(_) => return Err(refused(self, to)),
        }
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn put_int(value: i64, to: &Type, out: &mut BytesMut) -> Result<(), Failure> {
    match *to {
        Type::INT8 => out.put_i64(value),
        Type::INT4 => out.put_i32(value.try_into()?),
        Type::INT2 => out.put_i16(value.try_into()?),
        Type::FLOAT8 => out.put_f64(value as f64),
        _ => return Err(refused(&Value::Int(value), to)),
    }
    Ok(())
}

fn put_float(value: f64, to: &Type, out: &mut BytesMut) -> Result<(), Failure> {
    match *to {
        Type::FLOAT8 => out.put_f64(value),
        _ => return Err(refused(&Value::Float(value), to)),
    }
    Ok(())
}

fn put_text(text: &str, to: &Type, out: &mut BytesMut) -> Result<(), Failure> {
    match *to {
        Type::TEXT | Type::VARCHAR | Type::NAME | Type::UNKNOWN | Type::JSON => {}
        Type::JSONB => out.put_u8(JSONB_VERSION),
        _ => return Err(refused(&Value::Text(String::new()), to)),
    }
    out.put_slice(text.as_bytes());
    Ok(())
}

/// Says the kinds, never the value.
fn refused(value: &Value, to: &Type) -> Failure {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Int(_) => "an integer",
        Value::Float(_) => "a float",
        Value::Text(_) | Value::Json(_) => "text",
        Value::Blob(_) => "a blob",
    };
    format!("{kind} for a parameter of type {to}").into()
}

/// The type of a parameter whose place does not tell, in SQL made at run time.
pub(super) fn type_of(value: &Value) -> Type {
    match value {
        Value::Null => Type::UNKNOWN,
        Value::Bool(_) => Type::BOOL,
        Value::Int(_) => Type::INT8,
        Value::Float(_) => Type::FLOAT8,
        Value::Text(_) => Type::TEXT,
        Value::Json(_) => Type::JSONB,
        Value::Blob(_) => Type::BYTEA,
    }
}

impl<'a> FromSql<'a> for Cell<'a> {
    fn from_sql(from: &Type, raw: &'a [u8]) -> Result<Self, Failure> {
        Ok(match *from {
            Type::BOOL => Self::Bool(bool::from_sql(from, raw)?),
            Type::INT2 => Self::Int(i16::from_sql(from, raw)?.into()),
            Type::INT4 => Self::Int(i32::from_sql(from, raw)?.into()),
            Type::INT8 => Self::Int(i64::from_sql(from, raw)?),
            Type::FLOAT4 => Self::Float(f32::from_sql(from, raw)?.into()),
            Type::FLOAT8 => Self::Float(f64::from_sql(from, raw)?),
            Type::BYTEA => Self::Blob(raw),
            Type::JSONB => match raw {
                [JSONB_VERSION, text @ ..] => Self::Text(std::str::from_utf8(text)?),
                _ => return Err("an unknown version of stored JSON".into()),
            },
            _ => Self::Text(std::str::from_utf8(raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Failure> {
        Ok(Self::Null)
    }

    fn accepts(from: &Type) -> bool {
        matches!(
            *from,
            Type::BOOL
                | Type::INT2
                | Type::INT4
                | Type::INT8
                | Type::FLOAT4
                | Type::FLOAT8
                | Type::BYTEA
                | Type::JSONB
                | Type::JSON
                | Type::TEXT
                | Type::VARCHAR
                | Type::NAME
                | Type::UNKNOWN
        )
    }
}
