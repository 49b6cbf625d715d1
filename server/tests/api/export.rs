//! `GET /v1/contacts/export`, and answers that are files.

use std::sync::{Arc, Mutex, Weak};

use axum::http::Method;
use postrider_domain::accounts::scope::Scope;
use postrider_domain::contract::policy::Policy;
use postrider_server::api::cx::Cx;
use postrider_server::api::handler::{Opened, Part};
use postrider_server::api::input::Nothing;
use postrider_server::api::row::{CSV, Row};
use postrider_store::db::{DbError, Tx};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Brand, TestServer, assert_problem, assert_promised_headers, parts, until};

const PATH: &str = "/v1/contacts/export";

/// The cells of an export.
async fn export(brand: &Brand, query: &str) -> Vec<Vec<String>> {
    let file = brand.get(&format!("{PATH}{query}")).await.expect(200);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(file.text().as_bytes());
    let records = reader.records().map(|record| {
        let record = record.unwrap();
        record.iter().map(str::to_owned).collect()
    });
    records.collect()
}

async fn emails(brand: &Brand, query: &str) -> Vec<String> {
    let mut rows = export(brand, query).await;
    rows.drain(1..).map(|mut row| row.swap_remove(0)).collect()
}

#[tokio::test]
async fn an_export_holds_every_column_and_is_safe_in_a_spreadsheet() {
    let server = TestServer::with()
        .clock_at("2026-02-03T04:05:06Z")
        .start()
        .await;
    let brand = server.brand().await;
    for (name, kind) in [("score", "number"), ("born", "date"), ("vip", "boolean")] {
        let field = json!({ "fieldName": name, "fieldType": kind });
        brand.post("/v1/fields", field).await.expect(201);
    }
    for contact in [
        json!({ "email": "ada@example.com", "firstName": "=HYPERLINK(\"x\")", "lastName": "King, \"A\"",
            "customFields": { "score": -1.5, "born": 1_700_000_000, "vip": true, "=sum": "+49\n30" } }),
        json!({ "email": "+bob@example.com", "firstName": "'quoted", "subscribed": false,
            "customFields": { "=sum": "@x", "plain": "a-b" } }),
    ] {
        brand.post("/v1/contacts", contact).await.expect(201);
    }
    let file = brand.get(PATH).await.expect(200);
    assert_promised_headers(&file);
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(
        file.header("content-disposition"),
        Some("attachment; filename=\"contacts-2026-02-03.csv\"")
    );
    let at = "2026-02-03T04:05:06.000Z";
    let expected = format!(
        "Email,First Name,Last Name,Subscribed,suppressed,suppressedReason,validationStatus,createdAt,updatedAt,\
         '=sum,born,plain,score,vip\r\n\
         '+bob@example.com,'quoted,,false,false,,,{at},{at},'@x,,a-b,,\r\n\
         ada@example.com,\"'=HYPERLINK(\"\"x\"\")\",\"King, \"\"A\"\"\",true,false,,,{at},{at},\
         \"'+49\n30\",2023-11-14T22:13:20.000Z,,-1.5,true\r\n"
    );
    assert_eq!(file.text(), expected);
}

