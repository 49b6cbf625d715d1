//! Health and numbers.

use crate::support::{Installation, until};

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
