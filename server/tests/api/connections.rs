//! Connections that are kept open for nothing end, and never keep others out.

use std::time::Duration;

use postrider_server::process::listen::Patience;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{TestServer, until};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// An empty SETTINGS frame, with which both sides of HTTP/2 begin.
const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
const SHORT: Duration = Duration::from_millis(600);
const FAR: Duration = Duration::from_hours(1);

fn patience() -> Patience {
    Patience {
        headers: FAR,
        idle: FAR,
        stalled: FAR,
        crowded: Duration::from_millis(50),
        crowded_idle: FAR,
    }
}

async fn connect(server: &TestServer, first: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(first).await.unwrap();
    stream
}

/// Reads to the end, which comes when the server hangs up.
async fn end(mut stream: TcpStream) {
    let mut read = Vec::new();
    // A reset is an end too.
    let _ = stream.read_to_end(&mut read).await;
}

#[tokio::test]
async fn who_asks_nothing_is_cut_off_whatever_protocol_it_began() {
    let server = TestServer::with()
        .connections(
            100,
            Patience {
                headers: SHORT,
                ..patience()
            },
        )
        .start()
        .await;
    let begun = [PREFACE, SETTINGS].concat();
    for first in [&b""[..], b"GET / HT", PREFACE, &begun] {
        end(connect(&server, first).await).await;
    }
    server.nobody().get("/healthz").await.expect(200);
}

#[tokio::test]
async fn a_connection_ends_when_nothing_more_is_asked() {
    let server = TestServer::with()
        .connections(
            100,
            Patience {
                idle: SHORT,
                ..patience()
            },
        )
        .start()
        .await;
    let ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    end(connect(&server, ask).await).await;
}

#[tokio::test]
async fn who_does_not_take_the_answer_is_cut_off() {
    let server = TestServer::with()
        .connections(
            100,
            Patience {
                stalled: SHORT,
                ..patience()
            },
        )
        .start()
        .await;
    // Asks again and again without reading anything, until neither side's buffers take more.
    let mut stream = connect(&server, b"").await;
    let ask = b"GET /docs/errors HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1000);
    let cut = async { while stream.write_all(&ask).await.is_ok() {} };
    tokio::time::timeout(Duration::from_mins(1), cut)
        .await
        .expect("it is cut off");
}

#[tokio::test]
async fn silent_connections_leave_when_somebody_has_to_ask() {
    let server = TestServer::with().connections(16, patience()).start().await;
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(connect(&server, b"").await);
    }
    until("somebody is answered", async || {
        let brand = server.brand().await;
        let answer = brand
            .post("/v1/contacts", json!({ "email": "ada@example.com" }))
            .await;
        (answer.status == 201).then_some(())
    })
    .await;
    drop(silent);
}
