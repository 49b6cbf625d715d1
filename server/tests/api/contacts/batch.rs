//! `POST /v1/contacts` with many contacts.

use serde_json::{Value, json};

use super::{ADA, consent, create, read};
use crate::support::{Answer, Brand, TestServer, assert_problem};

pub(super) async fn write(brand: &Brand, contacts: Value) -> Answer {
    brand
        .post("/v1/contacts", json!({ "contacts": contacts }))
        .await
}

fn numbered(count: usize) -> Value {
    (0..count)
        .map(|n| json!({ "email": format!("n{n}@example.com") }))
        .collect()
}

#[tokio::test]
async fn a_batch_creates_and_updates_and_answers_200_with_a_summary() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(&brand, json!({ "email": ADA, "lastName": "Lovelace" })).await;
    let written = write(
        &brand,
        json!([
            { "email": ADA, "firstName": "Ada" },
            { "email": "bob@example.com", "customFields": { "plan": "pro", "seats": 2 } },
            { "email": "cem@example.com", "customFields": { "plan": "free" } }
        ]),
    )
    .await
    .expect(200);
    assert_eq!(
        written.json,
        json!({
            "summary": { "created": 2, "updated": 1, "failed": 0 },
            "fieldsCreated": ["plan", "seats"], "errors": []
        })
    );
    let ada = read(&brand, ADA).await;
    assert_eq!(
        (&ada["firstName"], &ada["lastName"]),
        (&json!("Ada"), &json!("Lovelace"))
    );
    let bob = read(&brand, "bob@example.com").await;
    assert_eq!(bob["customFields"], json!({ "plan": "pro", "seats": 2 }));
}

#[tokio::test]
async fn a_batch_has_1_to_1000_rows() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for count in [0, 1001] {
        let refused = write(&brand, numbered(count)).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("contacts"));
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
    let written = write(&brand, numbered(1000)).await.expect(200);
    assert_eq!(
        written["summary"],
        json!({ "created": 1000, "updated": 0, "failed": 0 })
    );
    let again = write(&brand, numbered(1000)).await.expect(200);
    assert_eq!(
        again["summary"],
        json!({ "created": 0, "updated": 1000, "failed": 0 })
    );
}

#[tokio::test]
async fn where_an_address_repeats_its_rows_are_merged_in_their_order() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let written = write(
        &brand,
        json!([
            { "email": ADA, "firstName": "First", "subscribed": false, "customFields": { "plan": "pro", "seats": 1 } },
            { "email": "bob@example.com" },
            { "email": "ADA@example.com", "firstName": "Second", "customFields": { "plan": null } },
            { "email": "ada@EXAMPLE.com", "lastName": "Last", "customFields": { "seats": 2 } }
        ]),
    )
    .await
    .expect(200);
    assert_eq!(
        written.json,
        json!({
            "summary": { "created": 2, "updated": 2, "failed": 0 },
            "fieldsCreated": ["plan", "seats"], "errors": []
        })
    );
    let ada = read(&brand, ADA).await;
    assert_eq!(
        [&ada["firstName"], &ada["lastName"], &ada["subscribed"]],
        [&json!("Second"), &json!("Last"), &json!(false)]
    );
    assert_eq!(ada["customFields"], json!({ "seats": 2 }));
}

#[tokio::test]
async fn an_opt_out_holds_against_later_rows_of_the_same_batch() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let rows = json!([
        { "email": ADA, "subscribed": false },
        { "email": ADA, "firstName": "Ada" },
        { "email": ADA, "subscribed": true }
    ]);
    let written = write(&brand, rows).await.expect(200);
    assert_eq!(
        written["summary"],
        json!({ "created": 1, "updated": 2, "failed": 0 })
    );
    let warnings = &written["warnings"];
    assert_eq!(
        warnings,
        &json!([{ "code": "RESUBSCRIBE_SKIPPED", "message": warnings[0]["message"], "index": 2, "email": ADA }])
    );
    let ada = read(&brand, ADA).await;
    assert_eq!(
        (&ada["firstName"], &ada["subscribed"]),
        (&json!("Ada"), &json!(false))
    );
}

