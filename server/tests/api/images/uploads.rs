use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use postrider_engine::pictures::uploads::sweep;

use super::{ADD, IMAGES, add, ids, open, path, photo, place, put, uploaded};
use crate::support::{ImageHost, TestServer, assert_envelope, assert_problem, png, until};

#[tokio::test]
async fn a_file_is_announced_sent_and_kept() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let bytes = photo(40, 30);
    let upload = open(&brand, "team.jpg", "image/jpeg", bytes.len())
        .await
        .expect(201);
    let id = upload["uploadId"].as_str().unwrap();
    assert!(id.starts_with("imgup_") && id.len() == 27, "{id}");
    assert_eq!(upload["maxBytes"], 20 << 20);
    let early = add(&brand, &upload["uploadId"]).await;
    assert_problem(&early, 409, "UPLOAD_NOT_RECEIVED", Some("uploadId"));
    let sent = put(&server, &upload, &bytes).await.expect(200);
    assert_eq!(sent.json, json!({ "uploadId": id, "bytes": bytes.len() }));
    let stranger = server.brand().await;
    let foreign = add(&stranger, &upload["uploadId"]).await;
    assert_problem(&foreign, 404, "UPLOAD_NOT_FOUND", Some("uploadId"));
    let body = json!({ "uploadId": id, "description": "Our team" });
    let added = brand.post(ADD, body).await.expect(201);
    assert_eq!(added.header("x-credit-cost"), Some("1"));
    insta::assert_json_snapshot!(added.json, {
        ".assetId" => "[id]", ".url" => "[url]", ".addedAt" => "[time]", ".bytes" => "[bytes]"
    }, @r#"
    {
      "addedAt": "[time]",
      "assetId": "[id]",
      "bytes": "[bytes]",
      "contentType": "image/jpeg",
      "description": "Our team",
      "height": 30,
      "kind": "upload",
      "url": "[url]",
      "width": 40
    }
    "#);
    let shown = server.nobody().get(path(&added)).await.expect(200);
    assert_eq!(&shown.bytes[..], bytes);
    // It was used.
    let twice = add(&brand, &upload["uploadId"]).await;
    assert_problem(&twice, 404, "UPLOAD_NOT_FOUND", Some("uploadId"));
    let late = put(&server, &upload, &bytes).await;
    assert_envelope(&late, 404, "UPLOAD_NOT_FOUND", Some("uploadId"));
}

#[tokio::test]
async fn what_comes_twice_is_there_once_and_the_later_counts() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let (first, second) = (png(30, 20), png(20, 30));
    let size = first.len().max(second.len());
    // Bytes behind the end of an image are nobody's business.
    let filled = |mut bytes: Vec<u8>| {
        bytes.resize(size, 0);
        bytes
    };
    let upload = open(&brand, "a.png", "image/png", size).await.expect(201);
    put(&server, &upload, &filled(first)).await.expect(200);
    put(&server, &upload, &filled(second)).await.expect(200);
    assert_eq!(server.files_in("uploads").await.len(), 1);
    let body = json!({ "uploadId": upload["uploadId"] });
    let added = brand.post_once("k", ADD, body.clone()).await.expect(201);
    assert_eq!(
        (&added["width"], &added["height"]),
        (&json!(20), &json!(30))
    );
    let again = brand.post_once("k", ADD, body).await.expect(201);
    assert_eq!(again.json, added.json);
    assert_eq!(ids(&brand.get(IMAGES).await.expect(200)).len(), 1);
}

/// Sends this and no more.
async fn raw_put(server: &TestServer, path: &str, header: &str, body: &[u8]) -> TcpStream {
    let mut line = TcpStream::connect(server.address()).await.unwrap();
    let head = format!("PUT {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{header}\r\n\r\n");
    line.write_all(head.as_bytes()).await.unwrap();
    line.write_all(body).await.unwrap();
    line
}