#[tokio::test]
async fn what_was_exported_can_be_imported_into_another_brand() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    for brand in [&brand, &other] {
        let field = json!({ "fieldName": "score", "fieldType": "number" });
        brand.post("/v1/fields", field).await.expect(201);
    }
    for start in [0, 1000, 2000] {
        let contact = |n: usize| {
            json!({ "email": format!("n{n}@example.com"), "firstName": format!("-{n} \"ü\""),
                "subscribed": n.is_multiple_of(2), "customFields": { "score": n, "note": format!("=A{n}\r\n,") } })
        };
        let batch: Vec<Value> = (start..start + 900).map(contact).collect();
        let body = json!({ "contacts": batch });
        let written = brand.post("/v1/contacts", body).await.expect(200);
        assert_eq!(written["errors"], json!([]));
    }
    let file = brand.get(PATH).await.expect(200);
    let accepted = other
        .request("POST", "/v1/contacts/import-csv")
        .header("Content-Type", "text/csv; charset=utf-8")
        .body(file.bytes.to_vec())
        .send()
        .await
        .expect(202);
    let path = format!(
        "/v1/contacts/imports/{}",
        accepted["importId"].as_str().unwrap()
    );
    let ended = until("the import ends", async || {
        let read = other.get(&path).await;
        read["completedAt"].is_string().then_some(read)
    })
    .await;
    assert_eq!(
        (&ended["status"], &ended["errors"]),
        (&json!("completed"), &json!([]))
    );
    // Everything but the times and the order.
    let rows = async |brand: &Brand| {
        let mut rows = export(brand, "").await;
        for row in &mut rows {
            row.drain(7..9);
        }
        rows[1..].sort();
        rows
    };
    let (before, after) = (rows(&brand).await, rows(&other).await);
    assert_eq!(before.len(), 2701);
    assert!(before == after, "{:?} {:?}", &before[..3], &after[..3]);
    let contact = other.get("/v1/contacts/n7@example.com").await.expect(200);
    assert_eq!(
        (&contact["firstName"], &contact["customFields"]),
        (
            &json!("-7 \"ü\""),
            &json!({ "score": 7, "note": "=A7\r\n," })
        )
    );
}

#[tokio::test]
async fn parts_are_small_however_long_the_contacts_are() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let long: serde_json::Map<String, Value> = (0..10)
        .map(|n| (format!("field {n}"), json!("x".repeat(10_000))))
        .collect();
    for start in [0, 40, 80] {
        let batch: Vec<Value> = (start..start + 40)
            .map(|n| json!({ "email": format!("n{n}@example.com"), "customFields": long }))
            .collect();
        let body = json!({ "contacts": batch });
        let written = brand.post("/v1/contacts", body).await.expect(200);
        assert_eq!(written["errors"], json!([]));
    }
    let parts = parts(&server, &brand, PATH).await;
    for part in &parts {
        assert!(part.len() < (4 << 20) + (256 << 10), "{}", part.len());
    }
    let file = parts.concat();
    let emails = file
        .lines()
        .skip(1)
        .map(|line| line.split_once(',').unwrap().0);
    let mut emails: Vec<&str> = emails.collect();
    emails.sort_unstable();
    let mut expected: Vec<String> = (0..120).map(|n| format!("n{n}@example.com")).collect();
    expected.sort_unstable();
    assert_eq!(emails, expected);
}

