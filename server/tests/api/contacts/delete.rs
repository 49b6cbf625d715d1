//! `DELETE /v1/contacts`, with the address in the path too, and `POST /v1/contacts/batch-delete`.

use serde_json::{Value, json};

use super::{ADA, create};
use crate::support::{Answer, Brand, TestServer, assert_problem};

async fn delete(brand: &Brand, body: Value) -> Answer {
    brand
        .request("DELETE", "/v1/contacts")
        .json(&body)
        .send()
        .await
}

#[tokio::test]
async fn a_deleted_contact_is_gone_at_once() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA, "firstName": "Ada" })).await;
    let deleted = delete(&brand, json!({ "email": "ADA@Example.com" }))
        .await
        .expect(200);
    assert_eq!(deleted.json, json!({ "email": ADA, "deleted": true }));
    assert_problem(
        &brand.get("/v1/contacts/ada@example.com").await,
        404,
        "CONTACT_NOT_FOUND",
        None,
    );
    assert_eq!(brand.get("/v1/contacts").await["data"], json!([]));
    assert_eq!(
        brand
            .post("/v1/contacts/search", json!({ "search": "ada" }))
            .await["data"],
        json!([])
    );
    assert_problem(
        &delete(&brand, json!({ "email": ADA })).await,
        404,
        "CONTACT_NOT_FOUND",
        None,
    );
}

#[tokio::test]
async fn the_path_may_name_the_contact_that_is_deleted() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    create(&brand, json!({ "email": ADA, "subscribed": false })).await;
    let path = "/v1/contacts/ADA%40example.com";
    for (caller, path) in [(&other, path), (&brand, "/v1/contacts/nonsense")] {
        assert_problem(&caller.delete(path).await, 404, "CONTACT_NOT_FOUND", None);
    }
    assert_eq!(brand.key("emails").await.delete(path).await.status, 403);
    let deleted = brand.delete(path).await.expect(200);
    assert_eq!(deleted.json, json!({ "email": ADA, "deleted": true }));
    assert_problem(&brand.delete(path).await, 404, "CONTACT_NOT_FOUND", None);
    let back = create(&brand, json!({ "email": ADA })).await;
    assert_eq!(back["subscribed"], false, "the opt-out is remembered");
}

#[tokio::test]
async fn a_deleted_contact_leaves_no_personal_data() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA, "subscribed": false })).await;
    server.sql("INSERT INTO engagement (org, brand, contact, sends, opens, clicks) SELECT org, brand, id, 1, 1, 1 FROM contacts").await;
    delete(&brand, json!({ "email": ADA })).await.expect(200);
    for table in ["contacts", "engagement"] {
        assert_eq!(
            server
                .number(&format!("SELECT count(*) FROM {table}"))
                .await,
            0,
            "{table}"
        );
    }
    // What stays is a keyed hash of fixed length.
    assert_eq!(
        server
            .number("SELECT length(address_hash) FROM opt_outs")
            .await,
        16
    );
}

#[tokio::test]
async fn a_deletion_needs_an_address() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    assert_problem(
        &brand.delete("/v1/contacts").await,
        422,
        "MISSING_EMAIL",
        Some("email"),
    );
    assert_problem(
        &delete(&brand, json!({})).await,
        422,
        "MISSING_EMAIL",
        Some("email"),
    );
    assert_problem(
        &delete(&brand, json!({ "email": "ada" })).await,
        400,
        "INVALID_REQUEST",
        Some("email"),
    );
    let refused = delete(&brand, json!({ "email": ADA, "force": true })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("force"));
    let refused = delete(&brand, json!({ "email": ADA, "emails": [ADA] })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("email"));
}

#[tokio::test]
async fn many_are_deleted_and_what_is_not_there_is_named_as_it_was_sent() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for verb in ["DELETE /v1/contacts", "POST /v1/contacts/batch-delete"] {
        let (method, path) = verb.split_once(' ').unwrap();
        for name in ["a", "b", "c"] {
            create(&brand, json!({ "email": format!("{name}@example.com") })).await;
        }
        let emails = [
            "A@Example.com",
            "Nobody@Example.com",
            "b@example.com",
            "no address",
            "a@example.com",
        ];
        let request = brand
            .request(method, path)
            .json(&json!({ "emails": emails }));
        let deleted = request.send().await.expect(200);
        assert_eq!(
            deleted.json,
            json!({ "deletedCount": 2, "notFound": ["Nobody@Example.com", "no address"] }),
            "{verb}"
        );
        let left = brand.get("/v1/contacts").await;
        assert_eq!(left["data"].as_array().unwrap().len(), 1, "{verb}");
        delete(&brand, json!({ "email": "c@example.com" }))
            .await
            .expect(200);
    }
}

#[tokio::test]
async fn one_to_a_thousand_are_deleted_at_once() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": "n1@example.com" })).await;
    let numbered =
        |count: usize| -> Vec<String> { (0..count).map(|n| format!("n{n}@example.com")).collect() };
    for (method, path) in [
        ("DELETE", "/v1/contacts"),
        ("POST", "/v1/contacts/batch-delete"),
    ] {
        for count in [0, 1001] {
            let request = brand
                .request(method, path)
                .json(&json!({ "emails": numbered(count) }));
            assert_problem(
                &request.send().await,
                400,
                "INVALID_REQUEST",
                Some("emails"),
            );
        }
        let request = brand
            .request(method, path)
            .json(&json!({ "emails": ["a@example.com", 5] }));
        assert_problem(
            &request.send().await,
            400,
            "INVALID_REQUEST",
            Some("emails[1]"),
        );
    }
    let deleted = delete(&brand, json!({ "emails": numbered(1000) }))
        .await
        .expect(200);
    assert_eq!(deleted["deletedCount"], 1);
    assert_eq!(deleted["notFound"].as_array().unwrap().len(), 999);
    let refused = brand.post("/v1/contacts/batch-delete", json!({})).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("emails"));
}
