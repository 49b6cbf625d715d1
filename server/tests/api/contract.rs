//! The OpenAPI document says what the answers really are. `make contract` compares them at random; here
//! stands what it found, and what it cannot see.

use postrider_server::api::routes::contract;
use serde_json::{Value, json};

use crate::support::{TestServer, assert_problem};

async fn document(server: &TestServer) -> Value {
    server.nobody().get("/openapi.json").await.expect(200).json
}

/// The schema that a reference leads to.
fn resolved<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    match schema["$ref"].as_str() {
        Some(reference) => document
            .pointer(reference.trim_start_matches('#'))
            .expect("the reference leads somewhere"),
        None => schema,
    }
}

/// Every key that the schema requires is in the value, all the way down.
fn assert_has_required(document: &Value, schema: &Value, value: &Value) {
    let schema = resolved(document, schema);
    for key in schema["required"].as_array().unwrap_or(&Vec::new()) {
        let key = key.as_str().unwrap();
        assert!(value.get(key).is_some(), "`{key}` is not in {value}");
    }
    for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(key).filter(|value| value.is_object()) {
            assert_has_required(document, inner, value);
        }
    }
}

#[tokio::test]
async fn an_answer_has_every_key_that_its_schema_requires() {
    let server = TestServer::start().await;
    let document = document(&server).await;
    let schema = |name: &str| document["components"]["schemas"][name].clone();
    let brand = server.brand().await;
    let usage = brand.get("/v1/usage").await.expect(200).json;
    assert_has_required(&document, &schema("Usage"), &usage);
    let ada = json!({ "email": "ada@example.com" });
    let one = brand.post("/v1/contacts", ada.clone()).await.expect(201);
    assert_has_required(&document, &schema("WrittenContact"), &one.json);
    let batch = json!({ "contacts": [ada] });
    let batch = brand.post("/v1/contacts", batch).await.expect(200).json;
    assert_has_required(&document, &schema("BatchAnswer"), &batch);
}

#[tokio::test]
async fn the_document_declares_the_headers_of_every_answer() {
    let server = TestServer::start().await;
    let document = document(&server).await;
    let always = [
        "X-Request-Id",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
    ];
    for name in always {
        assert_eq!(document["components"]["headers"][name]["required"], true);
    }
    let error = &document["components"]["responses"]["Error"]["headers"];
    assert!(error["Retry-After"].is_object(), "{error}");
    for row in contract().iter().filter(|row| row.is_built()) {
        let operation = &document["paths"][row.path][row.method.as_str().to_lowercase()];
        for status in row.success {
            let declared = &operation["responses"][status.to_string()]["headers"];
            for name in always {
                assert!(declared[name].is_object(), "{} lacks {name}", row.path);
            }
            let replays = declared["Idempotent-Replayed"].is_object();
            assert_eq!(replays, row.idempotent, "{} {}", row.method, row.path);
            let priced = declared["X-Credit-Cost"].is_object();
            assert_eq!(priced, row.metering.as_str() != "free", "{}", row.path);
        }
    }
}

#[tokio::test]
async fn the_document_marks_what_is_not_built() {
    let server = TestServer::start().await;
    let document = document(&server).await;
    for row in contract() {
        let operation = &document["paths"][row.path][row.method.as_str().to_lowercase()];
        assert_eq!(operation["x-available"], row.is_built(), "{}", row.path);
    }
}

#[tokio::test]
async fn a_query_parameter_is_left_out_and_never_null() {
    let server = TestServer::start().await;
    let document = document(&server).await;
    let mut seen = 0;
    for operation in document["paths"].as_object().unwrap().values() {
        for parameter in operation["get"]["parameters"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let schema = parameter["schema"].to_string();
            assert!(!schema.contains("null"), "{parameter}");
            seen += usize::from(parameter["in"] == "query");
        }
    }
    assert!(seen > 10, "{seen}");
}

/// The generator numbers types that share a name, so a new row would rename the types of older ones.
#[tokio::test]
async fn no_two_schemas_share_a_name() {
    let server = TestServer::start().await;
    let document = document(&server).await;
    for name in document["components"]["schemas"]
        .as_object()
        .unwrap()
        .keys()
    {
        assert!(!name.ends_with(char::is_numeric), "{name}");
    }
}

#[tokio::test]
async fn a_body_is_required_where_something_in_it_is() {
    let server = TestServer::start().await;
    let document = document(&server).await;
    let required = |path: &str, method: &str| {
        document["paths"][path][method]["requestBody"]["required"].clone()
    };
    assert_eq!(required("/v1/contacts", "post"), true);
    assert_eq!(required("/v1/fields", "post"), true);
    assert_eq!(required("/v1/brand", "patch"), false);
    let nothing = server.brand().await.request("PATCH", "/v1/brand");
    assert_eq!(nothing.send().await.status, 200);
}

#[tokio::test]
async fn a_whole_number_may_be_written_as_a_float() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (radius, status) in [("54", 200), ("54.0", 200), ("5.4e1", 200), ("54.5", 400)] {
        let body = format!(r#"{{ "theme": {{ "buttonRadius": {radius} }} }}"#);
        let request = brand.request("PATCH", "/v1/brand");
        let request = request.header("Content-Type", "application/json");
        let answer = request.body(body).send().await.expect(status);
        if status == 200 {
            assert_eq!(answer.json["theme"]["buttonRadius"], 54, "{radius}");
        }
    }
}

#[tokio::test]
async fn an_idempotency_key_fits_the_declared_pattern_or_is_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let name = json!({ "fieldName": "city", "fieldType": "string" });
    let long = "k".repeat(101);
    for key in ["", "a\tb", long.as_str()] {
        let refused = brand.post_once(key, "/v1/fields", name.clone()).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("Idempotency-Key"));
    }
    let longest = "k".repeat(100);
    for key in ["!", "a b", longest.as_str()] {
        let answer = brand.post_once(key, "/v1/fields", name.clone()).await;
        assert!(answer.status < 300, "{key}: {}", answer.status);
    }
}