#[tokio::test]
async fn nobody_lies_about_type_or_size() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let bytes = png(30, 20);
    let upload = open(&brand, "a.png", "image/png", bytes.len())
        .await
        .expect(201);
    let longer = [bytes.clone(), vec![0; 9]].concat();
    for wrong in [&bytes[1..], &longer[..], &[][..]] {
        let refused = put(&server, &upload, wrong).await;
        assert_envelope(&refused, 400, "INVALID_REQUEST", Some("size"));
    }
    // The same without a length: it is counted.
    for wrong in [&bytes[1..], &longer[..]] {
        let start = format!("{:x}\r\n", wrong.len()).into_bytes();
        let body = [&start[..], wrong, b"\r\n0\r\n\r\n"].concat();
        let counted = "Transfer-Encoding: chunked";
        let mut line = raw_put(&server, place(&upload), counted, &body).await;
        let mut said = String::new();
        line.read_to_string(&mut said).await.unwrap();
        assert!(said.starts_with("HTTP/1.1 400 "), "{said}");
    }
    assert_eq!(server.files_in("uploads").await.len(), 0);
    put(&server, &upload, &bytes).await.expect(200);
    add(&brand, &upload["uploadId"]).await.expect(201);
    for (kind, size, status, param) in [
        ("text/html", 9, 400, "contentType"),
        ("image/tiff", 9, 400, "contentType"),
        ("image/png", (20 << 20) + 1, 413, "size"),
        ("video", 9, 400, "contentType"),
        ("audio/mp4", 9, 400, "contentType"),
        ("image/png", 0, 400, "size"),
    ] {
        let refused = open(&brand, "a", kind, size).await;
        assert_eq!(refused.status, status, "{}", refused.text());
        assert_eq!(refused["error"]["param"], param);
    }
    // What is no image is refused by what it is, for nothing, and can be sent again.
    for wrong in [
        b"<html><script>alert(1)</script></html>".as_slice(),
        b"\x89PNG\r\n\x1a\nno",
    ] {
        let upload = uploaded(&server, &brand, "a.png", wrong).await;
        let refused = add(&brand, &upload).await;
        assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
        assert_eq!(refused.header("x-credit-cost"), None);
    }
    assert_eq!(server.files_in("assets").await.len(), 1);
    // A JPEG that is called a PNG is a JPEG.
    let upload = uploaded(&server, &brand, "a.png", &photo(8, 8)).await;
    let added = add(&brand, &upload).await.expect(201);
    assert_eq!(added["contentType"], "image/jpeg");
}

#[tokio::test]
async fn an_upload_ends_after_a_quarter_of_an_hour() {
    let server = TestServer::with().clock_stopped().start().await;
    let brand = server.brand().await;
    let bytes = png(9, 9);
    let sent = open(&brand, "a.png", "image/png", bytes.len())
        .await
        .expect(201);
    let unsent = open(&brand, "a.png", "image/png", bytes.len())
        .await
        .expect(201);
    server.clock.advance(Duration::from_secs(14 * 60 + 59));
    put(&server, &sent, &bytes).await.expect(200);
    server.clock.advance(Duration::from_secs(1));
    let late = put(&server, &unsent, &bytes).await;
    assert_envelope(&late, 404, "UPLOAD_NOT_FOUND", Some("uploadId"));
    let late = add(&brand, &sent["uploadId"]).await;
    assert_problem(&late, 404, "UPLOAD_NOT_FOUND", Some("uploadId"));
    let app = server.app();
    let later = app.clock.now() + 3 * 60 * 60 * 1000;
    sweep(&app.db, &app.objects, later).await.unwrap();
    assert_eq!(server.files_in("uploads").await.len(), 0);
    assert_eq!(server.number("SELECT count(*) FROM uploads").await, 0);
    assert_envelope(
        &put(&server, &sent, &bytes).await,
        404,
        "UPLOAD_NOT_FOUND",
        Some("uploadId"),
    );
}

