//! Whoever is deleted is named nowhere any more, whatever was kept about them.

use std::sync::Arc;
use std::time::Duration;

use postrider_engine::contacts::departing;
use postrider_mail::capture::Captured;
use postrider_store::departures;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{Home, TOKEN, sampled};
use crate::support::{Answer, TestServer, until};
use crate::triggers::trigger;

const ADA: &str = "ada.lovelace@example.com";
const BOB: &str = "bob@example.com";
const EVE: &str = "eve@example.com";

/// Every column that can hold a text, as table and column.
async fn columns(server: &TestServer) -> Vec<(String, String)> {
    // The words of the search index are kept in tables of its own, whose names begin with these.
    let columns = if server.database.is_sqlite() {
        "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'contact_search%'
            AND m.name NOT LIKE 'contact_values%' AND c.type NOT IN ('BIGINT', 'BOOLEAN')"
    } else {
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
         WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying', 'jsonb', 'bytea')"
    };
    let rows = server.sql(columns).await;
    let name = |row: &postrider_store::db::Row, at| row.text(at).unwrap();
    rows.iter()
        .map(|row| (name(row, 0), name(row, 1)))
        .collect()
}

/// Where the address stands, as `table.column`.
async fn found(server: &TestServer, address: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (table, column) in columns(server).await {
        // PostgreSQL writes bytes in hex.
        let hex = data_encoding::HEXLOWER.encode(address.as_bytes());
        let text = format!("lower(CAST(\"{column}\" AS TEXT))");
        let count = format!(
            "SELECT count(*) FROM \"{table}\" WHERE {text} LIKE '%{address}%' OR {text} LIKE '%{hex}%'"
        );
        if server.number(&count).await > 0 {
            found.push(format!("{table}.{column}"));
        }
    }
    found.sort();
    found
}

async fn sweep(server: &TestServer, later: Duration) {
    let now = server.app().clock.now() + later.as_millis() as i64;
    let stop = CancellationToken::new();
    let captured = Arc::new(Captured::open(&server.folder().join("captured")));
    departing::clear(&server.app().db, &captured, now, &stop)
        .await
        .unwrap();
}

/// Leaves a trace of Ada, and of Bob beside her, in every place that there is.
async fn leave_traces(home: &Home) {
    let (server, brand) = (&home.server, &home.brand);
    let ada = json!({ "email": ADA, "firstName": "Ada" });
    brand
        .post_once("one", "/v1/contacts", ada)
        .await
        .expect(200);
    let both = json!({ "contacts": [{ "email": ADA, "lastName": "L" }, { "email": BOB }] });
    brand.post_once("two", "/v1/contacts", both).await;
    let csv = format!("email\n{ADA} and more\n{BOB} and more\n");
    let imported = brand
        .post("/v1/contacts/import-csv", json!({ "csv": csv }))
        .await;
    assert_eq!(
        imported.json["errors"].as_array().unwrap().len(),
        2,
        "{}",
        imported.json
    );
    let mut emails: Vec<String> = (0..100).map(|n| format!("p{n}@example.com")).collect();
    emails.extend([ADA.to_owned(), BOB.to_owned()]);
    let body = json!({ "emails": emails });
    let accepted = brand
        .post_once("three", "/v1/contacts/validate", body)
        .await
        .expect(202);
    validated(home, &accepted).await;
    trigger(brand, "signed-up", &[]).await;
    // As if a provider's event had been rejected, and a server had refused the whole send.
    server
        .sql(&format!(
            "INSERT INTO trigger_instances (org, brand, id, public_id, trigger, source, state, payload, matched,
                not_started, rejection, attempts, starts, received_at)
             SELECT org, brand, 77, 'tin_77', id, 'integration', 'rejected', '{{\"email\":\"{ADA}\"}}', '[]', '[]',
                '\"no {ADA}\"', 1, 0, 0
             FROM triggers WHERE public_id = 'signed-up'"
        ))
        .await;
    let error = json!({ "code": "SENDING_REFUSED", "message": format!("451 <{ADA}> later") });
    let list = json!([ADA, BOB]);
    server
        .sql(&format!(
            "UPDATE sends SET addresses = '{list}', error = '{error}'"
        ))
        .await;
    home.report(ADA, "postfix_unknown").await;
    home.report(BOB, "postfix_unknown").await;
}

async fn validated(home: &Home, accepted: &Answer) -> Value {
    let id = accepted["validationId"].as_str().unwrap();
    let path = format!("/v1/contacts/validations/{id}");
    until("the validation ends", async || {
        let progress = home.brand.get(&path).await.expect(200).json;
        progress["completedAt"].is_string().then_some(progress)
    })
    .await
}

