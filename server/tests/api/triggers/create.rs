use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::{PATH, schema};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_trigger_is_made_with_its_contract() {
    let server = TestServer::with()
        .clock_at("2026-01-02T03:04:05Z")
        .start()
        .await;
    let brand = server.brand().await;
    let body = json!({
        "title": "Signed up", "description": "From the site", "triggerEventId": "signed-up",
        "payloadSchema": schema(&[
            json!({ "key": "plan", "type": "string", "required": true, "fallback": "free", "pii": true }),
            json!({ "key": "seats", "type": "integer" }),
        ]),
        "enforcement": "prune",
    });
    let made = brand.post(PATH, body).await.expect(201);
    // SHA-256 of the canonical JSON { enforcement, fields }, as anybody can compute it.
    let hash = "ea233e7ac4e2fd5ddc8d251b1a4a3fbb0403358fd04df43db256abf8ea93b938";
    let expect = json!({
        "triggerEventId": "signed-up", "title": "Signed up", "description": "From the site",
        "provider": "service_api", "enforcement": "prune", "version": 1, "contractHash": hash,
        "payloadSchema": { "fields": [
            { "key": "email", "type": "string", "required": true },
            { "key": "plan", "type": "string", "required": true, "fallback": "free", "pii": true },
            { "key": "seats", "type": "integer", "required": false },
        ] },
        "createdAt": "2026-01-02T03:04:05.000Z", "updatedAt": "2026-01-02T03:04:05.000Z",
    });
    assert_eq!(made.json, expect);
    let read = brand.get(&format!("{PATH}/signed-up")).await.expect(200);
    assert_eq!(read.json, made.json);
}

#[tokio::test]
async fn a_schema_may_say_that_a_payload_is_an_object() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let mut said = schema(&[]);
    said["type"] = json!("object");
    let body = json!({ "title": "T", "triggerEventId": "t", "payloadSchema": said });
    let made = brand.post(PATH, body.clone()).await.expect(201);
    assert_eq!(made["payloadSchema"], schema(&[]));
    let path = format!("{PATH}/t");
    let change = json!({ "payloadSchema": body["payloadSchema"] });
    let changed = brand.patch(&path, change).await.expect(200);
    assert_eq!(changed["version"], 1);
    let mut body = body;
    body["payloadSchema"]["type"] = json!("array");
    let refused = brand.post(PATH, body).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("payloadSchema.type"));
}

#[tokio::test]
async fn an_id_is_made_where_none_is_given() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body = json!({ "title": "Signed up", "payloadSchema": schema(&[]) });
    let made = brand.post(PATH, body).await.expect(201);
    assert_eq!(made["triggerEventId"].as_str().unwrap().len(), 21);
    assert_eq!(made["enforcement"], "warn");
    assert_eq!(made["version"], 1);
    assert!(made.json.get("description").is_none());
}

#[tokio::test]
async fn an_id_is_free_text_of_up_to_256_characters() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let longest = "ü".repeat(256);
    for id in ["a b/c?d#e%f", "order:paid", "...", &longest] {
        let body = json!({ "title": "T", "triggerEventId": id, "payloadSchema": schema(&[]) });
        brand.post(PATH, body).await.expect(201);
        let path = utf8_percent_encode(id, NON_ALPHANUMERIC);
        let read = brand.get(&format!("{PATH}/{path}")).await.expect(200);
        assert_eq!(read["triggerEventId"], id);
    }
}

#[tokio::test]
async fn an_id_is_taken_once_in_a_brand() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    let body = json!({ "title": "T", "triggerEventId": "signed-up", "payloadSchema": schema(&[]) });
    brand.post(PATH, body.clone()).await.expect(201);
    let again = brand.post(PATH, body.clone()).await;
    assert_problem(
        &again,
        409,
        "TRIGGER_ALREADY_EXISTS",
        Some("triggerEventId"),
    );
    other.post(PATH, body).await.expect(201);
}

/// Bodies, and the place in each that is wrong.
fn mistakes() -> Vec<(Value, &'static str)> {
    let with = |field: Value| json!({ "title": "T", "payloadSchema": schema(&[field]) });
    let id = |id: &str| json!({ "title": "T", "triggerEventId": id, "payloadSchema": schema(&[]) });
    vec![
        (json!({ "payloadSchema": schema(&[]) }), "title"),
        (
            json!({ "title": "", "payloadSchema": schema(&[]) }),
            "title",
        ),
        (
            json!({ "title": "T", "provider": "stripe", "payloadSchema": schema(&[]) }),
            "provider",
        ),
        (
            json!({ "title": "T", "payload_schema": schema(&[]) }),
            "payload_schema",
        ),
        (
            json!({ "title": "T", "enforcement": "hard", "payloadSchema": schema(&[]) }),
            "enforcement",
        ),
        (id(""), "triggerEventId"),
        (id(&"x".repeat(257)), "triggerEventId"),
        (id(" a"), "triggerEventId"),
        (id("."), "triggerEventId"),
        (id(".."), "triggerEventId"),
        (id("stripe:1:invoice.paid"), "triggerEventId"),
        (
            with(json!({ "key": "plan", "type": "text" })),
            "payloadSchema.fields[1].type",
        ),
        (
            with(json!({ "key": "plan", "type": "string", "default": "x" })),
            "payloadSchema.fields[1].default",
        ),
        (
            with(json!({ "type": "string" })),
            "payloadSchema.fields[1].key",
        ),
        (
            with(json!({ "key": "a.b", "type": "string" })),
            "payloadSchema.fields[1].key",
        ),
        (
            with(json!({ "key": "email", "type": "string" })),
            "payloadSchema.fields[1].key",
        ),
        (
            with(json!({ "key": "subscribed", "type": "string" })),
            "payloadSchema.fields[1].type",
        ),
        (
            with(json!({ "key": "seats", "type": "integer", "fallback": "three" })),
            "payloadSchema.fields[1].fallback",
        ),
    ]
}

#[tokio::test]
async fn what_is_wrong_with_a_trigger_is_said_at_its_place() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (body, param) in mistakes() {
        let refused = brand.post(PATH, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let listed = brand.get(PATH).await.expect(200);
    assert_eq!(listed["data"], json!([]));
}

#[tokio::test]
async fn a_contract_names_the_address() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for schema in [
        Value::Null,
        json!({}),
        json!({ "fields": [] }),
        json!({ "fields": [{ "key": "email", "type": "string" }] }),
        json!({ "fields": [{ "key": "email", "type": "number", "required": true }] }),
        json!({ "fields": [{ "key": "Email", "type": "string", "required": true }] }),
    ] {
        let mut body = json!({ "title": "T" });
        if !schema.is_null() {
            body["payloadSchema"] = schema;
        }
        let refused = brand.post(PATH, body).await;
        let param = Some("payloadSchema.fields");
        assert_problem(&refused, 400, "PAYLOAD_SCHEMA_EMAIL_REQUIRED", param);
    }
}

#[tokio::test]
async fn other_scopes_make_no_triggers() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let key = brand.key("contacts,emails").await;
    let body = json!({ "title": "T", "payloadSchema": schema(&[]) });
    let refused = key.post(PATH, body).await;
    assert_problem(
        &refused,
        403,
        "INSUFFICIENT_PERMISSIONS",
        Some("automations"),
    );
}
