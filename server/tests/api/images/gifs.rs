use serde_json::json;

use super::{drawing, drawn_by, ids, image, path, photo};
use crate::support::{TestServer, assert_problem};

pub const GIF: &str = "/v1/content/gif";

#[tokio::test]
async fn an_image_and_words_move() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let theme = json!({ "theme": { "primaryColor": "#aa2200" } });
    brand.patch("/v1/brand", theme).await.expect(200);
    let added = image(&server, &brand, &photo(160, 100)).await;
    for effect in ["zoom", "pan", "fade", "slide", "pulse", "shine"] {
        let body = json!({ "from": "image", "assetId": added["assetId"], "effect": effect });
        let made = brand.post(GIF, body).await.expect(200);
        assert_eq!(made.header("x-credit-cost"), Some("10"));
        assert_eq!(
            (&made["width"], &made["height"]),
            (&json!(160), &json!(100))
        );
        assert!(made["frames"].as_i64().unwrap() > 5, "{effect}");
        let shown = server.nobody().get(path(&made)).await.expect(200);
        assert_eq!(shown.header("content-type"), Some("image/gif"));
        assert_eq!(made["bytes"], shown.bytes.len());
    }
    let body = json!({ "from": "prompt", "prompt": "A GIF that says \"Sale ends Sunday\"" });
    let made = brand.post(GIF, body).await.expect(200);
    assert_eq!(made.header("x-credit-cost"), Some("20"));
    let shown = server.nobody().get(path(&made)).await.expect(200);
    let first = image::load_from_memory(&shown.bytes).unwrap().to_rgb8();
    let ground = first.get_pixel(1, 1).0;
    assert!(ground[0].abs_diff(0xaa) < 4 && ground[1].abs_diff(0x22) < 4 && ground[2] < 4);
}

#[tokio::test]
async fn a_model_draws_what_moves_and_where_it_does_not_the_words_do() {
    for (name, prompt, is_drawn) in [
        ("good", "A fox in the snow", true),
        // Its letters are nobody's, but a model may draw it.
        ("good", "\u{96ea}", true),
        ("refusal", "Sale ends Sunday", false),
        ("always-busy", "Sale ends Sunday", false),
    ] {
        let models = drawing(&photo(30, 20)).await;
        let server = drawn_by(&models, name, 5).start().await;
        let brand = server.brand().await;
        let body = json!({ "from": "prompt", "prompt": prompt });
        let made = brand.post(GIF, body).await.expect(200);
        assert_eq!(made.header("x-credit-cost"), Some("20"), "{name}");
        assert_eq!(models.asked()[0].body["prompt"], prompt);
        assert_eq!(made["width"] == 30, is_drawn, "{name}: {}", made.text());
        let shown = server.nobody().get(path(&made)).await.expect(200);
        assert_eq!(shown.header("content-type"), Some("image/gif"));
    }
    let models = drawing(&photo(30, 20)).await;
    let server = drawn_by(&models, "refusal", 5).start().await;
    let body = json!({ "from": "prompt", "prompt": "\u{96ea}" });
    let refused = server.brand().await.post(GIF, body).await;
    assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
}

#[tokio::test]
async fn keys_go_with_what_it_is_made_from() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (body, param) in [
        (json!({ "from": "prompt" }), "prompt"),
        (json!({ "from": "prompt", "prompt": " " }), "prompt"),
        (
            json!({ "from": "prompt", "prompt": "x", "effect": "zoom" }),
            "effect",
        ),
        (json!({ "from": "image" }), "assetId"),
        (
            json!({ "from": "image", "imageUrl": "https://x.test/a.png", "fps": 3 }),
            "fps",
        ),
        (json!({ "from": "image", "imageUrl": "x" }), "imageUrl"),
        (
            json!({ "from": "image", "assetId": "0a1b2c3d", "effect": "spin" }),
            "effect",
        ),
        (json!({ "from": "film" }), "from"),
        (json!({ "from": "video", "prompt": "x" }), "prompt"),
    ] {
        let refused = brand.post(GIF, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let unknown = json!({ "from": "image", "assetId": "0a1b2c3d" });
    assert_problem(
        &brand.post(GIF, unknown).await,
        404,
        "NOT_FOUND",
        Some("assetId"),
    );
}

#[tokio::test]
async fn words_in_letters_that_nobody_has_are_refused_and_what_is_made_is_found_by_its_colours() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let theme = json!({ "theme": { "primaryColor": "#aa2200" } });
    brand.patch("/v1/brand", theme).await.expect(200);
    for words in ["特価セール", "عرض خاص", "Sale \u{1F389}"] {
        let refused = brand
            .post(GIF, json!({ "from": "prompt", "prompt": words }))
            .await;
        assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", Some("prompt"));
        assert!(refused.text().contains("from: image"));
        assert_eq!(refused.header("x-credit-cost"), None);
    }
    let body = json!({ "from": "prompt", "prompt": "Распродажа – αλήθεια" });
    let words = brand.post(GIF, body).await.expect(200);
    let blue = image::RgbImage::from_pixel(40, 20, image::Rgb([20, 60, 200]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    blue.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let blue = image(&server, &brand, &bytes.into_inner()).await;
    let body = json!({ "operation": "resize", "assetId": blue["assetId"], "width": 10 });
    let small = brand.post("/v1/content/transform", body).await.expect(200);
    let body = json!({ "from": "image", "assetId": blue["assetId"] });
    let moving = brand.post(GIF, body).await.expect(200);
    // It is found by the name of the file too, also when its source was named by its address.
    let body = json!({ "from": "image", "imageUrl": blue["url"], "effect": "shine" });
    let shining = brand.post(GIF, body).await.expect(200);
    let named = brand.get("/v1/brand/images?q=shoes&kind=generated").await;
    let all = [&moving, &small, &shining].map(|made| made["assetId"].as_str().unwrap());
    assert_eq!(sorted(ids(&named.expect(200))), sorted(all.to_vec()));
    let found = brand.get("/v1/brand/images?q=blue&kind=generated").await;
    assert_eq!(sorted(ids(&found.expect(200))), sorted(all.to_vec()));
    let found = brand.get("/v1/brand/images?q=red").await.expect(200);
    assert!(ids(&found).contains(&words["assetId"].as_str().unwrap()));
}

fn sorted(mut ids: Vec<&str>) -> Vec<&str> {
    ids.sort_unstable();
    ids
}
