//! What the server says about itself agrees with the route table.

use std::collections::BTreeSet;

use postrider_content::models::Protocol;
use postrider_domain::accounts::prices::Price;
use postrider_domain::accounts::scope::Scope;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::policy::Policy;
use postrider_engine::models::{Limits, ModelSettings};
use postrider_server::api::callers::Callers;
use postrider_server::api::openapi::{self, WrittenFor};
use postrider_server::api::routes::{app, contract};
use postrider_server::api::row::Tenant;
use postrider_server::config::ModelConfig;
use postrider_test_support::browser_double::real;
use serde_json::{Value, json};

use crate::images::{drawing, drawn_by};
use crate::shots;
use crate::support::{TestServer, png};

async fn openapi() -> Value {
    let server = TestServer::start().await;
    server.nobody().get("/openapi.json").await.expect(200).json
}

#[tokio::test]
async fn openapi_covers_every_route() {
    let document = openapi().await;
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(
                ids.insert(id.to_owned()),
                "{id} stands twice: {method} {path}"
            );
        }
    }
    for row in contract() {
        let method = row.method.as_str().to_lowercase();
        let operation = &document["paths"][row.path][&method];
        assert!(operation.is_object(), "{method} {} is missing", row.path);
        let responses = operation["responses"].as_object().unwrap();
        for status in ["400", "401", "429", "500", "503"] {
            assert!(
                responses.contains_key(status),
                "{method} {} lacks {status}",
                row.path
            );
        }
        let promised: &[u16] = if row.is_built() { row.success } else { &[501] };
        for status in promised {
            assert!(
                responses.contains_key(&status.to_string()),
                "{method} {}",
                row.path
            );
        }
    }
}

/// The document of the app says what its pages call with, and what may be answered to a person.
#[test]
fn the_document_of_the_app_tells_of_sessions() {
    let rows = [contract(), app()].concat();
    let document = |url: &str| openapi::document(rows.iter(), WrittenFor::App, url);
    let whole = document("https://post.example.test");
    let scheme = |document: &Value| document["components"]["securitySchemes"]["session"].clone();
    assert_eq!(scheme(&whole)["in"], "cookie");
    assert_eq!(scheme(&whole)["name"], "__Host-postrider");
    assert_eq!(
        scheme(&document("http://127.0.0.1:8080"))["name"],
        "postrider"
    );
    assert_eq!(
        whole["security"],
        json!([{ "session": [] }, { "bearer": [] }, { "apiKey": [] }])
    );
    for row in &rows {
        let method = row.method.as_str().to_lowercase();
        let operation = &whole["paths"][row.path][&method];
        let security = match row.callers {
            Callers::Anybody => json!([{}, { "session": [] }]),
            Callers::Person => json!([{ "session": [] }]),
            _ => Value::Null,
        };
        assert_eq!(operation["security"], security, "{}", row.name);
        let codes = operation["x-error-codes"].as_array().unwrap();
        let has = |code: Code| codes.contains(&json!(code.as_str()));
        assert!(has(Code::CrossSiteRequest), "{}", row.name);
        assert!(operation["responses"]["403"].is_object(), "{}", row.name);
        let is_own = row.tenant == Tenant::Person;
        assert_eq!(has(Code::InsufficientRole), !is_own, "{}", row.name);
        let takes_keys = row.callers.include_keys();
        assert_eq!(has(Code::InvalidApiKey), takes_keys, "{}", row.name);
    }
    // Programs read nothing of it.
    let contract = contract();
    let public = openapi::document(
        contract.iter(),
        WrittenFor::Program,
        "https://post.example.test",
    );
    assert_eq!(scheme(&public), Value::Null);
    assert!(!public.to_string().contains("CROSS_SITE_REQUEST"));
}

#[tokio::test]
async fn openapi_has_no_dangling_reference() {
    let document = openapi().await;
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference
            .strip_prefix('#')
            .expect("a reference into the document");
        assert!(
            document.pointer(pointer).is_some(),
            "{reference} leads nowhere"
        );
    }
}

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            references.extend(map.get("$ref").and_then(Value::as_str).map(str::to_owned));
            map.values().for_each(|inner| collect(inner, references));
        }
        Value::Array(list) => list.iter().for_each(|inner| collect(inner, references)),
        _ => {}
    }
}

