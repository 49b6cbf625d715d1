//! Stopping.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Installation, until};

#[tokio::test]
async fn a_signal_lets_open_requests_finish_and_refuses_new_ones() {
    let installation = Installation::new().await;
    let mut server = installation.serve().await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    let address = server.url.strip_prefix("http://").unwrap().to_owned();
    let mut open = TcpStream::connect(&address).await.unwrap();
    let body = r#"{"email":"slow@example.com"}"#;
    let head = format!(
        "POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    open.write_all(head.as_bytes()).await.unwrap();
    open.write_all(&body.as_bytes()[..5]).await.unwrap();
    // Another request has been answered since: the first one has surely arrived.
    server.caller(&secret).get("/v1/brand").await.expect(200);
    server.ask_to_stop().await;
    until("new connections are refused", async || {
        TcpStream::connect(&address).await.err()
    })
    .await;
    open.write_all(&body.as_bytes()[5..]).await.unwrap();
    let mut answer = String::new();
    open.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    assert!(server.ended().await.success());

    let again = installation.serve().await;
    again
        .caller(&secret)
        .get("/v1/contacts/slow@example.com")
        .await
        .expect(200);
}

#[tokio::test]
async fn a_second_signal_stops_at_once() {
    let installation = Installation::new().await;
    let mut server = installation.serve().await;
    let address = server.url.strip_prefix("http://").unwrap().to_owned();
    let mut open = TcpStream::connect(&address).await.unwrap();
    open.write_all(b"POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Le")
        .await
        .unwrap();
    server.ask_to_stop().await;
    until("the server stops", async || {
        server
            .log()
            .iter()
            .any(|entry| {
                entry["message"]
                    .as_str()
                    .is_some_and(|m| m.starts_with("stopping"))
            })
            .then_some(())
    })
    .await;
    server.ask_to_stop().await;
    server.ended().await;
}
