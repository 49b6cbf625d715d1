use serde_json::json;

use super::{PATH, automation_with, design, draft, provided, schema, trigger};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_trigger_is_changed_by_its_path_or_in_the_collection() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = trigger(&brand, "signed-up", &[]).await;
    let path = format!("{PATH}/signed-up");
    let body = json!({ "title": "New", "description": "Why" });
    let changed = brand.patch(&path, body).await.expect(200);
    assert_eq!(changed["title"], "New");
    assert_eq!(changed["description"], "Why");
    assert_eq!(changed["contractHash"], made["contractHash"]);
    assert_eq!(changed["version"], 1);
    assert!(changed.json.get("warnings").is_none());
    let body = json!({ "triggerEventId": "signed-up", "description": null });
    let changed = brand.patch(PATH, body).await.expect(200);
    assert_eq!(changed["title"], "New");
    assert!(changed.json.get("description").is_none());
    assert_eq!(brand.get(&path).await.expect(200).json, changed.json);
    // Nothing to change is no mistake.
    brand.patch(&path, json!({})).await.expect(200);
}

#[tokio::test]
async fn the_version_rises_with_the_hash_of_the_contract() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let first = trigger(&brand, "signed-up", &[]).await;
    let path = format!("{PATH}/signed-up");
    let plan = json!({ "key": "plan", "type": "string" });
    let with_plan = json!({ "payloadSchema": schema(&[plan]) });
    let steps = [
        (with_plan.clone(), 2),
        (with_plan, 2),
        (json!({ "enforcement": "strict" }), 3),
        (json!({ "enforcement": "strict" }), 3),
        (
            json!({ "payloadSchema": schema(&[]), "enforcement": "warn" }),
            4,
        ),
    ];
    let mut last = first.clone();
    for (body, version) in steps {
        let changed = brand.patch(&path, body).await.expect(200).json;
        assert_eq!(changed["version"], version);
        let is_new = changed["contractHash"] != last["contractHash"];
        assert_eq!(is_new, changed["version"] != last["version"]);
        last = changed;
    }
    assert_eq!(last["contractHash"], first["contractHash"]);
}

#[tokio::test]
async fn automations_that_no_longer_fit_are_named() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let plan = json!({ "key": "plan", "type": "string" });
    trigger(&brand, "signed-up", std::slice::from_ref(&plan)).await;
    let html = "<p>You have {{ plan }}</p>";
    let automation = automation_with(&brand, "signed-up", "automation", html).await;
    // One that is not published concerns nobody.
    let design = design(&brand, "automation", html).await;
    draft(&brand, "signed-up", &design).await;
    let path = format!("{PATH}/signed-up");
    let changed = brand
        .patch(&path, json!({ "payloadSchema": schema(&[]) }))
        .await
        .expect(200);
    let warnings = changed["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(warnings[0]["code"], "AUTOMATION_INCOMPATIBLE");
    assert_eq!(warnings[0]["automationId"], automation.as_str());
    assert!(warnings[0]["message"].as_str().unwrap().contains("plan"));
    let back = json!({ "payloadSchema": schema(&[plan]) });
    let changed = brand.patch(&path, back).await.expect(200);
    assert!(changed.json.get("warnings").is_none());
}

#[tokio::test]
async fn what_cannot_be_changed_is_said() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    trigger(&brand, "signed-up", &[]).await;
    trigger(&other, "foreign", &[]).await;
    provided(&server, &brand, "stripe:c1:invoice.paid").await;
    for id in ["foreign", "nothing"] {
        let by_path = brand
            .patch(&format!("{PATH}/{id}"), json!({ "title": "X" }))
            .await;
        assert_problem(&by_path, 404, "TRIGGER_EVENT_NOT_FOUND", None);
        let body = json!({ "triggerEventId": id, "title": "X" });
        let by_body = brand.patch(PATH, body).await;
        assert_problem(&by_body, 404, "TRIGGER_EVENT_NOT_FOUND", None);
    }
    let path = format!("{PATH}/stripe%3Ac1%3Ainvoice.paid");
    let refused = brand.patch(&path, json!({ "title": "X" })).await;
    assert_problem(&refused, 422, "TRIGGER_IMMUTABLE", None);
    let path = format!("{PATH}/signed-up");
    let cases = [
        (
            json!({ "provider": "stripe" }),
            "INVALID_REQUEST",
            "provider",
        ),
        (
            json!({ "triggerEventId": "x" }),
            "INVALID_REQUEST",
            "triggerEventId",
        ),
        (json!({ "title": "" }), "INVALID_REQUEST", "title"),
        (
            json!({ "payloadSchema": { "fields": [] } }),
            "PAYLOAD_SCHEMA_EMAIL_REQUIRED",
            "payloadSchema.fields",
        ),
    ];
    for (body, code, param) in cases {
        assert_problem(&brand.patch(&path, body).await, 400, code, Some(param));
    }
    let nameless = brand.patch(PATH, json!({ "title": "X" })).await;
    assert_problem(&nameless, 400, "INVALID_REQUEST", Some("triggerEventId"));
    let unknown = json!({ "triggerEventId": "signed-up", "provider": "x" });
    let refused = brand.patch(PATH, unknown).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("provider"));
    let foreign = other.get(&format!("{PATH}/foreign")).await.expect(200);
    assert_eq!(foreign["title"], "foreign");
}
