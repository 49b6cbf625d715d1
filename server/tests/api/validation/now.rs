//! Up to 100 addresses, answered at once.

use postrider_domain::contract::policy::Policy;
use serde_json::{Value, json};

use super::{VALIDATE, contact, start, validate};
use crate::support::dns_server::Says;
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn every_address_gets_an_answer_in_its_place() {
    let (_server, dns, brand) = start(TestServer::with()).await;
    for domain in ["mailinator.com", "gmial.com"] {
        dns.says(domain, Says::Mx);
    }
    // given | status, reason, did you mean, disposable, role
    let table = "
        Ada@Takes.test     | valid   -              -             false false
        info@takes.test    | valid   role_address   -             false true
        ada@no.test        | invalid no_mx          -             false false
        ada@mute.test      | unknown unknown        -             false false
        no address         | invalid invalid_syntax -             false false
        ada@mailinator.com | risky   disposable     -             true  false
        ada@gmial.com      | risky   typo           ada@gmail.com true  false
        ada@takes.test     | valid   -              -             false false";
    let cases = table.lines().filter_map(|line| line.split_once('|'));
    let cases: Vec<(&str, &str)> = cases.map(|(given, rest)| (given.trim(), rest)).collect();
    let emails: Vec<&str> = cases.iter().map(|(given, _)| *given).collect();
    let answer = validate(&brand, &emails).await.expect(200);
    let data = answer["data"].as_array().unwrap();
    assert_eq!(data.len(), cases.len());
    for (found, (given, expected)) in data.iter().zip(&cases) {
        assert_eq!(found["email"], given.to_lowercase());
        let keys = ["status", "reason", "didYouMean", "isDisposable", "isRole"];
        let shown = keys.map(|key| match &found[key] {
            Value::Null => "-".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        assert!(shown.iter().eq(expected.split_whitespace()), "{found}");
    }
    let summary = json!({ "total": 8, "valid": 3, "risky": 2, "invalid": 2, "unknown": 1 });
    assert_eq!(answer["summary"], summary);
    assert_eq!(
        answer.number("x-credit-cost"),
        Some(2 * 7),
        "two are the same"
    );
}

#[tokio::test]
async fn a_domain_is_asked_once_for_all_its_addresses() {
    let (_server, dns, brand) = start(TestServer::with()).await;
    let emails = super::many(100, "takes.test");
    let emails: Vec<&str> = emails.iter().map(String::as_str).collect();
    let answer = validate(&brand, &emails).await.expect(200);
    assert_eq!(answer["summary"]["valid"], 100);
    assert_eq!(dns.asked("takes.test"), 1);
}

#[tokio::test]
async fn verdicts_show_on_the_contacts_of_this_brand_alone() {
    let (server, _dns, brand) = start(TestServer::with().mail_leaves()).await;
    let other = server.brand().await;
    for brand in [&brand, &other] {
        for email in ["ada@takes.test", "bob@no.test"] {
            brand
                .post("/v1/contacts", json!({ "email": email }))
                .await
                .expect(201);
        }
    }
    validate(&brand, &["ada@takes.test", "bob@no.test", "new@takes.test"])
        .await
        .expect(200);
    let ada = contact(&brand, "ada@takes.test").await;
    assert_eq!(ada["validationStatus"], "valid");
    assert!(ada["lastValidatedAt"].is_string());
    assert_eq!(ada["suppressed"], false);
    let bob = contact(&brand, "bob@no.test").await;
    assert_eq!(bob["validationStatus"], "invalid");
    assert_eq!(bob["validationDetails"], json!({ "reason": "no_mx" }));
    assert_eq!(bob["suppressed"], true);
    assert_eq!(bob["suppressedReason"], "invalid");
    assert_eq!(brand.get("/v1/contacts/new@takes.test").await.status, 404);
    let theirs = contact(&other, "bob@no.test").await;
    assert_eq!(theirs["validationStatus"], Value::Null);
    assert_eq!(theirs["suppressed"], false);
}

#[tokio::test]
async fn a_later_good_answer_lifts_what_a_bad_one_brought_and_nothing_else() {
    let (server, dns, brand) = start(TestServer::with().mail_leaves()).await;
    for email in ["ada@no.test", "bob@no.test"] {
        brand
            .post("/v1/contacts", json!({ "email": email }))
            .await
            .expect(201);
    }
    server
        .sql("UPDATE contacts SET suppressed_reason = 'bounced', suppressed_at = 1 WHERE email = 'bob@no.test'")
        .await;
    validate(&brand, &["ada@no.test", "bob@no.test"])
        .await
        .expect(200);
    assert_eq!(
        contact(&brand, "ada@no.test").await["suppressedReason"],
        "invalid"
    );
    assert_eq!(
        contact(&brand, "bob@no.test").await["suppressedReason"],
        "bounced"
    );
    // No answer is no news.
    dns.says("no.test", Says::ServerFailure);
    validate(&brand, &["ada@no.test", "x@takes.test"])
        .await
        .expect(200);
    let ada = contact(&brand, "ada@no.test").await;
    assert_eq!(ada["suppressedReason"], "invalid");
    assert_eq!(ada["validationStatus"], "invalid");
    assert_eq!(ada["validationDetails"]["reason"], "no_mx");
    dns.says("no.test", Says::Mx);
    validate(&brand, &["ada@no.test", "bob@no.test"])
        .await
        .expect(200);
    let ada = contact(&brand, "ada@no.test").await;
    assert_eq!(
        (&ada["suppressed"], &ada["validationStatus"]),
        (&json!(false), &json!("valid"))
    );
    let bob = contact(&brand, "bob@no.test").await;
    assert_eq!(
        (&bob["suppressedReason"], &bob["validationStatus"]),
        (&json!("bounced"), &json!("valid"))
    );
}

#[tokio::test]
async fn in_capture_mode_dns_is_shown_and_suppresses_nobody() {
    let (_server, _dns, brand) = start(TestServer::with()).await;
    for email in ["ada@no.test", "ada@mailinator.com"] {
        brand
            .post("/v1/contacts", json!({ "email": email }))
            .await
            .expect(201);
    }
    validate(&brand, &["ada@no.test", "ada@mailinator.com"])
        .await
        .expect(200);
    let shown = contact(&brand, "ada@no.test").await;
    assert_eq!(
        (&shown["validationStatus"], &shown["suppressed"]),
        (&json!("invalid"), &json!(false))
    );
    // Its domain does not exist either, here; that it is disposable is not for DNS to say.
    let risky = contact(&brand, "ada@mailinator.com").await;
    assert_eq!(risky["suppressedReason"], "risky");
}

#[tokio::test]
async fn silence_of_dns_is_503_and_costs_nothing() {
    let (_server, dns, brand) = super::with_credits(100).await;
    for says in [Says::ServerFailure, Says::Refused, Says::Silence] {
        dns.says("takes.test", says);
        let answer = validate(&brand, &["ada@takes.test", "bob@mute.test"]).await;
        assert_problem(&answer, 503, "SERVICE_UNAVAILABLE", None);
        assert!(
            answer
                .number("retry-after")
                .is_some_and(|seconds| seconds > 0)
        );
    }
    assert_eq!(super::used(&brand).await, 0);
    // Of one something can be said.
    let answer = validate(&brand, &["ada@takes.test", "nothing"])
        .await
        .expect(200);
    assert_eq!(
        answer["summary"],
        json!({ "total": 2, "valid": 0, "risky": 0, "invalid": 1, "unknown": 1 })
    );
    assert_eq!(super::used(&brand).await, 4);
}

#[tokio::test]
async fn what_is_no_list_of_texts_is_refused() {
    let (_server, _dns, brand) = start(TestServer::with()).await;
    for (body, param) in [
        (json!({}), "emails"),
        (json!({ "emails": [] }), "emails"),
        (json!({ "emails": [1] }), "emails[0]"),
        (json!({ "emails": vec!["a@b.test"; 10_001] }), "emails"),
        (json!({ "emails": ["a@b.test"], "email": "x" }), "email"),
    ] {
        assert_problem(
            &brand.post(VALIDATE, body).await,
            400,
            "INVALID_REQUEST",
            Some(param),
        );
    }
}

#[tokio::test]
async fn it_needs_its_scope_and_counts_as_a_batch() {
    let limits = TestServer::with().limit(Policy::ContactsWriteBatch, 2);
    let (_server, _dns, brand) = start(limits).await;
    let body = || json!({ "emails": ["ada@takes.test"] });
    let refused = brand.key("emails").await.post(VALIDATE, body()).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("contacts"));
    let read = brand
        .key("emails")
        .await
        .get("/v1/contacts/validations/x")
        .await;
    assert_problem(&read, 403, "INSUFFICIENT_PERMISSIONS", Some("contacts"));
    for _ in 0..2 {
        brand.post(VALIDATE, body()).await.expect(200);
    }
    assert_problem(
        &brand.post(VALIDATE, body()).await,
        429,
        "RATE_LIMITED",
        None,
    );
}