#[tokio::test]
async fn an_export_can_be_narrowed() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    for (email, subscribed, plan) in [
        ("ada@example.com", true, "pro"),
        ("bob@example.com", false, "pro"),
        ("cyd@example.org", true, "free"),
    ] {
        let body =
            json!({ "email": email, "subscribed": subscribed, "customFields": { "plan": plan } });
        brand.post("/v1/contacts", body).await.expect(201);
    }
    let filters = json!({ "logicalOperator": "and", "filters": [
        { "field": "customFields.plan", "operator": "equals", "value": "pro" }] });
    let audience = brand
        .post(
            "/v1/audiences",
            json!({ "name": "Pro", "filters": filters }),
        )
        .await
        .expect(201);
    let audience = audience["audienceId"].as_str().unwrap();
    assert_eq!(emails(&brand, "").await.len(), 3);
    assert_eq!(emails(&other, "").await, [""; 0]);
    for (query, expected) in [
        ("?subscribed=false".to_owned(), vec!["bob@example.com"]),
        ("?search=.ORG".to_owned(), vec!["cyd@example.org"]),
        ("?suppressed=true".to_owned(), vec![]),
        ("?validationStatus=valid".to_owned(), vec![]),
        (
            format!("?audienceId={audience}"),
            vec!["bob@example.com", "ada@example.com"],
        ),
        (
            format!("?audienceId={audience}&subscribed=true"),
            vec!["ada@example.com"],
        ),
    ] {
        assert_eq!(emails(&brand, &query).await, expected, "{query}");
    }
    let missing = other.get(&format!("{PATH}?audienceId={audience}")).await;
    assert_problem(&missing, 404, "AUDIENCE_NOT_FOUND", Some("audienceId"));
    for (query, param) in [
        ("?limit=5", "limit"),
        ("?subscribed=perhaps", "subscribed"),
        ("?validationStatus=good", "validationStatus"),
    ] {
        let refused = brand.get(&format!("{PATH}{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn the_document_names_the_media_types_of_files() {
    let server = TestServer::start().await;
    let document = server.nobody().get("/openapi.json").await.expect(200).json;
    let kinds = |holder: &Value| -> Vec<String> {
        holder["content"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    };
    let import = &document["paths"]["/v1/contacts/import-csv"]["post"];
    assert_eq!(
        kinds(&import["requestBody"]),
        ["application/json", "text/csv"]
    );
    for name in ["mapping", "validate", "consent"] {
        let mut parameters = import["parameters"].as_array().unwrap().iter();
        assert!(
            parameters.any(|parameter| parameter["name"] == name),
            "{name}"
        );
    }
    for path in [PATH, "/v1/contacts/imports/{importId}/errors"] {
        let download = &document["paths"][path]["get"]["responses"];
        assert_eq!(kinds(&download["200"]), ["text/csv"], "{path}");
    }
}

/// A download whose parts the test makes.
fn file_row<M>(part: impl Fn(i64) -> M + Clone + Send + Sync + 'static, watch: Watch) -> Row
where
    M: Future<Output = Result<Part, DbError>> + Send + 'static,
{
    Row::new(
        "probe.file",
        Method::GET,
        "/probe/file",
        Policy::ContactsRead,
    )
    .scope(Scope::Contacts)
    .download(
        CSV,
        move |_: Tx, _: Cx, _: Arc<Nothing>| {
            let source = Arc::new(());
            *watch.lock().unwrap() = Arc::downgrade(&source);
            async move {
                Ok(Opened {
                    file_name: "a\"\r\nX-Evil: 1.csv".to_owned(),
                    head: b"head\r\n".to_vec(),
                    source,
                })
            }
        },
        move |_, _: Arc<Arc<()>>, after: Option<i64>| {
            let made = part(after.unwrap_or(0));
            async move { Ok(made.await?) }
        },
    )
}

type Watch = Arc<Mutex<Weak<()>>>;

/// A request over a bare socket, on which the test reads as it likes.
async fn ask(server: &TestServer, brand: &Brand) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request = format!(
        "GET /probe/file HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {}\r\n\r\n",
        brand.secret
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// A part too large to wait in a buffer for what comes after it.
fn large_part(after: i64) -> Part {
    Part {
        bytes: [b"row\r\n".to_vec(), vec![b'x'; 1 << 20]].concat(),
        next: Some(after + 1),
    }
}

#[tokio::test]
async fn a_failure_in_the_middle_breaks_the_transfer_off() {
    let part = |after: i64| async move {
        match after {
            0 | 1 => Ok(large_part(after)),
            _ => Err(DbError::Other("the probe fails".to_owned())),
        }
    };
    let row = file_row(part, Watch::default());
    let server = TestServer::with().rows(vec![row]).start().await;
    let brand = server.brand().await;
    let mut answer = Vec::new();
    let mut stream = ask(&server, &brand).await;
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    // A name is never more than a name.
    assert!(
        head.contains("content-disposition: attachment; filename=\"a---X-Evil--1.csv\""),
        "{head}"
    );
    assert!(body.contains("head\r\nrow\r\n"));
    assert!(!body.ends_with("0\r\n\r\n"), "the end was promised");
    let broken = brand.request("GET", "/probe/file").try_send().await;
    assert!(broken.is_err());
}

#[tokio::test]
async fn a_caller_that_goes_away_ends_the_reading() {
    let part = |after: i64| async move { Ok(large_part(after)) };
    let watch = Watch::default();
    let row = file_row(part, Arc::clone(&watch));
    let server = TestServer::with().rows(vec![row]).start().await;
    let brand = server.brand().await;
    let mut stream = ask(&server, &brand).await;
    let mut some = vec![0; 1_000_000];
    stream.read_exact(&mut some).await.unwrap();
    assert!(watch.lock().unwrap().upgrade().is_some());
    drop(stream);
    until("the source is let go", async || {
        watch.lock().unwrap().upgrade().is_none().then_some(())
    })
    .await;
}