#[tokio::test]
async fn a_deleted_person_is_named_nowhere() {
    let home = Home::sent(&[ADA, BOB, EVE]).await;
    leave_traces(&home).await;
    let server = &home.server;
    let before = found(server, ADA).await;
    for place in [
        "contacts.email",
        "events.detail",
        "idempotency_keys.body",
        "import_errors.email",
        "imports.errors",
        "sends.addresses",
        "sends.error",
        "suppressions.detail",
        "trigger_instances.payload",
        "trigger_instances.rejection",
        "validation_pieces.addresses",
        "validation_pieces.answers",
    ] {
        assert!(
            before.iter().any(|found| found == place),
            "{place} of {before:?}"
        );
    }
    let others = found(server, BOB).await;
    home.delete(ADA).await;
    sweep(server, Duration::ZERO).await;
    assert_eq!(
        found(server, ADA).await,
        ["departures.email"],
        "for what is under way"
    );
    sweep(server, Duration::from_secs(3601)).await;
    assert_eq!(found(server, ADA).await, [] as [&str; 0]);
    assert_eq!(found(server, BOB).await, others, "the others stay");
    // What comes back for years.
    let late = sampled("postfix_delayed")
        .replace(TOKEN, &token(&home))
        .replace(super::SAMPLED, ADA);
    home.bring("", &home.return_path(ADA), &late).await;
    assert_eq!(found(server, ADA).await, [] as [&str; 0]);
    let send = home.read().await;
    assert_eq!(send["to"], json!([BOB]));
    server.at_rest().await;
}

/// Of two processes that looked at once the second counts for nothing: what was under way is still looked for.
#[tokio::test]
async fn two_that_look_at_once_count_as_one() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body = json!({ "email": ADA });
    brand
        .post_once("one", "/v1/contacts", body.clone())
        .await
        .expect(201);
    let deleted = brand.request("DELETE", "/v1/contacts").json(&body);
    deleted.send().await.expect(200);
    // Later than the server itself would look.
    let (db, now) = (&server.app().db, server.app().clock.now() + 3_600_000);
    let later = format!("UPDATE departures SET due_at = {now}, looks = 0");
    server.sql(&later).await;
    let due = db.read(move |tx| async move { departures::due(&tx, now, 10).await });
    let due = Arc::new(due.await.unwrap().expect("somebody is looked for"));
    for _ in 0..2 {
        let due = Arc::clone(&due);
        let looked = db.write_bulk(move |tx| {
            let due = Arc::clone(&due);
            async move { departures::looked(&tx, &due, now).await }
        });
        looked.await.unwrap();
    }
    let rows = server.sql("SELECT email, looks FROM departures").await;
    let left: Vec<_> = rows
        .iter()
        .map(|row| (row.text(0).unwrap(), row.int(1).unwrap()))
        .collect();
    assert_eq!(left, [(ADA.to_owned(), 1)]);
}

fn token(home: &Home) -> String {
    let path = home.return_path(ADA);
    path.split_once('@').unwrap().0[2..].to_owned()
}

/// An answer that named them is repeated without them, and its request is not made anew.
#[tokio::test]
async fn a_replay_brings_nobody_back() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let both = json!({ "contacts": [{ "email": ADA, "firstName": "Ada" }, { "email": BOB }] });
    brand
        .post_once("both", "/v1/contacts", both.clone())
        .await
        .expect(200);
    let alone = json!({ "email": ADA, "firstName": "Ada" });
    brand
        .post_once("alone", "/v1/contacts", alone.clone())
        .await
        .expect(200);
    let deleted = brand
        .request("DELETE", "/v1/contacts")
        .json(&json!({ "email": ADA }));
    deleted.send().await.expect(200);
    sweep(&server, Duration::ZERO).await;
    for (key, body) in [("both", both), ("alone", alone)] {
        let again = brand.post_once(key, "/v1/contacts", body).await.expect(200);
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert!(
            !again.text().contains("Ada") && !again.text().contains("ada"),
            "{}",
            again.text()
        );
    }
    brand.get(&format!("/v1/contacts/{ADA}")).await.expect(404);
}

/// Somebody who has come back may be named again.
#[tokio::test]
async fn whoever_comes_back_is_not_looked_for() {
    let home = Home::sent(&[ADA, BOB]).await;
    home.delete(ADA).await;
    let again = json!({ "email": ADA });
    home.brand
        .post_once("again", "/v1/contacts", again)
        .await
        .expect(201);
    let before = found(&home.server, ADA).await;
    for later in [0, 3601] {
        sweep(&home.server, Duration::from_secs(later)).await;
    }
    let expected: Vec<String> = before
        .into_iter()
        .filter(|place| place != "departures.email")
        .collect();
    assert_eq!(found(&home.server, ADA).await, expected);
    home.server.at_rest().await;
}
