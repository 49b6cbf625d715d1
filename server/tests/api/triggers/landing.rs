//! What a fire writes to the contact.

use postrider_domain::contacts::field::FieldBounds;
use serde_json::{Value, json};

use super::{contact, fired, ready};
use crate::support::TestServer;

#[tokio::test]
async fn declared_values_land_in_columns_and_fields() {
    let server = TestServer::start().await;
    let fields = [
        json!({ "key": "firstName", "type": "string" }),
        json!({ "key": "lastName", "type": "string" }),
        json!({ "key": "plan", "type": "string", "fallback": "free" }),
        json!({ "key": "seats", "type": "integer" }),
        json!({ "key": "rate", "type": "number" }),
        json!({ "key": "vip", "type": "boolean" }),
        json!({ "key": "due", "type": "date" }),
        json!({ "key": "since", "type": "date" }),
        json!({ "key": "order", "type": "object" }),
        json!({ "key": "tags", "type": "array" }),
    ];
    let (brand, _) = ready(&server, &fields).await;
    let payload = json!({
        "email": "Ada@Example.COM", "firstName": "Ada", "lastName": "Lovelace", "seats": 3, "rate": 1.5,
        "vip": true, "due": "2026-01-31T00:00:00Z", "since": 1_700_000_000, "order": { "id": 1 },
        "tags": ["a"], "other": "x",
    });
    let details = fired(&brand, "signed-up", payload).await;
    assert_eq!(details["state"], "fired");
    let ada = contact(&brand, "ada@example.com").await;
    assert_eq!(ada["email"], "ada@example.com");
    assert_eq!(ada["firstName"], "Ada");
    assert_eq!(ada["lastName"], "Lovelace");
    assert_eq!(ada["subscribed"], true);
    let expect = json!({
        "plan": "free", "seats": 3, "rate": 1.5, "vip": true, "due": 1_769_817_600, "since": 1_700_000_000,
    });
    assert_eq!(ada["customFields"], expect);
    for (name, kind) in [("seats", "number"), ("vip", "boolean"), ("due", "date")] {
        let field = brand.get(&format!("/v1/fields/{name}")).await.expect(200);
        assert_eq!(field["fieldType"], kind);
    }
}

#[tokio::test]
async fn values_beyond_a_bound_are_left_out_with_a_warning_and_the_rest_is_written() {
    let bounds = FieldBounds {
        fields: 3,
        contact_keys: 2,
        ..FieldBounds::default()
    };
    let server = TestServer::with().field_bounds(bounds).start().await;
    let names = ["a", "b", "c", "d"];
    let fields = names.map(|key| json!({ "key": key, "type": "string" }));
    let (brand, _) = ready(&server, &fields).await;
    let fire = async |payload: Value| {
        let details = fired(&brand, "signed-up", payload).await;
        let warnings = details["warnings"].as_array().unwrap().clone();
        let mut skipped: Vec<String> = Vec::new();
        for warning in warnings {
            assert_eq!(warning["code"], "FIELD_VALUE_SKIPPED", "{warning}");
            skipped.push(warning["field"].as_str().unwrap().to_owned());
        }
        let ada = contact(&brand, "ada@example.com").await;
        (skipped, ada["customFields"].clone())
    };
    let none: [&str; 0] = [];
    let (skipped, custom) = fire(json!({ "email": "ada@example.com", "a": "1" })).await;
    assert_eq!(
        (skipped, custom),
        (none.map(str::to_owned).to_vec(), json!({ "a": "1" }))
    );
    let (skipped, custom) =
        fire(json!({ "email": "ada@example.com", "a": "2", "b": "2", "c": "2" })).await;
    assert_eq!(
        (skipped, custom),
        (vec!["c".to_owned()], json!({ "a": "2", "b": "2" }))
    );
    // There is no room for another field in the brand either.
    let (skipped, custom) = fire(json!({ "email": "ada@example.com", "b": "3", "d": "3" })).await;
    assert_eq!(
        (skipped, custom),
        (vec!["d".to_owned()], json!({ "a": "2", "b": "3" }))
    );
    brand.get("/v1/fields/d").await.expect(404);
}

