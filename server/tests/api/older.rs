//! `POST /contacts/create`: an older shape at the server's root.

use postrider_domain::contacts::field::{IMMUTABLE_KEYS, RESERVED_NAMES};
use serde_json::json;

use super::support::{TestServer, assert_problem};

const ADA: &str = "ada@example.com";

#[tokio::test]
async fn creating_answers_200_with_the_contact_s_id() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body = json!({ "email": "Ada@Example.com", "firstName": "Ada", "lastName": "L", "subscribed": false });
    let made = brand.post("/contacts/create", body).await.expect(200);
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(
        made.json,
        json!({ "success": true, "id": contact["contactId"] })
    );
    assert_eq!(
        (&contact["firstName"], &contact["lastName"]),
        (&json!("Ada"), &json!("L"))
    );
    assert_eq!(
        (&contact["subscribed"], &contact["customFields"]),
        (&json!(false), &json!({}))
    );
}

#[tokio::test]
async fn an_existing_contact_is_a_conflict_and_stays_as_it_is() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    brand
        .post("/v1/contacts", json!({ "email": ADA, "firstName": "Ada" }))
        .await
        .expect(201);
    let before = brand.get("/v1/contacts/ada@example.com").await.json;
    let refused = brand
        .post(
            "/contacts/create",
            json!({ "email": "ADA@example.com", "firstName": "X", "plan": "pro" }),
        )
        .await;
    assert_problem(&refused, 409, "CONTACT_ALREADY_EXISTS", Some("email"));
    assert_eq!(brand.get("/v1/contacts/ada@example.com").await.json, before);
    assert_problem(
        &brand.get("/v1/fields/plan").await,
        404,
        "FIELD_NOT_FOUND",
        None,
    );
}

#[tokio::test]
async fn unknown_keys_at_the_top_are_custom_properties() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body = json!({ "email": ADA, "plan": "pro", "seats": 3, "vip": true, "snake_case": "x", "none": null });
    brand.post("/contacts/create", body).await.expect(200);
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(
        contact["customFields"],
        json!({ "plan": "pro", "seats": 3, "vip": true, "snake_case": "x" })
    );
    let refused = brand
        .post(
            "/contacts/create",
            json!({ "email": "b@example.com", "seats": "many" }),
        )
        .await;
    assert_problem(&refused, 409, "FIELD_TYPE_MISMATCH", Some("seats"));
    let refused = brand
        .post(
            "/contacts/create",
            json!({ "email": "b@example.com", "tags": ["a"] }),
        )
        .await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("tags"));
}

#[tokio::test]
async fn reserved_and_immutable_names_are_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let taken = ["email", "firstName", "lastName", "subscribed"];
    for name in RESERVED_NAMES
        .into_iter()
        .filter(|name| !taken.contains(name))
        .chain(["brandId", "a.b", "{x}"])
    {
        let refused = brand
            .post("/contacts/create", json!({ "email": ADA, name: "x" }))
            .await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(name));
    }
    for name in IMMUTABLE_KEYS {
        let refused = brand
            .post("/contacts/create", json!({ "email": ADA, name: "x" }))
            .await;
        assert_problem(&refused, 422, "CORE_FIELD_IMMUTABLE", Some(name));
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
    assert_eq!(server.number("SELECT count(*) FROM fields").await, 0);
}

#[tokio::test]
async fn the_address_is_needed_and_checked() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let refused = brand
        .post("/contacts/create", json!({ "firstName": "Ada" }))
        .await;
    assert_problem(&refused, 422, "MISSING_EMAIL", Some("email"));
    let refused = brand
        .post("/contacts/create", json!({ "email": "ada" }))
        .await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("email"));
    let refused = brand
        .post("/contacts/create", json!({ "email": ADA, "firstName": 5 }))
        .await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("firstName"));
}

#[tokio::test]
async fn who_unsubscribed_and_was_deleted_comes_back_unsubscribed() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    brand
        .post(
            "/contacts/create",
            json!({ "email": ADA, "subscribed": false }),
        )
        .await
        .expect(200);
    brand
        .request("DELETE", "/v1/contacts")
        .json(&json!({ "email": ADA }))
        .send()
        .await
        .expect(200);
    brand
        .post(
            "/contacts/create",
            json!({ "email": ADA, "subscribed": true }),
        )
        .await
        .expect(200);
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(contact["subscribed"], false);
}

#[tokio::test]
async fn the_other_paths_of_v1_are_not_at_the_root() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    assert_problem(
        &brand.get("/contacts/ada@example.com").await,
        404,
        "NOT_FOUND",
        None,
    );
    assert_problem(
        &brand
            .post("/v1/contacts/create", json!({ "email": ADA }))
            .await,
        405,
        "METHOD_NOT_ALLOWED",
        None,
    );
}
