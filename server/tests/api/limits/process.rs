//! Windows of one process.

use std::time::Duration;

use futures_util::future::join_all;
use postrider_domain::contract::policy::Policy;
use serde_json::json;

use crate::support::probe::Probe;
use crate::support::{TestServer, assert_problem};

use super::{START, START_S, window};

#[tokio::test]
async fn never_more_than_the_limit_in_any_window() {
    let builder = TestServer::with().clock_at(START).window_of_a_second();
    let server = builder.limit(Policy::BrandRead, 3).start().await;
    let brand = server.brand().await;
    let at = |ms: u64| server.clock.advance(Duration::from_millis(ms));
    // Calls at 0, 400 and 800 ms fill the window.
    for (advance, remaining) in [(0, 2), (400, 1), (400, 0)] {
        at(advance);
        let answer = brand.get("/v1/brand").await.expect(200);
        assert_eq!(window(&answer), (3, remaining, START_S + 1));
    }
    for _ in 0..5 {
        let refused = brand.get("/v1/brand").await;
        assert_problem(&refused, 429, "RATE_LIMITED", None);
        assert_eq!(window(&refused), (3, 0, START_S + 1));
        assert_eq!(refused.number("retry-after"), Some(1));
    }
    at(199);
    assert_eq!(brand.get("/v1/brand").await.status, 429);
    // At 1000 ms the first call leaves, and only that one: the refused ones never counted.
    at(1);
    brand.get("/v1/brand").await.expect(200);
    assert_eq!(brand.get("/v1/brand").await.status, 429);
    at(400);
    let answer = brand.get("/v1/brand").await.expect(200);
    assert_eq!(window(&answer).1, 0);
    assert_eq!(brand.get("/v1/brand").await.status, 429);
}

#[tokio::test]
async fn windows_are_per_key_and_policy() {
    let server = TestServer::with().limit(Policy::BrandRead, 1).start().await;
    let brand = server.brand().await;
    let other_key = brand.key("all").await;
    brand.get("/v1/brand").await.expect(200);
    assert_eq!(brand.get("/v1/brand").await.status, 429);
    brand.get("/v1/usage").await.expect(200);
    other_key.get("/v1/brand").await.expect(200);
    assert_eq!(other_key.get("/v1/brand").await.status, 429);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_calls_at_once_exactly_the_limit_is_admitted() {
    // At one moment: a call that waited for its turn came before others, and is told to wait for as much longer.
    let server = TestServer::with().clock_stopped();
    let server = server.limit(Policy::BrandRead, 10).start().await;
    let brand = server.brand().await;
    let answers = join_all((0..60).map(|_| brand.get("/v1/brand"))).await;
    let admitted = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(admitted, 10);
    for refused in answers.iter().filter(|answer| answer.status != 200) {
        assert_problem(refused, 429, "RATE_LIMITED", None);
        assert_eq!(refused.number("retry-after"), Some(60));
    }
}

#[tokio::test]
async fn a_refused_call_comes_before_scope_brand_and_body() {
    let server = TestServer::with()
        .limit(Policy::FieldsWrite, 1)
        .start()
        .await;
    let brand = server.brand().await;
    let key = brand.key("emails").await;
    let no_scope = key.post("/v1/fields", json!({ "nonsense": 1 })).await;
    assert_problem(&no_scope, 403, "INSUFFICIENT_PERMISSIONS", Some("contacts"));
    let refused = key.post("/v1/fields", json!({ "nonsense": 1 })).await;
    assert_problem(&refused, 429, "RATE_LIMITED", None);
}

#[tokio::test]
async fn a_replay_counts() {
    let builder = TestServer::with().limit(Policy::ContactsWriteSingle, 2);
    let (server, _) = Probe::start(builder).await;
    let brand = server.brand().await;
    for remaining in [1, 0] {
        let answer = brand
            .post_once("k", "/probe/write", json!({ "name": "x" }))
            .await
            .expect(201);
        assert_eq!(window(&answer).1, remaining);
    }
    let refused = brand
        .post_once("k", "/probe/write", json!({ "name": "x" }))
        .await;
    assert_problem(&refused, 429, "RATE_LIMITED", None);
}

#[tokio::test]
async fn the_body_of_a_contact_write_decides_between_single_and_batch() {
    let server = TestServer::with().contract_limits().start().await;
    let brand = server.brand().await;
    let one = json!({ "email": "a@example.com" });
    let batch = json!({ "contacts": [one] });
    let send = async |verb: &str, body: String| {
        let request = brand
            .request(verb, "/v1/contacts")
            .header("Content-Type", "application/json");
        window(&request.body(body).send().await).0
    };
    for (verb, body, limit) in [
        ("POST", one.to_string(), 100),
        ("POST", batch.to_string(), 10),
        ("POST", json!({ "contacts": 7 }).to_string(), 10),
        (
            "POST",
            json!({ "emails": ["a@example.com"] }).to_string(),
            100,
        ),
        ("POST", "{ broken".to_owned(), 100),
        ("POST", "[]".to_owned(), 100),
        ("POST", String::new(), 100),
        ("DELETE", one.to_string(), 100),
        (
            "DELETE",
            json!({ "emails": ["a@example.com"] }).to_string(),
            10,
        ),
        ("DELETE", "{ broken".to_owned(), 100),
        ("PATCH", batch.to_string(), 100),
    ] {
        assert_eq!(send(verb, body.clone()).await, limit, "{verb} {body}");
    }
}

#[tokio::test]
async fn an_operators_limit_takes_the_place_of_the_contracts() {
    let server = TestServer::with()
        .contract_limits()
        .limit(Policy::BrandRead, 7)
        .start()
        .await;
    let brand = server.brand().await;
    assert_eq!(window(&brand.get("/v1/brand").await).0, 7);
    assert_eq!(window(&brand.get("/v1/usage").await).0, 100);
}
