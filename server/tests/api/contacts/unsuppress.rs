//! `POST /v1/contacts/{email}/unsuppress`, and what lifts a complaint.

use serde_json::json;

use super::{ADA, consent, create, read, suppress};
use crate::support::{TestServer, assert_problem};

const PATH: &str = "/v1/contacts/ada%40example.com/unsuppress";
const NOW: &str = "2026-06-01T12:00:00Z";

#[tokio::test]
async fn a_person_lifts_bounces_and_manual_suppressions() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA })).await;
    for reason in ["bounced", "manual"] {
        suppress(&server, ADA, reason, NOW).await;
        assert_eq!(read(&brand, ADA).await["suppressedReason"], reason);
        let lifted = brand
            .post(PATH, json!({ "reason": "the mailbox is back" }))
            .await
            .expect(200);
        assert_eq!(
            (&lifted["suppressed"], lifted.json.get("suppressedReason")),
            (&json!(false), None)
        );
        assert_eq!(lifted.json, read(&brand, ADA).await);
    }
}

#[tokio::test]
async fn a_complaint_is_not_lifted_by_a_person() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA })).await;
    suppress(&server, ADA, "complained", NOW).await;
    assert_problem(
        &brand.post(PATH, json!({})).await,
        400,
        "INVALID_REQUEST",
        Some("email"),
    );
    assert_eq!(read(&brand, ADA).await["suppressedReason"], "complained");
}

#[tokio::test]
async fn a_complaint_is_lifted_by_a_newer_consent_and_by_nothing_else() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA })).await;
    suppress(&server, ADA, "complained", NOW).await;
    for body in [
        json!({ "email": ADA, "subscribed": true }),
        json!({ "email": ADA, "subscribed": true, "consent": consent("2026-06-01T12:00:00Z") }),
    ] {
        let written = brand.post("/v1/contacts", body).await.expect(200);
        assert_eq!(written["suppressedReason"], "complained");
    }
    brand
        .patch("/v1/contacts", json!({ "email": ADA, "subscribed": true }))
        .await
        .expect(200);
    assert_eq!(read(&brand, ADA).await["suppressed"], true);
    let body = json!({ "email": ADA, "consent": consent("2026-06-01T12:00:01Z") });
    let written = brand.post("/v1/contacts", body).await.expect(200);
    assert_eq!(
        (&written["suppressed"], written.json.get("suppressedReason")),
        (&json!(false), None)
    );
}

#[tokio::test]
async fn a_newer_consent_lifts_no_other_suppression() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA })).await;
    for reason in ["bounced", "invalid", "risky", "manual"] {
        suppress(&server, ADA, reason, NOW).await;
        let body =
            json!({ "email": ADA, "subscribed": true, "consent": consent("2026-06-01T12:00:01Z") });
        assert_eq!(
            brand.post("/v1/contacts", body).await.expect(200)["suppressedReason"],
            reason
        );
    }
}

#[tokio::test]
async fn lifting_nothing_changes_nothing() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA })).await;
    let before = read(&brand, ADA).await;
    server.clock.advance(std::time::Duration::from_secs(1));
    assert_eq!(brand.post(PATH, json!({})).await.expect(200).json, before);
}

#[tokio::test]
async fn an_unknown_address_or_key_is_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    assert_problem(
        &brand.post(PATH, json!({})).await,
        404,
        "CONTACT_NOT_FOUND",
        None,
    );
    let refused = brand
        .post("/v1/contacts/nonsense/unsuppress", json!({}))
        .await;
    assert_problem(&refused, 404, "CONTACT_NOT_FOUND", None);
    create(&brand, json!({ "email": ADA })).await;
    for (body, param) in [
        (json!({ "reasons": "x" }), "reasons"),
        (json!({ "reason": 5 }), "reason"),
        (json!({ "reason": "x".repeat(501) }), "reason"),
    ] {
        assert_problem(
            &brand.post(PATH, body).await,
            400,
            "INVALID_REQUEST",
            Some(param),
        );
    }
}
