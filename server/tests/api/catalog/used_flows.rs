//! `POST /v1/flows/{slug}/use`.

use serde_json::{Value, json};

use super::FLOWS;
use crate::support::{Answer, Brand, TestServer, assert_problem};

async fn using(brand: &Brand, slug: &str, body: Value) -> Answer {
    brand.post(&format!("{FLOWS}/{slug}/use"), body).await
}

#[tokio::test]
async fn it_becomes_a_draft_with_its_designs_and_its_trigger() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let flow = brand.get(&format!("{FLOWS}/win-back")).await.expect(200);
    let used = using(&brand, "win-back", json!({ "domainId": brand.brand_id })).await;
    let used = used.expect(201);
    assert_eq!(used["blockers"], json!([]));
    let path = format!(
        "/v1/automations/{}?include=graph",
        used["automationId"].as_str().unwrap()
    );
    let automation = brand.get(&path).await.expect(200);
    assert_eq!(automation["name"], flow["title"]);
    assert_eq!(automation["description"], flow["description"]);
    assert_eq!(automation["published"], false);
    assert_eq!(automation["warnings"], json!([]));
    assert_eq!(automation["triggerEventId"], used["triggerEventId"]);
    assert_eq!(
        automation["automationVersionId"],
        used["automationVersionId"]
    );
    assert_eq!(automation["connections"], flow["connections"]);
    let emails = used["emails"].as_array().unwrap();
    let ids: Vec<&Value> = emails.iter().map(|email| &email["emailId"]).collect();
    assert_eq!(automation["emailIds"].as_array().unwrap().len(), ids.len());
    let steps = flow["steps"].as_array().unwrap();
    assert_eq!(steps.len(), emails.len());
    for (email, step) in emails.iter().zip(steps) {
        assert_eq!(email["subject"], step["subject"]);
        assert_eq!(email["type"], "automation");
        assert_eq!(email["groupId"], used["groupId"]);
    }
    let group = format!("/v1/email-groups/{}", used["groupId"].as_str().unwrap());
    let group = brand.get(&group).await.expect(200);
    assert_eq!(
        (&group["name"], &group["emailCount"]),
        (&flow["title"], &json!(emails.len()))
    );
    let triggers = brand.get("/v1/automations/triggers").await.expect(200);
    let trigger = &triggers["data"][0];
    assert_eq!(trigger["triggerEventId"], used["triggerEventId"]);
    assert_eq!(trigger["payloadSchema"], flow["trigger"]["payloadSchema"]);
    let field = brand.get("/v1/fields/lastOrderAt").await.expect(200);
    assert_eq!(field["fieldType"], "date");
}

#[tokio::test]
async fn blockers_say_what_is_missing_and_nothing_more() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body = json!({ "fieldName": "lastOrderAt", "fieldType": "string" });
    brand.post("/v1/fields", body).await.expect(201);
    let used = using(&brand, "win-back", json!({ "name": "Mine" }))
        .await
        .expect(201);
    let said = used["blockers"].as_array().unwrap();
    let domains = said
        .iter()
        .filter(|one| one["message"] == "The node has no `domainId`.");
    assert_eq!(domains.count(), used["emails"].as_array().unwrap().len());
    let others = said
        .iter()
        .filter(|one| one["message"] != "The node has no `domainId`.");
    let others: Vec<&Value> = others.map(|one| &one["nodeId"]).collect();
    assert_eq!(others, ["not-back"], "{said:?}");
    let path = format!("/v1/automations/{}", used["automationId"].as_str().unwrap());
    assert_eq!(brand.get(&path).await.expect(200)["name"], "Mine");
    let refused = brand.patch(&path, json!({ "published": true })).await;
    assert_problem(&refused, 422, "PUBLISH_VALIDATION_FAILED", None);
    assert_eq!(refused["error"]["details"]["blockers"], used["blockers"]);
}

