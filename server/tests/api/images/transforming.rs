use image::ImageFormat;
use serde_json::{Value, json};

use super::gifs::GIF;
use super::{ADD, IMAGES, ids, image, path, photo, uploaded};
use crate::support::{Answer, Brand, ImageHost, TestServer, assert_problem, encoded, png};

const TRANSFORM: &str = "/v1/content/transform";

async fn transform(brand: &Brand, body: Value) -> Answer {
    brand.post(TRANSFORM, body).await
}

#[tokio::test]
async fn an_image_becomes_smaller_and_is_kept_beside_the_other() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let bytes = encoded(ImageFormat::Png, 200, 120);
    let added = image(&server, &brand, &bytes).await;
    let body = json!({ "operation": "optimize", "assetId": added["assetId"] });
    let optimized = transform(&brand, body).await.expect(200);
    assert_eq!(optimized.header("x-credit-cost"), Some("1"));
    assert_eq!(optimized["originalBytes"], bytes.len());
    assert!(optimized["bytes"].as_i64().unwrap() < bytes.len() as i64);
    let shown = server.nobody().get(path(&optimized)).await.expect(200);
    let shown = image::load_from_memory(&shown.bytes).unwrap().to_rgb8();
    assert_eq!(shown, image::load_from_memory(&bytes).unwrap().to_rgb8());
    let body =
        json!({ "operation": "resize", "imageUrl": added["url"], "width": 50, "format": "jpeg" });
    let resized = transform(&brand, body).await.expect(200);
    assert_eq!(resized.header("x-credit-cost"), Some("2"));
    assert_eq!(
        (&resized["width"], &resized["height"]),
        (&json!(50), &json!(30))
    );
    let made = brand
        .get(&format!("{IMAGES}?kind=generated"))
        .await
        .expect(200);
    let expect = [&resized, &optimized].map(|made| made["assetId"].as_str().unwrap());
    assert_eq!(ids(&made), expect);
    assert_eq!(made["data"][0]["contentType"], "image/jpeg");
    // What cannot become smaller is the image that it was, and who had deleted it has it again.
    let body = json!({ "operation": "optimize", "assetId": optimized["assetId"] });
    let again = transform(&brand, body).await.expect(200);
    assert!(again["bytes"].as_i64() <= optimized["bytes"].as_i64());
    let body = json!({ "operation": "optimize", "assetId": again["assetId"] });
    let same = transform(&brand, body).await.expect(200);
    assert_eq!(
        (&same["assetId"], &same["bytes"]),
        (&again["assetId"], &same["originalBytes"])
    );
    let one = format!("{IMAGES}/{}", same["assetId"].as_str().unwrap());
    brand.delete(&one).await.expect(200);
    let body = json!({ "operation": "optimize", "imageUrl": same["url"] });
    let shown = transform(&brand, body).await.expect(200);
    assert_eq!(shown["assetId"], same["assetId"]);
    let all = brand.get(IMAGES).await.expect(200);
    assert!(ids(&all).contains(&same["assetId"].as_str().unwrap()));
}

#[tokio::test]
async fn a_picture_that_has_the_size_already_is_the_same_and_another_keeps_its_description() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let bytes = photo(80, 40);
    let upload = uploaded(&server, &brand, "a.jpg", &bytes).await;
    let body = json!({ "uploadId": upload, "description": "Our team" });
    let added = brand.post(ADD, body).await.expect(201);
    let id = &added["assetId"];
    let larger = json!({ "operation": "resize", "assetId": id, "width": 4096 });
    let same = transform(&brand, larger).await.expect(200);
    assert_eq!(
        (&same["assetId"], &same["bytes"]),
        (id, &same["originalBytes"])
    );
    let best = json!({ "operation": "optimize", "assetId": id, "quality": 100 });
    let best = transform(&brand, best).await.expect(200);
    assert!(best["bytes"].as_i64().unwrap() <= bytes.len() as i64);
    // What is said of an image is said of what it becomes.
    let small = json!({ "operation": "resize", "assetId": id, "width": 9 });
    let small = transform(&brand, small).await.expect(200);
    let listed = brand.get(IMAGES).await.expect(200);
    assert_eq!(listed["data"][0]["assetId"], small["assetId"]);
    assert_eq!(listed["data"][0]["description"], "Our team");
}

