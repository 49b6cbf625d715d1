//! Input that no honest caller sends: each is refused with its code, and nothing is written.

use serde_json::{Value, json};

use super::support::{Answer, Brand, TestServer, assert_problem};

async fn raw(brand: &Brand, method: &str, path: &str, body: impl Into<Vec<u8>>) -> Answer {
    let request = brand
        .request(method, path)
        .header("Content-Type", "application/json");
    request.body(body).send().await
}

async fn assert_nothing_written(server: &TestServer) {
    for table in ["contacts", "fields", "audiences", "imports", "opt_outs"] {
        assert_eq!(
            server
                .number(&format!("SELECT count(*) FROM {table}"))
                .await,
            0,
            "{table}"
        );
    }
}

#[tokio::test]
async fn a_body_of_ten_megabytes_is_too_large_everywhere() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let text = "x".repeat(10 << 20);
    for (method, path, body) in [
        (
            "POST",
            "/v1/contacts",
            json!({ "email": "ada@example.com", "firstName": text }),
        ),
        (
            "POST",
            "/v1/contacts",
            json!({ "contacts": [{ "email": "ada@example.com", "firstName": text }] }),
        ),
        ("PATCH", "/v1/contacts", json!({ "email": text })),
        ("DELETE", "/v1/contacts", json!({ "email": text })),
        ("POST", "/v1/contacts/search", json!({ "search": text })),
        ("POST", "/v1/contacts/import-csv", json!({ "csv": text })),
        ("POST", "/contacts/create", json!({ "email": text })),
        (
            "POST",
            "/v1/fields",
            json!({ "fieldName": text, "fieldType": "string" }),
        ),
        ("POST", "/v1/audiences", json!({ "name": text })),
        ("PATCH", "/v1/brand", json!({ "voice": text })),
    ] {
        let refused = brand.request(method, path).json(&body).send().await;
        assert_problem(&refused, 413, "PAYLOAD_TOO_LARGE", None);
    }
    assert_nothing_written(&server).await;
}

#[tokio::test]
async fn contact_writes_take_six_mebibytes_and_other_bodies_one() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let note = "x".repeat(9_000);
    let contacts: Value = (0..620)
        .map(|n| json!({ "email": format!("n{n}@example.com"), "customFields": { "note": note } }))
        .collect();
    let written = brand
        .post("/v1/contacts", json!({ "contacts": contacts }))
        .await
        .expect(200);
    assert_eq!(written["summary"]["created"], 620);
    let refused = brand
        .post(
            "/v1/contacts/search",
            json!({ "search": "x".repeat(1 << 20) }),
        )
        .await;
    assert_problem(&refused, 413, "PAYLOAD_TOO_LARGE", None);
}

#[tokio::test]
async fn deep_json_is_no_valid_json() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for depth in [200, 25_000] {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let bodies = [
            deep.clone(),
            format!(r#"{{"email":"a@example.com","customFields":{{"x":{deep}}}}}"#),
        ];
        for body in bodies {
            assert_problem(
                &raw(&brand, "POST", "/v1/contacts", body).await,
                400,
                "INVALID_REQUEST",
                None,
            );
        }
        let filters = format!(
            r#"{{"filters":[{}{}]}}"#,
            r#"{"logicalOperator":"and","filters":["#.repeat(depth),
            "]}".repeat(depth)
        );
        let refused = raw(&brand, "POST", "/v1/contacts/search", filters).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", None);
    }
    assert_nothing_written(&server).await;
}

#[tokio::test]
async fn malformed_json_and_invalid_utf_8_are_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let bodies: [&[u8]; 9] = [
        b"{",
        b"{\"email\":\"ada@example.com\"",
        b"{\"email\":\"ada@example.com\",}",
        b"{'email':'ada@example.com'}",
        b"{\"email\":\"\xff\xfe@example.com\"}",
        b"{\"email\":\"\xc0\x80@example.com\"}",
        b"{\"email\":\"\\ud800@example.com\"}",
        b"\xef\xbb\xbf\x00",
        b"{\"email\":\"ada@example.com\"}{}",
    ];
    for path in [
        "/v1/contacts",
        "/v1/contacts/search",
        "/v1/contacts/import-csv",
        "/contacts/create",
    ] {
        for body in bodies {
            assert_problem(
                &raw(&brand, "POST", path, body).await,
                400,
                "INVALID_REQUEST",
                None,
            );
        }
    }
    assert_nothing_written(&server).await;
}

