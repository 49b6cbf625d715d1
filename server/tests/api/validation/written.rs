//! `validate: true` with a write of contacts, and what is seen without it.

use serde_json::{Value, json};

use super::{contact, ended, many, start};
use crate::support::dns_server::Says;
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn one_contact_is_answered_with_its_verdict() {
    let (_server, _dns, brand) = start(TestServer::with().mail_leaves()).await;
    for (email, status, reason, suppressed) in [
        ("ada@takes.test", "valid", Value::Null, Value::Null),
        (
            "info@takes.test",
            "valid",
            json!("role_address"),
            Value::Null,
        ),
        ("ada@no.test", "invalid", json!("no_mx"), json!("invalid")),
        (
            "ada@mailinator.com",
            "invalid",
            json!("no_mx"),
            json!("invalid"),
        ),
    ] {
        let body = json!({ "email": email, "validate": true });
        for status_code in [201, 200] {
            let made = brand
                .post("/v1/contacts", body.clone())
                .await
                .expect(status_code);
            assert_eq!(made["validationStatus"], status, "{email}");
            assert_eq!(made["validationDetails"]["reason"], reason, "{email}");
            assert_eq!(made["suppressedReason"], suppressed, "{email}");
            assert!(made["lastValidatedAt"].is_string(), "{email}");
        }
    }
}

#[tokio::test]
async fn silence_of_dns_leaves_the_contact_unwritten() {
    let (_server, dns, brand) = start(TestServer::with()).await;
    let body = json!({ "email": "ada@mute.test", "validate": true });
    let refused = brand.post("/v1/contacts", body.clone()).await;
    assert_problem(&refused, 503, "SERVICE_UNAVAILABLE", None);
    assert_eq!(brand.get("/v1/contacts/ada@mute.test").await.status, 404);
    dns.says("mute.test", Says::Mx);
    brand.post("/v1/contacts", body).await.expect(201);
}

#[tokio::test]
async fn a_batch_of_100_is_checked_at_once_and_101_later() {
    let (_server, _dns, brand) = start(TestServer::with()).await;
    let batch = |count, domain| {
        let rows: Vec<_> = many(count, domain)
            .into_iter()
            .map(|email| json!({ "email": email }))
            .collect();
        json!({ "contacts": rows, "validate": true })
    };
    let few = brand
        .post("/v1/contacts", batch(100, "takes.test"))
        .await
        .expect(200);
    assert_eq!(few["validationId"], Value::Null);
    assert_eq!(few.number("x-credit-cost"), Some(200));
    assert_eq!(
        contact(&brand, "p99@takes.test").await["validationStatus"],
        "valid"
    );
    let more = brand
        .post("/v1/contacts", batch(101, "no.test"))
        .await
        .expect(200);
    assert_eq!(more["summary"]["created"], 101);
    assert_eq!(more.number("x-credit-cost"), Some(202));
    let progress = ended(&brand, &more["validationId"]).await;
    assert_eq!(progress["status"], "completed");
    assert_eq!(progress["summary"]["invalid"], 101);
    assert_eq!(
        contact(&brand, "p100@no.test").await["validationStatus"],
        "invalid"
    );
}

#[tokio::test]
async fn without_it_a_new_contact_is_judged_by_its_spelling_alone() {
    let (_server, dns, brand) = start(TestServer::with()).await;
    for (email, status, suppressed) in [
        ("ada@takes.test", Value::Null, Value::Null),
        ("ada@no.test", Value::Null, Value::Null),
        ("info@takes.test", Value::Null, Value::Null),
        ("ada@mailinator.com", json!("risky"), json!("risky")),
        ("ada@gmial.com", json!("risky"), json!("risky")),
    ] {
        let made = brand
            .post("/v1/contacts", json!({ "email": email }))
            .await
            .expect(201);
        assert_eq!(made["validationStatus"], status, "{email}");
        assert_eq!(made["suppressedReason"], suppressed, "{email}");
    }
    assert_eq!(dns.asked_in_all(), 0);
    let typo = contact(&brand, "ada@gmial.com").await;
    assert_eq!(typo["validationDetails"]["didYouMean"], "ada@gmail.com");
    assert_eq!(typo["validationDetails"]["reason"], "typo");
    // Lifted by a person, it stays lifted when the contact is written again.
    brand
        .post("/v1/contacts/ada@gmial.com/unsuppress", json!({}))
        .await
        .expect(200);
    let again = brand
        .post(
            "/v1/contacts",
            json!({ "email": "ada@gmial.com", "firstName": "Ada" }),
        )
        .await
        .expect(200);
    assert_eq!(again["suppressed"], false);
}

#[tokio::test]
async fn a_replayed_write_is_checked_and_paid_once() {
    let (_server, dns, brand) = super::with_credits(10).await;
    let body = || json!({ "email": "ada@takes.test", "validate": true });
    let first = brand
        .post_once("k", "/v1/contacts", body())
        .await
        .expect(201);
    let again = brand
        .post_once("k", "/v1/contacts", body())
        .await
        .expect(201);
    assert_eq!(again.bytes, first.bytes);
    assert_eq!(again.number("x-credit-cost"), Some(2));
    assert_eq!(dns.asked("takes.test"), 1);
    assert_eq!(super::used(&brand).await, 2);
}
