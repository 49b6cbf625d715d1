//! `POST /v1/content/html-to-png`.

use postrider_test_support::browser_double::{Behaviour, BrowserDouble};
use serde_json::json;

use super::{GREEN, HTML_TO_PNG, green, path, picture, seeing, seen_by, shoot};
use crate::emails::{design, draft};
use crate::images;
use crate::support::{ImageHost, TestServer, assert_problem};

const BLUE: [u8; 3] = [0, 0, 255];

/// A picture of one colour.
fn blue(width: u32, height: u32) -> Vec<u8> {
    let picture = image::RgbImage::from_pixel(width, height, image::Rgb(BLUE));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn html_becomes_an_image_of_the_library_for_one_credit() {
    let server = seeing().await.plan("five", Some(5), None).start().await;
    let brand = server.org_on("five").await.brand().await;
    let made = green(&brand).await.expect(200);
    let id = made["assetId"].clone();
    let expected = json!({ "assetId": id, "url": made["url"], "width": 200, "height": 40 });
    assert_eq!(made.json, expected);
    assert_eq!(made.header("x-credit-cost"), Some("1"));
    assert_eq!(made.header("x-credits-remaining"), Some("4"));
    let shown = server.nobody().get(path(&made["url"])).await.expect(200);
    assert_eq!(shown.header("content-type"), Some("image/png"));
    let pixels = picture(&server, &made["url"]).await;
    assert_eq!(pixels.dimensions(), (200, 40));
    assert_eq!(pixels.get_pixel(199, 39).0, [0, 255, 0]);
    let library = brand.get("/v1/brand/images?kind=generated").await;
    assert_eq!(library.expect(200)["data"][0]["assetId"], id);
    let twice = json!({ "html": GREEN, "width": 200, "scale": 2, "maxHeight": 10 });
    let twice = shoot(&brand, twice).await.expect(200);
    let size = (&twice["width"], &twice["height"]);
    assert_eq!(size, (&json!(400), &json!(20)));
    // The same with its key is the same answer, and costs nothing more.
    let body = json!({ "html": "<p>once</p>" });
    let once = brand.post_once("k", HTML_TO_PNG, body.clone()).await;
    let again = brand.post_once("k", HTML_TO_PNG, body).await.expect(200);
    assert_eq!(once.expect(200).json, again.json);
    assert_eq!(again.header("x-credits-remaining"), Some("2"));
}

#[tokio::test]
async fn images_come_from_the_store_and_from_strangers_and_from_nowhere_inside() {
    let (host, inside) = (ImageHost::start().await, ImageHost::start().await);
    let server = seeing().await.allow_private(host.address).start().await;
    let brand = server.brand().await;
    let ours = images::image(&server, &brand, &blue(20, 20)).await;
    let theirs = host.file("/b.png", "image/png", blue(30, 20));
    let not_ours = inside.file("/c.png", "image/png", blue(40, 20));
    let html = format!(
        "<body style='margin:0;background:#fff'><img src='{}' width=20 height=20 style='display:block' alt=''>\
         <img src='{theirs}' width=20 height=20 style='display:block' alt=''>\
         <img src='{not_ours}' width=20 height=20 style='display:block' alt=''>\
         <div style=\"height:20px;background:url('{not_ours}?bg')\">text</div></body>",
        ours["url"].as_str().unwrap()
    );
    let made = shoot(&brand, json!({ "html": html, "width": 200 })).await;
    let pixels = picture(&server, &made.expect(200)["url"]).await;
    assert_eq!(pixels.dimensions(), (200, 80));
    assert_eq!(pixels.get_pixel(10, 10).0, BLUE);
    assert_eq!(pixels.get_pixel(10, 30).0, BLUE);
    assert!(
        pixels
            .rows()
            .skip(40)
            .flatten()
            .all(|pixel| pixel.0 != BLUE)
    );
    assert_eq!(host.asked(), ["/b.png"]);
    assert_eq!(inside.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn html_is_cleaned_first_and_what_shows_nothing_is_refused() {
    let host = ImageHost::start().await;
    let server = seeing().await.allow_private(host.address).start().await;
    let brand = server.brand().await;
    let frame = host.file("/frame", "text/html", b"<p>framed".to_vec());
    let html = format!(
        "<body style='margin:0;background:#00ff00'><script>document.body.style.background='red'</script>\
         <iframe src='{frame}' width=200 height=300></iframe><link rel=stylesheet href='{frame}'>\
         <p style='margin:0;height:40px'>Hi {{{{ firstName | there }}}}</p></body>"
    );
    let made = shoot(&brand, json!({ "html": html, "width": 200 })).await;
    let pixels = picture(&server, &made.expect(200)["url"]).await;
    assert_eq!(pixels.dimensions(), (200, 40));
    assert_eq!(pixels.get_pixel(199, 39).0, [0, 255, 0]);
    assert_eq!(host.asked(), Vec::<String>::new());
    for nothing in ["<script>alert(1)</script>", "<p> </p>"] {
        let refused = shoot(&brand, json!({ "html": nothing })).await;
        assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", Some("html"));
    }
}

#[tokio::test]
async fn a_design_is_shown_as_readers_of_whom_nothing_is_known_see_it() {
    let server = seeing().await.start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    let mut tagged = draft("tagged");
    tagged.version.content.html = "<p>Hi {{ firstName | there }}</p>".to_owned();
    let mut plain = draft("plain");
    plain.version.content.html = "<p>Hi there</p>".to_owned();
    design(&server, &brand, tagged).await;
    design(&server, &brand, plain).await;
    let tagged = shoot(&brand, json!({ "emailId": "tagged" }))
        .await
        .expect(200);
    let plain = shoot(&brand, json!({ "emailId": "plain" }))
        .await
        .expect(200);
    let [tagged, plain] = [&tagged, &plain].map(|made| &made["url"]);
    let (tagged, plain) = (
        picture(&server, tagged).await,
        picture(&server, plain).await,
    );
    assert_eq!(tagged, plain);
    for (brand, id) in [(&other, "tagged"), (&brand, "nothing")] {
        let refused = shoot(brand, json!({ "emailId": id })).await;
        assert_problem(&refused, 404, "EMAIL_NOT_FOUND", Some("emailId"));
    }
    server.leaves_jobs("pictures of the designs themselves");
}

#[tokio::test]
async fn what_is_named_is_looked_up_before_there_must_be_room_for_its_picture() {
    let double = BrowserDouble::new(Behaviour::Good);
    let server = seen_by(&double.program).await.storage_plan("small", 10);
    let server = server.start().await;
    let brand = server.org_on("small").await.brand().await;
    design(&server, &brand, draft("there")).await;
    let full = format!(
        "INSERT INTO storage (org, bytes) VALUES ({}, 10) ON CONFLICT (org) DO UPDATE SET bytes = 10",
        brand.key.org
    );
    server.sql(&full).await;
    let missed = shoot(&brand, json!({ "emailId": "nothing" })).await;
    assert_problem(&missed, 404, "EMAIL_NOT_FOUND", Some("emailId"));
    let refused = shoot(&brand, json!({ "emailId": "there" })).await;
    assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
    server.leaves_jobs("the picture of the design itself");
}

#[tokio::test]
async fn what_is_asked_for_is_checked() {
    let server = seeing().await.start().await;
    let brand = server.brand().await;
    for (body, param) in [
        (json!({}), "html"),
        (json!({ "html": "<p>x</p>", "emailId": "x" }), "html"),
        (json!({ "html": "" }), "html"),
        (json!({ "html": "<p>x</p>", "width": 99 }), "width"),
        (json!({ "html": "<p>x</p>", "width": 1601 }), "width"),
        (json!({ "html": "<p>x</p>", "maxHeight": 0 }), "maxHeight"),
        (
            json!({ "html": "<p>x</p>", "maxHeight": 8001 }),
            "maxHeight",
        ),
        (json!({ "html": "<p>x</p>", "scale": 3 }), "scale"),
        (json!({ "html": "<p>x</p>", "scale": 1.5 }), "scale"),
        (json!({ "html": "<p>x</p>", "height": 9 }), "height"),
    ] {
        let refused = shoot(&brand, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let large = json!({ "html": "x".repeat(6 << 20) });
    let refused = shoot(&brand, large).await;
    assert_eq!((refused.status, refused.code()), (413, "PAYLOAD_TOO_LARGE"));
}

#[tokio::test]
async fn without_a_browser_it_says_so_and_what_to_do() {
    let server = TestServer::with().plan("five", Some(5), None).start().await;
    let brand = server.org_on("five").await.brand().await;
    let refused = green(&brand).await;
    assert_eq!((refused.status, refused.code()), (501, "NOT_IMPLEMENTED"));
    let suggestion = refused["error"]["suggestion"].as_str().unwrap();
    assert!(
        suggestion.contains("chromium-headless-shell"),
        "{suggestion}"
    );
    let missed = shoot(&brand, json!({ "emailId": "nothing" })).await;
    assert_problem(&missed, 404, "EMAIL_NOT_FOUND", Some("emailId"));
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["remaining"], 5, "{}", usage.json);
    let told = operation(&brand.get("/v1/help").await.expect(200).json);
    assert_eq!(told["available"], false);
    assert_eq!(told["missing"], suggestion);
    let server = seeing().await.start().await;
    let help = server.brand().await.get("/v1/help").await.expect(200);
    let told = operation(&help.json);
    assert_eq!(
        (&told["available"], told.get("missing")),
        (&json!(true), None)
    );
}

fn operation(help: &serde_json::Value) -> serde_json::Value {
    let operations = help["credits"]["operations"].as_array().unwrap();
    let mut found = operations
        .iter()
        .filter(|one| one["name"] == "content.htmlToPng");
    found.next().unwrap().clone()
}

#[tokio::test]
async fn a_mail_of_fifty_thousand_pixels_is_cut_off_and_an_image_that_never_comes_is_not_waited_for()
 {
    let host = ImageHost::start().await;
    let server = seeing().await.allow_private(host.address).start().await;
    let brand = server.brand().await;
    let html = "<body style='margin:0'><div style='height:50000px;background:#00f'>x</div></body>";
    let made = shoot(&brand, json!({ "html": html, "width": 200 })).await;
    assert_eq!(made.expect(200)["height"], 8000);
    let never = host.endless("/never.png");
    let html = format!("{GREEN}<img src='{never}' width=10 height=10 alt=''>");
    let made = shoot(&brand, json!({ "html": html, "width": 200 })).await;
    let pixels = picture(&server, &made.expect(200)["url"]).await;
    assert_eq!(pixels.get_pixel(199, 0).0, [0, 255, 0]);
}

#[tokio::test]
async fn every_size_that_is_taken_becomes_an_image() {
    let host = ImageHost::start().await;
    let server = seeing().await.allow_private(host.address).start().await;
    let brand = server.brand().await;
    let high = "<body style='margin:0;background:#00ff00'><p style='margin:0;height:9000px'>Hello</p></body>";
    let most = json!({ "html": high, "width": 1600, "maxHeight": 8000, "scale": 2 });
    let made = shoot(&brand, most).await.expect(200);
    let size = (&made["width"], &made["height"]);
    assert_eq!(size, (&json!(3200), &json!(12_500)), "40 megapixels");
    // What cannot be packed is taken with fewer pixels, or not at all.
    let noise = host.file("/noise.png", "image/png", noise(1600, 500));
    let html = |height: u32| {
        format!(
            "<body style='margin:0'><div style=\"height:{height}px;background:url('{noise}')\">x</div></body>"
        )
    };
    let body = json!({ "html": html(3000), "width": 1600, "scale": 2 });
    let made = shoot(&brand, body).await.expect(200);
    let size = (&made["width"], &made["height"]);
    assert_eq!(size, (&json!(1600), &json!(3000)));
    let body = json!({ "html": html(8000), "width": 1600 });
    let refused = shoot(&brand, body).await;
    let param = Some("maxHeight");
    assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", param);
}

/// Of which no part is like another.
fn noise(width: u32, height: u32) -> Vec<u8> {
    let mut seed = 1_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    let picture =
        image::RgbImage::from_fn(width, height, |_, _| image::Rgb([next(), next(), next()]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn what_stands_in_the_html_is_bounded_like_all_other_images() {
    let server = seeing().await.start().await;
    let brand = server.brand().await;
    let show = async |bytes: &[u8]| {
        let data = data_encoding::BASE64.encode(bytes);
        let html = format!(
            "<body style='margin:0;background:#00ff00'><img src='data:image/png;base64,{data}' width=200 height=40 style='display:block' alt=''>Hello</body>"
        );
        let made = shoot(&brand, json!({ "html": html, "width": 200 })).await;
        let pixels = picture(&server, &made.expect(200)["url"]).await;
        pixels.get_pixel(100, 20).0
    };
    assert_eq!(show(&blue(20, 20)).await, BLUE);
    // Small as it is packed, and 49 megapixels.
    let bomb = image::GrayImage::new(7000, 7000);
    let mut bytes = std::io::Cursor::new(Vec::new());
    bomb.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    assert_eq!(show(&bytes.into_inner()).await, [0, 255, 0]);
}