#[tokio::test]
async fn numbers_outside_a_64_bit_float_are_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for number in [
        "1e309",
        "-1e309",
        "1e999999999",
        "NaN",
        "Infinity",
        "0x10",
        "1.",
        "01",
        &"9".repeat(400),
    ] {
        let body = format!(r#"{{"email":"ada@example.com","customFields":{{"n":{number}}}}}"#);
        assert_problem(
            &raw(&brand, "POST", "/v1/contacts", body).await,
            400,
            "INVALID_REQUEST",
            None,
        );
        let body =
            format!(r#"{{"filters":[{{"field":"email","operator":"equals","value":{number}}}]}}"#);
        assert_problem(
            &raw(&brand, "POST", "/v1/contacts/search", body).await,
            400,
            "INVALID_REQUEST",
            None,
        );
    }
    assert_nothing_written(&server).await;
}

const CONTROL: [char; 8] = [
    '\0', '\u{1}', '\u{8}', '\u{b}', '\u{1b}', '\u{7f}', '\u{85}', '\u{9f}',
];

#[tokio::test]
async fn nul_and_control_characters_in_a_contact_are_refused_at_their_place() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for c in CONTROL {
        let (good, bad) = ("a@example.com", format!("a{c}b"));
        let consent = json!({ "source": bad, "capturedAt": "2026-01-01" });
        for (body, param) in [
            (json!({ "email": format!("{bad}@example.com") }), "email"),
            (json!({ "email": good, "firstName": bad }), "firstName"),
            (
                json!({ "email": good, "customFields": { "x": bad } }),
                "customFields.x",
            ),
            (
                json!({ "email": good, "consent": consent }),
                "consent.source",
            ),
            (
                json!({ "contacts": [{ "email": good, bad.clone(): "x" }] }),
                &format!("contacts[0].{bad}"),
            ),
        ] {
            let refused = brand.post("/v1/contacts", body).await;
            assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
        }
        let body = json!({ "email": good, "customFields": { bad: "x" } });
        let refused = brand.post("/v1/contacts", body).await;
        assert_eq!((refused.status, refused.code()), (400, "INVALID_REQUEST"));
    }
    assert_nothing_written(&server).await;
}

#[tokio::test]
async fn nul_and_control_characters_elsewhere_are_refused_at_their_place() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for c in CONTROL {
        let bad = format!("a{c}b");
        let filters = json!([{ "field": "email", "operator": "equals", "value": bad }]);
        let everybody = json!({ "logicalOperator": "and", "filters": [] });
        for (path, body, param) in [
            ("/v1/contacts/search", json!({ "search": bad }), "search"),
            (
                "/v1/contacts/search",
                json!({ "filters": filters }),
                "filters[0].value",
            ),
            (
                "/v1/contacts/batch-delete",
                json!({ "emails": [bad] }),
                "emails[0]",
            ),
            (
                "/v1/fields",
                json!({ "fieldName": bad, "fieldType": "string" }),
                "fieldName",
            ),
            (
                "/v1/audiences",
                json!({ "name": bad, "filters": everybody }),
                "name",
            ),
        ] {
            assert_problem(
                &brand.post(path, body).await,
                400,
                "INVALID_REQUEST",
                Some(param),
            );
        }
        let refused = brand.patch("/v1/brand", json!({ "voice": bad })).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("voice"));
        let query = format!("/v1/contacts?search=%{:02X}", c as u32);
        let refused = brand.get(&query).await;
        assert_eq!(
            (refused.status, refused.code()),
            (400, "INVALID_REQUEST"),
            "{query}"
        );
    }
    assert_nothing_written(&server).await;
}

#[tokio::test]
async fn sql_in_any_place_is_a_value_or_a_mistake() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let attack = "x' OR 1=1; DROP TABLE contacts; --";
    brand.post("/v1/contacts", json!({ "email": "ada@example.com", "firstName": attack, "customFields": { attack: attack } })).await.expect(201);
    let field = format!("customFields.{attack}");
    let body = json!({ "filters": [{ "field": field, "operator": "equals", "value": attack }], "sort": field, "search": attack });
    let found = brand.post("/v1/contacts/search", body).await.expect(200);
    assert_eq!(found["data"][0]["customFields"], json!({ attack: attack }));
    for path in [
        "/v1/contacts/'%20OR%201=1--",
        "/v1/fields/'%20OR%201=1--",
        "/v1/audiences/'%20OR%201=1--",
        "/v1/contacts/imports/'%20OR%201=1--",
    ] {
        assert_eq!(brand.get(path).await.status, 404, "{path}");
    }
    let query = "/v1/contacts?search=%27%20OR%201%3D1%20--";
    assert_eq!(brand.get(query).await.expect(200)["data"], json!([]));
    let deleted = brand
        .post(
            "/v1/contacts/batch-delete",
            json!({ "emails": [attack, "%@example.com", "___@example.com"] }),
        )
        .await
        .expect(200);
    assert_eq!(deleted["deletedCount"], 0);
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 1);
}

#[tokio::test]
async fn a_key_that_stands_twice_is_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body = r#"{"email":"first@example.com","email":"last@example.com"}"#;
    let refused = raw(&brand, "POST", "/v1/contacts", body).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("email"));
}