#[tokio::test]
async fn sizes_kinds_and_fits_are_checked() {
    let host = ImageHost::start().await;
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let url = host.file("/a.jpg", "image/jpeg", photo(80, 40));
    for (more, param) in [
        (json!({ "operation": "optimize", "width": 9 }), "width"),
        (json!({ "operation": "optimize", "fit": "cover" }), "fit"),
        (json!({ "operation": "resize" }), "width"),
        (json!({ "operation": "resize", "width": 0 }), "width"),
        (json!({ "operation": "resize", "height": 5000 }), "height"),
        (
            json!({ "operation": "resize", "width": 9, "fit": "tight" }),
            "fit",
        ),
        (
            json!({ "operation": "optimize", "format": "tiff" }),
            "format",
        ),
        (json!({ "operation": "optimize", "quality": 0 }), "quality"),
        (json!({ "operation": "sharpen" }), "operation"),
    ] {
        let mut body = more;
        body["imageUrl"] = json!(url);
        let refused = transform(&brand, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let neither = transform(&brand, json!({ "operation": "optimize" })).await;
    assert_problem(&neither, 400, "INVALID_REQUEST", Some("assetId"));
    for (fit, size) in [
        ("inside", (20, 10)),
        ("cover", (20, 20)),
        ("contain", (20, 20)),
        ("fill", (20, 20)),
    ] {
        let body = json!({ "operation": "resize", "imageUrl": url, "width": 20, "height": 20, "fit": fit });
        let made = transform(&brand, body).await.expect(200);
        assert_eq!(
            (&made["width"], &made["height"]),
            (&json!(size.0), &json!(size.1)),
            "{fit}"
        );
    }
    for format in ["png", "jpeg", "gif", "webp"] {
        let body = json!({ "operation": "optimize", "imageUrl": url, "format": format });
        let made = transform(&brand, body).await.expect(200);
        let shown = server.nobody().get(path(&made)).await.expect(200);
        let kind = format!("image/{format}");
        assert_eq!(shown.header("content-type"), Some(kind.as_str()));
    }
}

#[tokio::test]
async fn what_moves_or_cannot_be_paid_is_refused_and_leaves_nothing() {
    let host = ImageHost::start().await;
    let server = TestServer::with()
        .allow_private(host.address)
        .plan("few", Some(1), None)
        .start()
        .await;
    let brand = server.org_on("few").await.brand().await;
    let moving = include_bytes!("../../../../media/tests/images/moving.gif").to_vec();
    let moving = host.file("/moving.gif", "image/gif", moving);
    let body = json!({ "operation": "optimize", "imageUrl": moving });
    let refused = transform(&brand, body).await;
    assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
    let still = host.file("/still.png", "image/png", png(30, 30));
    let body = json!({ "operation": "resize", "imageUrl": still, "width": 9 });
    let refused = transform(&brand, body).await;
    assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
    assert_eq!(server.files_in("assets").await.len(), 0);
    let body = json!({ "operation": "optimize", "imageUrl": still });
    for _ in 0..2 {
        brand
            .post_once("k", TRANSFORM, body.clone())
            .await
            .expect(200);
    }
    assert_eq!(server.files_in("assets").await.len(), 1);
}

#[tokio::test]
async fn nothing_is_made_that_there_is_no_room_for() {
    let host = ImageHost::start().await;
    let server = TestServer::with()
        .allow_private(host.address)
        .storage_plan("none", 0)
        .start()
        .await;
    let brand = server.org_on("none").await.brand().await;
    let still = host.png("/still.png", 30, 30);
    for (path, body) in [
        (
            TRANSFORM,
            json!({ "operation": "optimize", "imageUrl": still }),
        ),
        (
            TRANSFORM,
            json!({ "operation": "resize", "imageUrl": still, "width": 9 }),
        ),
        (
            GIF,
            json!({ "from": "image", "imageUrl": still, "effect": "zoom" }),
        ),
        (
            GIF,
            json!({ "from": "prompt", "prompt": "Sale ends Sunday" }),
        ),
    ] {
        let refused = brand.post(path, body).await;
        assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
    }
    assert_eq!(server.files_in("assets").await.len(), 0);
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["used"], 0);
}