#[tokio::test]
async fn a_row_that_does_not_fit_leaves_what_the_row_before_it_wrote() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    create(
        &brand,
        json!({ "email": "other@example.com", "customFields": { "seats": 1 } }),
    )
    .await;
    let written = write(
        &brand,
        json!([
            { "email": ADA, "firstName": "Ada" },
            { "email": ADA, "firstName": "Unfit", "customFields": { "seats": "many" } }
        ]),
    )
    .await
    .expect(200);
    assert_eq!(
        written["summary"],
        json!({ "created": 1, "updated": 0, "failed": 1 })
    );
    assert_eq!(written["errors"][0]["index"], 1);
    assert_eq!(read(&brand, ADA).await["firstName"], "Ada");
}

#[tokio::test]
async fn the_batch_s_consent_holds_for_rows_without_their_own() {
    let server = TestServer::with()
        .clock_at("2026-06-01T12:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let own = json!({ "source": "paper", "capturedAt": "2025-01-01T00:00:00.000Z" });
    let body = json!({
        "contacts": [{ "email": ADA }, { "email": "bob@example.com", "consent": own }],
        "consent": consent("2026-01-01T00:00:00Z")
    });
    brand.post("/v1/contacts", body).await.expect(200);
    assert_eq!(
        read(&brand, ADA).await["consent"],
        consent("2026-01-01T00:00:00.000Z")
    );
    assert_eq!(read(&brand, "bob@example.com").await["consent"], own);
    let refused = brand
        .post(
            "/v1/contacts",
            json!({ "contacts": [{ "email": ADA }], "consent": {} }),
        )
        .await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("consent.source"));
}

#[tokio::test]
async fn skipped_resubscriptions_are_warnings_with_index_and_address() {
    let server = TestServer::with()
        .clock_at("2026-06-01T12:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    write(&brand, json!([{ "email": ADA, "subscribed": false }, { "email": "bob@example.com", "subscribed": false }]))
        .await
        .expect(200);
    let answer = write(
        &brand,
        json!([
            { "email": "new@example.com", "subscribed": true },
            { "email": "bob@example.com", "subscribed": true, "consent": consent("2026-06-01T13:00:00Z") },
            { "email": "Ada@example.com", "subscribed": true }
        ]),
    )
    .await
    .expect(200);
    let warnings = &answer["warnings"];
    assert_eq!(
        warnings,
        &json!([{ "code": "RESUBSCRIBE_SKIPPED", "message": warnings[0]["message"], "index": 2, "email": ADA }])
    );
    assert_eq!(
        answer["summary"],
        json!({ "created": 1, "updated": 2, "failed": 0 })
    );
    assert_eq!(read(&brand, ADA).await["subscribed"], false);
    assert_eq!(read(&brand, "bob@example.com").await["subscribed"], true);
}

#[tokio::test]
async fn absent_keys_stay_for_each_row_by_itself() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let row = |email: &str| json!({ "email": email, "firstName": "F", "lastName": "L", "subscribed": false });
    write(
        &brand,
        json!([
            row("a@example.com"),
            row("b@example.com"),
            row("c@example.com")
        ]),
    )
    .await
    .expect(200);
    write(
        &brand,
        json!([
            { "email": "a@example.com", "firstName": null },
            { "email": "b@example.com", "lastName": "New" },
            { "email": "c@example.com" }
        ]),
    )
    .await
    .expect(200);
    for (email, first, last) in [
        ("a@example.com", None, json!("L")),
        ("b@example.com", Some(json!("F")), json!("New")),
        ("c@example.com", Some(json!("F")), json!("L")),
    ] {
        let contact = read(&brand, email).await;
        assert_eq!(
            (contact.get("firstName"), &contact["lastName"]),
            (first.as_ref(), &last),
            "{email}"
        );
        assert_eq!(contact["subscribed"], false);
    }
}
