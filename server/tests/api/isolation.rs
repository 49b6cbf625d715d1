//! Two brands with the same addresses, fields and names see nothing of each other, whether they are of
//! one organization or of two.

use serde_json::{Value, json};

use super::support::{Brand, TestServer, assert_problem};

const ADA: &str = "ada@example.com";

/// The same things in each brand, told apart by `mark`.
async fn furnish(brand: &Brand, mark: &str) -> Value {
    let body = json!({ "email": ADA, "firstName": mark, "customFields": { "plan": mark } });
    brand.post("/v1/contacts", body).await.expect(201);
    let import = json!({ "csv": format!("email,first name\n{mark}@example.com,{mark}\n") });
    let import = brand
        .post("/v1/contacts/import-csv", import)
        .await
        .expect(200);
    let filters = json!({
        "logicalOperator": "and",
        "filters": [{ "field": "customFields.plan", "operator": "exists" }]
    });
    let audience = brand
        .post("/v1/audiences", json!({ "name": mark, "filters": filters }))
        .await
        .expect(201);
    assert_eq!(audience["count"], 1);
    json!({ "audience": audience["audienceId"], "import": import["importId"] })
}

/// Every list and every read by a shared name shows this brand's own.
async fn assert_sees_only(brand: &Brand, mark: &str) {
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(
        (&contact["firstName"], &contact["customFields"]),
        (&json!(mark), &json!({ "plan": mark }))
    );
    for page in [
        brand.get("/v1/contacts").await.expect(200),
        brand
            .post("/v1/contacts/search", json!({ "count": true }))
            .await
            .expect(200),
        brand
            .post(
                "/v1/contacts/search",
                json!({ "search": mark, "sort": "customFields.plan" }),
            )
            .await
            .expect(200),
    ] {
        let rows = page["data"].as_array().unwrap();
        assert_eq!(rows.len(), 2, "{}", page.text());
        assert!(
            rows.iter().all(|row| row["firstName"] == mark),
            "{}",
            page.text()
        );
    }
    let audiences = brand.get("/v1/audiences").await.expect(200);
    assert_eq!(
        (
            audiences["data"].as_array().unwrap().len(),
            &audiences["data"][0]["name"]
        ),
        (1, &json!(mark))
    );
    let fields = brand.get("/v1/fields").await.expect(200);
    assert_eq!(fields["data"].as_array().unwrap().len(), 11);
}

async fn assert_apart(one: &Brand, two: &Brand) {
    let (first, second) = (furnish(one, "one").await, furnish(two, "two").await);
    assert_sees_only(one, "one").await;
    assert_sees_only(two, "two").await;
    let (audience, import) = (
        second["audience"].as_str().unwrap(),
        second["import"].as_str().unwrap(),
    );
    let path = format!("/v1/audiences/{audience}");
    for refused in [
        one.get(&path).await,
        one.get(&format!("{path}?include=count")).await,
        one.patch(&path, json!({ "name": "stolen" })).await,
        one.delete(&path).await,
    ] {
        assert_problem(&refused, 404, "AUDIENCE_NOT_FOUND", None);
    }
    let refused = one
        .post("/v1/contacts/search", json!({ "audienceId": audience }))
        .await;
    assert_problem(&refused, 404, "AUDIENCE_NOT_FOUND", Some("audienceId"));
    for path in [import.to_owned(), format!("{import}/errors")] {
        let refused = one.get(&format!("/v1/contacts/imports/{path}")).await;
        assert_problem(&refused, 404, "IMPORT_NOT_FOUND", None);
    }
    let path = format!("/v1/audiences/{}", first["audience"].as_str().unwrap());
    one.delete(&path).await.expect(200);
    assert_changes_stay_inside(one, two).await;
}

async fn assert_changes_stay_inside(one: &Brand, two: &Brand) {
    for refused in [
        one.get("/v1/contacts/two@example.com").await,
        one.patch("/v1/contacts", json!({ "email": "two@example.com" }))
            .await,
        one.request("DELETE", "/v1/contacts")
            .json(&json!({ "email": "two@example.com" }))
            .send()
            .await,
        one.post("/v1/contacts/two@example.com/unsuppress", json!({}))
            .await,
    ] {
        assert_problem(&refused, 404, "CONTACT_NOT_FOUND", None);
    }
    one.patch("/v1/contacts", json!({ "email": ADA, "subscribed": false }))
        .await
        .expect(200);
    let emails = json!({ "emails": [ADA, "one@example.com", "two@example.com"] });
    let deleted = one
        .post("/v1/contacts/batch-delete", emails)
        .await
        .expect(200);
    assert_eq!(
        deleted.json,
        json!({ "deletedCount": 2, "notFound": ["two@example.com"] })
    );
    one.delete("/v1/fields/plan").await.expect(200);
    one.post(
        "/v1/fields",
        json!({ "fieldName": "plan", "fieldType": "number" }),
    )
    .await
    .expect(201);
    one.patch(
        "/v1/brand",
        json!({ "name": "Changed", "timeZone": "Asia/Tokyo" }),
    )
    .await
    .expect(200);
    assert_sees_only(two, "two").await;
    assert_eq!(two.get("/v1/fields/plan").await["fieldType"], "string");
    let brand = two.get("/v1/brand").await.expect(200);
    assert_eq!(
        (&brand["name"], &brand["timeZone"]),
        (&json!("Test brand"), &json!("UTC"))
    );
}

#[tokio::test]
async fn two_brands_of_one_organization_are_apart() {
    let server = TestServer::start().await;
    let org = server.org().await;
    assert_apart(&org.brand().await, &org.brand().await).await;
}

#[tokio::test]
async fn two_organizations_are_apart() {
    let server = TestServer::start().await;
    assert_apart(&server.brand().await, &server.brand().await).await;
}

#[tokio::test]
async fn one_person_has_another_contact_id_in_each_brand() {
    let server = TestServer::start().await;
    let (one, two) = (server.brand().await, server.brand().await);
    let first = one
        .post("/v1/contacts", json!({ "email": ADA }))
        .await
        .expect(201);
    let second = two
        .post("/v1/contacts", json!({ "email": ADA }))
        .await
        .expect(201);
    assert_ne!(first["contactId"], second["contactId"]);
}
