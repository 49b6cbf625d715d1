//! `POST /v1/emails/{emailId}/duplicate`.

use postrider_domain::designs::design::{Category, EmailStatus, EmailType};
use postrider_store::emails::NewEmail;
use serde_json::{Value, json};

use super::{add_version, design, draft, set_status, version};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_copy_is_a_design_of_its_own_with_one_version() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let group = brand
        .post("/v1/email-groups", json!({ "name": "Spring" }))
        .await
        .expect(201);
    let number = server.number("SELECT id FROM email_groups").await;
    let original = NewEmail {
        kind: EmailType::Automation,
        subject: Some("S".to_owned()),
        preview_text: Some("P".to_owned()),
        category: Some(Category::Event),
        group: Some(number),
        ..draft("a")
    };
    design(&server, &brand, original).await;
    add_version(&server, &brand, "a", version("a-2", "<p>Two</p>")).await;
    let copy = brand
        .post("/v1/emails/a/duplicate", json!({}))
        .await
        .expect(201);
    let id = copy["emailId"].as_str().unwrap();
    assert_eq!(
        (id.len(), copy["emailVersionId"].as_str().unwrap().len()),
        (21, 21)
    );
    assert_eq!(copy["title"], "Title of a (copy)");
    for (key, value) in [
        ("type", json!("automation")),
        ("status", json!("ready")),
        ("subject", json!("S")),
        ("previewText", json!("P")),
        ("category", json!("event")),
        ("groupId", group["groupId"].clone()),
    ] {
        assert_eq!(copy[key], value, "{key}");
    }
    let path = format!("/v1/emails/{id}?include=versions,html");
    let read = brand.get(&path).await.expect(200);
    let versions = read["versions"].as_array().unwrap();
    assert_eq!(versions.len(), 1);
    assert_eq!(
        (&versions[0]["version"], &versions[0]["source"]),
        (&json!(1), &json!("imported"))
    );
    assert!(read["html"].as_str().unwrap().ends_with("<p>Two</p>"));
    brand.delete("/v1/emails/a").await.expect(200);
    assert_eq!(brand.get(&path).await.expect(200).json, read.json);
}

#[tokio::test]
async fn a_title_can_be_given() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    design(&server, &brand, draft("a")).await;
    let path = "/v1/emails/a/duplicate";
    let copy = brand.post(path, json!({ "title": "Mine" })).await;
    assert_eq!(copy.expect(201)["title"], "Mine");
    let without_body = brand.request("POST", path).send().await.expect(201);
    assert_eq!(without_body["title"], "Title of a (copy)");
    let long = "x".repeat(201);
    for title in ["", long.as_str(), "two\nlines", "turned \u{202E}"] {
        let refused = brand.post(path, json!({ "title": title })).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("title"));
    }
}

#[tokio::test]
async fn a_design_that_is_being_changed_is_copied_as_it_was() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = design(&server, &brand, draft("a")).await;
    set_status(&server, &brand, &made, EmailStatus::Generating).await;
    let copy = brand.post("/v1/emails/a/duplicate", json!({})).await;
    assert_eq!(copy.expect(201)["status"], "ready");
}

#[tokio::test]
async fn only_a_design_of_the_brand_that_was_made_is_copied() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    design(&server, &brand, draft("a")).await;
    let path = "/v1/emails/a/duplicate";
    assert_problem(
        &other.post(path, json!({})).await,
        404,
        "EMAIL_NOT_FOUND",
        None,
    );
    let refused = brand.key("contacts").await.post(path, json!({})).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
    server.sql("UPDATE emails SET head = NULL").await;
    let refused = brand.post(path, json!({})).await;
    assert_problem(&refused, 422, "EMAIL_NOT_READY", None);
    assert_eq!(
        brand.get("/v1/emails/a").await["emailVersionId"],
        Value::Null
    );
    assert_eq!(server.number("SELECT count(*) FROM emails").await, 1);
}
