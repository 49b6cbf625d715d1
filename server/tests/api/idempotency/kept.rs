//! What is kept of answers: nothing of requests that change nothing, and not more than so many bytes of the others.

use serde_json::{Value, json};

use crate::support::{Answer, Brand, TestServer, assert_problem};
use crate::triggers;

const SEARCH: &str = "/v1/contacts/search";

async fn kept_bodies(server: &TestServer) -> i64 {
    server
        .number("SELECT count(*) FROM idempotency_keys WHERE body IS NOT NULL")
        .await
}

async fn upsert(brand: &Brand, key: &str, name: &str, note: &str) -> Answer {
    let body = json!({
        "email": format!("{name}@example.com"), "customFields": { "note": note },
    });
    brand.post_once(key, "/v1/contacts", body).await
}

fn is_replayed(answer: &Answer) -> bool {
    answer.header("idempotent-replayed") == Some("true")
}

#[tokio::test]
async fn a_search_is_answered_anew_and_only_its_fingerprint_is_kept() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let ask = async |body: Value| brand.post_once("k", SEARCH, body).await;
    let first = ask(json!({ "limit": 5 })).await.expect(200);
    assert_eq!(first["data"], json!([]));
    brand
        .post("/v1/contacts", json!({ "email": "ada@example.com" }))
        .await
        .expect(201);
    for _ in 0..2 {
        let again = ask(json!({ "limit": 5 })).await.expect(200);
        assert_eq!(again["data"].as_array().unwrap().len(), 1);
        assert!(!is_replayed(&again));
    }
    let param = Some("Idempotency-Key");
    let other = ask(json!({ "limit": 6 })).await;
    assert_problem(&other, 409, "IDEMPOTENCY_CONFLICT", param);
    let keys = server.number("SELECT count(*) FROM idempotency_keys").await;
    assert_eq!((keys, kept_bodies(&server).await), (1, 0));
}

#[tokio::test]
async fn a_dry_run_is_answered_anew_and_its_key_is_no_other_request_s() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    triggers::trigger(&brand, "signed-up", &[]).await;
    let design = triggers::design(&brand, "automation", "<p>Hello</p>").await;
    let mut body = triggers::graph(&brand, "signed-up", &design).await;
    body["name"] = json!("Welcome");
    body["dryRun"] = json!(true);
    for _ in 0..3 {
        let preview = brand.post_once("k", "/v1/automations", body.clone()).await;
        assert!(!is_replayed(&preview.expect(200)));
    }
    assert_eq!(kept_bodies(&server).await, 0);
    body["dryRun"] = json!(false);
    let real = brand.post_once("k", "/v1/automations", body.clone()).await;
    assert_problem(&real, 409, "IDEMPOTENCY_CONFLICT", Some("Idempotency-Key"));
    brand
        .post_once("l", "/v1/automations", body.clone())
        .await
        .expect(201);
    let again = brand.post_once("l", "/v1/automations", body).await;
    assert!(is_replayed(&again.expect(201)));
    let made = server.number("SELECT count(*) FROM automations").await;
    assert_eq!(made, 1);
}

#[tokio::test]
async fn answers_beyond_the_organization_s_bytes_are_not_kept_and_nothing_is_done_twice() {
    let server = TestServer::with().kept_answers(12_000).start().await;
    let brand = server.brand().await;
    let long = "x".repeat(5_000);
    for name in ["ada", "bob", "cem"] {
        upsert(&brand, name, name, &long).await.expect(201);
    }
    assert_eq!(kept_bodies(&server).await, 2);
    for name in ["ada", "bob"] {
        let again = upsert(&brand, name, name, &long).await.expect(201);
        assert!(is_replayed(&again));
    }
    brand
        .patch(
            "/v1/contacts",
            json!({ "email": "cem@example.com", "customFields": { "note": "newer" } }),
        )
        .await
        .expect(200);
    for _ in 0..2 {
        let again = upsert(&brand, "cem", "cem", &long).await;
        assert_problem(&again, 409, "IDEMPOTENCY_CONFLICT", Some("Idempotency-Key"));
        assert_eq!(again["error"]["details"]["status"], 201);
    }
    let cem = brand.get("/v1/contacts/cem@example.com").await.expect(200);
    assert_eq!(
        cem["customFields"]["note"], "newer",
        "it was not done again"
    );
    // Short answers are kept all the same, and other organizations have room of their own.
    upsert(&brand, "short", "dee", "short").await.expect(201);
    assert!(is_replayed(&upsert(&brand, "short", "dee", "short").await));
    let other = server.brand().await;
    upsert(&other, "ada", "ada", &long).await.expect(201);
    assert!(is_replayed(&upsert(&other, "ada", "ada", &long).await));
}
