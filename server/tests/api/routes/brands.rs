//! Whose data a call works on, on every row.

use std::sync::atomic::{AtomicU64, Ordering};

use postrider_server::api::routes::contract;
use postrider_server::api::row::{Row, Tenant};
use serde_json::{Value, json};

use super::{built, call, call_with};
use crate::audience_runs::{launch, manual};
use crate::emails::{design, draft};
use crate::images::image;
use crate::insights::insight;
use crate::sends::{LATER, campaign};
use crate::support::{Brand, TestServer, assert_problem, png};

#[tokio::test]
async fn an_organization_key_names_the_brand_on_every_brand_route() {
    let server = TestServer::start().await;
    let org = server.org().await;
    for row in contract() {
        let answer = call(&org, &row).await;
        if row.tenant == Tenant::Brand {
            assert_problem(&answer, 400, "INVALID_REQUEST", Some("X-Brand-Id"));
        } else {
            assert_ne!(answer.json["error"]["param"], "X-Brand-Id", "{}", row.path);
        }
    }
}

#[tokio::test]
async fn a_brand_of_another_organization_is_404_on_every_route() {
    let server = TestServer::start().await;
    let (org, foreign) = (server.org().await, server.brand().await);
    for row in contract() {
        for name in [foreign.brand_id.as_str(), "no-such-brand", ""] {
            let answer = call_with(&org, &row, &[("X-Brand-Id", name)]).await;
            assert_problem(&answer, 404, "BRAND_NOT_FOUND", None);
        }
    }
}

#[tokio::test]
async fn a_brand_key_that_names_another_brand_is_404_on_every_route() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, sister) = (org.brand().await, org.brand().await);
    for row in contract() {
        let other = call_with(&brand, &row, &[("X-Brand-Id", &sister.brand_id)]).await;
        if row.tenant == Tenant::OrganizationKey {
            assert_problem(&other, 403, "ORG_SCOPE_REQUIRED", None);
            continue;
        }
        assert_problem(&other, 404, "BRAND_NOT_FOUND", None);
        let own = call_with(&brand, &row, &[("X-Brand-Id", &brand.brand_id)]).await;
        assert_ne!(own.code(), "BRAND_NOT_FOUND", "{} {}", row.method, row.path);
    }
    server.at_rest().await;
}

#[tokio::test]
async fn an_organization_key_reaches_each_of_its_brands() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (one, two) = (org.brand().await, org.brand().await);
    let key = org.key("all").await;
    for brand in [&one, &two] {
        let answer = key.clone().on(brand).get("/v1/brand").await.expect(200);
        assert_eq!(answer["brandId"], brand.brand_id.as_str());
    }
}

