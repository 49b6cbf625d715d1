//! `customFields` of a contact: typed by their first value, merged, cleared by null.

use postrider_domain::contacts::field::{IMMUTABLE_KEYS, RESERVED_NAMES};
use serde_json::{Value, json};

use super::{ADA, create, read};
use crate::support::{Answer, Brand, TestServer, assert_problem};

async fn write(brand: &Brand, custom: Value) -> Answer {
    brand
        .post(
            "/v1/contacts",
            json!({ "email": ADA, "customFields": custom }),
        )
        .await
}

#[tokio::test]
async fn a_new_key_creates_its_field_typed_by_the_first_value() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    // A date is never guessed: a text that looks like one is text.
    write(
        &brand,
        json!({ "plan": "pro", "seats": 3, "vip": false, "since": "2026-01-01" }),
    )
    .await
    .expect(201);
    for (name, kind) in [
        ("plan", "string"),
        ("seats", "number"),
        ("vip", "boolean"),
        ("since", "string"),
    ] {
        let field = brand.get(&format!("/v1/fields/{name}")).await.expect(200);
        assert_eq!(
            (&field["fieldType"], &field["isCore"]),
            (&json!(kind), &json!(false)),
            "{name}"
        );
    }
}

#[tokio::test]
async fn custom_fields_are_merged_and_null_clears_one() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    write(&brand, json!({ "plan": "pro", "seats": 3 }))
        .await
        .expect(201);
    write(&brand, json!({ "seats": 4, "vip": true }))
        .await
        .expect(200);
    let merged = write(&brand, json!({ "plan": null })).await.expect(200);
    assert_eq!(merged["customFields"], json!({ "seats": 4, "vip": true }));
    let again = write(&brand, json!({ "plan": null })).await.expect(200);
    assert_eq!(again["customFields"], json!({ "seats": 4, "vip": true }));
}

#[tokio::test]
async fn null_under_a_new_key_creates_no_field() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = write(&brand, json!({ "plan": null })).await.expect(201);
    assert_eq!(made["customFields"], json!({}));
    assert_problem(
        &brand.get("/v1/fields/plan").await,
        404,
        "FIELD_NOT_FOUND",
        None,
    );
}

#[tokio::test]
async fn a_value_of_another_type_is_a_mismatch_and_nothing_is_written() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    write(&brand, json!({ "text": "a", "number": 1, "flag": true }))
        .await
        .expect(201);
    brand
        .post(
            "/v1/fields",
            json!({ "fieldName": "day", "fieldType": "date" }),
        )
        .await
        .expect(201);
    let before = read(&brand, ADA).await;
    for (name, value) in [
        ("text", json!(1)),
        ("text", json!(true)),
        ("number", json!("1")),
        ("number", json!(true)),
        ("flag", json!("true")),
        ("flag", json!(0)),
        ("day", json!("tomorrow")),
        ("day", json!(true)),
    ] {
        let body = json!({
            "email": ADA, "firstName": "Ada", "customFields": { "another": "new", name: value }
        });
        let refused = brand.post("/v1/contacts", body).await;
        assert_problem(
            &refused,
            409,
            "FIELD_TYPE_MISMATCH",
            Some(&format!("customFields.{name}")),
        );
    }
    assert_eq!(read(&brand, ADA).await, before);
    assert_problem(
        &brand.get("/v1/fields/another").await,
        404,
        "FIELD_NOT_FOUND",
        None,
    );
}

#[tokio::test]
async fn a_date_is_unix_seconds_and_may_be_sent_as_a_time() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    brand
        .post(
            "/v1/fields",
            json!({ "fieldName": "day", "fieldType": "date" }),
        )
        .await
        .expect(201);
    for (sent, stored) in [
        (json!(1_700_000_000), 1_700_000_000_i64),
        (json!(1_700_000_000.9), 1_700_000_000),
        (json!("2023-11-14T22:13:20Z"), 1_700_000_000),
        (json!("2023-11-14T23:13:20.500+01:00"), 1_700_000_000),
        (json!("2023-11-14"), 1_699_920_000),
        (json!(-1), -1),
        (json!("0001-01-01"), -62_135_596_800),
        (json!("9999-12-31T23:59:59Z"), 253_402_300_799),
    ] {
        let answer = brand
            .post(
                "/v1/contacts",
                json!({ "email": ADA, "customFields": { "day": sent } }),
            )
            .await;
        assert_eq!(answer["customFields"]["day"], json!(stored), "{sent}");
    }
}