#[tokio::test]
async fn twenty_are_open_at_once() {
    let server = TestServer::with().clock_stopped().start().await;
    let brand = server.brand().await;
    let first = open(&brand, "a.png", "image/png", png(9, 9).len())
        .await
        .expect(201);
    for _ in 1..20 {
        open(&brand, "a.png", "image/png", 9).await.expect(201);
    }
    let refused = open(&brand, "a.png", "image/png", 9).await;
    assert_problem(&refused, 429, "RATE_LIMITED", None);
    assert_eq!(refused.header("retry-after"), Some("900"));
    open(&server.brand().await, "a.png", "image/png", 9)
        .await
        .expect(201);
    put(&server, &first, &png(9, 9)).await.expect(200);
    add(&brand, &first["uploadId"]).await.expect(201);
    open(&brand, "a.png", "image/png", 9).await.expect(201);
    assert_eq!(open(&brand, "a.png", "image/png", 9).await.status, 429);
    server.clock.advance(Duration::from_mins(15));
    open(&brand, "a.png", "image/png", 9).await.expect(201);
}

#[tokio::test]
async fn one_that_stops_half_way_leaves_nothing_and_can_be_sent_again() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let bytes = png(60, 60);
    let upload = open(&brand, "a.png", "image/png", bytes.len())
        .await
        .expect(201);
    let length = format!("Content-Length: {}", bytes.len());
    let half = &bytes[..bytes.len() / 2];
    drop(raw_put(&server, place(&upload), &length, half).await);
    until("nothing is left", async || {
        server.files_in("uploads").await.is_empty().then_some(())
    })
    .await;
    let early = add(&brand, &upload["uploadId"]).await;
    assert_problem(&early, 409, "UPLOAD_NOT_RECEIVED", Some("uploadId"));
    // Once the server knows that nobody sends the other half.
    until("it can be sent again", async || {
        let sent = put(&server, &upload, &bytes).await;
        (sent.status == 200).then_some(())
    })
    .await;
    add(&brand, &upload["uploadId"]).await.expect(201);
}

#[tokio::test]
async fn nobody_sends_one_twice_at_the_same_time() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let bytes = png(60, 60);
    let upload = open(&brand, "a.png", "image/png", bytes.len())
        .await
        .expect(201);
    // The server asks for the bytes once it wants them.
    let asks = format!("Content-Length: {}\r\nExpect: 100-continue", bytes.len());
    let mut line = raw_put(&server, place(&upload), &asks, b"").await;
    let mut asked = [0; 25];
    line.read_exact(&mut asked).await.unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");
    let refused = put(&server, &upload, &bytes).await;
    assert_envelope(&refused, 409, "UPLOAD_NOT_RECEIVED", Some("uploadId"));
    assert!(refused.header("retry-after").is_some());
    line.write_all(&bytes).await.unwrap();
    let mut said = String::new();
    line.read_to_string(&mut said).await.unwrap();
    assert!(said.starts_with("HTTP/1.1 200 "), "{said}");
    put(&server, &upload, &bytes).await.expect(200);
    add(&brand, &upload["uploadId"]).await.expect(201);
}

#[tokio::test]
async fn the_address_is_the_key_and_no_other_opens_it() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    for token in ["x", "..%2F..", &"A".repeat(43), "%00"] {
        let request = nobody.request("PUT", &format!("/uploads/{token}"));
        let refused = request.body("bytes").send().await;
        assert_envelope(&refused, 404, "UPLOAD_NOT_FOUND", Some("uploadId"));
    }
    nobody.get("/uploads/x").await.expect(405);
    let org = server.org().await;
    let brand = org.brand().await;
    let upload = open(&brand, "a.png", "image/png", 5).await.expect(201);
    org.suspend().await;
    let refused = put(&server, &upload, b"bytes").await;
    assert_envelope(&refused, 404, "UPLOAD_NOT_FOUND", Some("uploadId"));
}