#[tokio::test]
async fn help_lists_every_route_policy_scope_and_code() {
    // Without a model that draws, and without a browser, some rows are not available.
    let models = drawing(&png(8, 8)).await;
    let browser = shots::settings(&real()).await;
    let server = drawn_by(&models, "good", 0)
        .configure(move |config| config.browser = browser.clone())
        .contract_limits()
        .limit(Policy::TriggersWrite, 6000)
        .start()
        .await;
    let help = server.brand().await.get("/v1/help").await.expect(200).json;
    let operations = help["credits"]["operations"].as_array().unwrap();
    for row in contract() {
        let listed = operations.iter().find(|operation| {
            operation["method"] == row.method.as_str()
                && operation["path"] == row.path
                && operation["operation"] == row.summary
        });
        let listed = listed.unwrap_or_else(|| panic!("{} {} is missing", row.method, row.path));
        assert_eq!(listed["metering"], row.metering.as_str());
        assert_eq!(listed["available"], row.is_built());
    }
    let texts = |list: &Value, key: &str| -> Vec<String> {
        let entries = list.as_array().unwrap().iter();
        let text = |entry: &Value| {
            if key.is_empty() {
                entry.clone()
            } else {
                entry[key].clone()
            }
        };
        entries
            .map(|entry| text(entry).as_str().unwrap().to_owned())
            .collect()
    };
    let policies: Vec<_> = Policy::ALL.iter().map(|policy| policy.as_str()).collect();
    assert_eq!(texts(&help["rateLimits"], "policy"), policies);
    let raised = help["rateLimits"]
        .as_array()
        .unwrap()
        .iter()
        .find(|l| l["policy"] == "triggers.write");
    assert_eq!(
        raised.unwrap()["perMinute"],
        6000,
        "the numbers are the configured ones"
    );
    assert_eq!(help["rateLimitStore"], "process");
    let scopes: Vec<_> = Scope::ALL.iter().map(|scope| scope.as_str()).collect();
    assert_eq!(texts(&help["scopes"], ""), scopes);
    let codes: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(texts(&help["errors"], "code"), codes);
}

#[tokio::test]
async fn help_says_who_makes_designs() {
    let server = TestServer::start().await;
    let help = server.brand().await.get("/v1/help").await.expect(200).json;
    assert_eq!(
        help["designer"],
        json!({ "kind": "built_in", "metered": false })
    );
    let settings = ModelSettings {
        base_url: "http://127.0.0.1:1/v1".parse().unwrap(),
        protocol: Protocol::ChatCompletions,
        model: "writer-2".to_owned(),
        key: None,
        concurrency: 1,
        limits: Limits::default(),
    };
    let model = ModelConfig {
        settings,
        price: Some(Price::default()),
    };
    let builder = TestServer::with().configure(move |config| config.model = Some(model.clone()));
    let help = builder.start().await.brand().await.get("/v1/help").await;
    let designer = json!({ "kind": "model", "model": "writer-2", "metered": true });
    assert_eq!(help.expect(200)["designer"], designer);
}

#[tokio::test]
async fn help_tells_every_price_of_an_operation_that_has_several() {
    let server = TestServer::start().await;
    let help = server.brand().await.get("/v1/help").await.expect(200).json;
    let operations = help["credits"]["operations"].as_array().unwrap();
    let prices = |path: &str| -> Vec<(Value, Value)> {
        let of = operations
            .iter()
            .find(|operation| operation["path"] == path);
        let prices = of.unwrap()["prices"].as_array().unwrap().iter();
        prices
            .map(|price| (price["when"].clone(), price["cost"].clone()))
            .collect()
    };
    assert_eq!(
        prices("/v1/content/gif"),
        [("prompt", 20), ("image", 10), ("video", 10)]
            .map(|(from, cost)| (json!(format!("from: {from}")), json!(cost)))
    );
    assert_eq!(
        prices("/v1/content/transform"),
        [("optimize", 1), ("resize", 2)]
            .map(|(what, cost)| (json!(format!("operation: {what}")), json!(cost)))
    );
}

#[tokio::test]
async fn the_errors_page_has_a_section_for_each_code() {
    let server = TestServer::start().await;
    let page = server.nobody().get("/docs/errors").await.expect(200);
    for code in Code::ALL {
        assert!(
            page.text().contains(&format!("id=\"{}\"", code.as_str())),
            "{}",
            code.as_str()
        );
    }
}