#[tokio::test]
async fn dates_outside_the_years_1_to_9999_are_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    brand
        .post(
            "/v1/fields",
            json!({ "fieldName": "day", "fieldType": "date" }),
        )
        .await
        .expect(201);
    for seconds in [
        json!(1_700_000_000_000_i64),
        json!(-62_135_596_801_i64),
        json!(253_402_300_800_i64),
        json!(1e300),
        json!(i64::MIN),
    ] {
        let refused = write(&brand, json!({ "day": seconds })).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("customFields.day"));
    }
    for text in [
        "10000-01-01",
        "0000-01-01",
        "2026-02-30",
        "2026-01-01T25:00:00Z",
    ] {
        let refused = write(&brand, json!({ "day": text })).await;
        assert_problem(
            &refused,
            409,
            "FIELD_TYPE_MISMATCH",
            Some("customFields.day"),
        );
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
}

#[tokio::test]
async fn numbers_come_back_as_they_were_sent() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (sent, back) in [
        ("0", "0"),
        ("-0.0", "0"),
        ("0.1", "0.1"),
        ("5.0", "5"),
        ("9007199254740991", "9007199254740991"),
        ("-1.5e300", "-1.5e300"),
        ("1.7976931348623157e308", "1.7976931348623157e308"),
        ("5e-324", "5e-324"),
        ("18446744073709551615", "18446744073709552000.0"),
    ] {
        let body = format!(r#"{{"email":"{ADA}","customFields":{{"n":{sent}}}}}"#);
        let request = brand
            .request("POST", "/v1/contacts")
            .header("Content-Type", "application/json");
        let answer = request.body(body).send().await;
        assert!(answer.status < 300, "{}", answer.text());
        let back: Value = serde_json::from_str(back).unwrap();
        assert_eq!(answer["customFields"]["n"], back, "{sent}");
        let shown = read(&brand, ADA).await;
        assert_eq!(shown["customFields"]["n"], back, "{sent}");
    }
}

#[tokio::test]
async fn reserved_names_are_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for name in RESERVED_NAMES.into_iter().chain(IMMUTABLE_KEYS) {
        let refused = write(&brand, json!({ name: "x" })).await;
        assert_problem(
            &refused,
            400,
            "INVALID_REQUEST",
            Some(&format!("customFields.{name}")),
        );
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
    assert_eq!(server.number("SELECT count(*) FROM fields").await, 0);
}

#[tokio::test]
async fn names_that_merge_tags_could_not_hold_are_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let too_long = "x".repeat(101);
    for name in [
        "a.b", "a{b", "a}b", "a|b", "a\"b", "", " a", "a ", "a\tb", &too_long,
    ] {
        let refused = write(&brand, json!({ name: "x" })).await;
        assert_problem(
            &refused,
            400,
            "INVALID_REQUEST",
            Some(&format!("customFields.{name}")),
        );
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
}

#[tokio::test]
async fn other_names_are_free() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let longest = "ü".repeat(100);
    for name in [
        "Plan Name",
        "größe",
        "snake_case",
        "a-b/c",
        "'; DROP TABLE contacts; --",
        "%",
        "$1",
        "*",
        "1",
        &longest,
    ] {
        let email = json!({ "email": ADA, "customFields": { name: "x" } });
        let answer = brand.post("/v1/contacts", email).await;
        assert_eq!(answer["customFields"][name], "x", "{name}");
    }
    assert_eq!(server.number("SELECT count(*) FROM fields").await, 10);
}

#[tokio::test]
async fn lists_and_objects_are_no_values() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for value in [json!([]), json!(["a"]), json!({}), json!({ "a": 1 })] {
        let refused = write(&brand, json!({ "tags": value })).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("customFields.tags"));
    }
    assert_eq!(server.number("SELECT count(*) FROM fields").await, 0);
}

#[tokio::test]
async fn text_has_up_to_10_000_characters_and_keeps_them_all() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let longest = "é".repeat(10_000);
    for text in ["", " a ", "a\r\n\tb", "\\ % _ ' \" $1 {{ x }} 😀", &longest] {
        let answer = write(&brand, json!({ "note": text })).await;
        assert_eq!(answer["customFields"]["note"], text);
    }
    let refused = write(&brand, json!({ "note": "é".repeat(10_001) })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("customFields.note"));
    let refused = write(&brand, json!({ "note": "a\0b" })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("customFields.note"));
    let kept = create(
        &brand,
        json!({ "email": "bob@example.com", "customFields": { "note": "x" } }),
    )
    .await;
    assert_eq!(kept["customFields"]["note"], "x");
}
