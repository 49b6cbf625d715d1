//! What somebody refused outlives the deletion of the contact.

use serde_json::json;

use super::{ADA, consent, create, read, suppress};
use crate::support::{Brand, TestServer};

const NOW: &str = "2026-06-01T12:00:00Z";

async fn forget(brand: &Brand) {
    brand
        .request("DELETE", "/v1/contacts")
        .json(&json!({ "email": ADA }))
        .send()
        .await
        .expect(200);
}

#[tokio::test]
async fn an_opt_out_survives_deletion_and_re_creation() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(
        &brand,
        json!({ "email": ADA, "firstName": "Ada", "subscribed": false }),
    )
    .await;
    forget(&brand).await;
    let back = create(
        &brand,
        json!({ "email": "ADA@example.com", "subscribed": true }),
    )
    .await;
    assert_eq!(
        (&back["subscribed"], back.json.get("firstName")),
        (&json!(false), None)
    );
    assert_eq!(back["warnings"][0]["code"], "RESUBSCRIBE_SKIPPED");
    // The contact holds it again now, and it survives the next deletion as well.
    forget(&brand).await;
    let back = create(&brand, json!({ "email": ADA })).await;
    assert_eq!(
        (&back["subscribed"], back.json.get("warnings")),
        (&json!(false), None)
    );
}

#[tokio::test]
async fn an_opt_out_survives_when_the_contact_comes_back_in_a_batch_or_an_import() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA, "subscribed": false })).await;
    forget(&brand).await;
    let batch = json!({ "contacts": [{ "email": "bob@example.com" }, { "email": ADA, "subscribed": true }] });
    let answer = brand.post("/v1/contacts", batch).await.expect(200);
    assert_eq!(answer["warnings"][0]["index"], 1);
    assert_eq!(read(&brand, ADA).await["subscribed"], false);
    assert_eq!(read(&brand, "bob@example.com").await["subscribed"], true);
    forget(&brand).await;
    let csv = json!({ "csv": "Email,Subscribed\nada@example.com,true\n" });
    let answer = brand.post("/v1/contacts/import-csv", csv).await.expect(200);
    assert_eq!(
        (
            &answer["summary"]["created"],
            &answer["warnings"][0]["index"]
        ),
        (&json!(1), &json!(0))
    );
    assert_eq!(read(&brand, ADA).await["subscribed"], false);
}

#[tokio::test]
async fn a_suppression_survives_deletion_and_re_creation() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    for reason in ["bounced", "complained", "invalid", "risky", "manual"] {
        create(&brand, json!({ "email": ADA })).await;
        suppress(&server, ADA, reason, NOW).await;
        forget(&brand).await;
        let back = create(&brand, json!({ "email": ADA, "subscribed": true })).await;
        assert_eq!(
            (&back["suppressed"], &back["suppressedReason"]),
            (&json!(true), &json!(reason))
        );
        assert_eq!(back["subscribed"], true);
        server
            .sql("UPDATE contacts SET suppressed_reason = NULL, suppressed_at = NULL")
            .await;
        forget(&brand).await;
    }
}

#[tokio::test]
async fn a_newer_consent_lifts_what_was_remembered() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    for (captured_at, back_in) in [
        ("2026-06-01T11:59:59Z", false),
        ("2026-06-01T12:00:01Z", true),
    ] {
        create(&brand, json!({ "email": ADA, "subscribed": false })).await;
        suppress(&server, ADA, "complained", NOW).await;
        forget(&brand).await;
        let body = json!({ "email": ADA, "subscribed": true, "consent": consent(captured_at) });
        let back = create(&brand, body).await;
        assert_eq!(
            (&back["subscribed"], &back["suppressed"]),
            (&json!(back_in), &json!(!back_in))
        );
        assert_eq!(back.json.get("warnings").is_none(), back_in);
        server.sql("DELETE FROM contacts").await;
    }
}

#[tokio::test]
async fn an_opt_out_that_was_taken_back_is_not_remembered() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA, "subscribed": false })).await;
    brand
        .patch("/v1/contacts", json!({ "email": ADA, "subscribed": true }))
        .await
        .expect(200);
    forget(&brand).await;
    assert_eq!(
        create(&brand, json!({ "email": ADA })).await["subscribed"],
        true
    );
}

#[tokio::test]
async fn an_opt_out_of_one_brand_means_nothing_to_another() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (one, other) = (org.brand().await, org.brand().await);
    create(&one, json!({ "email": ADA, "subscribed": false })).await;
    forget(&one).await;
    assert_eq!(
        create(&other, json!({ "email": ADA })).await["subscribed"],
        true
    );
    assert_eq!(
        create(&one, json!({ "email": ADA })).await["subscribed"],
        false
    );
}
