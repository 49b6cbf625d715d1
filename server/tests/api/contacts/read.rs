//! `GET /v1/contacts` and `GET /v1/contacts/{email}`.

use serde_json::json;

use super::{ADA, create, suppress};
use crate::support::{Brand, TestServer, assert_problem};

/// The parts before the `@` of what a list shows, in its order.
async fn listed(brand: &Brand, query: &str) -> String {
    let page = brand
        .get(&format!("/v1/contacts?{query}"))
        .await
        .expect(200);
    let rows = page["data"].as_array().unwrap();
    let names = rows
        .iter()
        .map(|row| row["email"].as_str().unwrap().split('@').next().unwrap());
    names.collect::<Vec<_>>().join(" ")
}

async fn three(brand: &Brand) {
    for (name, age) in [("ada", 36), ("bob", 20), ("cem", 50)] {
        create(
            brand,
            json!({ "email": format!("{name}@example.com"), "customFields": { "age": age } }),
        )
        .await;
    }
}

#[tokio::test]
async fn a_contact_is_read_by_its_address_in_any_spelling() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (email, path) in [
        ("ada@example.com", "ada%40example.com"),
        ("ada@example.com", "ada@example.com"),
        ("ada@example.com", "ADA%40Example.COM"),
        ("a+b@example.com", "a+b%40example.com"),
        ("a+b@example.com", "a%2Bb%40example.com"),
        ("a/b%c@example.com", "a%2Fb%25c%40example.com"),
        ("jörg@xn--mller-kva.de", "j%C3%B6rg%40m%C3%BCller.de"),
        ("jörg@xn--mller-kva.de", "J%C3%96RG%40xn--mller-kva.de"),
    ] {
        brand.post("/v1/contacts", json!({ "email": email })).await;
        let read = brand.get(&format!("/v1/contacts/{path}")).await.expect(200);
        assert_eq!(read["email"], email, "{path}");
    }
}

#[tokio::test]
async fn what_is_nobodys_address_is_contact_not_found() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA })).await;
    for path in [
        "bob%40example.com",
        "ada",
        "ada%40",
        "%00",
        "%25",
        "ada%40example.com%00",
        "'%20OR%201=1",
        "%ff",
    ] {
        let refused = brand.get(&format!("/v1/contacts/{path}")).await;
        assert_problem(&refused, 404, "CONTACT_NOT_FOUND", None);
    }
    let refused = brand.get("/v1/contacts/ada@example.com?include=all").await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("include"));
}

#[tokio::test]
async fn the_list_is_newest_first_in_pages_with_a_cursor_on_all_but_the_last() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    three(&brand).await;
    let whole = brand.get("/v1/contacts").await.expect(200);
    assert_eq!(
        whole["pagination"],
        json!({ "limit": 100, "hasMore": false })
    );
    let first = brand.get("/v1/contacts?limit=2").await.expect(200);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    assert_eq!(
        first["pagination"],
        json!({ "limit": 2, "cursor": cursor, "hasMore": true })
    );
    let last = brand
        .get(&format!("/v1/contacts?limit=2&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(last["pagination"], json!({ "limit": 2, "hasMore": false }));
    let pages = [
        first["data"].as_array().unwrap().as_slice(),
        last["data"].as_array().unwrap(),
    ]
    .concat();
    assert_eq!(json!(pages), whole["data"]);
    assert_eq!(listed(&brand, "").await, "cem bob ada");
}

#[tokio::test]
async fn the_list_takes_a_few_filters_and_an_order() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    three(&brand).await;
    brand
        .patch(
            "/v1/contacts",
            json!({ "email": ADA, "subscribed": false, "firstName": "Ünsal" }),
        )
        .await
        .expect(200);
    suppress(&server, "bob@example.com", "manual", "2026-01-01").await;
    server
        .sql("UPDATE contacts SET validation_status = 'risky' WHERE email LIKE 'cem%'")
        .await;
    for (query, expected) in [
        ("subscribed=false", "ada"),
        ("subscribed=true", "cem bob"),
        ("suppressed=true", "bob"),
        ("suppressed=false&subscribed=true", "cem"),
        ("validationStatus=risky", "cem"),
        ("validationStatus=valid", ""),
        ("search=%C3%9CNS", "ada"),
        ("search=ada%40EXAMPLE", "ada"),
        ("search=", "cem bob ada"),
        ("sort=email", "cem bob ada"),
        ("sort=email&order=asc", "ada bob cem"),
        ("sort=customFields.age&order=asc", "bob ada cem"),
        ("order=asc", "ada bob cem"),
    ] {
        assert_eq!(listed(&brand, query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn the_list_refuses_what_it_does_not_take() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (query, param, hint) in [
        ("limit=0", "limit", ""),
        ("limit=101", "limit", ""),
        ("limit=ten", "limit", ""),
        ("limit=1.5", "limit", ""),
        ("limit=", "limit", ""),
        ("limit=1&limit=2", "limit", ""),
        ("cursor=abc", "cursor", ""),
        ("subscribed=yes", "subscribed", ""),
        ("validationStatus=good", "validationStatus", ""),
        ("order=up", "order", ""),
        ("sort=age", "sort", ""),
        ("sort=customFields.age", "sort", ""),
        ("sort=engagement.opens", "sort", ""),
        ("audienceId=x", "audienceId", "/v1/contacts/search"),
        ("brandId=x", "brandId", "X-Brand-Id"),
        ("Search=x", "Search", "`search`"),
        (
            "validation_status=valid",
            "validation_status",
            "`validationStatus`",
        ),
    ] {
        let refused = brand.get(&format!("/v1/contacts?{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
        let suggestion = refused["error"]["suggestion"].as_str().unwrap();
        assert!(suggestion.contains(hint), "{query}: {suggestion}");
    }
}
