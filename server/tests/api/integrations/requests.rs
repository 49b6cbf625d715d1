//! Requests that are no events: unknown connections, broken and huge bodies, other verbs.

use postrider_domain::automations::integration::Provider;
use serde_json::json;

use super::bodies::stripe_invoice;
use super::signing::sign;
use super::{Connected, secret};
use crate::support::{Answer, TestServer};

#[track_caller]
fn assert_refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!(
        (answer.status, answer.code()),
        (status, code),
        "{}",
        answer.json
    );
    assert_eq!(answer.header("x-ratelimit-limit"), None);
}

#[tokio::test]
async fn an_unknown_connection_is_not_found() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let signed = stripe.sign(&stripe_invoice("evt_1", "in_1"));
    for path in [
        format!("/api/integrations/stripe/webhook/{}", "0".repeat(32)),
        // It is there, of another provider.
        format!("/api/integrations/clerk/webhook/{}", stripe.id),
        format!("/api/integrations/nobody/webhook/{}", stripe.id),
        format!("/api/integrations/stripe/webhook/{}x", stripe.id),
        format!(
            "/api/integrations/stripe/webhook/{}",
            stripe.id.to_uppercase()
        ),
        "/api/integrations/stripe/webhook/%FF%00".to_owned(),
    ] {
        let mut request = server.nobody().request("POST", &path);
        for (name, value) in &signed.headers {
            request = request.header(name, value);
        }
        let answer = request.body(signed.body.clone()).send().await;
        assert_refused(&answer, 404, "CONNECTION_NOT_FOUND");
    }
}

#[tokio::test]
async fn connections_of_a_deleted_brand_are_gone() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    server.sql("UPDATE brands SET deleted_at = 1").await;
    let answer = stripe
        .post(&stripe.sign(&stripe_invoice("evt_1", "in_1")))
        .await;
    assert_refused(&answer, 404, "CONNECTION_NOT_FOUND");
}

#[tokio::test]
async fn broken_bodies_are_refused_after_a_good_signature() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_object = format!("{}1{}", "{\"a\":".repeat(500), "}".repeat(500));
    for body in [
        "",
        "{",
        "[]",
        "null",
        "1",
        "\"x\"",
        "{\"a\":1e999}",
        &deep,
        &deep_object,
    ] {
        let now = server.app().clock.now();
        let signed = sign(Provider::Stripe, secret(Provider::Stripe), body, now);
        let answer = stripe.post(&signed).await;
        assert_refused(&answer, 400, "INVALID_REQUEST");
        let bad = signed.set("stripe-signature", "t=1,v1=00");
        assert_refused(&stripe.post(&bad).await, 401, "INVALID_SIGNATURE");
    }
}

#[tokio::test]
async fn a_body_has_a_mebibyte() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let of = |size: usize| {
        let mut body = stripe_invoice("evt_1", "in_1");
        body["padding"] = json!("");
        let room = size - body.to_string().len();
        body["padding"] = json!("x".repeat(room));
        stripe.sign(&body)
    };
    assert_refused(
        &stripe.post(&of((1 << 20) + 1)).await,
        413,
        "PAYLOAD_TOO_LARGE",
    );
    stripe.post(&of(1 << 20)).await.expect(200);
    server.at_rest().await;
}

#[tokio::test]
async fn other_verbs_are_refused() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    for verb in ["GET", "PUT", "DELETE"] {
        let answer = server.nobody().request(verb, &stripe.path()).send().await;
        assert_refused(&answer, 405, "METHOD_NOT_ALLOWED");
        assert_eq!(answer.header("allow"), Some("POST"));
    }
}

#[tokio::test]
async fn odd_values_are_taken_as_far_as_they_fit() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let mut body = stripe_invoice("evt_1", "in_1");
    let object = &mut body["data"]["object"];
    object["customer_name"] = json!(format!("Ada\r\nBcc:x {}", "y".repeat(500)));
    object["customer"] = json!("cus\u{0}_1");
    object["number"] = json!(["a", "list"]);
    object["currency"] = json!("c".repeat(20_000));
    let instance = stripe.deliver(&body).await;
    assert_eq!(instance["state"], "verified", "{instance}");
    let contact = stripe.contact("ada@acme.test").await;
    assert_eq!(contact["firstName"], "AdaBcc:x");
    assert_eq!(contact["lastName"].as_str().unwrap().len(), 200);
    let fields = &contact["customFields"];
    assert_eq!(fields["stripe_customer_id"], "cus_1");
    assert_eq!(fields["stripe_currency"].as_str().unwrap().len(), 10_000);
}

#[tokio::test]
async fn a_field_of_another_type_is_left_alone() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let field = json!({ "fieldName": "stripe_currency", "fieldType": "number" });
    stripe.brand.post("/v1/fields", field).await.expect(201);
    let instance = stripe.deliver(&stripe_invoice("evt_1", "in_1")).await;
    assert_eq!(instance["state"], "verified");
    let contact = stripe.contact("ada@acme.test").await;
    assert_eq!(contact["customFields"].get("stripe_currency"), None);
    assert_eq!(contact["customFields"]["stripe_customer_id"], "cus_1");
}
