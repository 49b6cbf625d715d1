//! Uploads and images, killed between their steps: nothing is half done, and no object is left without an owner.

use std::time::Duration;

use postrider_engine::assets;
use postrider_engine::pictures::uploads;
use serde_json::{Value, json};

use super::child::Doomed;
use crate::support::{Brand, Caller, TestServer, png};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Longer than the lease of a claim.
const LEASE: Duration = Duration::from_mins(3);

async fn open(brand: &Brand, bytes: &[u8]) -> (String, Value) {
    let body = json!({ "fileName": "a.png", "contentType": "image/png", "size": bytes.len() });
    let opened = brand.post("/v1/content/image-uploads", body).await;
    let opened = opened.expect(201);
    let url = opened["uploadUrl"].as_str().unwrap();
    let place = url[url.find("/uploads/").unwrap()..].to_owned();
    (place, opened["uploadId"].clone())
}

/// What the sweeps of the next day leave.
async fn swept(server: &TestServer) -> (usize, usize) {
    let app = server.app();
    let later = app.clock.now() + DAY_MS;
    uploads::sweep(&app.db, &app.objects, later).await.unwrap();
    assets::sweep(&app.db, &app.objects, later).await.unwrap();
    (
        server.files_in("uploads").await.len(),
        server.files_in("assets").await.len(),
    )
}

#[tokio::test]
async fn an_upload_that_was_killed_can_be_sent_again() {
    for point in ["upload.stored", "upload.noted"] {
        let bytes = png(20, 20);
        let mut server = TestServer::with().clock_stopped().start().await;
        let brand = server.brand().await;
        let (place, id) = open(&brand, &bytes).await;
        server.stop().await;
        let doomed = Doomed::start(&server, point).await;
        let caller = Caller::nobody(brand.http(), &doomed.url);
        let sent = caller.request("PUT", &place).body(bytes.clone());
        assert!(sent.try_send().await.is_err(), "{point}");
        doomed.died().await;
        server.restart().await;
        let caller = server.again(&brand);
        let again = server.nobody().request("PUT", &place).body(bytes);
        again.send().await.expect(200);
        let added = caller.post("/v1/content/add-image", json!({ "uploadId": id }));
        added.await.expect(201);
        assert_eq!(swept(&server).await, (0, 1), "{point}");
    }
}

#[tokio::test]
async fn an_image_that_was_killed_on_its_way_into_the_library_is_added_by_the_retry() {
    for point in ["outside.begun", "outside.worked", "outside.finished"] {
        let bytes = png(20, 20);
        let mut server = TestServer::with()
            .clock_stopped()
            .twin_wait(Duration::from_millis(100))
            .start()
            .await;
        let brand = server.brand().await;
        let (place, id) = open(&brand, &bytes).await;
        let sent = server.nobody().request("PUT", &place).body(bytes.clone());
        sent.send().await.expect(200);
        server.stop().await;
        let doomed = Doomed::start(&server, point).await;
        let mut caller = (*brand).clone();
        caller.url.clone_from(&doomed.url);
        let body = json!({ "uploadId": id });
        let dying = caller.request("POST", "/v1/content/add-image");
        let dying = dying.header("Idempotency-Key", "k").json(&body);
        assert!(dying.try_send().await.is_err(), "{point}");
        doomed.died().await;
        server.restart().await;
        server.clock.advance(LEASE);
        let caller = server.again(&brand);
        let added = caller.post_once("k", "/v1/content/add-image", body).await;
        let added = added.expect(201);
        assert_eq!(added["width"], 20);
        assert_eq!(server.number("SELECT count(*) FROM assets").await, 1);
        assert_eq!(swept(&server).await, (0, 1), "{point}");
    }
}

#[tokio::test]
async fn an_image_that_was_killed_while_it_was_changed_is_changed_by_the_retry() {
    let smaller = json!({ "operation": "resize", "width": 10 });
    let moving = json!({ "from": "image", "effect": "fade" });
    for (path, wanted, width) in [
        ("/v1/content/transform", smaller, 10),
        ("/v1/content/gif", moving, 40),
    ] {
        for point in ["outside.begun", "outside.worked", "outside.finished"] {
            changed_by_the_retry(point, path, (wanted.clone(), width)).await;
        }
    }
}

async fn changed_by_the_retry(point: &str, path: &str, (mut body, width): (Value, u32)) {
    let bytes = png(40, 20);
    let mut server = TestServer::with()
        .clock_stopped()
        .twin_wait(Duration::from_millis(100))
        .start()
        .await;
    let brand = server.brand().await;
    let (place, id) = open(&brand, &bytes).await;
    let sent = server.nobody().request("PUT", &place).body(bytes.clone());
    sent.send().await.expect(200);
    let added = brand.post("/v1/content/add-image", json!({ "uploadId": id }));
    let added = added.await.expect(201);
    server.stop().await;
    let doomed = Doomed::start(&server, point).await;
    let mut caller = (*brand).clone();
    caller.url.clone_from(&doomed.url);
    body["assetId"] = added["assetId"].clone();
    let dying = caller.request("POST", path);
    let dying = dying.header("Idempotency-Key", "k").json(&body);
    assert!(dying.try_send().await.is_err(), "{path} {point}");
    doomed.died().await;
    server.restart().await;
    server.clock.advance(LEASE);
    let caller = server.again(&brand);
    let changed = caller.post_once("k", path, body).await.expect(200);
    assert_eq!(
        (&changed["width"], &changed["height"]),
        (&json!(width), &json!(width / 2))
    );
    assert_eq!(server.number("SELECT count(*) FROM assets").await, 2);
    assert_eq!(swept(&server).await, (0, 2), "{path} {point}");
}
