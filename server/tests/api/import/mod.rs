//! `POST /v1/contacts/import-csv`: here with the text inside JSON, below it as a file.

mod columns;
mod encodings;
mod errors;
mod file;
mod idempotency;
mod refusals;
mod validate;

use serde_json::{Value, json};

use super::support::{Answer, Brand, TestServer, assert_problem, until};

const PATH: &str = "/v1/contacts/import-csv";

async fn import(brand: &Brand, csv: &str) -> Answer {
    brand.post(PATH, json!({ "csv": csv })).await
}

/// The file as the body; `query` with its question mark.
pub(super) async fn upload(brand: &Brand, query: &str, file: impl Into<Vec<u8>>) -> Answer {
    brand
        .request("POST", &format!("{PATH}{query}"))
        .header("Content-Type", "text/csv")
        .body(file)
        .send()
        .await
}

/// The import that an answer names, once it has ended and its file is gone.
pub(super) async fn ended(server: &TestServer, brand: &Brand, accepted: &Answer) -> Answer {
    let id = accepted["importId"].as_str().unwrap();
    let path = format!("/v1/contacts/imports/{id}");
    let ended = until("the import ends", async || {
        let read = brand.get(&path).await.expect(200);
        read["completedAt"].is_string().then_some(read)
    })
    .await;
    until("its file is deleted", async || {
        stored(server).await.is_empty().then_some(())
    })
    .await;
    ended
}

/// The files that wait to be imported, or that somebody forgot.
async fn stored(server: &TestServer) -> Vec<String> {
    server.files_in("imports").await
}

/// So many rows under `email,n`.
fn numbered(rows: usize) -> String {
    (0..rows).fold("email,n\n".to_owned(), |csv, n| {
        format!("{csv}n{n}@example.com,{n}\n")
    })
}

#[tokio::test]
async fn an_import_writes_its_rows_and_can_be_read_afterwards() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    brand
        .post(
            "/v1/contacts",
            json!({ "email": "bob@example.com", "lastName": "B" }),
        )
        .await
        .expect(201);
    let csv =
        "Email,First Name,Plan\nada@example.com,Ada,pro\nbob@example.com,Bob,\nbroken,X,\n\n,,\n";
    let done = import(&brand, csv).await.expect(200);
    let id = done["importId"].as_str().unwrap();
    let errors = json!([{
        "index": 2, "email": "broken", "code": "INVALID_REQUEST", "param": "email",
        "message": done["errors"][0]["message"]
    }]);
    assert_eq!(
        done.json,
        json!({
            "summary": { "created": 1, "updated": 1, "failed": 1, "skipped": 1 },
            "fieldsCreated": ["Plan"], "errors": errors, "importId": id
        })
    );
    let read = brand
        .get(&format!("/v1/contacts/imports/{id}"))
        .await
        .expect(200);
    assert_eq!(
        read.json,
        json!({
            "importId": id, "status": "partially_completed", "totalRows": 4, "processedRows": 4,
            "progressPercent": 100,
            "summary": { "created": 1, "updated": 1, "failed": 1, "skipped": 1 },
            "fieldsCreated": ["Plan"], "errors": errors,
            "createdAt": "2026-01-01T00:00:00.000Z", "completedAt": "2026-01-01T00:00:00.000Z"
        })
    );
    for (email, first) in [("ada@example.com", "Ada"), ("bob@example.com", "Bob")] {
        let contact = brand
            .get(&format!("/v1/contacts/{email}"))
            .await
            .expect(200);
        assert_eq!(
            (&contact["importId"], &contact["firstName"]),
            (&json!(id), &json!(first))
        );
    }
}

#[tokio::test]
async fn an_unknown_import_is_404() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    let done = import(&brand, "email\nada@example.com").await.expect(200);
    let path = format!(
        "/v1/contacts/imports/{}",
        done["importId"].as_str().unwrap()
    );
    assert_eq!(brand.get(&path).await.expect(200)["status"], "completed");
    assert_problem(&other.get(&path).await, 404, "IMPORT_NOT_FOUND", None);
    assert_problem(
        &brand.get("/v1/contacts/imports/nothing").await,
        404,
        "IMPORT_NOT_FOUND",
        None,
    );
}

#[tokio::test]
async fn an_import_in_which_every_row_fails_has_failed() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let done = import(&brand, "email\nbroken\nworse\n").await.expect(200);
    let path = format!(
        "/v1/contacts/imports/{}",
        done["importId"].as_str().unwrap()
    );
    assert_eq!(brand.get(&path).await.expect(200)["status"], "failed");
}

