//! Strict input: one decoder for every body and every query.

mod check;
mod format;
mod path;
mod query;
mod retired;
mod shape;
mod union;
mod unique;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::json::write_whole;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use query::read_query;
pub use shape::{Form, schema_of};
use unique::Unreadable;

/// What a route takes: a type whose schema is the documentation and the check.
pub trait Input: DeserializeOwned + JsonSchema + Send + Sync + 'static {}
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> Input for T {}

/// The input of a route that takes nothing.
#[derive(Debug, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

pub fn parse_json(bytes: &[u8]) -> Result<Value, Problem> {
    let mut value = unique::read(bytes).map_err(|why| match why {
        Unreadable::Twice(path) => {
            let message = format!("The key `{path}` stands twice in the body.");
            Problem::invalid(path, message).suggest("Leave one of the two out.")
        }
        Unreadable::Broken(error) => Problem::new(
            Code::InvalidRequest,
            format!("The body is not valid JSON: {error}."),
        )
        .suggest("Send one JSON object, UTF-8, with numbers that fit a 64-bit float."),
    })?;
    write_whole(&mut value);
    Ok(value)
}

/// Check, then read. What passes the check and still cannot be read is a form that the schema cannot
/// say (a filter that is neither condition nor group): serde's words go to the caller.
pub fn decode<T: Input>(form: &Form, value: Value) -> Result<T, Problem> {
    check::check(form, &value)?;
    serde_json::from_value(value).map_err(|error| {
        Problem::new(
            Code::InvalidRequest,
            format!("The input does not fit: {error}."),
        )
    })
}
