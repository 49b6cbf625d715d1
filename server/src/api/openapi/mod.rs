//! The OpenAPI 3.1 document, made from the route table and the types that the routes really use.

mod headers;
mod merge;
mod parameters;
mod security;
mod written_for;

use std::collections::BTreeMap;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::policy::Policy;
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::pipeline::Envelope;
use super::row::{JSON, Row, Tenant};
pub use written_for::WrittenFor;

/// Codes that the pipeline can answer on any route.
pub const PIPELINE: [Code; 10] = [
    Code::AuthenticationRequired,
    Code::InvalidApiKey,
    Code::ApiKeyRevoked,
    Code::OrganizationSuspended,
    Code::InsufficientPermissions,
    Code::InvalidRequest,
    Code::BrandNotFound,
    Code::RateLimited,
    Code::InternalError,
    Code::ServiceUnavailable,
];

/// Codes of a key, which a row for people alone never answers.
const OF_KEYS: [Code; 3] = [
    Code::InvalidApiKey,
    Code::ApiKeyRevoked,
    Code::InsufficientPermissions,
];

/// Every row on its own, with the schemas that the operations refer to.
pub struct Description<'r> {
    pub operations: Vec<(&'r Row, Value)>,
    pub schemas: Map<String, Value>,
    error: Value,
}

pub fn describe<'r>(rows: impl Iterator<Item = &'r Row>, reader: WrittenFor) -> Description<'r> {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    let error = generator.subschema_for::<Envelope>().into();
    let operations = rows
        .map(|row| (row, operation(row, reader, &mut generator)))
        .collect();
    Description {
        operations,
        schemas: generator.take_definitions(true),
        error,
    }
}

pub fn document<'r>(
    rows: impl Iterator<Item = &'r Row>,
    reader: WrittenFor,
    public_url: &str,
) -> Value {
    let Description {
        operations: described,
        schemas,
        error,
    } = describe(rows, reader);
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for (row, operation) in described {
        let operations = paths.entry(row.path).or_default();
        let method = row.method.as_str().to_lowercase();
        match operations.get_mut(&method) {
            Some(first) => merge::into(first, operation),
            None => {
                operations.insert(method, operation);
            }
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Postrider API",
            "version": "1",
            "description": "Email marketing and automation on your own machine. Server-to-server: keep keys on servers.",
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": public_url }],
        "security": security::of_all(reader),
        "paths": paths,
        "components": {
            "securitySchemes": security::schemes(reader, public_url),
            "headers": headers::components(),
            "responses": { "Error": {
                "description": "Every non-2xx answer has this form; branch on `error.code`.",
                "headers": headers::of_error(),
                "content": { "application/json": { "schema": error } },
            } },
            "schemas": schemas,
        },
    })
}

fn operation(row: &Row, reader: WrittenFor, generator: &mut SchemaGenerator) -> Value {
    let mut parameters = parameters::of_row(row);
    let codes: Vec<&str> = codes(row, reader).into_iter().map(Code::as_str).collect();
    let mut operation = json!({
        "operationId": row.name,
        "summary": row.summary,
        "tags": [tag(row.path)],
        "x-rate-limit-policy": row.policy.map(Policy::as_str),
        "x-metering": row.metering.as_str(),
        "x-available": row.is_built(),
        "x-error-codes": codes,
        "responses": responses(row, reader, generator),
    });
    if let Some(security) = security::of_row(row) {
        operation["security"] = security;
    }
    if !row.scopes.is_empty() {
        let scopes: Vec<&str> = row.scopes.iter().map(|scope| scope.as_str()).collect();
        operation["x-scope"] = json!(scopes.join(","));
    }
    if let Some(key) = row.body_key {
        operation["x-body-key"] = json!(key);
    }
    if let Some(types) = &row.types {
        let schema = (types.input_schema)(generator);
        if row.takes_query() {
            parameters.extend(parameters::of_query(&schema, generator));
            if row.takes_file() {
                operation["requestBody"] = request_body(row, &schema, generator);
            }
        } else if types
            .form
            .object()
            .is_none_or(|object| !object.properties.is_empty() || object.rest.is_some())
        {
            operation["requestBody"] = request_body(row, &schema, generator);
        }
    }
    operation["parameters"] = json!(parameters);
    operation
}

fn request_body(row: &Row, schema: &Schema, generator: &SchemaGenerator) -> Value {
    let (required, schema) = if row.takes_file() {
        (true, json!({ "type": "string" }))
    } else {
        let definition = parameters::definition(schema, generator);
        (
            parameters::has_required(&definition),
            schema.as_value().clone(),
        )
    };
    json!({
        "required": required,
        "content": { row.body_type().unwrap_or(JSON): { "schema": schema } },
    })
}

fn responses(row: &Row, reader: WrittenFor, generator: &mut SchemaGenerator) -> Value {
    let mut responses = Map::new();
    let Some(types) = &row.types else {
        return with_errors(responses, row, reader);
    };
    let schema = (types.output_schema)(generator);
    for status in row.success {
        responses.insert(
            status.to_string(),
            json!({
                "description": "Done.",
                "headers": headers::of_success(row),
                "content": { row.answer_type: { "schema": schema } },
            }),
        );
    }
    with_errors(responses, row, reader)
}

/// The codes of one route: its own, then those of every route, as far as this reader can meet them.
pub fn codes(row: &Row, reader: WrittenFor) -> Vec<Code> {
    let mut codes = row.errors.to_vec();
    if !row.is_built() {
        codes.push(Code::NotImplemented);
    }
    if row.idempotent {
        codes.extend([Code::IdempotencyConflict, Code::IdempotencyInProgress]);
    }
    if row.body_type().is_some() {
        codes.push(Code::PayloadTooLarge);
    }
    if row.metering.as_str() != "free" {
        codes.push(Code::InsufficientCredits);
    }
    codes.extend(PIPELINE);
    if reader == WrittenFor::App {
        codes.push(Code::CrossSiteRequest);
        if row.tenant != Tenant::Person {
            codes.push(Code::InsufficientRole);
        }
        if !row.callers.include_keys() {
            codes.retain(|code| !OF_KEYS.contains(code));
        }
    }
    codes
}

fn with_errors(mut responses: Map<String, Value>, row: &Row, reader: WrittenFor) -> Value {
    for code in codes(row, reader) {
        responses
            .entry(code.status().to_string())
            .or_insert_with(|| json!({ "$ref": "#/components/responses/Error" }));
    }
    Value::Object(responses)
}

fn tag(path: &str) -> &str {
    path.trim_start_matches("/v1")
        .trim_start_matches('/')
        .split('/')
        .next()
        .unwrap_or_default()
}
