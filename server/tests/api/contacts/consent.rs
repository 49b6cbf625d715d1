//! Consent, and who may be subscribed again.

use serde_json::json;

use super::{ADA, consent, create, read};
use crate::support::{TestServer, assert_problem};

const NOW: &str = "2026-06-01T12:00:00Z";

#[tokio::test]
async fn consent_needs_source_and_captured_at() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    for (given, param) in [
        (json!({}), "consent.source"),
        (json!({ "capturedAt": "2026-01-01" }), "consent.source"),
        (
            json!({ "source": "", "capturedAt": "2026-01-01" }),
            "consent.source",
        ),
        (
            json!({ "source": null, "capturedAt": "2026-01-01" }),
            "consent.source",
        ),
        (json!({ "source": "form" }), "consent.capturedAt"),
        (
            json!({ "source": "form", "capturedAt": "yesterday" }),
            "consent.capturedAt",
        ),
        (
            json!({ "source": "form", "capturedAt": "1767225600" }),
            "consent.capturedAt",
        ),
        (
            json!({ "source": "form", "capturedAt": "2026-06-03T00:00:00Z" }),
            "consent.capturedAt",
        ),
    ] {
        let refused = brand
            .post("/v1/contacts", json!({ "email": ADA, "consent": given }))
            .await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
}

#[tokio::test]
async fn a_write_without_consent_keeps_the_one_there_is() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(
        &brand,
        json!({ "email": ADA, "consent": consent("2026-01-01T00:00:00Z") }),
    )
    .await;
    brand
        .post("/v1/contacts", json!({ "email": ADA, "firstName": "Ada" }))
        .await
        .expect(200);
    assert_eq!(
        read(&brand, ADA).await["consent"],
        consent("2026-01-01T00:00:00.000Z")
    );
}

#[tokio::test]
async fn a_post_does_not_resubscribe_somebody_who_unsubscribed_and_says_so() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA, "subscribed": false })).await;
    let body = json!({ "email": ADA, "subscribed": true, "firstName": "Ada" });
    let written = brand.post("/v1/contacts", body).await.expect(200);
    assert_eq!(
        (&written["subscribed"], &written["firstName"]),
        (&json!(false), &json!("Ada"))
    );
    let warnings = &written["warnings"];
    assert_eq!(
        warnings,
        &json!([{ "code": "RESUBSCRIBE_SKIPPED", "message": warnings[0]["message"] }])
    );
    assert_eq!(read(&brand, ADA).await["subscribed"], false);
    assert_eq!(read(&brand, ADA).await.get("warnings"), None);
}

#[tokio::test]
async fn only_a_consent_that_is_later_than_the_opt_out_resubscribes() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA, "subscribed": false })).await;
    for (captured_at, subscribed) in [
        ("2026-05-31T12:00:00Z", false),
        ("2026-06-01T12:00:00.000Z", false),
        ("2026-06-01T12:00:00.001Z", true),
    ] {
        let body = json!({ "email": ADA, "subscribed": true, "consent": consent(captured_at) });
        let written = brand.post("/v1/contacts", body).await.expect(200);
        assert_eq!(written["subscribed"], subscribed, "{captured_at}");
        assert_eq!(
            written.json.get("warnings").is_none(),
            subscribed,
            "{captured_at}"
        );
    }
}

#[tokio::test]
async fn a_later_consent_alone_changes_no_subscription() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA, "subscribed": false })).await;
    let body = json!({ "email": ADA, "consent": consent("2026-06-01T13:00:00Z") });
    let written = brand.post("/v1/contacts", body).await.expect(200);
    assert_eq!(written["subscribed"], false);
    assert_eq!(written.json.get("warnings"), None);
}

#[tokio::test]
async fn unsubscribing_again_does_not_outdate_a_consent_given_meanwhile() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA, "subscribed": false })).await;
    server.clock.advance(std::time::Duration::from_hours(2));
    brand
        .post("/v1/contacts", json!({ "email": ADA, "subscribed": false }))
        .await
        .expect(200);
    let body =
        json!({ "email": ADA, "subscribed": true, "consent": consent("2026-06-01T13:00:00Z") });
    assert_eq!(
        brand.post("/v1/contacts", body).await.expect(200)["subscribed"],
        true
    );
}
