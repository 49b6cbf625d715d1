//! What is told about one operation.

use postrider_domain::accounts::credits::Metering;
use postrider_domain::contract::catalog::Code;
use serde_json::Value;

use super::fields::{Field, Line};
use super::request::Request;
use crate::api::row::Tenant;

pub struct Group {
    pub title: String,
    pub anchor: String,
    pub operations: Vec<Operation>,
}

pub struct Operation {
    pub anchor: String,
    pub method: String,
    pub path: &'static str,
    pub summary: &'static str,
    pub available: bool,
    /// Where rows share method and path: what in the body means this one.
    pub choice: Option<Choice>,
    pub facts: Facts,
    pub path_fields: Vec<Field>,
    pub query_fields: Vec<Field>,
    pub body: Vec<Line>,
    pub answers: Vec<Answer>,
    /// Its own codes; those of every route are told once.
    pub errors: Vec<Code>,
    /// One for each kind of content that the route takes.
    pub requests: Vec<Request>,
}

pub enum Choice {
    /// A key of the JSON object.
    Key(&'static str),
    /// A media type other than JSON.
    MediaType(String),
}

/// What a caller should know before the first call.
pub struct Facts {
    /// A key needs all of them.
    pub scopes: Vec<&'static str>,
    pub policy: &'static str,
    pub per_minute: u32,
    pub idempotent: bool,
    pub metering: Metering,
    pub tenant: Tenant,
}

pub struct Answer {
    /// All statuses that come with this form.
    pub statuses: Vec<String>,
    pub media_type: String,
    pub fields: Vec<Line>,
    pub example: Option<Value>,
}

impl Operation {
    /// Whether it has an input of this name, at the top of its body or in its query.
    pub fn takes(&self, name: &str) -> bool {
        let in_body = self.body.iter().any(
            |line| matches!(line, Line::Field(field) if field.depth == 0 && field.name == name),
        );
        in_body || self.query_fields.iter().any(|field| field.name == name)
    }
}
