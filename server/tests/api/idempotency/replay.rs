//! Replays, conflicts, and what frees a key.

use std::time::Duration;

use serde_json::json;

use super::{HOUR, SHAPES};
use crate::support::probe::{Probe, effects};
use crate::support::{TestServer, assert_problem, assert_promised_headers};

#[tokio::test]
async fn a_retry_is_replayed_byte_for_byte_and_has_no_second_effect() {
    let (server, probe) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for path in SHAPES {
        let first = brand
            .post_once(path, path, json!({ "name": path }))
            .await
            .expect(201);
        assert_eq!(first.header("idempotent-replayed"), None);
        let started = probe.started();
        let again = brand.post_once(path, path, json!({ "name": path })).await;
        assert_eq!((again.status, &again.bytes), (first.status, &first.bytes));
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_promised_headers(&again);
        assert_ne!(again.header("x-request-id"), first.header("x-request-id"));
        assert_eq!(probe.started(), started, "the handler is not asked again");
        assert_eq!(effects(&server, path).await, 1);
    }
}

#[tokio::test]
async fn without_a_key_every_request_has_its_effect() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for path in SHAPES {
        for _ in 0..3 {
            brand.post(path, json!({ "name": path })).await.expect(201);
        }
        assert_eq!(effects(&server, path).await, 3);
    }
}

#[tokio::test]
async fn another_body_path_or_brand_under_the_same_key_is_a_conflict() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let org = server.org().await;
    let (one, two) = (org.brand().await, org.brand().await);
    one.post_once("k", "/probe/items/a", json!({ "name": "x" }))
        .await
        .expect(201);
    for (caller, path, name) in [
        (&one, "/probe/items/a", "y"),
        (&one, "/probe/items/b", "x"),
        (&two, "/probe/items/a", "x"),
    ] {
        let answer = caller.post_once("k", path, json!({ "name": name })).await;
        assert_problem(
            &answer,
            409,
            "IDEMPOTENCY_CONFLICT",
            Some("Idempotency-Key"),
        );
    }
    // The same value in other bytes is another body.
    let spaced = one
        .request("POST", "/probe/items/a")
        .header("Idempotency-Key", "k");
    let spaced = spaced
        .header("Content-Type", "application/json")
        .body(r#"{ "name": "x" }"#);
    assert_problem(
        &spaced.send().await,
        409,
        "IDEMPOTENCY_CONFLICT",
        Some("Idempotency-Key"),
    );
    assert_eq!(effects(&server, "x").await, 1);
    assert_eq!(effects(&server, "y").await, 0);
}

#[tokio::test]
async fn keys_belong_to_the_organization() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let (one, two) = (server.brand().await, server.brand().await);
    for brand in [&one, &two] {
        let answer = brand
            .post_once("k", "/probe/write", json!({ "name": "x" }))
            .await
            .expect(201);
        assert_eq!(answer.header("idempotent-replayed"), None);
    }
    assert_eq!(effects(&server, "x").await, 2);
    // Another key of the same brand is the same organization.
    let other_key = one.key("contacts").await;
    let again = other_key
        .post_once("k", "/probe/write", json!({ "name": "x" }))
        .await;
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
}

#[tokio::test]
async fn an_answer_is_kept_for_24_hours() {
    let (server, _) = Probe::start(TestServer::with().clock_at("2026-03-01T12:00:00Z")).await;
    let brand = server.brand().await;
    let first = brand
        .post_once("k", "/probe/write", json!({ "name": "x" }))
        .await
        .expect(201);
    server.clock.advance(23 * HOUR);
    server.clock.advance(Duration::from_millis(3_599_999));
    let late = brand
        .post_once("k", "/probe/write", json!({ "name": "x" }))
        .await;
    assert_eq!(late.bytes, first.bytes);
    server.clock.advance(Duration::from_millis(1));
    let fresh = brand
        .post_once("k", "/probe/write", json!({ "name": "x" }))
        .await
        .expect(201);
    assert_eq!(fresh.header("idempotent-replayed"), None);
    assert_eq!(effects(&server, "x").await, 2);
    // A day later the key may stand for something else.
    server.clock.advance(24 * HOUR);
    brand
        .post_once("k", "/probe/write", json!({ "name": "y" }))
        .await
        .expect(201);
}

#[tokio::test]
async fn a_failure_had_no_effect_and_frees_the_key() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for path in SHAPES {
        for (mishap, status) in [("refuse", 422), ("fail", 500), ("panic", 500)] {
            let name = format!("{path} {mishap}");
            let refused = json!({ "name": name, "mishap": mishap });
            brand.post_once(&name, path, refused).await.expect(status);
            assert_eq!(effects(&server, &name).await, 0);
            // Another body is no conflict: the key stands for nothing.
            let answer = brand
                .post_once(&name, path, json!({ "name": name }))
                .await
                .expect(201);
            assert_eq!(answer.header("idempotent-replayed"), None);
            assert_eq!(effects(&server, &name).await, 1);
        }
    }
}

#[tokio::test]
async fn a_refused_input_frees_the_key() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for body in [json!({ "nam": "x" }), json!({}), json!({ "name": 7 })] {
        brand.post_once("k", "/probe/write", body).await.expect(400);
    }
    brand
        .post_once("k", "/probe/write", json!({ "name": "x" }))
        .await
        .expect(201);
}

#[tokio::test]
async fn patch_and_delete_ignore_the_header() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for verb in ["PATCH", "DELETE"] {
        for _ in 0..2 {
            let request = brand
                .request(verb, "/probe/write")
                .header("Idempotency-Key", "k");
            let answer = request
                .json(&json!({ "name": verb }))
                .send()
                .await
                .expect(201);
            assert_eq!(answer.header("idempotent-replayed"), None);
        }
        assert_eq!(effects(&server, verb).await, 2);
    }
}
