use serde_json::{Value, json};

use super::{
    PATH, automation, design, draft, events, fire, fired, instance, publish, ready, trigger,
};
use crate::support::{TestServer, assert_problem};

fn ada() -> Value {
    json!({ "email": "ada@example.com" })
}

#[tokio::test]
async fn a_fire_starts_a_run_of_every_published_automation() {
    let server = TestServer::with()
        .clock_at("2026-01-02T03:04:05Z")
        .start()
        .await;
    let (brand, first) = ready(&server, &[]).await;
    let second = automation(&brand, "signed-up").await;
    let mail = design(&brand, "automation", "<p>Hello</p>").await;
    draft(&brand, "signed-up", &mail).await;
    trigger(&brand, "other", &[]).await;
    automation(&brand, "other").await;
    let details = fired(&brand, "signed-up", ada()).await;
    assert_eq!(details["state"], "fired");
    assert_eq!(details["matchedAutomationIds"], json!([first, second]));
    assert_eq!(details["notStarted"], json!([]));
    assert_eq!(details["warnings"], json!([]));
    assert_eq!(details["receivedAt"], "2026-01-02T03:04:05.000Z");
    let id = details["triggerInstanceId"].as_str().unwrap();
    assert!(id.starts_with("tin_") && (4..=64).contains(&id.len()));
    let runs = details["automationRunIds"].as_array().unwrap();
    assert_eq!(runs.len(), 2);
    for (run, automation) in runs.iter().zip([&first, &second]) {
        let path = format!("/v1/automations/runs/{}", run.as_str().unwrap());
        let read = brand.get(&path).await.expect(200);
        assert_eq!(read["automationId"], automation.as_str());
        assert_eq!(read["triggerInstanceId"], id);
        assert_eq!(read["recipientEmail"], "ada@example.com");
    }
    let read = instance(&brand, &details["triggerInstanceId"]).await;
    let expect = json!({
        "triggerInstanceId": id, "triggerEventId": "signed-up", "source": "api", "state": "fired",
        "matchedAutomationIds": [first, second], "automationRunIds": runs, "notStarted": [],
        "attempts": 1, "recipientEmail": "ada@example.com",
        "receivedAt": "2026-01-02T03:04:05.000Z", "processedAt": "2026-01-02T03:04:05.000Z",
    });
    assert_eq!(read, expect);
}

#[tokio::test]
async fn every_fire_starts_a_run_of_its_own() {
    let server = TestServer::start().await;
    let (brand, _) = ready(&server, &[]).await;
    let one = fired(&brand, "signed-up", ada()).await;
    let two = fired(&brand, "signed-up", ada()).await;
    assert_ne!(one["triggerInstanceId"], two["triggerInstanceId"]);
    assert_ne!(one["automationRunIds"], two["automationRunIds"]);
    let people = server.number("SELECT count(*) FROM contacts").await;
    assert_eq!(people, 1);
    assert_eq!(events(&brand).await, ["fired", "fired"]);
}

#[tokio::test]
async fn without_a_published_automation_nothing_is_recorded() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let plan = json!({ "key": "plan", "type": "string" });
    trigger(&brand, "signed-up", &[plan]).await;
    let mail = design(&brand, "automation", "<p>Hello</p>").await;
    let id = draft(&brand, "signed-up", &mail).await;
    let payload = json!({ "email": "ada@example.com", "plan": "pro" });
    let refused = fire(&brand, "signed-up", payload.clone()).await;
    assert_problem(&refused, 422, "NO_PUBLISHED_AUTOMATION", None);
    for table in ["trigger_instances", "contacts", "fields", "events", "runs"] {
        let rows = server
            .number(&format!("SELECT count(*) FROM {table}"))
            .await;
        assert_eq!(rows, 0, "{table}");
    }
    publish(&brand, &id).await;
    fired(&brand, "signed-up", payload.clone()).await;
    let path = format!("/v1/automations/{id}");
    brand
        .patch(&path, json!({ "published": false }))
        .await
        .expect(200);
    let refused = fire(&brand, "signed-up", payload).await;
    assert_problem(&refused, 422, "NO_PUBLISHED_AUTOMATION", None);
}

#[tokio::test]
async fn a_fire_takes_a_payload_and_nothing_unknown() {
    let server = TestServer::start().await;
    let (brand, _) = ready(&server, &[]).await;
    let path = format!("{PATH}/signed-up/fire");
    let cases = [
        (json!({}), "payload"),
        (json!({ "payload": [] }), "payload"),
        (json!({ "payload": ada(), "dryRun": true }), "dryRun"),
        (
            json!({ "payload": ada(), "idempotencyKey": 1 }),
            "idempotencyKey",
        ),
        (
            json!({ "payload": ada(), "idempotencyKey": "" }),
            "idempotencyKey",
        ),
        (
            json!({ "payload": ada(), "idempotencyKey": "x".repeat(101) }),
            "idempotencyKey",
        ),
        (json!({ "brandId": "x", "payload": ada() }), "brandId"),
    ];
    for (body, param) in cases {
        let refused = brand.post(&path, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let rows = server
        .number("SELECT count(*) FROM trigger_instances")
        .await;
    assert_eq!(rows, 0);
}

#[tokio::test]
async fn the_path_of_a_composite_id_is_encoded() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    trigger(&brand, "shop/order:paid", &[]).await;
    automation(&brand, "shop/order:paid").await;
    let details = fired(&brand, "shop%2Forder%3Apaid", ada()).await;
    let read = instance(&brand, &details["triggerInstanceId"]).await;
    assert_eq!(read["triggerEventId"], "shop/order:paid");
}
