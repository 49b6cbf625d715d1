//! Rows of a batch that cannot be written, and batches that cannot.

use serde_json::{Value, json};

use super::batch::write;
use super::{ADA, create, read};
use crate::support::{Answer, TestServer, assert_problem};

const BAD_AND_GOOD: &str = r#"[
    { "firstName": "Nobody" },
    { "email": "good@example.com", "customFields": { "plan": "pro" } },
    { "email": "not an address" },
    { "email": "a@example.com", "customFields": { "email": "x" } },
    { "email": "b@example.com", "customFields": { "seats": "many" } },
    { "email": "c@example.com", "customFields": { "plan": 1 } },
    { "email": "d@example.com", "firstName": "a\nb" },
    { "email": "e@example.com", "consent": { "source": "form" } },
    { "email": "also.good@example.com" }
]"#;

/// The errors of rows, each with where, whose, what and which key.
fn told(answer: &Answer) -> Vec<Value> {
    let errors = answer["errors"].as_array().expect("a list").iter();
    let told = |error: &Value| {
        assert!(!error["message"].as_str().unwrap_or_default().is_empty());
        ["index", "email", "code", "param"]
            .map(|key| error[key].clone())
            .into()
    };
    errors.map(told).collect()
}

#[tokio::test]
async fn bad_rows_are_reported_and_the_others_are_written() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(
        &brand,
        json!({ "email": ADA, "customFields": { "seats": 1 } }),
    )
    .await;
    let rows = serde_json::from_str(BAD_AND_GOOD).unwrap();
    let answer = write(&brand, rows).await.expect(200);
    let errors = told(&answer);
    assert_eq!(
        errors,
        [
            json!([0, null, "MISSING_EMAIL", "email"]),
            json!([2, "not an address", "INVALID_REQUEST", "email"]),
            json!([3, "a@example.com", "INVALID_REQUEST", "customFields.email"]),
            json!([
                4,
                "b@example.com",
                "FIELD_TYPE_MISMATCH",
                "customFields.seats"
            ]),
            json!([
                5,
                "c@example.com",
                "FIELD_TYPE_MISMATCH",
                "customFields.plan"
            ]),
            json!([6, "d@example.com", "INVALID_REQUEST", "firstName"]),
            json!([7, "e@example.com", "INVALID_REQUEST", "consent.capturedAt"]),
        ]
    );
    assert_eq!(
        answer["summary"],
        json!({ "created": 2, "updated": 0, "failed": 7 })
    );
    assert_eq!(answer["fieldsCreated"], json!(["plan"]));
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 3);
}

#[tokio::test]
async fn a_refused_row_creates_no_field() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(
        &brand,
        json!({ "email": ADA, "customFields": { "seats": 1 } }),
    )
    .await;
    let answer = write(
        &brand,
        json!([
            { "email": "a@example.com", "customFields": { "plan": 1, "seats": "x" } },
            { "email": "b@example.com", "customFields": { "plan": "pro" } }
        ]),
    )
    .await
    .expect(200);
    assert_eq!(
        (&answer["fieldsCreated"], &answer["summary"]["failed"]),
        (&json!(["plan"]), &json!(1))
    );
    assert_eq!(brand.get("/v1/fields/plan").await["fieldType"], "string");
}

#[tokio::test]
async fn a_key_that_no_contact_has_refuses_the_whole_batch() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let with = |index: usize, row: Value| {
        let mut contacts =
            json!([{ "email": ADA }, { "email": "b@example.com" }, { "email": "c@example.com" }]);
        contacts[index] = row;
        json!({ "contacts": contacts })
    };
    for (body, param) in [
        (
            with(2, json!({ "email": ADA, "firstNam": "x" })),
            "contacts[2].firstNam",
        ),
        (
            with(1, json!({ "email": ADA, "consent": { "from": "x" } })),
            "contacts[1].consent.from",
        ),
        (
            with(0, json!({ "email": ADA, "brandId": "x" })),
            "contacts[0].brandId",
        ),
        (
            with(0, json!({ "email": ADA, "validate": true })),
            "contacts[0].validate",
        ),
        (
            json!({ "contacts": [{ "email": ADA }], "email": ADA }),
            "email",
        ),
        (json!({ "contacts": { "email": ADA } }), "contacts"),
        (json!({ "contacts": null }), "contacts"),
        (
            json!({ "contacts": [{ "email": ADA }, "b@example.com"] }),
            "contacts[1]",
        ),
        (json!({ "contacts": [null] }), "contacts[0]"),
    ] {
        let refused = brand.post("/v1/contacts", body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
}

const UNREADABLE_AND_GOOD: &str = r#"[
    { "email": "a@example.com", "createdAt": "2026-01-01" },
    { "email": "b@example.com", "subscribed": "no" },
    { "email": 7 },
    { "email": "d@example.com", "customFields": ["plan"] },
    { "email": "e@example.com", "consent": "yes" },
    { "email": "f@example.com", "consent": { "source": 5 } },
    { "email": "g@example.com", "firstName": "a\u0000b" },
    { "email": "good@example.com", "subscribed": false },
    { "email": "good@example.com", "suppressed": false }
]"#;

#[tokio::test]
async fn rows_of_the_wrong_kind_or_with_read_only_keys_are_reported_and_the_others_are_written() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let rows = serde_json::from_str(UNREADABLE_AND_GOOD).unwrap();
    let answer = write(&brand, rows).await.expect(200);
    let errors = told(&answer);
    let (immutable, invalid) = ("CORE_FIELD_IMMUTABLE", "INVALID_REQUEST");
    let expected = json!([
        [0, "a@example.com", immutable, "createdAt"],
        [1, "b@example.com", invalid, "subscribed"],
        [2, null, invalid, "email"],
        [3, "d@example.com", invalid, "customFields"],
        [4, "e@example.com", invalid, "consent"],
        [5, "f@example.com", invalid, "consent.source"],
        [6, "g@example.com", invalid, "firstName"],
        [8, "good@example.com", immutable, "suppressed"],
    ]);
    assert_eq!(json!(errors), expected);
    assert_eq!(
        answer["summary"],
        json!({ "created": 1, "updated": 0, "failed": 8 })
    );
    assert_eq!(read(&brand, "good@example.com").await["subscribed"], false);
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 1);
}
