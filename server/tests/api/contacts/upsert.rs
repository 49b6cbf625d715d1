//! `POST /v1/contacts` with one contact.

use postrider_domain::contacts::field::IMMUTABLE_KEYS;
use serde_json::json;

use super::{ADA, create, read};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn first_post_of_an_address_creates_it_and_answers_201_with_the_bare_contact() {
    let server = TestServer::with()
        .clock_at("2026-01-02T03:04:05.678Z")
        .start()
        .await;
    let brand = server.brand().await;
    let made = create(
        &brand,
        json!({
            "email": ADA, "firstName": "Ada", "lastName": "Lovelace",
            "customFields": { "plan": "pro", "seats": 3, "vip": true },
            "consent": {
                "source": "signup-form", "capturedAt": "2026-01-01T00:00:00Z",
                "policyVersion": "3", "evidence": "ip 192.0.2.1"
            }
        }),
    )
    .await;
    let id = made["contactId"].as_str().unwrap();
    assert!(
        id.len() == 32
            && id
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()),
        "{id}"
    );
    let whole = json!({
        "contactId": id, "email": ADA, "firstName": "Ada", "lastName": "Lovelace",
        "subscribed": true, "suppressed": false,
        "customFields": { "plan": "pro", "seats": 3, "vip": true },
        "consent": {
            "source": "signup-form", "capturedAt": "2026-01-01T00:00:00.000Z",
            "policyVersion": "3", "evidence": "ip 192.0.2.1"
        },
        "createdAt": "2026-01-02T03:04:05.678Z", "updatedAt": "2026-01-02T03:04:05.678Z"
    });
    assert_eq!(made.json, whole);
    assert_eq!(read(&brand, ADA).await, whole);
}

#[tokio::test]
async fn second_post_of_an_address_updates_it_and_answers_200() {
    let server = TestServer::with()
        .clock_at("2026-01-02T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let made = create(&brand, json!({ "email": ADA })).await;
    server.clock.advance(std::time::Duration::from_mins(1));
    let again = brand
        .post("/v1/contacts", json!({ "email": ADA, "firstName": "Ada" }))
        .await
        .expect(200);
    assert_eq!(
        again.json,
        json!({
            "contactId": made["contactId"], "email": ADA, "firstName": "Ada", "subscribed": true,
            "suppressed": false, "customFields": {},
            "createdAt": "2026-01-02T00:00:00.000Z", "updatedAt": "2026-01-02T00:01:00.000Z"
        })
    );
}

#[tokio::test]
async fn absent_keys_stay_and_null_clears() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(
        &brand,
        json!({ "email": ADA, "firstName": "Ada", "lastName": "Lovelace", "subscribed": false }),
    )
    .await;
    let kept = brand
        .post("/v1/contacts", json!({ "email": ADA }))
        .await
        .expect(200);
    assert_eq!(
        (&kept["firstName"], &kept["lastName"]),
        (&json!("Ada"), &json!("Lovelace"))
    );
    assert_eq!(kept["subscribed"], false);
    let body = json!({
        "email": ADA, "firstName": null, "lastName": "King", "subscribed": null,
        "customFields": null, "consent": null, "validate": null
    });
    let cleared = brand.post("/v1/contacts", body).await.expect(200);
    assert_eq!(
        (cleared.json.get("firstName"), &cleared["lastName"]),
        (None, &json!("King"))
    );
    assert_eq!(cleared["subscribed"], false);
}

#[tokio::test]
async fn a_post_without_an_address_is_missing_email() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for body in [
        json!({}),
        json!({ "email": null }),
        json!({ "email": "" }),
        json!({ "firstName": "Ada" }),
    ] {
        let refused = brand.post("/v1/contacts", body).await;
        assert_problem(&refused, 422, "MISSING_EMAIL", Some("email"));
    }
}

#[tokio::test]
async fn a_malformed_address_is_refused_at_email() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for email in [
        "ada",
        "ada@",
        "@example.com",
        "ada@localhost",
        "ada@example..com",
        "a da@example.com",
        "ada@example.com\n",
        "Ada <ada@example.com>",
        "ada@[127.0.0.1]",
        "a@b@example.com",
        "ada@exam ple.com",
        "\"ada\"@example.com",
        "a\u{200b}da@example.com",
        "ada@-example.com",
    ] {
        let refused = brand.post("/v1/contacts", json!({ "email": email })).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("email"));
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
}