#[tokio::test]
async fn an_image_is_fetched_from_where_it_stands() {
    let (host, secret) = (ImageHost::start().await, ImageHost::start().await);
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let url = host.png("/a.png", 12, 10);
    let added = brand
        .post(ADD, json!({ "imageUrl": url }))
        .await
        .expect(201);
    assert_eq!(added["width"], 12);
    // One of ours is not fetched: it is there.
    let own = json!({ "imageUrl": added["url"], "description": "Mine" });
    let again = brand.post(ADD, own).await.expect(201);
    assert_eq!(
        (&again["assetId"], &again["description"]),
        (&added["assetId"], &json!("Mine"))
    );
    for wrong in [
        secret.png("/a.png", 3, 3),
        host.url("/missing.png"),
        host.redirect("/away", &secret.png("/b.png", 3, 3)),
        host.file("/page", "image/png", b"<html></html>".to_vec()),
    ] {
        let refused = brand.post(ADD, json!({ "imageUrl": wrong })).await;
        assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
    }
    assert_eq!(secret.asked(), [""; 0]);
    for (body, param) in [
        (json!({}), "uploadId"),
        (
            json!({ "uploadId": "imgup_x", "imageUrl": url }),
            "uploadId",
        ),
        (json!({ "imageUrl": "ftp://example.com/a.png" }), "imageUrl"),
        (json!({ "imageUrl": "a.png" }), "imageUrl"),
        (json!({ "imageUrl": "file:///etc/passwd" }), "imageUrl"),
    ] {
        let refused = brand.post(ADD, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let unknown = brand.post(ADD, json!({ "uploadId": "imgup_x" })).await;
    assert_problem(&unknown, 404, "UPLOAD_NOT_FOUND", Some("uploadId"));
}

#[tokio::test]
async fn the_plan_bounds_what_is_kept() {
    let bytes = png(40, 40);
    let host = ImageHost::start().await;
    let server = TestServer::with()
        .storage_plan("small", bytes.len() as i64 + 10)
        .allow_private(host.address)
        .start()
        .await;
    let brand = server.org_on("small").await.brand().await;
    let first = uploaded(&server, &brand, "a.png", &bytes).await;
    add(&brand, &first).await.expect(201);
    let second = json!({ "imageUrl": host.png("/b.png", 20, 20) });
    let refused = brand.post(ADD, second).await;
    assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
    assert_eq!(server.files_in("assets").await.len(), 1);
    let refused = open(&brand, "c.png", "image/png", 100).await;
    assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
}

#[tokio::test]
async fn what_is_open_counts_until_it_is_gone_in_all_brands_together() {
    let server = TestServer::with()
        .storage_plan("small", 1000)
        .clock_stopped();
    let server = server.start().await;
    let org = server.org_on("small").await;
    let (brand, other) = (org.brand().await, org.brand().await);
    let video = vec![7; 600];
    let first = open(&brand, "a.mp4", "video/mp4", 600).await.expect(201);
    for (brand, size) in [(&brand, 401), (&other, 401)] {
        let refused = open(brand, "b.mp4", "video/mp4", size).await;
        assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
    }
    put(&server, &first, &video).await.expect(200);
    open(&other, "b.png", "image/png", 400).await.expect(201);
    // What never came is given back when its time is over; what has come counts for a while.
    server.clock.advance(Duration::from_mins(15));
    let refused = open(&other, "c.mp4", "video/mp4", 401).await;
    assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
    open(&other, "c.png", "image/png", 400).await.expect(201);
    // For ten minutes, that is: its owner can do nothing about it.
    server.clock.advance(Duration::from_mins(10));
    open(&other, "e.mp4", "video/mp4", 600).await.expect(201);
    server.clock.advance(Duration::from_mins(61));
    assert_eq!(server.files_in("uploads").await.len(), 1);
    let app = server.app();
    sweep(&app.db, &app.objects, app.clock.now()).await.unwrap();
    assert_eq!(server.files_in("uploads").await.len(), 0);
    open(&brand, "d.mp4", "video/mp4", 600).await.expect(201);
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["storage"]["used"], 0, "{}", usage.json);
}
