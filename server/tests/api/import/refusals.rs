//! Files that are not accepted leave nothing behind.

use std::fs::File;
use std::time::{Duration, SystemTime};

use postrider_domain::contract::policy::Policy;
use postrider_engine::imports::sweep;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{PATH, ended, numbered, stored, upload};
use crate::support::{Caller, TestServer, assert_problem, until};

/// The beginning of an upload whose body the test sends itself.
async fn begin(server: &TestServer, caller: &Caller, length: &str) -> TcpStream {
    begin_with(server, caller, "", length).await
}

async fn begin_with(server: &TestServer, caller: &Caller, query: &str, length: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let head = format!(
        "POST {PATH}{query} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
         Content-Type: text/csv\r\n{length}\r\n\r\n",
        caller.secret
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

async fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

async fn assert_nothing_left(server: &TestServer) {
    until("the upload is cleared away", async || {
        (stored(server).await.is_empty() && server.app().writes.is_empty()).then_some(())
    })
    .await;
    assert_eq!(server.number("SELECT count(*) FROM imports").await, 0);
    assert_eq!(
        server
            .number("SELECT count(*) FROM jobs WHERE kind = 'import'")
            .await,
        0
    );
}

/// A query, a file, and the place that the answer names.
const REFUSED: &[(&str, &str, &str)] = &[
    ("", "name\nAda", "csv"),
    ("", "email,plan,plan\n", "csv"),
    ("", "email,a.b\n", "csv"),
    ("", "email;name\nada@example.com;Ada\n", "csv"),
    ("?mapping=%7B%22y%22%3A%22z%22%7D", "email,x\n", "mapping.y"),
    ("?mapping=%7B%22x%22%3A5%7D", "email,x\n", "mapping.x"),
    (
        "?mapping=%7B%22x%22%3A%22a%5Cu0000%22%7D",
        "email,x\n",
        "mapping.x",
    ),
    ("?mapping=nonsense", "email\n", "mapping"),
    ("?mapping=%5B%5D", "email\n", "mapping"),
    ("?mapping=", "email\n", "mapping"),
    (
        "?consent=%7B%22source%22%3A%22x%22%7D",
        "email\n",
        "consent.capturedAt",
    ),
    (
        "?consent=%7B%22nonsense%22%3A1%7D",
        "email\n",
        "consent.nonsense",
    ),
    ("?consent=1", "email\n", "consent"),
    ("?validate=perhaps", "email\n", "validate"),
    ("?nonsense=1", "email\n", "nonsense"),
    ("?csv=x", "email\n", "csv"),
];

#[tokio::test]
async fn what_is_wrong_is_said_at_once_and_nothing_is_kept() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (query, file, param) in REFUSED {
        let refused = upload(&brand, query, *file).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let refused = upload(
        &brand,
        "?mapping=%7B%22x%22%3A%22createdAt%22%7D",
        "email,x\n",
    )
    .await;
    assert_problem(&refused, 422, "CORE_FIELD_IMMUTABLE", Some("mapping.x"));
    assert_nothing_left(&server).await;
}

#[tokio::test]
async fn a_file_over_the_limit_is_413_by_its_length_and_by_what_arrives() {
    let server = TestServer::with().max_import(1000).start().await;
    let brand = server.brand().await;
    let refused = upload(&brand, "", numbered(100)).await;
    assert_problem(&refused, 413, "PAYLOAD_TOO_LARGE", None);
    // Announced: not a byte of it is waited for.
    let stream = begin(&server, &brand, "Content-Length: 1001").await;
    assert!(answer(stream).await.starts_with("HTTP/1.1 413"));
    let asking = "Content-Length: 1001\r\nExpect: 100-continue";
    let stream = begin(&server, &brand, asking).await;
    assert!(answer(stream).await.starts_with("HTTP/1.1 413"));
    // Announced and sent all the same: more than waits anywhere on the way.
    let piece = "a@example.com\n".repeat(64 << 10);
    let length = format!("Content-Length: {}", 64 * piece.len());
    let mut stream = begin(&server, &brand, &length).await;
    for _ in 0..64 {
        stream.write_all(piece.as_bytes()).await.unwrap();
    }
    assert!(answer(stream).await.starts_with("HTTP/1.1 413"));
    // Not announced: found out on the way.
    let mut stream = begin(&server, &brand, "Transfer-Encoding: chunked").await;
    let piece = "a@example.com\n".repeat(18);
    for _ in 0..4 {
        let chunk = format!("{:x}\r\n{piece}\r\n", piece.len());
        stream.write_all(chunk.as_bytes()).await.unwrap();
    }
    stream.write_all(b"0\r\n\r\n").await.unwrap();
    assert!(answer(stream).await.starts_with("HTTP/1.1 413"));
    assert_nothing_left(&server).await;
    // At the limit it is taken.
    let file = format!("email{}", "\n".repeat(995));
    let accepted = upload(&brand, "", file).await.expect(202);
    ended(&server, &brand, &accepted).await;
}

#[tokio::test]
async fn a_caller_that_hangs_up_leaves_nothing() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    // More than goes in one part, wherever the parts go.
    let piece = numbered(1000).repeat(300);
    let lengths = ["Content-Length: 10000000", "Transfer-Encoding: chunked"];
    for length in lengths {
        let mut stream = begin(&server, &brand, length).await;
        let chunk = if length.starts_with('C') {
            piece.clone()
        } else {
            format!("{:x}\r\n{piece}\r\n", piece.len())
        };
        stream.write_all(chunk.as_bytes()).await.unwrap();
        until("the upload has begun", async || {
            (!stored(&server).await.is_empty()).then_some(())
        })
        .await;
        drop(stream);
        assert_nothing_left(&server).await;
    }
}

const NO_TIME: &str = "?consent=%7B%22source%22%3A%22x%22%7D";
const FUTURE: &str =
    "?consent=%7B%22source%22%3A%22x%22%2C%22capturedAt%22%3A%229000-01-01T00%3A00%3A00Z%22%7D";

#[tokio::test]
async fn nothing_is_read_before_all_else_is_checked() {
    let server = TestServer::with()
        .limit(Policy::ContactsWriteBatch, 5)
        .start()
        .await;
    let brand = server.brand().await;
    let (foreign, narrow) = (server.nobody(), brand.key("emails").await);
    let length = "Content-Length: 1000";
    for (caller, query, extra, status) in [
        (&foreign, "", "", 401),
        (&narrow, "", "", 403),
        (&*brand, "", "\r\nIdempotency-Key: ", 400),
        (&*brand, "?mapping=nonsense", "", 400),
        (&*brand, "?mapping=%7B%22x%22%3A5%7D", "", 400),
        (&*brand, NO_TIME, "", 400),
        (&*brand, FUTURE, "", 400),
        (&*brand, "", "", 429),
    ] {
        let stream = begin_with(&server, caller, query, &format!("{length}{extra}")).await;
        let answer = answer(stream).await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{answer}"
        );
    }
    assert_nothing_left(&server).await;
}

