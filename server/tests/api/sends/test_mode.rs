//! Tests to one inbox.

use postrider_domain::designs::design::EmailStatus;
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
            json!({ "test": true, "emailId": "news", "to": "a@example.com", "audienceId": "all" }),
            "audienceId",
        ),
        (
            json!({ "test": "yes", "emailId": "news", "to": "a@example.com" }),
            "test",
        ),
        (
            json!({ "mode": "live", "emailId": "news", "to": "a@example.com" }),
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
