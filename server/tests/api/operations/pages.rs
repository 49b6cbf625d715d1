//! Health and numbers.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Builder, Installation, TestServer, until};

#[tokio::test]
async fn health_readiness_and_metrics_answer_on_loopback() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let nobody = server.nobody();
    nobody.get("/healthz").await.expect(200);
    nobody.get("/readyz").await.expect(200);
    nobody.get("/v1/brand").await.expect(401);
    let metrics = nobody.get("/metrics").await.expect(200);
    // A proxy on this machine asks for somebody else.
    for header in ["X-Forwarded-For", "Forwarded", "Via"] {
        let asked = nobody
            .request("GET", "/metrics")
            .header(header, "192.0.2.7");
        asked.send().await.expect(403);
    }
    let counted = metrics.text().lines().find(|line| {
        line.starts_with("postrider_http_requests_total") && line.contains("status=\"401\"")
    });
    assert!(
        counted.is_some_and(|line| line.contains("route=\"/v1/brand\"")),
        "{}",
        metrics.text()
    );
}

#[tokio::test]
async fn with_a_token_metrics_are_for_its_bearer_alone() {
    let installation = Installation::new()
        .await
        .set("POSTRIDER_METRICS_TOKEN", "a-token");
    let server = installation.serve().await;
    let with = |header: &str| server.nobody().with_header("Authorization", header);
    server.nobody().get("/metrics").await.expect(403);
    for wrong in ["Bearer a-toke", "Bearer a-token2", "Bearer ", "a-token"] {
        with(wrong).get("/metrics").await.expect(403);
    }
    with("Bearer a-token").get("/metrics").await.expect(200);
}

#[tokio::test]
async fn metrics_name_routes_and_never_addresses() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let caller = server.caller(server.made()["secret"].as_str().unwrap());
    caller
        .get("/v1/contacts/somebody@private.example")
        .await
        .expect(404);
    caller
        .get("/v1/somewhere/somebody@private.example")
        .await
        .expect(404);
    let metrics = server.nobody().get("/metrics").await.expect(200);
    assert!(metrics.text().contains("route=\"/v1/contacts/{email}\""));
    assert!(!metrics.text().contains("private.example"));
}

#[tokio::test]
async fn what_is_stored_and_who_waits_is_measured_without_names() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let caller = server.caller(server.made()["secret"].as_str().unwrap());
    let design = serde_json::json!({ "format": "html", "content": "<p>Hello</p>" });
    caller.post("/v1/emails/import", design).await.expect(201);
    until("all are there", async || {
        let metrics = server.nobody().get("/metrics").await.expect(200);
        let shows = |series: &str| metrics.text().lines().any(|line| line.starts_with(series));
        let all = [
            "postrider_storage_bytes 0",
            "postrider_places_waiting{line=\"designs\"} 0",
            "postrider_places_wait_seconds",
        ];
        all.iter().all(|series| shows(series)).then_some(())
    })
    .await;
}

/// As a proxy asks that passes a request on and adds nothing: its upstream is the host, and it comes from this machine.
async fn proxied(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let asked = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(asked.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

fn public(url: &'static str) -> Builder {
    TestServer::with().configure(move |config| url.clone_into(&mut config.public_url))
}

#[tokio::test]
async fn behind_a_proxy_nobody_reads_metrics_without_a_token() {
    for url in ["https://mail.example.com", "http://0.0.0.0:8080"] {
        let server = public(url).start().await;
        let answer = proxied(&server.address(), "/metrics").await;
        assert!(answer.starts_with("HTTP/1.0 403"), "{url}: {answer}");
        for setting in ["POSTRIDER_METRICS_TOKEN", "POSTRIDER_METRICS_LISTEN"] {
            assert!(answer.contains(setting), "{answer}");
        }
        let health = proxied(&server.address(), "/healthz").await;
        assert!(health.starts_with("HTTP/1.0 200"), "{health}");
    }
    for url in [
        "http://127.0.0.1:80",
        "http://[::1]",
        "http://localhost:8080",
    ] {
        let server = public(url).start().await;
        let answer = proxied(&server.address(), "/metrics").await;
        assert!(answer.starts_with("HTTP/1.0 200"), "{url}: {answer}");
    }
}

#[tokio::test]
async fn metrics_have_a_listener_of_their_own() {
    let server = TestServer::with()
        .configure(|config| {
            "https://mail.example.com".clone_into(&mut config.public_url);
            config.metrics_listen = Some(([127, 0, 0, 1], 0).into());
        })
        .start()
        .await;
    let own = server.metrics().to_string();
    for (path, status) in [
        ("/metrics", 200),
        ("/healthz", 200),
        ("/readyz", 200),
        ("/v1/brand", 404),
        ("/docs", 404),
        ("/openapi.json", 404),
    ] {
        let answer = proxied(&own, path).await;
        let expected = format!("HTTP/1.0 {status}");
        assert!(answer.starts_with(&expected), "{path}: {answer}");
    }
    let main = proxied(&server.address(), "/metrics").await;
    assert!(main.starts_with("HTTP/1.0 403"), "{main}");
}

#[tokio::test]
async fn a_token_is_asked_for_at_both_listeners() {
    let server = TestServer::with()
        .configure(|config| {
            "https://mail.example.com".clone_into(&mut config.public_url);
            config.metrics_listen = Some(([127, 0, 0, 1], 0).into());
            config.metrics_token = Some("a-token".to_owned().into());
        })
        .start()
        .await;
    let own = server.metrics().to_string();
    for address in [own, server.address()] {
        let answer = proxied(&address, "/metrics").await;
        assert!(answer.starts_with("HTTP/1.0 403"), "{answer}");
        let mut caller = server
            .nobody()
            .with_header("Authorization", "Bearer a-token");
        caller.url = format!("http://{address}");
        caller.get("/metrics").await.expect(200);
    }
}