#[tokio::test]
async fn a_sweep_deletes_old_files_that_no_import_needs() {
    let server = TestServer::start().await;
    let app = server.app();
    let put = async |name: &str| {
        let mut upload = app
            .objects
            .upload(&format!("imports/{name}"))
            .await
            .unwrap();
        upload.write("email\n".into()).await.unwrap();
        upload.finish().await.unwrap();
    };
    for name in ["needed", "orphan", "finished", "young"] {
        put(name).await;
    }
    let folder = server.folder().join("objects/imports");
    std::fs::write(folder.join("torn#1"), "em").unwrap();
    std::fs::write(folder.join("tearing#1"), "em").unwrap();
    let yesterday = SystemTime::UNIX_EPOCH + Duration::from_millis(app.clock.now() as u64)
        - Duration::from_hours(25);
    for name in ["needed", "orphan", "finished", "torn#1"] {
        let file = File::options().write(true).open(folder.join(name)).unwrap();
        file.set_modified(yesterday).unwrap();
    }
    for (number, name, completed) in [(1, "needed", "NULL"), (2, "finished", "5")] {
        let source = format!(r#"{{"object":"imports/{name}"}}"#);
        server
            .sql(&format!(
                "INSERT INTO imports (org, brand, id, public_id, status, processed_rows, created, updated,
                    failed, skipped, errors, source, created_at, completed_at)
                 VALUES (1, 1, {number}, '{name}', 'running', 0, 0, 0, 0, 0, '[]', '{source}', 1, {completed})"
            ))
            .await;
    }
    sweep(&app.db, &app.objects, app.clock.now()).await.unwrap();
    assert_eq!(stored(&server).await, ["needed", "tearing#1", "young"]);
}
