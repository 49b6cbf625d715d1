//! Work in the background holds while its organization is suspended, and goes on where it was.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::support::{Brand, TestServer, until};

const ROWS: usize = 20_000;

async fn import(brand: &Brand, rows: usize) -> String {
    let mut csv = String::from("email\n");
    for row in 0..rows {
        writeln!(csv, "c{row}@example.com").unwrap();
    }
    let request = brand
        .request("POST", "/v1/contacts/import-csv")
        .header("Content-Type", "text/csv")
        .body(csv);
    let accepted = request.send().await.expect(202);
    accepted["importId"].as_str().unwrap().to_owned()
}

async fn finished(brand: &Brand, import: &str) -> Value {
    let path = format!("/v1/contacts/imports/{import}");
    until("the import ends", async || {
        let answer = brand.get(&path).await.expect(200);
        (!answer["completedAt"].is_null()).then(|| answer.json.clone())
    })
    .await
}

#[tokio::test]
async fn an_import_holds_between_two_pieces_and_every_row_is_written_once() {
    let server = TestServer::start().await;
    let (held, other) = (server.brand().await, server.brand().await);
    let id = import(&held, ROWS).await;
    let org = held.org.number;
    held.org.suspend().await;
    let owned = format!("SELECT count(*) FROM jobs WHERE org = {org} AND owner IS NOT NULL");
    until("nobody works for it", async || {
        (server.number(&owned).await == 0).then_some(())
    })
    .await;
    let written = format!("SELECT count(*) FROM contacts WHERE org = {org}");
    let before = server.number(&written).await;
    assert!(before < ROWS as i64, "it was to be stopped in the middle");
    // Whoever takes this one has passed over the other.
    let beside = import(&other, 10).await;
    assert_eq!(finished(&other, &beside).await["status"], "completed");
    assert_eq!(server.number(&owned).await, 0);
    assert_eq!(server.number(&written).await, before);
    held.org.resume().await;
    let done = finished(&held, &id).await;
    let summary = json!({ "created": ROWS, "updated": 0, "failed": 0, "skipped": 0 });
    assert_eq!(
        (&done["status"], &done["summary"]),
        (&json!("completed"), &summary)
    );
    assert_eq!(server.number(&written).await, ROWS as i64);
}
