//! The same fire twice: by the header, and by the key in the body.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{INSTANCES, PATH, ready};
use crate::support::{Brand, Caller, TestServer, assert_problem};

const FIRE: &str = "/v1/automations/triggers/signed-up/fire";

fn keyed(key: &str, email: &str) -> Value {
    json!({ "payload": { "email": email }, "idempotencyKey": key })
}

async fn fires(brand: &Caller) -> usize {
    let listed = brand.get(INSTANCES).await.expect(200);
    listed["data"].as_array().unwrap().len()
}

async fn set_up(server: &TestServer) -> Brand {
    ready(server, &[]).await.0
}

#[tokio::test]
async fn a_key_has_one_effect_and_one_answer_wherever_it_stands() {
    let server = TestServer::start().await;
    let brand = set_up(&server).await;
    let body = json!({ "payload": { "email": "ada@example.com" } });
    let first = brand.post_once("k1", FIRE, body.clone()).await.expect(200);
    let second = brand.post_once("k1", FIRE, body).await.expect(200);
    assert_eq!(first.bytes, second.bytes);
    assert_eq!(second.header("idempotent-replayed"), Some("true"));
    let first = brand
        .post(FIRE, keyed("k2", "ada@example.com"))
        .await
        .expect(200);
    assert_eq!(first.header("idempotent-replayed"), None);
    let second = brand
        .post(FIRE, keyed("k2", "ada@example.com"))
        .await
        .expect(200);
    assert_eq!(first.bytes, second.bytes);
    assert_eq!(second.header("idempotent-replayed"), Some("true"));
    assert_eq!(fires(&brand).await, 2);
    assert_eq!(server.number("SELECT count(*) FROM runs").await, 2);
}

#[tokio::test]
async fn a_key_belongs_to_one_request() {
    let server = TestServer::start().await;
    let brand = set_up(&server).await;
    brand
        .post(FIRE, keyed("k", "ada@example.com"))
        .await
        .expect(200);
    let other = brand.post(FIRE, keyed("k", "grace@example.com")).await;
    assert_problem(&other, 409, "IDEMPOTENCY_CONFLICT", Some("idempotencyKey"));
    // It is the same store that the header uses.
    let body = json!({ "payload": { "email": "ada@example.com" } });
    let by_header = brand.post_once("k", FIRE, body).await;
    assert_problem(
        &by_header,
        409,
        "IDEMPOTENCY_CONFLICT",
        Some("Idempotency-Key"),
    );
    assert_eq!(fires(&brand).await, 1);
}

#[tokio::test]
async fn the_header_goes_before_the_body() {
    let server = TestServer::start().await;
    let brand = set_up(&server).await;
    let body = keyed("body", "ada@example.com");
    brand.post_once("one", FIRE, body.clone()).await.expect(200);
    brand.post_once("two", FIRE, body.clone()).await.expect(200);
    let replayed = brand.post_once("one", FIRE, body.clone()).await.expect(200);
    assert_eq!(replayed.header("idempotent-replayed"), Some("true"));
    // The key in the body was never used.
    let fresh = brand.post(FIRE, body).await.expect(200);
    assert_eq!(fresh.header("idempotent-replayed"), None);
    assert_eq!(fires(&brand).await, 3);
}

#[tokio::test]
async fn a_refusal_frees_the_key() {
    let server = TestServer::start().await;
    let brand = set_up(&server).await;
    let wrong = keyed("k", "nobody");
    let first = brand.post(FIRE, wrong.clone()).await;
    assert_problem(&first, 400, "INVALID_PAYLOAD", Some("payload.email"));
    let second = brand.post(FIRE, wrong).await;
    let id = |answer: &Value| answer["error"]["details"]["triggerInstanceId"].clone();
    assert_ne!(id(&first.json), id(&second.json));
    brand
        .post(FIRE, keyed("k", "ada@example.com"))
        .await
        .expect(200);
    assert_eq!(fires(&brand).await, 3);
}

#[tokio::test]
async fn twins_at_once_have_one_effect() {
    let server = TestServer::start().await;
    let brand = set_up(&server).await;
    let twins = (0..8).map(|_| brand.post(FIRE, keyed("k", "ada@example.com")));
    let answers = join_all(twins).await;
    let by_header = (0..8).map(|_| {
        let body = json!({ "payload": { "email": "grace@example.com" } });
        brand.post_once("h", FIRE, body)
    });
    let others = join_all(by_header).await;
    for answers in [answers, others] {
        let first = answers[0].bytes.clone();
        for answer in answers {
            assert_eq!(answer.expect(200).bytes, first);
        }
    }
    assert_eq!(fires(&brand).await, 2);
    assert_eq!(server.number("SELECT count(*) FROM runs").await, 2);
}

#[tokio::test]
async fn other_routes_know_no_key_in_the_body() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body = json!({ "title": "T", "idempotencyKey": "k", "payloadSchema": super::schema(&[]) });
    let refused = brand.post(PATH, body).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("idempotencyKey"));
}