#[tokio::test]
async fn rows_of_one_address_are_merged_and_nobody_is_resubscribed() {
    let server = TestServer::with()
        .clock_at("2026-06-01T12:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    brand
        .post(
            "/v1/contacts",
            json!({ "email": "out@example.com", "subscribed": false }),
        )
        .await
        .expect(201);
    let csv = "Email,First Name,Subscribed\nada@example.com,First,\nout@example.com,,true\nADA@example.com,Last,\n";
    let done = import(&brand, csv).await.expect(200);
    // Every row is counted once: the first of the two creates, the second updates.
    assert_eq!(
        done["summary"],
        json!({ "created": 1, "updated": 2, "failed": 0, "skipped": 0 })
    );
    let warned: Vec<Value> = done["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| json!([warning["code"], warning["index"], warning["email"]]))
        .collect();
    assert_eq!(
        warned,
        [json!(["RESUBSCRIBE_SKIPPED", 1, "out@example.com"])]
    );
    assert_eq!(
        brand.get("/v1/contacts/ada@example.com").await["firstName"],
        "Last"
    );
    let consent = json!({ "source": "event", "capturedAt": "2026-06-01T13:00:00Z" });
    let body = json!({ "csv": csv, "consent": consent });
    brand
        .post("/v1/contacts/import-csv", body)
        .await
        .expect(200);
    assert_eq!(
        brand.get("/v1/contacts/out@example.com").await["subscribed"],
        true
    );
}

/// A body, and the place that the answer names.
const UNREADABLE: &[(&str, &str)] = &[
    ("{}", "csv"),
    (r#"{ "csv": "" }"#, "csv"),
    (r#"{ "csv": 5 }"#, "csv"),
    (r#"{ "csv": "name\nAda" }"#, "csv"),
    (r#"{ "csv": "email;name\na@example.com;Ada" }"#, "csv"),
    (r#"{ "csv": "email,plan,plan\na@example.com,x,y" }"#, "csv"),
    (r#"{ "csv": "email,E Mail\na@example.com,x" }"#, "csv"),
    (r#"{ "csv": "email,a.b\na@example.com,x" }"#, "csv"),
    (r#"{ "csv": "email,source\na@example.com,x" }"#, "csv"),
    (r#"{ "csv": "email\na@example.com\u0000" }"#, "csv"),
    (
        r#"{ "csv": "email,x\na@example.com,x", "mapping": { "y": "z" } }"#,
        "mapping.y",
    ),
    (
        r#"{ "csv": "email,x\na@example.com,x", "mapping": { "x": "a|b" } }"#,
        "mapping.x",
    ),
    (
        r#"{ "csv": "email,x\na@example.com,x", "mapping": { "x": 5 } }"#,
        "mapping.x",
    ),
    (
        r#"{ "csv": "email\na@example.com", "mapping": [] }"#,
        "mapping",
    ),
    (
        r#"{ "csv": "email\na@example.com", "consent": {} }"#,
        "consent.source",
    ),
    (
        r#"{ "csv": "email\na@example.com", "delimiter": ";" }"#,
        "delimiter",
    ),
];

#[tokio::test]
async fn what_cannot_be_read_as_a_whole_is_refused_as_a_whole() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (body, param) in UNREADABLE {
        let body = serde_json::from_str(body).unwrap();
        let refused = brand.post(PATH, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let mapping = json!({ "x": "createdAt" });
    let body = json!({ "csv": "email,x\na@example.com,x", "mapping": mapping });
    let refused = brand.post(PATH, body).await;
    assert_problem(&refused, 422, "CORE_FIELD_IMMUTABLE", Some("mapping.x"));
    for table in ["contacts", "fields", "imports"] {
        let count = server
            .number(&format!("SELECT count(*) FROM {table}"))
            .await;
        assert_eq!(count, 0, "{table}");
    }
}

#[tokio::test]
async fn a_thousand_rows_are_imported_at_once_and_more_in_the_background() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let done = import(&brand, &numbered(1000)).await.expect(200);
    assert_eq!(done["summary"]["created"], 1000);
    let accepted = import(&brand, &numbered(1001)).await.expect(202);
    assert_eq!(
        (&accepted["totalRows"], &accepted["status"]),
        (&json!(1001), &json!("queued"))
    );
    let ended = ended(&server, &brand, &accepted).await;
    assert_eq!(ended["status"], "completed");
    assert_eq!(
        ended["summary"],
        json!({ "created": 1, "updated": 1000, "failed": 0, "skipped": 0 })
    );
}
