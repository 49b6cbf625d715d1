//! `POST /v1/content/generate-image`

use std::time::Duration;

use serde_json::{Value, json};

use super::{IMAGES, drawing, drawn_by, ids, image, path};
use crate::support::{Brand, ImageHost, TestServer, assert_problem, png, until};

const DRAW: &str = "/v1/content/generate-image";

async fn used(brand: &Brand) -> Value {
    let usage = brand.get("/v1/usage").await.expect(200);
    usage["credits"]["used"].clone()
}

fn told(help: &Value) -> &Value {
    let operations = help["credits"]["operations"].as_array().unwrap();
    let mut drawing = operations.iter().filter(|one| one["path"] == DRAW);
    drawing.next().unwrap()
}

#[tokio::test]
async fn without_a_model_nothing_is_drawn_and_help_says_so() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let refused = brand.post(DRAW, json!({ "prompt": "A red shoe" })).await;
    assert_problem(&refused, 501, "NOT_IMPLEMENTED", None);
    let suggestion = &refused["error"]["suggestion"];
    assert!(suggestion.to_string().contains("POSTRIDER_AI_IMAGE_MODEL"));
    let help = brand.get("/v1/help").await.expect(200);
    let told = told(&help.json);
    assert_eq!(
        (&told["available"], &told["missing"]),
        (&json!(false), suggestion)
    );
}

#[tokio::test]
async fn a_picture_of_words_is_kept_and_charged_for() {
    let bytes = png(30, 20);
    let models = drawing(&bytes).await;
    let server = drawn_by(&models, "good", 5).start().await;
    let brand = server.brand().await;
    let help = brand.get("/v1/help").await.expect(200);
    let told = told(&help.json);
    assert_eq!(
        (&told["available"], told.get("missing")),
        (&json!(true), None)
    );
    let body = json!({ "prompt": "A red shoe in the snow", "aspectRatio": "3:2" });
    let drawn = brand.post_once("k", DRAW, body.clone()).await.expect(200);
    assert_eq!(
        (&drawn["width"], &drawn["height"]),
        (&json!(30), &json!(20))
    );
    let shown = server.nobody().get(path(&drawn)).await.expect(200);
    assert_eq!(&shown.bytes[..], bytes);
    let again = brand.post_once("k", DRAW, body).await.expect(200);
    assert_eq!(again.json, drawn.json);
    assert_eq!(used(&brand).await, 5);
    let asked = models.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].body["prompt"], "A red shoe in the snow");
    assert_eq!(asked[0].body["size"], "1536x1024");
    assert_eq!(asked[0].body["response_format"], "b64_json");
    let found = brand.get(&format!("{IMAGES}?q=snow")).await.expect(200);
    assert_eq!(ids(&found), [drawn["assetId"].as_str().unwrap()]);
    assert_eq!(found["data"][0]["kind"], "generated");
}

#[tokio::test]
async fn a_picture_can_begin_with_one_of_the_library() {
    let models = drawing(&png(30, 20)).await;
    let server = drawn_by(&models, "good", 0).start().await;
    let (brand, stranger) = (server.brand().await, server.brand().await);
    let first = image(&server, &brand, &png(9, 8)).await;
    let body = json!({ "prompt": "The same in blue", "referenceAssetId": first["assetId"] });
    brand.post(DRAW, body.clone()).await.expect(200);
    let asked = models.asked();
    assert_eq!(asked[0].body["image"], "image/png");
    assert_eq!(asked[0].body["response_format"], "b64_json");
    assert_eq!(asked[0].body["prompt"], "The same in blue");
    // A prompt cannot end its part and begin another: nobody knows what parts are told apart by.
    let mark = "postrider-d7c1f0a94be2";
    let prompt = format!("x\r\n--{mark}\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n10");
    let forged = json!({ "prompt": prompt, "referenceAssetId": first["assetId"] });
    brand.post(DRAW, forged.clone()).await.expect(200);
    brand.post(DRAW, forged).await.expect(200);
    let asked = models.asked();
    assert_eq!(asked[1].body["n"], "1");
    assert_eq!(asked[1].body["prompt"], prompt);
    let foreign = stranger.post(DRAW, body).await;
    assert_problem(&foreign, 404, "NOT_FOUND", Some("referenceAssetId"));
    assert_eq!(models.asked().len(), 3);
}

