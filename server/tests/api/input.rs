//! The decoder, and handlers that panic. What bodies may hold is in `bad_input`.

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::probe::{Probe, effects};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_body_without_the_type_json_is_refused() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    let body = json!({ "name": "x" }).to_string();
    let bare = brand
        .request("POST", "/probe/write")
        .body(body.clone())
        .send()
        .await;
    assert_problem(&bare, 400, "INVALID_REQUEST", Some("Content-Type"));
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json-seq",
        "",
    ] {
        let request = brand
            .request("POST", "/probe/write")
            .header("Content-Type", kind);
        let answer = request.body(body.clone()).send().await;
        assert_problem(&answer, 400, "INVALID_REQUEST", Some("Content-Type"));
    }
    for kind in [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
    ] {
        let request = brand
            .request("POST", "/probe/write")
            .header("Content-Type", kind);
        request.body(body.clone()).send().await.expect(201);
    }
}

#[tokio::test]
async fn a_body_must_be_one_object() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for body in ["[]", "\"x\"", "7", "null", "true"] {
        let request = brand
            .request("POST", "/probe/write")
            .header("Content-Type", "application/json");
        assert_problem(
            &request.body(body).send().await,
            400,
            "INVALID_REQUEST",
            None,
        );
    }
    // No body at all is an empty object: what is missing is named.
    let answer = brand.request("POST", "/probe/write").send().await;
    assert_problem(&answer, 400, "INVALID_REQUEST", Some("name"));
}

#[tokio::test]
async fn a_query_is_decoded_as_strictly_as_a_body() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for (query, param) in [
        ("", "name"),
        ("?name=a&name=b", "name"),
        ("?name=a&Name=b", "Name"),
        ("?name=a&mishap=later", "mishap"),
        ("?name=a&used=many", "used"),
        ("?name=a%00b", "name"),
        ("?name=%FF", "%FF"),
    ] {
        let answer = brand.get(&format!("/probe/read{query}")).await;
        assert_eq!(answer.status, 400, "{query}");
        let found = answer.json["error"]["param"].as_str().unwrap();
        assert!(found == param || query.contains(found), "{query}: {found}");
    }
    let answer = brand
        .get("/probe/read?name=a+b%2Bc%C3%A9&used=3")
        .await
        .expect(200);
    assert_eq!(answer["name"], "a b+cé");
}

#[tokio::test]
async fn a_panic_is_a_500_and_the_server_lives_on() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for _ in 0..3 {
        let answer = brand.get("/probe/read?name=x&mishap=panic").await;
        assert_problem(&answer, 500, "INTERNAL_ERROR", None);
        for path in ["/probe/write", "/probe/outside"] {
            let answer = brand
                .post(path, json!({ "name": "x", "mishap": "panic" }))
                .await;
            assert_problem(&answer, 500, "INTERNAL_ERROR", None);
        }
    }
    assert_eq!(effects(&server, "x").await, 0);
    brand
        .post("/probe/write", json!({ "name": "x" }))
        .await
        .expect(201);
    brand.get("/probe/read?name=x").await.expect(200);
    server.nobody().get("/readyz").await.expect(200);
}

#[tokio::test]
async fn a_failure_inside_says_nothing_about_the_inside() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    let answer = brand
        .post("/probe/write", json!({ "name": "x", "mishap": "fail" }))
        .await;
    assert_problem(&answer, 500, "INTERNAL_ERROR", None);
    assert!(!answer.text().contains("the probe fails"));
}

/// Everything the server says on a bare connection, until it closes it.
async fn exchange(server: &TestServer, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(request).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn bytes_that_are_no_http_do_not_hurt() {
    let server = TestServer::start().await;
    for request in [
        &b"\x16\x03\x01\x02\x00"[..],
        b"GET\r\n\r\n",
        b"POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        b"GET /v1/brand HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\n\r\n",
        b"GET /%ff%00 HTTP/1.1\r\nHost: x\r\n\r\n",
    ] {
        let answer = exchange(&server, request).await;
        assert!(!answer.contains(" 500 "), "{answer}");
    }
    server.brand().await.get("/v1/brand").await.expect(200);
}

#[tokio::test]
async fn a_body_that_ends_early_is_a_400() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let secret = server.brand().await.secret.clone();
    let request = format!(
        "POST /probe/write HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\n\
         Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{{\"nam\r\n"
    );
    let answer = exchange(&server, request.as_bytes()).await;
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 400"),
        "{answer}"
    );
    assert_eq!(server.number("SELECT count(*) FROM probe_effects").await, 0);
}
