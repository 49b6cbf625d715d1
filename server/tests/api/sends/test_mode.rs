//! Tests to one inbox.

use postrider_domain::designs::design::EmailStatus;
use postrider_mail::capture::{Captured, Letter};
use serde_json::json;

use super::{PATH, campaign, ready};
use crate::emails::{design, set_status};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_test_that_does_not_fit_names_its_key() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    for (body, param) in [
        (json!({ "test": true, "to": "a@example.com" }), "emailId"),
        (json!({ "test": true, "emailId": "news" }), "to"),
        (
            json!({ "test": true, "emailId": "news", "to": "nobody" }),
            "to",
        ),
        (
            json!({ "test": true, "emailId": "news", "to": ["nobody"] }),
            "to[0]",
        ),
        (json!({ "test": true, "emailId": "news", "to": [] }), "to"),
        (
            json!({ "test": true, "emailId": "news", "to": ["a@example.com", "b@example.com"] }),
            "to",
        ),
        (
            json!({ "test": true, "emailId": "news", "to": "a@example.com", "subject": "a\r\nb" }),
            "subject",
        ),
        (
            json!({ "test": true, "emailId": "news", "to": "a@example.com", "scheduledAt": "2020-01-01T00:00:00Z" }),
            "scheduledAt",
        ),
        (
            json!({ "test": true, "emailId": "news", "to": "a@example.com", "from": { "email": "me" } }),
            "from.email",
        ),
        (
            json!({ "test": true, "emailId": "news", "to": "a@example.com", "replyTo": "me" }),
            "replyTo",
        ),
        (
            json!({ "test": true, "emailId": "news", "to": "a@example.com", "dryRun": true }),
            "dryRun",
        ),
    ] {
        let refused = brand.post(PATH, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn whether_it_is_a_test_is_said_once() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    for (body, param) in [
        (
            json!({ "test": "yes", "emailId": "news", "to": "a@example.com" }),
            "test",
        ),
        (
            json!({ "mode": "life", "emailId": "news", "to": "a@example.com" }),
            "mode",
        ),
        (
            json!({ "mode": "live", "test": true, "emailId": "news", "to": "a@example.com" }),
            "mode",
        ),
        (
            json!({ "mode": "test", "emailId": "news", "to": "a@example.com", "payload": [] }),
            "payload",
        ),
        (
            json!({ "mode": "test", "test": false, "emailId": "news", "to": "a@example.com" }),
            "test",
        ),
    ] {
        let refused = brand.post(PATH, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn a_test_needs_a_design_that_is_ready() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let test = |email: &str, version: Option<&str>| {
        let mut body = json!({ "test": true, "emailId": email, "to": "a@example.com" });
        if let Some(version) = version {
            body["emailVersionId"] = json!(version);
        }
        brand.post(PATH, body)
    };
    let unknown = test("none", None).await;
    assert_problem(&unknown, 404, "EMAIL_NOT_FOUND", Some("emailId"));
    let unknown = test("news", Some("none")).await;
    assert_problem(
        &unknown,
        404,
        "EMAIL_VERSION_NOT_FOUND",
        Some("emailVersionId"),
    );
    let made = design(&server, &brand, campaign("making")).await;
    set_status(&server, &brand, &made, EmailStatus::Generating).await;
    let refused = test("making", None).await;
    assert_problem(&refused, 422, "EMAIL_NOT_READY", Some("emailId"));
}

#[tokio::test]
async fn a_test_takes_every_key_of_a_live_send_and_mails_one_inbox() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let mut body = json!({
        "test": true, "emailId": "news", "to": "a@example.com", "audienceId": "all", "scheduledAt": super::LATER,
        "domainId": brand.brand_id, "previewText": "Look", "dryRun": false, "replyTo": "desk@example.com",
        "from": { "name": "Me" }
    });
    let domains = brand.get("/v1/domains").await.expect(200);
    let domain = domains["data"][0]["name"].as_str().unwrap();
    body["from"]["email"] = json!(format!("me@{domain}"));
    let tested = brand.post(PATH, body.clone()).await.expect(200);
    assert_eq!(
        tested.json,
        json!({ "status": "completed", "recipient": "a@example.com" })
    );
    let captured = Captured::open(&server.folder().join("captured"));
    let [entry] = captured.list(None, 10).unwrap().try_into().unwrap();
    let read = Letter::read(&captured.read(&entry.id).unwrap().unwrap().message);
    assert_eq!(read.from, format!("Me <me@{domain}>"));
    assert_eq!(read.to, "a@example.com");
    // What is named has to be there.
    for (key, code, param) in [
        ("audienceId", "AUDIENCE_NOT_FOUND", "audienceId"),
        ("domainId", "DOMAIN_NOT_FOUND", "domainId"),
    ] {
        let mut wrong = body.clone();
        wrong[key] = json!("none");
        let refused = brand.post(PATH, wrong).await;
        assert_problem(&refused, 404, code, Some(param));
    }
    body["from"]["email"] = json!("me@elsewhere.test");
    let refused = brand.post(PATH, body).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("from.email"));
    assert_eq!(captured.list(None, 10).unwrap().len(), 1);
}