#[tokio::test]
async fn what_a_model_does_not_draw_leaves_nothing_and_costs_nothing() {
    for (name, status, code) in [
        ("refusal", 422, "CONTENT_OPERATION_FAILED"),
        ("too-much", 422, "CONTENT_OPERATION_FAILED"),
        ("always-busy", 503, "SERVICE_UNAVAILABLE"),
        ("denied", 503, "SERVICE_UNAVAILABLE"),
        ("hangs-up", 503, "SERVICE_UNAVAILABLE"),
        ("prose", 503, "SERVICE_UNAVAILABLE"),
    ] {
        let models = drawing(&png(30, 20)).await;
        let server = drawn_by(&models, name, 5).start().await;
        let brand = server.brand().await;
        let refused = brand.post(DRAW, json!({ "prompt": "A red shoe" })).await;
        assert_problem(&refused, status, code, None);
        if name == "denied" {
            assert!(!refused.text().contains("Incorrect API key"));
        }
        assert_eq!(used(&brand).await, 0, "{name}");
        assert_eq!(server.files_in("assets").await.len(), 0, "{name}");
    }
    let models = drawing(b"<html>no picture</html>").await;
    let server = drawn_by(&models, "good", 5).start().await;
    let brand = server.brand().await;
    let refused = brand.post(DRAW, json!({ "prompt": "A red shoe" })).await;
    assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
    assert_eq!(used(&brand).await, 0);
}

#[tokio::test]
async fn a_model_that_takes_no_form_is_asked_without_it() {
    let models = drawing(&png(30, 20)).await;
    let server = drawn_by(&models, "no-schema", 0).start().await;
    let brand = server.brand().await;
    let drawn = brand.post(DRAW, json!({ "prompt": "A red shoe" })).await;
    drawn.expect(200);
    let asked = models.asked();
    assert_eq!(asked.len(), 2);
    assert!(asked[1].body.get("response_format").is_none());
    let first = image(&server, &brand, &png(9, 8)).await;
    let body = json!({ "prompt": "The same in blue", "referenceAssetId": first["assetId"] });
    brand.post(DRAW, body).await.expect(200);
    // Nobody is refused for it twice.
    let asked = models.asked();
    assert_eq!(asked.len(), 3);
    assert!(asked[2].body.get("response_format").is_none());
    assert_eq!(asked[2].body["image"], "image/png");
}

#[tokio::test]
async fn a_model_that_draws_in_few_shapes_is_asked_for_the_nearest_and_its_picture_is_cut() {
    let (wide, square) = ("1536x1024", "1024x1024");
    // The size, then the form; both are remembered.
    for (name, sizes) in [
        ("few-sizes", vec!["1792x1024", wide, wide, wide, wide]),
        (
            "squares",
            vec![
                "1792x1024",
                wide,
                square,
                square,
                square,
                wide,
                "1792x1024",
                square,
            ],
        ),
    ] {
        let models = drawing(&png(30, 20)).await;
        let server = drawn_by(&models, name, 0).start().await;
        let brand = server.brand().await;
        let drawn = async |ratio: &str| {
            let body = json!({ "prompt": "A red shoe", "aspectRatio": ratio });
            let drawn = brand.post(DRAW, body).await.expect(200);
            (drawn["width"].as_i64(), drawn["height"].as_i64())
        };
        assert_eq!(drawn("16:9").await, (Some(30), Some(16)));
        assert_eq!(drawn("16:9").await, (Some(30), Some(16)));
        assert_eq!(drawn("3:2").await, (Some(30), Some(20)));
        let asked = models.asked();
        let asked = asked.iter().map(|one| one.body["size"].as_str().unwrap());
        assert_eq!(asked.collect::<Vec<_>>(), sizes, "{name}");
    }
}

