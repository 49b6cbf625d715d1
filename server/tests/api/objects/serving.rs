//! What of an image is read to answer whoever asks for it.

use serde_json::json;

use crate::support::{FaultyBucket, ImageHost, TestServer};

#[tokio::test]
async fn whoever_has_an_image_or_asks_how_large_it_is_reads_none_of_it() {
    let (bucket, host) = (FaultyBucket::start().await, ImageHost::start().await);
    let place = bucket.place("serving");
    let server = TestServer::with()
        .allow_private(host.address)
        .configure(move |config| config.objects = place.clone())
        .start()
        .await;
    let brand = server.brand().await;
    let url = host.png("/a.png", 40, 30);
    let added = brand.post("/v1/content/add-image", json!({ "imageUrl": url }));
    let added = added.await.expect(201);
    let path = added["url"].as_str().unwrap();
    let path = &path[path.find("/assets/").unwrap()..];
    let nobody = server.nobody();
    let reads = || {
        let asked = bucket.asked().into_iter();
        asked
            .filter(|(method, at)| method == "GET" && at.contains("/assets/"))
            .count()
    };
    let before = reads();
    let shown = nobody.get(path).await.expect(200);
    assert_eq!(reads(), before + 1);
    let length = shown.bytes.len() as i64;
    assert_eq!(shown.number("content-length"), Some(length));
    let tag = shown.header("etag").unwrap();
    let known = nobody.request("GET", path).header("If-None-Match", tag);
    known.send().await.expect(304);
    let head = nobody.request("HEAD", path).send().await.expect(200);
    assert_eq!(head.number("content-length"), Some(length));
    assert_eq!(reads(), before + 1);
    // One that is gone is gone for them too.
    for stored in server.app().objects.list("assets").await.unwrap() {
        server.app().objects.delete(&stored.name).await.unwrap();
    }
    let known = nobody.request("GET", path).header("If-None-Match", tag);
    known.send().await.expect(404);
    nobody.request("HEAD", path).send().await.expect(404);
    nobody.get(path).await.expect(404);
}