/// Something of this brand for a path parameter, and the code of its 404.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of id")]
async fn owned(server: &TestServer, brand: &Brand, parameter: &str) -> (String, &'static str) {
    let made = |value: &Value| value.as_str().expect("an id").to_owned();
    match parameter {
        "{email}" => {
            let address = "only-here@example.com";
            let body = json!({ "email": address, "customFields": { "onlyHere": "x" } });
            assert!(brand.post("/v1/contacts", body).await.status < 300);
            (address.to_owned(), "CONTACT_NOT_FOUND")
        }
        "{fieldName}" => {
            let body = json!({ "fieldName": "onlyHere", "fieldType": "string" });
            assert!(brand.post("/v1/fields", body).await.status < 300);
            ("onlyHere".to_owned(), "FIELD_NOT_FOUND")
        }
        "{audienceId}" => {
            let filter = json!({ "field": "email", "operator": "contains", "value": "a" });
            let filters = json!({ "logicalOperator": "and", "filters": [filter] });
            let body = json!({ "name": "Only here", "filters": filters });
            let answer = brand.post("/v1/audiences", body).await.expect(201);
            (made(&answer["audienceId"]), "AUDIENCE_NOT_FOUND")
        }
        "{importId}" => {
            let body = json!({ "csv": "email\nimported@example.com\n" });
            let answer = brand.post("/v1/contacts/import-csv", body).await;
            (made(&answer["importId"]), "IMPORT_NOT_FOUND")
        }
        "{validationId}" => {
            let body = json!({ "emails": vec!["no address"; 101] });
            let answer = brand.post("/v1/contacts/validate", body).await.expect(202);
            (made(&answer["validationId"]), "VALIDATION_NOT_FOUND")
        }
        "{emailId}" => {
            static COUNT: AtomicU64 = AtomicU64::new(0);
            let id = format!("only-here-{}", COUNT.fetch_add(1, Ordering::Relaxed));
            design(server, brand, draft(&id)).await;
            (id, "EMAIL_NOT_FOUND")
        }
        "{groupId}" => {
            let body = json!({ "name": "Only here" });
            let answer = brand.post("/v1/email-groups", body).await.expect(201);
            (made(&answer["groupId"]), "EMAIL_GROUP_NOT_FOUND")
        }
        "{domainId}" => {
            static COUNT: AtomicU64 = AtomicU64::new(0);
            let name = format!("only-here-{}.test", COUNT.fetch_add(1, Ordering::Relaxed));
            let body = json!({ "name": name });
            let answer = brand.post("/v1/domains", body).await.expect(201);
            (made(&answer["domainId"]), "DOMAIN_NOT_FOUND")
        }
        "{sendId}" => {
            static COUNT: AtomicU64 = AtomicU64::new(0);
            let id = format!("sent-only-here-{}", COUNT.fetch_add(1, Ordering::Relaxed));
            design(server, brand, campaign(&id)).await;
            let body = json!({
                "emailId": id, "to": ["only-here@example.com"], "scheduledAt": LATER,
                "from": { "email": format!("hello@{}.sandbox.test", brand.brand_id) },
            });
            let answer = brand.post("/v1/sends", body).await.expect(202);
            (made(&answer["sendId"]), "SEND_NOT_FOUND")
        }
        "{automationId}" => (automation(brand).await, "AUTOMATION_NOT_FOUND"),
        "{automationRunId}" => {
            let path = format!("/v1/automations/{}/test", automation(brand).await);
            let body = json!({ "recipient": "only-here@example.com" });
            let answer = brand.post(&path, body).await.expect(202);
            (made(&answer["automationRunId"]), "AUTOMATION_RUN_NOT_FOUND")
        }
        "{audienceRunId}" => (audience_run(brand).await, "AUDIENCE_RUN_NOT_FOUND"),
        "{triggerEventId}" => (trigger(brand).await, "TRIGGER_EVENT_NOT_FOUND"),
        "{triggerInstanceId}" => {
            let path = format!("/v1/automations/triggers/{}/fire", trigger(brand).await);
            // A fire that is refused is recorded all the same.
            let answer = brand
                .post(&path, json!({ "payload": {} }))
                .await
                .expect(400);
            let id = &answer["error"]["details"]["triggerInstanceId"];
            (made(id), "TRIGGER_INSTANCE_NOT_FOUND")
        }
        "{chatId}" => {
            let body = json!({ "prompt": "Only here" });
            let answer = brand.post("/v1/emails", body).await.expect(202);
            (made(&answer["chatId"]), "CHAT_NOT_FOUND")
        }
        "{commentId}" => {
            let (email, _) = Box::pin(owned(server, brand, "{emailId}")).await;
            let path = format!("/v1/emails/{email}/comments");
            let body = json!({ "body": "Only here" });
            let answer = brand.post(&path, body).await.expect(201);
            // Of another brand its design is the first that is not there.
            (made(&answer["commentId"]), "EMAIL_NOT_FOUND")
        }
        "{testId}" => {
            let (email, _) = Box::pin(owned(server, brand, "{emailId}")).await;
            let path = format!("/v1/emails/{email}/inbox-placement-tests");
            let body = json!({ "domainId": brand.brand_id, "subject": "News" });
            let answer = brand.post(&path, body).await.expect(202);
            (made(&answer["testId"]), "EMAIL_NOT_FOUND")
        }
        "{insightId}" => (insight(server, brand).await, "INSIGHT_NOT_FOUND"),
        "{assetId}" => {
            let added = image(server, brand, &png(9, 8)).await;
            (made(&added["assetId"]), "NOT_FOUND")
        }
        "{keyId}" => (brand.key("emails").await.key_id, "NOT_FOUND"),
        // Flows are there for everybody, and nobody has one of their own.
        "{slug}" => ("only-here".to_owned(), "FLOW_NOT_FOUND"),
        other => panic!("{other} is new here: say how one is made"),
    }
}