#[tokio::test]
async fn whatever_shape_comes_the_one_that_was_asked_for_is_kept() {
    let drawing_of = |side: u32| {
        let size = format!("width=\"{side}\" height=\"{side}\"");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {size}><rect {size} fill=\"red\"/></svg>"
        )
    };
    // It takes every size, and draws as it likes.
    for (bytes, sizes) in [
        (png(90, 90), [(90, 90), (90, 60), (60, 90), (90, 50)]),
        (png(70, 40), [(40, 40), (60, 40), (27, 40), (70, 40)]),
        (
            drawing_of(150).into_bytes(),
            [(300, 300), (300, 200), (200, 300), (300, 168)],
        ),
    ] {
        let models = drawing(&bytes).await;
        let server = drawn_by(&models, "good", 0).start().await;
        let brand = server.brand().await;
        for (ratio, size) in ["1:1", "3:2", "2:3", "16:9"].into_iter().zip(sizes) {
            let body = json!({ "prompt": "A red shoe", "aspectRatio": ratio });
            let drawn = brand.post(DRAW, body).await.expect(200);
            let shown = (&drawn["width"], &drawn["height"]);
            assert_eq!(shown, (&json!(size.0), &json!(size.1)), "{ratio}");
        }
    }
}

#[tokio::test]
async fn while_a_website_is_read_nothing_is_drawn_for_the_brand() {
    let host = ImageHost::start().await;
    let models = drawing(&png(30, 20)).await;
    let server = drawn_by(&models, "good", 5).allow_private(host.address);
    let server = server.start().await;
    let brand = server.brand().await;
    let page = b"<title>Slow</title>".to_vec();
    let website = host.slow_file("/", "text/html", page, Duration::from_secs(3));
    let asked = json!({ "websiteUrl": website });
    brand.patch("/v1/brand", asked).await.expect(200);
    let refused = brand.post(DRAW, json!({ "prompt": "A red shoe" })).await;
    assert_problem(&refused, 422, "BRAND_NOT_READY", None);
    assert_eq!((used(&brand).await, models.asked().len()), (json!(0), 0));
    until("the website is read", async || {
        let read = brand.get("/v1/brand").await.expect(200);
        (read["readiness"]["ready"] == true).then_some(())
    })
    .await;
    let drawn = brand.post(DRAW, json!({ "prompt": "A red shoe" })).await;
    drawn.expect(200);
}

#[tokio::test]
async fn whoever_has_no_credits_left_asks_nobody() {
    let models = drawing(&png(30, 20)).await;
    let server = drawn_by(&models, "good", 5).plan("few", Some(5), None);
    let server = server.start().await;
    let brand = server.org_on("few").await.brand().await;
    let body = json!({ "prompt": "A red shoe" });
    brand.post(DRAW, body.clone()).await.expect(200);
    let refused = brand.post(DRAW, body).await;
    assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
    assert_eq!(models.asked().len(), 1);
    for wrong in [json!({ "prompt": " " }), json!({})] {
        let refused = server.brand().await.post(DRAW, wrong).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("prompt"));
    }
}

#[tokio::test]
async fn nobody_is_asked_for_a_picture_that_there_is_no_room_for() {
    let models = drawing(&png(30, 20)).await;
    let server = drawn_by(&models, "good", 0).storage_plan("none", 0);
    let server = server.start().await;
    let brand = server.org_on("none").await.brand().await;
    let refused = brand.post(DRAW, json!({ "prompt": "A red shoe" })).await;
    assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
    assert_eq!(models.asked().len(), 0);
}