#[tokio::test]
async fn a_second_fire_keeps_what_it_does_not_name() {
    let server = TestServer::start().await;
    let fields = [
        json!({ "key": "firstName", "type": "string" }),
        json!({ "key": "plan", "type": "string" }),
    ];
    let (brand, _) = ready(&server, &fields).await;
    let first = json!({ "email": "ada@example.com", "firstName": "Ada", "plan": "pro" });
    fired(&brand, "signed-up", first).await;
    let second = json!({ "email": "ADA@example.com", "firstName": null, "plan": "team" });
    let details = fired(&brand, "signed-up", second).await;
    assert_eq!(details["warnings"], json!([]));
    let ada = contact(&brand, "ada@example.com").await;
    assert_eq!(ada["firstName"], "Ada");
    assert_eq!(ada["customFields"], json!({ "plan": "team" }));
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 1);
}

#[tokio::test]
async fn what_does_not_fit_is_left_out_and_told() {
    let server = TestServer::start().await;
    let fields = [
        json!({ "key": "firstName", "type": "string" }),
        json!({ "key": "seats", "type": "integer" }),
        json!({ "key": "userId", "type": "string" }),
        json!({ "key": "essay", "type": "string" }),
        json!({ "key": "plan", "type": "string" }),
    ];
    let (brand, _) = ready(&server, &fields).await;
    let field = json!({ "fieldName": "seats", "fieldType": "string" });
    brand.post("/v1/fields", field).await.expect(201);
    let payload = json!({
        "email": "ada@example.com", "firstName": "x".repeat(201), "seats": 3, "userId": "u1",
        "essay": "x".repeat(10_001), "plan": "pro",
    });
    let details = fired(&brand, "signed-up", payload).await;
    assert_eq!(details["state"], "fired");
    let warnings = details["warnings"].as_array().unwrap().iter();
    let mut told: Vec<_> = warnings
        .map(|one| {
            (
                one["field"].as_str().unwrap(),
                one["code"].as_str().unwrap(),
            )
        })
        .collect();
    told.sort_unstable();
    let expect = [
        ("essay", "FIELD_VALUE_SKIPPED"),
        ("firstName", "FIELD_VALUE_SKIPPED"),
        ("seats", "FIELD_TYPE_MISMATCH"),
        ("userId", "RESERVED_NAME"),
    ];
    assert_eq!(told, expect);
    let ada = contact(&brand, "ada@example.com").await;
    assert_eq!(ada["customFields"], json!({ "plan": "pro" }));
    assert!(ada.get("firstName").is_none());
    // What was left out makes no field.
    assert_eq!(brand.get("/v1/fields/essay").await.status, 404);
}

#[tokio::test]
async fn a_declared_subscription_is_the_persons_own_wish() {
    let server = TestServer::start().await;
    let subscribed = json!({ "key": "subscribed", "type": "boolean" });
    let (brand, _) = ready(&server, &[subscribed]).await;
    let ada = |subscribed: bool| json!({ "email": "ada@example.com", "subscribed": subscribed });
    brand.post("/v1/contacts", ada(false)).await.expect(201);
    let details = fired(&brand, "signed-up", ada(true)).await;
    assert_eq!(details["state"], "fired");
    assert_eq!(contact(&brand, "ada@example.com").await["subscribed"], true);
    let details = fired(&brand, "signed-up", ada(false)).await;
    assert_eq!(details["notStarted"][0]["reason"], "recipient_unsubscribed");
    let read = contact(&brand, "ada@example.com").await;
    assert_eq!(read["subscribed"], false);
}

#[tokio::test]
async fn an_undeclared_subscription_is_nothing() {
    let server = TestServer::start().await;
    let (brand, _) = ready(&server, &[]).await;
    let ada = |subscribed: bool| json!({ "email": "ada@example.com", "subscribed": subscribed });
    brand.post("/v1/contacts", ada(false)).await.expect(201);
    let details = fired(&brand, "signed-up", ada(true)).await;
    assert_eq!(details["state"], "dead_letter");
    let read = contact(&brand, "ada@example.com").await;
    assert_eq!(read["subscribed"], false);
}