async fn automation(brand: &Brand) -> String {
    let trigger = json!({ "id": "start", "type": "trigger", "config": { "mode": "event" } });
    let body = json!({ "name": "Only here", "nodes": [trigger], "connections": [] });
    let made = brand.post("/v1/automations", body).await.expect(201);
    made["automationId"].as_str().unwrap().to_owned()
}

/// One that starts much later.
async fn audience_run(brand: &Brand) -> String {
    let contact = json!({ "email": "only-here@example.com" });
    assert!(brand.post("/v1/contacts", contact).await.status < 300);
    let design = json!({
        "format": "html", "content": "<p>Only here</p>", "type": "automation", "title": "Only here",
        "subject": "Only here", "previewText": "Only here"
    });
    let design = brand.post("/v1/emails/import", design).await.expect(201);
    let mail = json!({ "id": "mail", "type": "sendEmail", "config": {
        "emailId": design["emailId"], "emailVersionId": design["emailVersionId"],
        "domainId": brand.brand_id, "subject": "Only here"
    } });
    let automation = manual(brand, Some("all"), vec![mail]).await;
    launch(brand, &automation, json!({ "scheduledAt": LATER })).await
}

async fn trigger(brand: &Brand) -> String {
    let email = json!({ "key": "email", "type": "string", "required": true });
    let body = json!({ "title": "Only here", "payloadSchema": { "fields": [email] } });
    let made = brand
        .post("/v1/automations/triggers", body)
        .await
        .expect(201);
    made["triggerEventId"].as_str().unwrap().to_owned()
}

/// A body with all that the row requires: what is named comes after it.
fn needed_body(row: &Row) -> Option<Value> {
    match (row.method.as_str(), row.path) {
        ("POST", "/v1/emails/{emailId}/restore") => Some(json!({ "emailVersionId": "x" })),
        ("POST", "/v1/automations/triggers/{triggerEventId}/fire") => {
            Some(json!({ "payload": {} }))
        }
        ("POST", "/v1/automations/{automationId}/test") => {
            Some(json!({ "recipient": "only-here@example.com" }))
        }
        ("PATCH", "/v1/insights/{insightId}") => Some(json!({ "state": "dismissed" })),
        ("PATCH", "/v1/emails/{emailId}/comments/{commentId}") => {
            Some(json!({ "status": "resolved" }))
        }
        (
            "POST",
            "/v1/emails/{emailId}/comments" | "/v1/emails/{emailId}/comments/{commentId}/messages",
        ) => Some(json!({ "body": "x" })),
        ("POST", "/v1/emails/{emailId}/inbox-placement-tests") => Some(json!({ "domainId": "x" })),
        ("PATCH", "/v1/email-groups/{groupId}") => Some(json!({ "name": "x" })),
        _ => super::body_of(row),
    }
}

#[tokio::test]
async fn an_id_of_another_brand_is_the_404_of_its_kind() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (owner, sister, stranger) = (org.brand().await, org.brand().await, server.brand().await);
    for row in built() {
        let parts = row.path.split('/').filter(|part| part.starts_with('{'));
        for parameter in parts {
            let (id, code) = owned(&server, &owner, parameter).await;
            let path = row.path.replace(parameter, &id);
            for other in [&sister, &stranger] {
                let answer = match needed_body(&row) {
                    Some(body) => {
                        other
                            .request(row.method.as_str(), &path)
                            .json(&body)
                            .send()
                            .await
                    }
                    None => other.get(&path).await,
                };
                assert_problem(&answer, 404, code, None);
            }
        }
    }
    server.at_rest().await;
}