#[tokio::test]
async fn a_trigger_that_is_there_can_start_it() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let trigger = json!({ "title": "Lost", "triggerEventId": "lost", "payloadSchema": { "fields": [
        { "key": "email", "type": "string", "required": true }] } });
    brand
        .post("/v1/automations/triggers", trigger)
        .await
        .expect(201);
    let body = json!({ "domainId": brand.brand_id, "triggerEventId": "lost" });
    let used = using(&brand, "sunset", body).await.expect(201);
    assert_eq!(used["triggerEventId"], "lost");
    assert_eq!(used["blockers"], json!([]), "fallbacks are enough");
    assert_eq!(server.number("SELECT count(*) FROM triggers").await, 1);
    // A wait for a date that the trigger does not bring.
    let body = json!({ "domainId": brand.brand_id, "triggerEventId": "lost" });
    let used = using(&brand, "trial", body).await.expect(201);
    let said = used["blockers"].as_array().unwrap();
    assert!(
        said.iter().any(|one| one["nodeId"] == "near-end"),
        "{said:?}"
    );
}

#[tokio::test]
async fn what_is_not_there_is_refused_and_nothing_is_left() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    let theirs = json!({ "title": "Theirs", "triggerEventId": "theirs", "payloadSchema": { "fields": [
        { "key": "email", "type": "string", "required": true }] } });
    other
        .post("/v1/automations/triggers", theirs)
        .await
        .expect(201);
    let domain = brand
        .post("/v1/domains", json!({ "name": "mail.lantern.example" }))
        .await;
    let unready = domain.expect(201)["domainId"].clone();
    for (body, status, code, param) in [
        (
            json!({ "domainId": other.brand_id }),
            404,
            "DOMAIN_NOT_FOUND",
            "domainId",
        ),
        (
            json!({ "domainId": unready }),
            422,
            "DOMAIN_NOT_READY",
            "domainId",
        ),
        (
            json!({ "triggerEventId": "theirs" }),
            404,
            "TRIGGER_EVENT_NOT_FOUND",
            "triggerEventId",
        ),
        (json!({ "name": "" }), 400, "INVALID_REQUEST", "name"),
        (
            json!({ "name": "two\nlines" }),
            400,
            "INVALID_REQUEST",
            "name",
        ),
        (json!({ "title": "x" }), 400, "INVALID_REQUEST", "title"),
    ] {
        let refused = using(&brand, "welcome", body).await;
        assert_problem(&refused, status, code, Some(param));
    }
    let refused = using(&brand, "nothing", json!({})).await;
    assert_problem(&refused, 404, "FLOW_NOT_FOUND", None);
    for table in ["emails", "email_groups", "automations"] {
        let count = server
            .number(&format!("SELECT count(*) FROM {table}"))
            .await;
        assert_eq!(count, 0, "{table}");
    }
}

#[tokio::test]
async fn it_needs_both_scopes_and_a_brand() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let path = format!("{FLOWS}/welcome/use");
    for (scopes, missing) in [("emails", "automations"), ("automations", "emails")] {
        let refused = brand.key(scopes).await.post(&path, json!({})).await;
        assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some(missing));
    }
    let both = brand.key("emails,automations").await;
    both.post(&path, json!({})).await.expect(201);
    let nameless = org.key("all").await.post(&path, json!({})).await;
    assert_problem(&nameless, 400, "INVALID_REQUEST", Some("X-Brand-Id"));
}

#[tokio::test]
async fn a_key_makes_one_automation_however_often_it_is_sent() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let path = format!("{FLOWS}/welcome/use");
    let first = brand.post_once("k", &path, json!({})).await.expect(201);
    let again = brand.post_once("k", &path, json!({})).await.expect(201);
    assert_eq!(first.json, again.json);
    assert_eq!(server.number("SELECT count(*) FROM automations").await, 1);
    assert_eq!(server.number("SELECT count(*) FROM triggers").await, 1);
    assert_eq!(server.number("SELECT count(*) FROM emails").await, 4);
    // Without a key it is another one, with designs of its own.
    let other = brand.post(&path, json!({})).await.expect(201);
    assert_ne!(other["automationId"], first["automationId"]);
    assert_eq!(server.number("SELECT count(*) FROM emails").await, 8);
}

#[tokio::test]
async fn a_website_that_no_reader_can_open_is_linked_nowhere() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let website = json!({ "websiteUrl": "http://10.0.0.1/" });
    brand.patch("/v1/brand", website).await.expect(200);
    let used = using(&brand, "welcome", json!({})).await.expect(201);
    let id = used["emails"][0]["emailId"].as_str().unwrap();
    let path = format!("/v1/emails/{id}?include=html");
    let email = brand.get(&path).await.expect(200);
    assert!(!email.text().contains("10.0.0.1"), "{}", email.text());
    assert!(email.text().contains("https://example.com"));
}
