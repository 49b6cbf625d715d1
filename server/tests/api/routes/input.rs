//! Strict input on every built row.

use serde_json::{Value, json};

use super::{body_of, built, path_of, with_body};
use crate::support::{Caller, TestServer, assert_problem};

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
