//! What a body may hold.

use serde_json::{Value, json};

use super::{LATER, PATH, accepted, body, campaign, read, ready, send};
use crate::emails::design;
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_body_that_does_not_fit_names_its_key() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let many: Vec<String> = (0..1001).map(|n| format!("a{n}@example.com")).collect();
    for (with, param) in [
        (json!({ "emailId": null }), "emailId"),
        (json!({ "emailId": 5 }), "emailId"),
        (json!({ "audienceId": null }), "audienceId"),
        (json!({ "to": ["ada@example.com"] }), "to"),
        (json!({ "audienceId": null, "to": [] }), "to"),
        (json!({ "audienceId": null, "to": many }), "to"),
        (
            json!({ "audienceId": null, "to": ["ada@example.com", "nobody"] }),
            "to[1]",
        ),
        (json!({ "subject": "" }), "subject"),
        (json!({ "subject": "  " }), "subject"),
        (json!({ "subject": "a".repeat(501) }), "subject"),
        (
            json!({ "subject": "Hi\r\nBcc: eve@example.com" }),
            "subject",
        ),
        (json!({ "subject": "Hi\u{0007}" }), "subject"),
        (json!({ "previewText": "a\nb" }), "previewText"),
        (json!({ "previewText": "\u{202e}gpj.exe" }), "previewText"),
        (json!({ "from": "a@example.com" }), "from"),
        (json!({ "from": {} }), "from.email"),
        (json!({ "from": { "email": "nobody" } }), "from.email"),
        (
            json!({ "from": { "email": "a@example.com\r\nBcc: b@example.com" } }),
            "from.email",
        ),
        (
            json!({ "from": { "email": "a@example.com", "name": "A\nB" } }),
            "from.name",
        ),
        (
            json!({ "from": { "email": "a@example.com", "replyTo": "b@example.com" } }),
            "from.replyTo",
        ),
        (json!({ "replyTo": "nobody" }), "replyTo"),
        (json!({ "scheduledAt": "tomorrow" }), "scheduledAt"),
        (
            json!({ "scheduledAt": "2020-01-01T00:00:00Z" }),
            "scheduledAt",
        ),
        (json!({ "dryRun": "yes" }), "dryRun"),
        (json!({ "dry_run": true }), "dry_run"),
        (json!({ "fromEmail": "a@example.com" }), "fromEmail"),
        (json!({ "senderName": "A" }), "senderName"),
        (json!({ "brandId": "x" }), "brandId"),
        (json!({ "runId": "x" }), "runId"),
    ] {
        let refused = send(&brand, with).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    assert_eq!(server.number("SELECT count(*) FROM sends").await, 0);
}

#[tokio::test]
async fn what_is_wrong_with_the_body_is_said_before_ids_are_looked_up() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let refused = send(
        &brand,
        json!({ "emailId": "none", "audienceId": "none", "subject": "\r" }),
    )
    .await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("subject"));
}

#[tokio::test]
async fn a_time_to_start_must_lie_ahead() {
    let server = TestServer::with()
        .clock_at("2026-03-01T12:00:00Z")
        .start()
        .await;
    let brand = ready(&server).await;
    let now = send(&brand, json!({ "scheduledAt": "2026-03-01T12:00:00Z" })).await;
    assert_problem(&now, 400, "INVALID_REQUEST", Some("scheduledAt"));
    let soon = send(
        &brand,
        json!({ "scheduledAt": "2026-03-01T13:00:00.001+01:00" }),
    )
    .await
    .expect(202);
    assert_eq!(soon["status"], "scheduled");
    assert_eq!(soon["scheduledAt"], "2026-03-01T12:00:00.001Z");
}

#[tokio::test]
async fn test_false_is_a_campaign() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    accepted(&brand, json!({ "test": false })).await;
}

#[tokio::test]
async fn an_accepted_send_says_what_it_is() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    brand
        .patch(
            "/v1/brand",
            json!({ "identity": { "address": "1 Main Street" } }),
        )
        .await
        .expect(200);
    let answer = brand.post(PATH, body(&json!({}))).await.expect(202);
    let id = answer["sendId"].as_str().unwrap();
    assert_eq!(id.len(), 21);
    assert_eq!(
        answer.json,
        json!({
            "sendId": id, "kind": "campaign", "status": "scheduled", "emailId": "news",
            "recipientCount": 2, "scheduledAt": LATER,
        })
    );
    assert_eq!(answer["warnings"], Value::Null);
}

#[tokio::test]
async fn what_says_that_it_is_no_test_is_a_live_send() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    for (number, says) in [
        json!({ "mode": "live" }),
        json!({ "test": null }),
        json!({ "test": false, "mode": null }),
        json!({ "mode": "live", "test": null }),
    ]
    .into_iter()
    .enumerate()
    {
        let email = format!("live-{number}");
        design(&server, &brand, campaign(&email)).await;
        let mut body = body(&json!({ "emailId": email }));
        for (key, value) in says.as_object().unwrap() {
            body[key] = value.clone();
        }
        let accepted = brand.post(PATH, body).await.expect(202);
        assert_eq!(accepted["status"], "scheduled", "{says}");
    }
}

#[tokio::test]
async fn one_address_needs_no_list() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let wrong = json!({ "audienceId": null, "to": "nobody" });
    let refused = send(&brand, wrong).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("to"));
    let one = json!({ "audienceId": null, "to": "Ada@example.com", "previewText": " " });
    let id = accepted(&brand, one).await;
    let sent = read(&brand, &id).await;
    assert_eq!(sent["to"], json!(["ada@example.com"]));
    assert_eq!(sent["recipientCount"], 1);
    assert!(sent["previewText"].is_null(), "{sent}");
}
