//! The OpenAPI 3.1 document, made from the route table and the types that the routes really use.

use std::collections::BTreeMap;

use postrider_domain::catalog::Code;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::pipeline::Envelope;
use super::row::{Row, Tenant};

/// Codes that the pipeline can answer on any route.
const PIPELINE: [Code; 9] = [
    Code::AuthenticationRequired,
    Code::InvalidApiKey,
    Code::ApiKeyRevoked,
    Code::InsufficientPermissions,
    Code::InvalidRequest,
    Code::BrandNotFound,
    Code::RateLimited,
    Code::InternalError,
    Code::ServiceUnavailable,
];

pub fn document<'r>(rows: impl Iterator<Item = &'r Row>, public_url: &str) -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    let error = generator.subschema_for::<Envelope>();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for row in rows {
        let operations = paths.entry(row.path).or_default();
        let method = row.method.as_str().to_lowercase();
        let operation = operation(row, &mut generator);
        match operations.get_mut(&method) {
            Some(first) => merge(first, &operation),
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
        "security": [{ "bearer": [] }, { "apiKey": [] }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" },
                "apiKey": { "type": "apiKey", "in": "header", "name": "X-API-Key" },
            },
            "headers": headers(),
            "responses": { "Error": {
                "description": "Every non-2xx answer has this form; branch on `error.code`.",
                "headers": common_headers(),
                "content": { "application/json": { "schema": error } },
            } },
            "schemas": generator.take_definitions(true),
        },
    })
}

fn operation(row: &Row, generator: &mut SchemaGenerator) -> Value {
    let mut parameters = path_parameters(row.path);
    if row.tenant == Tenant::Brand {
        parameters.push(header_parameter(
            "X-Brand-Id",
            "The brand of this call; organization keys only.",
        ));
    }
    if row.idempotent {
        parameters.push(header_parameter(
            "Idempotency-Key",
            "Makes the call safe to repeat for 24 hours.",
        ));
    }
    let mut operation = json!({
        "operationId": operation_id(row),
        "summary": row.summary,
        "tags": [tag(row.path)],
        "x-rate-limit-policy": row.policy.as_str(),
        "x-metering": row.metering.as_str(),
        "responses": responses(row, generator),
    });
    if let Some(scope) = row.scope {
        operation["x-scope"] = json!(scope.as_str());
    }
    if let Some(types) = &row.types {
        let schema = (types.input_schema)(generator);
        if row.takes_query() {
            parameters.extend(query_parameters(&schema, generator));
        } else if types
            .form
            .object()
            .is_none_or(|object| !object.properties.is_empty() || object.rest.is_some())
        {
            operation["requestBody"] = json!({
                "required": true,
                "content": { "application/json": { "schema": schema } },
            });
        }
    }
    operation["parameters"] = json!(parameters);
    operation
}

/// Two rows of one method and path differ in their bodies alone.
fn merge(first: &mut Value, second: &Value) {
    for pointer in [
        "/requestBody/content/application~1json/schema",
        "/responses/200/content/application~1json/schema",
    ] {
        if let (Some(one), Some(other)) = (first.pointer_mut(pointer), second.pointer(pointer)) {
            *one = json!({ "anyOf": [one.clone(), other] });
        }
    }
    if let (Some(all), Some(more)) = (
        first["responses"].as_object_mut(),
        second["responses"].as_object(),
    ) {
        for (status, response) in more {
            all.entry(status.clone())
                .or_insert_with(|| response.clone());
        }
    }
}

fn responses(row: &Row, generator: &mut SchemaGenerator) -> Value {
    let mut responses = Map::new();
    let Some(types) = &row.types else {
        responses.insert(
            "501".to_owned(),
            json!({ "$ref": "#/components/responses/Error" }),
        );
        return with_errors(responses, row);
    };
    let schema = (types.output_schema)(generator);
    for status in row.success {
        responses.insert(
            status.to_string(),
            json!({
                "description": "Done.",
                "headers": common_headers(),
                "content": { "application/json": { "schema": schema } },
            }),
        );
    }
    with_errors(responses, row)
}

fn with_errors(mut responses: Map<String, Value>, row: &Row) -> Value {
    let mut codes = PIPELINE.to_vec();
    codes.extend(row.errors);
    if row.idempotent {
        codes.extend([Code::IdempotencyConflict, Code::IdempotencyInProgress]);
    }
    if !row.takes_query() {
        codes.push(Code::PayloadTooLarge);
    }
    if row.metering.as_str() != "free" {
        codes.push(Code::InsufficientCredits);
    }
    for code in codes {
        responses
            .entry(code.status().to_string())
            .or_insert_with(|| json!({ "$ref": "#/components/responses/Error" }));
    }
    Value::Object(responses)
}

fn path_parameters(path: &str) -> Vec<Value> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect()
}

fn header_parameter(name: &str, description: &str) -> Value {
    json!({ "name": name, "in": "header", "required": false, "description": description, "schema": { "type": "string" } })
}

fn query_parameters(schema: &schemars::Schema, generator: &SchemaGenerator) -> Vec<Value> {
    let definition = match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => {
            let name = reference.rsplit('/').next().unwrap_or_default();
            generator
                .definitions()
                .get(name)
                .cloned()
                .unwrap_or_default()
        }
        None => schema.as_value().clone(),
    };
    let required: Vec<&str> = definition["required"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let Some(properties) = definition["properties"].as_object() else {
        return Vec::new();
    };
    properties
        .iter()
        .map(|(name, schema)| {
            let mut parameter = json!({
                "name": name, "in": "query", "required": required.contains(&name.as_str()), "schema": schema,
            });
            if schema.pointer("/type") == Some(&json!("array")) {
                parameter["style"] = json!("form");
                parameter["explode"] = json!(false);
            }
            parameter
        })
        .collect()
}

fn operation_id(row: &Row) -> String {
    let words = row
        .path
        .trim_start_matches("/v1")
        .split(['/', '-', '{', '}'])
        .filter(|word| !word.is_empty());
    let mut id = row.method.as_str().to_lowercase();
    if !row.path.starts_with("/v1") {
        id.push_str("Older");
    }
    for word in words {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            id.extend(first.to_uppercase());
            id.push_str(letters.as_str());
        }
    }
    id
}

fn tag(path: &str) -> &str {
    path.trim_start_matches("/v1")
        .trim_start_matches('/')
        .split('/')
        .next()
        .unwrap_or_default()
}

fn headers() -> Value {
    let integer =
        |description: &str| json!({ "description": description, "schema": { "type": "integer" } });
    json!({
        "x-request-id": { "description": "Names this request in the server's log.", "schema": { "type": "string" } },
        "X-RateLimit-Limit": integer("Calls that the window holds."),
        "X-RateLimit-Remaining": integer("Calls left in the window."),
        "X-RateLimit-Reset": integer("Unix second in which the oldest counted call leaves the window."),
    })
}

fn common_headers() -> Value {
    let names = [
        "x-request-id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
    ];
    names
        .iter()
        .map(|name| {
            (
                (*name).to_owned(),
                json!({ "$ref": format!("#/components/headers/{name}") }),
            )
        })
        .collect::<Map<_, _>>()
        .into()
}
