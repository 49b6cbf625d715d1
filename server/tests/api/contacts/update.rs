//! `PATCH /v1/contacts`, the same at the server's root, and with the address in the path.

use std::time::Duration;

use serde_json::json;

use super::{ADA, create, read};
use crate::support::{TestServer, assert_problem};

const PATHS: [&str; 2] = ["/v1/contacts", "/contacts"];

#[tokio::test]
async fn a_change_answers_the_older_shape_on_both_paths() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let made = create(&brand, json!({ "email": ADA, "lastName": "Lovelace", "customFields": { "plan": "pro", "seats": 1 } })).await;
    server.clock.advance(Duration::from_secs(1));
    for path in PATHS {
        let body = json!({
            "email": "ADA@example.com", "firstName": "Ada", "customFields": { "seats": 2, "plan": null }
        });
        let changed = brand.patch(path, body).await.expect(200);
        assert_eq!(
            changed.json,
            json!({
                "success": true,
                "data": {
                    "contactId": made["contactId"], "email": ADA, "firstName": "Ada",
                    "lastName": "Lovelace", "subscribed": true, "suppressed": false,
                    "customFields": { "seats": 2 },
                    "createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:01.000Z"
                },
                "meta": { "requestId": changed.header("x-request-id").unwrap() }
            })
        );
    }
}

/// As it is read, without an envelope.
#[tokio::test]
async fn the_path_may_name_the_contact_that_is_changed() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    create(
        &brand,
        json!({ "email": ADA, "subscribed": false, "customFields": { "plan": "pro" } }),
    )
    .await;
    let path = "/v1/contacts/Ada%40EXAMPLE.com";
    let body = json!({ "firstName": "Ada", "subscribed": true, "customFields": { "seats": 2 } });
    let changed = brand.patch(path, body).await.expect(200);
    assert_eq!(changed.json, read(&brand, ADA).await);
    assert_eq!(
        [
            &changed["firstName"],
            &changed["subscribed"],
            &changed["customFields"]
        ],
        [
            &json!("Ada"),
            &json!(true),
            &json!({ "plan": "pro", "seats": 2 })
        ]
    );
    let triggering = json!({ "triggerAutomations": true });
    let fired = brand.patch(path, triggering).await.expect(200);
    assert_eq!(fired["automations"]["triggered"], 0);
    for (body, status, code, param) in [
        (json!({ "email": ADA }), 400, "INVALID_REQUEST", "email"),
        (
            json!({ "firstNam": "x" }),
            400,
            "INVALID_REQUEST",
            "firstNam",
        ),
        (
            json!({ "createdAt": "x" }),
            422,
            "CORE_FIELD_IMMUTABLE",
            "createdAt",
        ),
        (
            json!({ "customFields": { "seats": "x" } }),
            409,
            "FIELD_TYPE_MISMATCH",
            "customFields.seats",
        ),
    ] {
        assert_problem(&brand.patch(path, body).await, status, code, Some(param));
    }
    for (caller, path) in [
        (&other, path),
        (&brand, "/v1/contacts/nobody@example.com"),
        (&brand, "/v1/contacts/nonsense"),
    ] {
        let unknown = caller.patch(path, json!({ "firstName": "x" })).await;
        assert_problem(&unknown, 404, "CONTACT_NOT_FOUND", None);
    }
    let stranger = brand.key("emails").await;
    let refused = stranger.patch(path, json!({ "firstName": "x" })).await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn a_change_clears_with_null_and_keeps_what_is_absent() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(
        &brand,
        json!({ "email": ADA, "firstName": "Ada", "lastName": "L", "subscribed": false }),
    )
    .await;
    let changed = brand
        .patch("/v1/contacts", json!({ "email": ADA, "firstName": null }))
        .await
        .expect(200);
    let data = &changed["data"];
    assert_eq!(
        (
            data.get("firstName"),
            &data["lastName"],
            &data["subscribed"]
        ),
        (None, &json!("L"), &json!(false))
    );
}

#[tokio::test]
async fn a_change_subscribes_somebody_again_explicitly() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA, "subscribed": false })).await;
    let changed = brand
        .patch("/v1/contacts", json!({ "email": ADA, "subscribed": true }))
        .await
        .expect(200);
    assert_eq!(changed["data"]["subscribed"], true);
    assert_eq!(changed.json.get("warnings"), None);
    // And the opt-out is over: an upload may say so too.
    let again = brand
        .post("/v1/contacts", json!({ "email": ADA, "subscribed": true }))
        .await
        .expect(200);
    assert_eq!(
        (&again["subscribed"], again.json.get("warnings")),
        (&json!(true), None)
    );
}

#[tokio::test]
async fn a_change_of_an_unknown_contact_is_404_and_creates_nothing() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for path in PATHS {
        let refused = brand
            .patch(
                path,
                json!({ "email": ADA, "customFields": { "plan": "pro" } }),
            )
            .await;
        assert_problem(&refused, 404, "CONTACT_NOT_FOUND", None);
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
    assert_eq!(server.number("SELECT count(*) FROM fields").await, 0);
}

#[tokio::test]
async fn a_change_needs_the_address() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for path in PATHS {
        assert_problem(
            &brand.patch(path, json!({})).await,
            422,
            "MISSING_EMAIL",
            Some("email"),
        );
        let refused = brand.patch(path, json!({ "email": "ada" })).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("email"));
    }
}

#[tokio::test]
async fn a_change_is_as_strict_as_a_post() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(
        &brand,
        json!({ "email": ADA, "customFields": { "seats": 1 } }),
    )
    .await;
    let before = read(&brand, ADA).await;
    for path in PATHS {
        for (change, status, code, param) in [
            (
                json!({ "last_name": "x" }),
                400,
                "INVALID_REQUEST",
                "last_name",
            ),
            (json!({ "brandId": "x" }), 400, "INVALID_REQUEST", "brandId"),
            (
                json!({ "triggerAutomations": "yes" }),
                400,
                "INVALID_REQUEST",
                "triggerAutomations",
            ),
            (
                json!({ "customFields": { "source": 1 } }),
                400,
                "INVALID_REQUEST",
                "customFields.source",
            ),
            (
                json!({ "customFields": { "seats": "x" } }),
                409,
                "FIELD_TYPE_MISMATCH",
                "customFields.seats",
            ),
            (
                json!({ "updatedAt": "x" }),
                422,
                "CORE_FIELD_IMMUTABLE",
                "updatedAt",
            ),
            (
                json!({ "suppressed": false }),
                422,
                "CORE_FIELD_IMMUTABLE",
                "suppressed",
            ),
        ] {
            let mut body = change;
            body["email"] = json!(ADA);
            body["firstName"] = json!("Changed");
            assert_problem(&brand.patch(path, body).await, status, code, Some(param));
        }
    }
    assert_eq!(read(&brand, ADA).await, before);
}

#[tokio::test]
async fn automations_are_told_of_only_when_asked_for() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA })).await;
    let body = json!({ "email": ADA, "triggerAutomations": true });
    let changed = brand.patch("/v1/contacts", body).await.expect(200);
    assert_eq!(
        changed["data"]["automations"],
        json!({ "triggered": 0, "errors": [] })
    );
    let body = json!({ "email": ADA, "triggerAutomations": false });
    let changed = brand.patch("/v1/contacts", body).await.expect(200);
    assert_eq!(changed["data"].get("automations"), None);
}
