//! Deleting a field: its values are gone at once, and later from the rows too.

use postrider_engine::housekeeping;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::define;
use crate::support::{Answer, Brand, TestServer, assert_problem};

async fn write(brand: &Brand, custom: Value) -> Answer {
    brand
        .post(
            "/v1/contacts",
            json!({ "email": "ada@example.com", "customFields": custom }),
        )
        .await
}

async fn delete_named(brand: &Brand, body: Value) -> Answer {
    brand
        .request("DELETE", "/v1/fields")
        .json(&body)
        .send()
        .await
}

#[tokio::test]
async fn a_field_is_deleted_by_body_and_by_path() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    define(&brand, "Plan Name", "string").await.expect(201);
    let deleted = delete_named(&brand, json!({ "fieldName": "Plan Name" }))
        .await
        .expect(200);
    assert_eq!(
        deleted.json,
        json!({ "fieldName": "Plan Name", "deleted": true })
    );
    define(&brand, "Plan Name", "string").await.expect(201);
    let deleted = brand.delete("/v1/fields/Plan%20Name").await.expect(200);
    assert_eq!(
        deleted.json,
        json!({ "fieldName": "Plan Name", "deleted": true })
    );
    assert_problem(
        &brand.delete("/v1/fields/Plan%20Name").await,
        404,
        "FIELD_NOT_FOUND",
        None,
    );
    let refused = delete_named(&brand, json!({ "fieldName": "Plan Name" })).await;
    assert_problem(&refused, 404, "FIELD_NOT_FOUND", None);
}

#[tokio::test]
async fn a_deletion_names_its_field() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    assert_problem(
        &brand.delete("/v1/fields").await,
        400,
        "INVALID_REQUEST",
        Some("fieldName"),
    );
    for (body, param) in [
        (json!({}), "fieldName"),
        (json!({ "fieldName": 5 }), "fieldName"),
        (json!({ "name": "plan" }), "name"),
    ] {
        assert_problem(
            &delete_named(&brand, body).await,
            400,
            "INVALID_REQUEST",
            Some(param),
        );
    }
}

#[tokio::test]
async fn core_columns_cannot_be_deleted() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for name in ["email", "firstName", "subscribed", "createdAt"] {
        let refused = brand.delete(&format!("/v1/fields/{name}")).await;
        assert_problem(&refused, 422, "CORE_FIELD_IMMUTABLE", Some("fieldName"));
        let refused = delete_named(&brand, json!({ "fieldName": name })).await;
        assert_problem(&refused, 422, "CORE_FIELD_IMMUTABLE", Some("fieldName"));
    }
}

#[tokio::test]
async fn the_values_leave_the_contacts_at_once() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    write(&brand, json!({ "plan": "pro", "seats": 3 }))
        .await
        .expect(201);
    brand.delete("/v1/fields/plan").await.expect(200);
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(contact["customFields"], json!({ "seats": 3 }));
    let found = brand
        .post("/v1/contacts/search", json!({}))
        .await
        .expect(200);
    assert_eq!(found["data"][0]["customFields"], json!({ "seats": 3 }));
    let body = json!({ "filters": [{ "field": "customFields.plan", "operator": "exists" }] });
    let refused = brand.post("/v1/contacts/search", body).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("filters[0].field"));
}

#[tokio::test]
async fn a_field_of_the_same_name_and_another_type_starts_empty() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    write(&brand, json!({ "plan": "pro" })).await.expect(201);
    brand.delete("/v1/fields/plan").await.expect(200);
    define(&brand, "plan", "number").await.expect(201);
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(contact["customFields"], json!({}));
    let body = json!({ "filters": [{ "field": "customFields.plan", "operator": "not_exists" }], "count": true });
    assert_eq!(
        brand.post("/v1/contacts/search", body).await.expect(200)["total"],
        1
    );
    let written = write(&brand, json!({ "plan": 7 })).await.expect(200);
    assert_eq!(written["customFields"], json!({ "plan": 7 }));
}

#[tokio::test]
async fn housekeeping_removes_the_values_from_every_row() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    let contacts: Value = (0..700)
        .map(|n| json!({ "email": format!("n{n}@example.com"), "customFields": { "plan": "secret", "seats": n } }))
        .collect();
    for brand in [&brand, &other] {
        brand
            .post("/v1/contacts", json!({ "contacts": contacts }))
            .await
            .expect(200);
    }
    brand.delete("/v1/fields/plan").await.expect(200);
    define(&brand, "plan", "string").await.expect(201);
    brand
        .post(
            "/v1/contacts",
            json!({ "email": "n1@example.com", "customFields": { "plan": "new" } }),
        )
        .await
        .expect(200);
    let app = server.app();
    housekeeping::sweep(&app.db, app.clock.now(), &CancellationToken::new())
        .await
        .unwrap();
    let holding = |brand: &Brand, text: &str| {
        let sql = format!(
            "SELECT count(*) FROM contacts WHERE org = {} AND brand = {} AND {{json}}(custom) LIKE '%{text}%'",
            brand.key.org, brand.key.brand
        );
        let server = &server;
        async move { server.number(&sql).await }
    };
    assert_eq!(holding(&brand, "secret").await, 0);
    assert_eq!(holding(&brand, "new").await, 1);
    assert_eq!(holding(&other, "secret").await, 700);
    assert_eq!(
        server.number("SELECT count(*) FROM deleted_fields").await,
        0
    );
    let kept = brand.get("/v1/contacts/n9@example.com").await.expect(200);
    assert_eq!(kept["customFields"], json!({ "seats": 9 }));
}

#[tokio::test]
async fn a_field_that_an_audience_uses_at_any_depth_is_in_use() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    define(&brand, "plan", "string").await.expect(201);
    define(&brand, "planned", "string").await.expect(201);
    let condition = json!({ "field": "customFields.plan", "operator": "exists" });
    let bare = json!({ "field": "planned", "operator": "exists" });
    let short = json!({ "logicalOperator": "and", "filters": [bare] });
    let short = json!({ "name": "By its bare name", "filters": short });
    let short = brand.post("/v1/audiences", short).await.expect(201);
    let refused = brand.delete("/v1/fields/planned").await;
    assert_problem(&refused, 409, "FIELD_IN_USE", None);
    let path = format!("/v1/audiences/{}", short["audienceId"].as_str().unwrap());
    brand.delete(&path).await.expect(200);
    let inner = json!({ "logicalOperator": "or", "filters": [condition] });
    let filters = json!({ "logicalOperator": "and", "filters": [inner] });
    let made = brand
        .post(
            "/v1/audiences",
            json!({ "name": "Payers", "filters": filters }),
        )
        .await
        .expect(201);
    for refused in [
        brand.delete("/v1/fields/plan").await,
        delete_named(&brand, json!({ "fieldName": "plan" })).await,
    ] {
        assert_problem(&refused, 409, "FIELD_IN_USE", None);
        assert_eq!(
            refused["error"]["details"],
            json!({
                "audiences": [{ "audienceId": made["audienceId"], "name": "Payers" }],
                "referencingAutomations": [], "sends": []
            })
        );
    }
    brand.delete("/v1/fields/planned").await.expect(200);
    brand
        .delete(&format!(
            "/v1/audiences/{}",
            made["audienceId"].as_str().unwrap()
        ))
        .await
        .expect(200);
    brand.delete("/v1/fields/plan").await.expect(200);
}
