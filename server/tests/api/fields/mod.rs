//! Field definitions.

mod delete;

use std::time::Duration;

use postrider_domain::contacts::field::{CoreColumn, IMMUTABLE_KEYS, RESERVED_NAMES};
use serde_json::{Value, json};

use super::support::{Answer, Brand, TestServer, assert_problem};

async fn define(brand: &Brand, name: &str, kind: &str) -> Answer {
    brand
        .post(
            "/v1/fields",
            json!({ "fieldName": name, "fieldType": kind }),
        )
        .await
}

fn names(page: &Answer) -> Vec<&str> {
    let rows = page["data"]
        .as_array()
        .unwrap_or_else(|| panic!("{}", page.text()));
    rows.iter()
        .map(|row| row["fieldName"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn the_list_holds_the_core_columns_first_then_the_newest_field() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let body = json!({ "fieldName": "plan", "fieldType": "string", "label": "Plan" });
    brand.post("/v1/fields", body).await.expect(201);
    server.clock.advance(Duration::from_secs(1));
    define(&brand, "born", "date").await.expect(201);
    let list = brand.get("/v1/fields").await.expect(200);
    let core =
        |name: &str, kind: &str| json!({ "fieldName": name, "fieldType": kind, "isCore": true });
    assert_eq!(
        list.json,
        json!({
            "data": [
                core("email", "string"), core("firstName", "string"), core("lastName", "string"),
                core("subscribed", "boolean"), core("suppressed", "boolean"),
                core("validationStatus", "string"), core("lastValidatedAt", "date"),
                core("importId", "string"), core("createdAt", "date"), core("updatedAt", "date"),
                {
                    "fieldName": "born", "fieldType": "date", "isCore": false,
                    "createdAt": "2026-01-01T00:00:01.000Z"
                },
                {
                    "fieldName": "plan", "fieldType": "string", "label": "Plan", "isCore": false,
                    "createdAt": "2026-01-01T00:00:00.000Z"
                }
            ],
            "pagination": { "limit": 50, "hasMore": false }
        })
    );
}

#[tokio::test]
async fn the_list_pages_across_core_columns_and_fields() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for name in ["a", "b", "c"] {
        define(&brand, name, "string").await.expect(201);
    }
    let whole = brand.get("/v1/fields").await.expect(200);
    let (mut paged, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = brand
            .get(&format!("/v1/fields?limit=4{cursor}"))
            .await
            .expect(200);
        paged.extend(page["data"].as_array().unwrap().clone());
        let Some(next) = page["pagination"]["cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(json!(paged), whole["data"]);
    assert_eq!(names(&whole)[10..], ["c", "b", "a"]);
}

#[tokio::test]
async fn the_list_refuses_what_it_does_not_take() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (query, param) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("cursor=x", "cursor"),
        ("fieldName=a", "fieldName"),
        ("type=string", "type"),
    ] {
        let refused = brand.get(&format!("/v1/fields?{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn a_field_is_read_by_its_name() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (name, path) in [
        ("Plan Name", "Plan%20Name"),
        ("größe", "gr%C3%B6%C3%9Fe"),
        ("a/b", "a%2Fb"),
        ("50%", "50%25"),
    ] {
        let made = define(&brand, name, "number").await.expect(201);
        assert_eq!(
            brand
                .get(&format!("/v1/fields/{path}"))
                .await
                .expect(200)
                .json,
            made.json
        );
    }
    let core = brand.get("/v1/fields/createdAt").await.expect(200);
    assert_eq!(
        core.json,
        json!({ "fieldName": "createdAt", "fieldType": "date", "isCore": true })
    );
    for path in ["plan", "plan%20name", "created_at", "%00", "'%20OR%201=1"] {
        assert_problem(
            &brand.get(&format!("/v1/fields/{path}")).await,
            404,
            "FIELD_NOT_FOUND",
            None,
        );
    }
}

#[tokio::test]
async fn the_same_field_again_is_200_and_another_type_a_mismatch() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for kind in ["string", "number", "boolean", "date"] {
        let name = format!("a {kind}");
        let made = define(&brand, &name, kind).await.expect(201);
        assert_eq!(
            define(&brand, &name, kind).await.expect(200).json,
            made.json
        );
        let other = if kind == "date" { "number" } else { "date" };
        let refused = define(&brand, &name, other).await;
        assert_problem(&refused, 409, "FIELD_TYPE_MISMATCH", Some("fieldType"));
    }
}

#[tokio::test]
async fn names_differ_by_case() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    define(&brand, "plan", "string").await.expect(201);
    define(&brand, "Plan", "number").await.expect(201);
    assert_eq!(brand.get("/v1/fields/plan").await["fieldType"], "string");
    assert_eq!(brand.get("/v1/fields/Plan").await["fieldType"], "number");
}

#[tokio::test]
async fn reserved_and_impossible_names_are_refused_at_field_name() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let too_long = "x".repeat(101);
    let impossible = [
        "", " ", " a", "a ", "a.b", "a{b", "a}b", "a|b", "a\"b", "a\nb", "a\0b", &too_long,
    ];
    let core = CoreColumn::ALL.map(CoreColumn::as_str);
    for name in impossible
        .iter()
        .chain(&RESERVED_NAMES)
        .chain(&IMMUTABLE_KEYS)
        .chain(&core)
    {
        let refused = define(&brand, name, "string").await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("fieldName"));
    }
    define(&brand, &"ü".repeat(100), "string").await.expect(201);
    assert_eq!(server.number("SELECT count(*) FROM fields").await, 1);
}

#[tokio::test]
async fn a_definition_is_strict() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (body, param) in [
        (json!({}), "fieldName"),
        (json!({ "fieldName": "a" }), "fieldType"),
        (
            json!({ "fieldName": 5, "fieldType": "string" }),
            "fieldName",
        ),
        (
            json!({ "fieldName": null, "fieldType": "string" }),
            "fieldName",
        ),
        (
            json!({ "fieldName": "a", "fieldType": "text" }),
            "fieldType",
        ),
        (
            json!({ "fieldName": "a", "fieldType": "String" }),
            "fieldType",
        ),
        (
            json!({ "fieldName": "a", "fieldType": Value::Null }),
            "fieldType",
        ),
        (
            json!({ "fieldName": "a", "fieldType": "string", "label": "x".repeat(201) }),
            "label",
        ),
        (
            json!({ "field_name": "a", "fieldType": "string" }),
            "field_name",
        ),
        (
            json!({ "fieldName": "a", "fieldType": "string", "isCore": true }),
            "isCore",
        ),
        (
            json!({ "fieldName": "a", "fieldType": "string", "brandId": "x" }),
            "brandId",
        ),
    ] {
        assert_problem(
            &brand.post("/v1/fields", body).await,
            400,
            "INVALID_REQUEST",
            Some(param),
        );
    }
    assert_eq!(server.number("SELECT count(*) FROM fields").await, 0);
}