#[tokio::test]
async fn every_spelling_of_an_address_is_one_contact() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (first, second, stored) in [
        ("Ada@Example.COM", "ADA@example.com", "ada@example.com"),
        (
            "jörg@MÜLLER.de",
            "JÖRG@xn--mller-kva.de",
            "jörg@xn--mller-kva.de",
        ),
        ("用户@例え。jp", "用户@例え.jp", "用户@xn--r8jz45g.jp"),
        (
            "o'brien+x%y@example.com",
            "O'Brien+X%Y@example.com",
            "o'brien+x%y@example.com",
        ),
    ] {
        let made = create(&brand, json!({ "email": first })).await;
        assert_eq!(made["email"], stored);
        let again = brand
            .post("/v1/contacts", json!({ "email": second }))
            .await
            .expect(200);
        assert_eq!(again["contactId"], made["contactId"], "{second}");
    }
}

#[tokio::test]
async fn keys_that_only_the_service_writes_are_core_field_immutable() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for key in IMMUTABLE_KEYS {
        let mut body = json!({ "email": ADA });
        body[key] = json!("x");
        let refused = brand.post("/v1/contacts", body.clone()).await;
        assert_problem(&refused, 422, "CORE_FIELD_IMMUTABLE", Some(key));
        body[key] = json!(null);
        let refused = brand.post("/v1/contacts", body).await;
        assert_problem(&refused, 422, "CORE_FIELD_IMMUTABLE", Some(key));
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
}

#[tokio::test]
async fn unknown_keys_are_refused_with_their_path_and_the_nearest_key() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let email = ADA;
    for (body, param, hint) in [
        (
            json!({ "email": email, "first_name": "Ada" }),
            "first_name",
            "`firstName`",
        ),
        (
            json!({ "email": email, "firstNam": "Ada" }),
            "firstNam",
            "`firstName`",
        ),
        (
            json!({ "email": email, "custom_fields": {} }),
            "custom_fields",
            "`customFields`",
        ),
        (
            json!({ "email": email, "brandId": "x" }),
            "brandId",
            "X-Brand-Id",
        ),
        (
            json!({ "email": email, "consent": { "captured_at": "x" } }),
            "consent.captured_at",
            "`capturedAt`",
        ),
        // Unknown comes before missing and before wrong values.
        (
            json!({ "mail": email, "subscribed": "yes" }),
            "mail",
            "`email`",
        ),
    ] {
        let refused = brand.post("/v1/contacts", body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
        let suggestion = refused["error"]["suggestion"].as_str().unwrap();
        assert!(suggestion.contains(hint), "{param}: {suggestion}");
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
}

#[tokio::test]
async fn values_of_the_wrong_kind_are_refused_at_their_key() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (body, param) in [
        (json!({ "email": 5 }), Some("email")),
        (json!({ "email": [ADA] }), Some("email")),
        (json!({ "email": ADA, "firstName": 5 }), Some("firstName")),
        (json!({ "email": ADA, "lastName": ["a"] }), Some("lastName")),
        (
            json!({ "email": ADA, "subscribed": "yes" }),
            Some("subscribed"),
        ),
        (
            json!({ "email": ADA, "customFields": ["a"] }),
            Some("customFields"),
        ),
        (json!({ "email": ADA, "consent": "yes" }), Some("consent")),
        (json!({ "email": ADA, "validate": 1 }), Some("validate")),
        (json!([{ "email": ADA }]), None),
        (json!("ada@example.com"), None),
        (json!(null), None),
    ] {
        let refused = brand.post("/v1/contacts", body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", param);
    }
}

#[tokio::test]
async fn names_are_one_line_of_at_most_200_characters() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let longest = "ü".repeat(200);
    let made = create(&brand, json!({ "email": ADA, "firstName": longest })).await;
    assert_eq!(made["firstName"], longest);
    let too_long = "ü".repeat(201);
    for key in ["firstName", "lastName"] {
        for name in [
            "Ada\r\nBcc: all@example.com",
            "A\tda",
            "A\0da",
            "A\u{7f}da",
            &too_long,
        ] {
            let refused = brand
                .post("/v1/contacts", json!({ "email": ADA, key: name }))
                .await;
            assert_problem(&refused, 400, "INVALID_REQUEST", Some(key));
        }
    }
    assert_eq!(read(&brand, ADA).await["firstName"], longest);
}
