//! One operation of the OpenAPI document as the reference tells it.

use postrider_domain::contract::policy::Policy;
use serde_json::Value;

use super::entry::{Answer, Choice, Facts, Operation};
use super::example::{Examples, Side};
use super::fields::{self, Field};
use super::request::{Body, Request, query, variable};
use super::schema::Schemas;
use super::words::word;
use crate::api::openapi::{self, PIPELINE, WrittenFor};
use crate::api::row::Row;

/// Path parameters that the story has a word for; the others are ids that only the caller knows.
const KNOWN_IN_PATHS: [&str; 2] = ["email", "fieldName"];
const JSON: &str = "application/json";
const CSV: &str = "text/csv";

pub struct Reader<'a> {
    pub schemas: &'a Schemas,
    pub tag: &'a str,
    pub operation: &'a Value,
}

impl Reader<'_> {
    pub fn read(&self, row: &Row, per_minute: u32) -> Operation {
        let choice = row.body_key.map(Choice::Key).or_else(|| self.other_kind());
        Operation {
            anchor: row.name.to_owned(),
            method: row.method.to_string(),
            path: row.path,
            summary: row.summary,
            available: row.is_built(),
            choice,
            facts: Facts {
                scopes: row.scopes.iter().map(|scope| scope.as_str()).collect(),
                policy: row.policy.map_or("", Policy::as_str),
                per_minute,
                idempotent: row.idempotent,
                metering: row.metering,
                tenant: row.tenant,
            },
            path_fields: self.parameters("path"),
            query_fields: self.parameters("query"),
            body: contents(&self.operation["requestBody"])
                .find(|(kind, _)| *kind == JSON)
                .map(|(_, schema)| fields::lines(self.schemas, schema))
                .unwrap_or_default(),
            answers: self.answers(),
            errors: openapi::codes(row, WrittenFor::Program)
                .into_iter()
                .filter(|code| !PIPELINE.contains(code))
                .collect(),
            requests: self.requests(row),
        }
    }

    /// The body's media type, where it cannot be JSON.
    fn other_kind(&self) -> Option<Choice> {
        let mut kinds = contents(&self.operation["requestBody"]).map(|(kind, _)| kind);
        let first = kinds.next().filter(|kind| *kind != JSON)?;
        (!kinds.any(|kind| kind == JSON)).then(|| Choice::MediaType(first.to_owned()))
    }

    fn parameters(&self, place: &str) -> Vec<Field> {
        self.raw_parameters(place)
            .map(|parameter| fields::parameter(self.schemas, parameter))
            .collect()
    }

    fn raw_parameters(&self, place: &str) -> impl Iterator<Item = &Value> {
        let all = self.operation["parameters"].as_array();
        all.into_iter()
            .flatten()
            .filter(move |parameter| parameter["in"] == place)
    }

    fn examples(&self, side: Side) -> Examples<'_> {
        Examples {
            schemas: self.schemas,
            group: self.tag,
            side,
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let mut found: Vec<(Answer, &Value)> = Vec::new();
        let responses = self.operation["responses"]
            .as_object()
            .into_iter()
            .flatten();
        for (status, response) in responses.filter(|(status, _)| status.starts_with('2')) {
            for (kind, schema) in contents(response) {
                let same = found
                    .iter_mut()
                    .find(|(answer, known)| answer.media_type == kind && *known == schema);
                match same {
                    Some((answer, _)) => answer.statuses.push(status.clone()),
                    None => found.push((self.answer(status, kind, schema), schema)),
                }
            }
        }
        found.into_iter().map(|(answer, _)| answer).collect()
    }

    fn answer(&self, status: &str, kind: &str, schema: &Value) -> Answer {
        let is_json = kind == JSON;
        Answer {
            statuses: vec![status.to_owned()],
            media_type: kind.to_owned(),
            fields: fields::lines(self.schemas, schema),
            example: is_json.then(|| self.examples(Side::Answer).of(schema)),
        }
    }

    fn requests(&self, row: &Row) -> Vec<Request> {
        let request = |body| Request {
            method: row.method.to_string(),
            target: self.target(row.path),
            body,
        };
        let mut bodies: Vec<Body> = contents(&self.operation["requestBody"])
            .filter_map(|(kind, schema)| self.body(kind, schema))
            .collect();
        if bodies.is_empty() {
            return vec![request(None)];
        }
        // JSON first: the other kinds are for special cases.
        bodies.sort_by_key(|body| matches!(body, Body::Text(..)));
        bodies.into_iter().map(|body| request(Some(body))).collect()
    }

    fn body(&self, kind: &str, schema: &Value) -> Option<Body> {
        let text = |value: Value| value.as_str().map(str::to_owned);
        match kind {
            JSON => Some(Body::Json(self.examples(Side::Request).of(schema))),
            CSV => Some(Body::Text(kind.to_owned(), text(word(self.tag, "csv")?)?)),
            _ => None,
        }
    }

    fn target(&self, path: &str) -> String {
        let part = |part: &str| match part
            .strip_prefix('{')
            .and_then(|part| part.strip_suffix('}'))
        {
            Some(name) if KNOWN_IN_PATHS.contains(&name) => word(self.tag, name)
                .and_then(|word| word.as_str().map(str::to_owned))
                .unwrap_or_else(|| variable(name)),
            Some(name) => variable(name),
            None => part.to_owned(),
        };
        let path: Vec<String> = path.split('/').map(part).collect();
        let pairs: Vec<(String, Value)> = self
            .raw_parameters("query")
            .filter_map(|parameter| Some((parameter, parameter["name"].as_str()?)))
            .filter(|(parameter, name)| parameter["required"] == true || is_shown_in_query(name))
            .map(|(parameter, name)| {
                let value = self
                    .examples(Side::Request)
                    .named(name, &parameter["schema"]);
                (name.to_owned(), value)
            })
            .collect();
        format!("{}{}", path.join("/"), query(&pairs))
    }
}

/// A list's example asks for a page, not for one particular order.
fn is_shown_in_query(name: &str) -> bool {
    ["limit", "include"].contains(&name)
}

/// The media types of a body or an answer, with the schema of each.
fn contents(holder: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let content = holder["content"].as_object();
    content
        .into_iter()
        .flatten()
        .map(|(kind, content)| (kind.as_str(), &content["schema"]))
}
