//! Strict input on every built row.

use serde_json::{Value, json};

use super::{body_of, built, path_of, with_body};
use crate::support::{Answer, Caller, TestServer, assert_problem};

/// A caller for each tenant: some routes need a key of the organization.
async fn callers(server: &TestServer) -> (Caller, Caller) {
    let org = server.org().await;
    let brand = org.brand().await;
    let org_key = org.key("all").await;
    ((*brand).clone(), org_key)
}

#[tokio::test]
async fn an_unknown_query_key_is_refused_on_every_built_route() {
    let server = TestServer::start().await;
    let (brand, org) = callers(&server).await;
    for row in built() {
        let caller = if row.path == "/v1/brands" {
            &org
        } else {
            &brand
        };
        for key in ["nonsense", "brandId", "brand_id"] {
            let path = format!("{}?{key}=1", path_of(&row));
            let request = caller.request(row.method.as_str(), &path);
            let answer = with_body(request, &row).send().await;
            assert_problem(&answer, 400, "INVALID_REQUEST", Some(key));
        }
    }
}

#[tokio::test]
async fn an_unknown_body_key_is_refused_on_every_built_route() {
    let server = TestServer::start().await;
    let (brand, _) = callers(&server).await;
    // The older create takes custom properties at the top: its keys are the caller's.
    let strict = |path: &str| path != "/contacts/create";
    for row in built().filter(|row| !row.takes_query() && strict(row.path)) {
        for key in ["nonsense", "brandId"] {
            let mut body = body_of(&row).unwrap();
            body[key] = json!("x");
            let answer = brand
                .request(row.method.as_str(), &path_of(&row))
                .json(&body)
                .send()
                .await;
            assert_problem(&answer, 400, "INVALID_REQUEST", Some(key));
        }
    }
}

#[tokio::test]
async fn a_misspelt_key_is_refused_with_the_nearest_accepted_one() {
    let server = TestServer::start().await;
    let (brand, _) = callers(&server).await;
    for row in built() {
        let types = row.types.as_ref().unwrap();
        let Some(object) = types.form.object() else {
            continue;
        };
        let long = object.properties.keys().filter(|key| key.len() > 4);
        for key in long.filter(|key| key.chars().any(char::is_uppercase)) {
            let snake = snake_case(key);
            let mut body = body_of(&row).unwrap_or_else(|| json!({}));
            body[&snake] = Value::Null;
            if row.takes_query() || row.path == "/contacts/create" {
                continue;
            }
            let answer = brand
                .request(row.method.as_str(), &path_of(&row))
                .json(&body)
                .send()
                .await;
            assert_problem(&answer, 400, "INVALID_REQUEST", Some(&snake));
            let suggestion = answer.json["error"]["suggestion"].as_str().unwrap();
            assert!(
                suggestion.contains(&format!("`{key}`")),
                "{snake}: {suggestion}"
            );
        }
    }
}

fn snake_case(key: &str) -> String {
    let mut out = String::new();
    for c in key.chars() {
        if c.is_uppercase() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// What replaced a key is told where it was taken, and where it is taken now: nowhere else.
#[tokio::test]
async fn advice_about_a_retired_key_belongs_to_its_route() {
    let server = TestServer::start().await;
    let (brand, _) = callers(&server).await;
    let suggestion = |answer: &Answer| {
        let text = answer.json["error"]["suggestion"].as_str();
        text.unwrap_or_default().to_owned()
    };
    for (path, advice) in [
        ("/v1/emails?emailId=x", "GET /v1/emails/{emailId}"),
        (
            "/v1/audiences?audienceId=x",
            "GET /v1/audiences/{audienceId}",
        ),
        ("/v1/sends?runId=x", "GET /v1/sends/{sendId}"),
        ("/v1/analytics/events?recipientEmail=x", "Use `recipient`."),
        (
            "/v1/emails?createdAtFrom=x",
            "Use `sortBy` with `from` and `to`.",
        ),
        ("/v1/sends?createdAtFrom=x", "Use `from` and `to`."),
    ] {
        let refused = brand.get(path).await;
        assert_eq!(refused.status, 400, "{path}");
        let told = suggestion(&refused);
        assert!(told.contains(advice), "{path}: {told}");
    }
    let contact = "/v1/contacts";
    for (path, body) in [
        (
            contact,
            json!({ "email": "a@example.com", "audienceId": "x" }),
        ),
        (contact, json!({ "email": "a@example.com", "version": 2 })),
        (contact, json!({ "email": "a@example.com", "verify": true })),
        (
            contact,
            json!({ "email": "a@example.com", "recipientEmail": "x" }),
        ),
        (
            contact,
            json!({ "email": "a@example.com", "fromEmail": "x" }),
        ),
        (
            "/v1/audiences",
            json!({ "name": "x", "filters": {}, "emailId": "x" }),
        ),
    ] {
        let refused = brand.post(path, body.clone()).await;
        assert_eq!(refused.status, 400, "{body}");
        let told = suggestion(&refused);
        assert!(
            told.starts_with("Accepted keys") || told.starts_with("Did you mean"),
            "{body}: {told}"
        );
    }
}

#[tokio::test]
async fn a_key_that_stands_twice_in_a_body_is_refused() {
    let server = TestServer::start().await;
    let (brand, _) = callers(&server).await;
    for (body, param) in [
        (
            r#"{"email":"a@example.com","email":"b@example.com"}"#,
            "email",
        ),
        (
            r#"{"email":"a@example.com","customFields":{"plan":"a","plan":"b"}}"#,
            "customFields.plan",
        ),
        (
            r#"{"contacts":[{"email":"a@example.com"},{"email":"b@example.com","firstName":"B","firstName":"C"}]}"#,
            "contacts[1].firstName",
        ),
    ] {
        let refused = brand
            .request("POST", "/v1/contacts")
            .header("content-type", "application/json")
            .body(body)
            .send()
            .await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
}
