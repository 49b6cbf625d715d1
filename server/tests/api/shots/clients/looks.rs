//! What each client makes of a mail, as pixels.

use image::{Rgb, RgbImage};
use serde_json::json;

use super::{holding, preview, seen};
use crate::shots::{is_like, picture, seeing};

const RED: [u8; 3] = [255, 0, 0];
const GREEN: [u8; 3] = [0, 255, 0];
const BLUE: [u8; 3] = [0, 0, 255];
const WHITE: [u8; 3] = [255, 255, 255];
/// What a client in the dark shows for white.
const NIGHT: [u8; 3] = [31, 31, 31];

fn has(picture: &RgbImage, color: [u8; 3]) -> bool {
    picture.pixels().any(|pixel| is_like(*pixel, color))
}

/// Below its letters and beside them.
fn corner(picture: &RgbImage) -> Rgb<u8> {
    *picture.get_pixel(picture.width() - 1, picture.height() - 1)
}

#[tokio::test]
async fn a_design_is_shown_as_a_mail_of_the_brand_to_somebody_unknown() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let identity = json!({ "identity": { "brandName": "Lantern", "address": "1 Main Street" } });
    brand.patch("/v1/brand", identity).await.expect(200);
    let tagged = "<p>Hi {{ firstName | there }}, {{ nothing }}{{ brandName }}, {{ brandAddress }}</p>\
        <p><a href='{{ unsubscribeUrl }}'>Leave</a></p>";
    let plain =
        "<p>Hi there, Lantern, 1 Main Street</p><p><a href='https://a.example'>Leave</a></p>";
    let [tagged] = seen(&server, &brand, ("tagged", tagged), ["apple-mail-mac"]).await;
    let [plain] = seen(&server, &brand, ("plain", plain), ["apple-mail-mac"]).await;
    assert_eq!(tagged, plain);
    // Nobody is counted.
    assert_eq!(server.number("SELECT count(*) FROM events").await, 0);
}

#[tokio::test]
async fn a_send_and_a_preview_have_the_same_footer() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let content = json!({ "format": "html", "content": "<body><p>Hello</p></body>" });
    let made = brand.post("/v1/emails/import", content).await.expect(201);
    let id = made["emailId"].as_str().unwrap();
    let path = format!("/v1/emails/{id}?include=html");
    let html = brand.get(&path).await.expect(200)["html"].clone();
    assert!(html.as_str().unwrap().contains("unsubscribeUrl"), "{html}");
    let body = json!({ "clients": ["thunderbird"] });
    let whole = preview(&brand, id, body).await.expect(200);
    let whole = picture(&server, &whole["previews"][0]["imageUrl"]).await;
    let [bare] = seen(&server, &brand, ("bare", "<p>Hello</p>"), ["thunderbird"]).await;
    assert!(whole.height() > bare.height() + 20, "{}", whole.height());
}

#[tokio::test]
async fn gmail_clips_and_drops_what_others_show() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let hidden = format!("<div style='display:none'>{}</div>", "x".repeat(105_000));
    let long = format!(
        "<body style='margin:0'><p>Hello</p>{hidden}<div style='height:50px;background:#ff0000'>End</div></body>"
    );
    let clients = ["gmail-web", "gmail-android", "apple-mail-mac"];
    let [web, android, apple] = seen(&server, &brand, ("long", &long), clients).await;
    assert!(!has(&web, RED) && !has(&android, RED));
    assert!(has(&apple, RED));

    // 8,192 characters of a style sheet are taken, one more is too many.
    let ruled = |length: usize| {
        let rule = ".x{height:40px;background:#00ff00}";
        let filler = format!("/*{}*/", "x".repeat(length - rule.len() - 4));
        format!(
            "<html><head><style>{rule}{filler}</style></head><body style='margin:0'><div class='x'>Hi</div></body></html>"
        )
    };
    let clients = ["gmail-web", "yahoo-web"];
    let [gmail, yahoo] = seen(&server, &brand, ("most", &ruled(8_192)), clients).await;
    assert!(has(&gmail, GREEN) && has(&yahoo, GREEN));
    let [gmail, yahoo] = seen(&server, &brand, ("more", &ruled(8_193)), clients).await;
    assert!(!has(&gmail, GREEN) && has(&yahoo, GREEN));
}

#[tokio::test]
async fn outlook_draws_its_own_button_and_others_theirs() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let html = "<body style='margin:0;background:#ffffff'><!--[if mso]>\
        <v:roundrect xmlns:v='urn:schemas-microsoft-com:vml' href='https://a.example' \
        style='height:40px;v-text-anchor:middle;width:200px' arcsize='10%' stroke='f' fillcolor='#0000ff'>\
        <center style='color:#ffffff'>Buy</center></v:roundrect><![endif]-->\
        <!--[if !mso]><!--><a href='https://a.example' style='display:block;width:200px;height:40px;background:#ff0000'>Buy</a>\
        <!--<![endif]--></body>";
    let clients = ["outlook-windows", "outlook-web", "gmail-web"];
    let [windows, web, gmail] = seen(&server, &brand, ("button", html), clients).await;
    assert!(has(&windows, BLUE) && !has(&windows, RED));
    for other in [web, gmail] {
        assert!(has(&other, RED) && !has(&other, BLUE));
    }
}

#[tokio::test]
async fn clients_in_the_dark_turn_colours_or_ask_the_mail() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let html = "<html><head><style>@media (prefers-color-scheme: dark){.page{background-color:#0000ff !important}}</style></head>\
        <body class='page' style='margin:0;background-color:#ffffff'><p style='margin:0;height:40px'>Hi</p></body></html>";
    let clients = [
        "gmail-ios",
        "gmail-ios-dark",
        "outlook-windows-dark",
        "outlook-web-dark",
        "apple-mail-ios-dark",
        "apple-mail-ios",
    ];
    let [light, gmail, windows, web, own, day] =
        seen(&server, &brand, ("scheme", html), clients).await;
    for (picture, color) in [
        (&light, WHITE),
        (&gmail, NIGHT),
        (&windows, NIGHT),
        // It turns colours, and asks the mail before that.
        (&web, BLUE),
        (&own, BLUE),
        (&day, WHITE),
    ] {
        let pixel = corner(picture);
        assert!(is_like(pixel, color), "{pixel:?} is not {color:?}");
    }
    let plain = "<body style='margin:0;background-color:#ffffff'><p style='margin:0;height:40px'>Hi</p></body>";
    let [web] = seen(&server, &brand, ("plain", plain), ["outlook-web-dark"]).await;
    assert!(is_like(corner(&web), NIGHT));
    // A dark ground is turned by those who turn all, and left by those who turn what is light.
    let dark = "<body style='margin:0;background-color:#1f1f1f'><p style='margin:0;height:40px;color:#ffffff'>Hi</p></body>";
    let clients = ["gmail-ios-dark", "outlook-web-dark"];
    let [wholly, partly] = seen(&server, &brand, ("night", dark), clients).await;
    let ground = corner(&wholly).0;
    assert!(ground.iter().all(|part| *part > 180), "{ground:?}");
    assert!(is_like(corner(&partly), NIGHT));
}

#[tokio::test]
async fn phones_are_as_wide_and_as_high_as_they_are() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let html = "<html><head><style>.page{background-color:#0000ff}\
        @media only screen and (max-device-width:480px){.page{background-color:#00ff00}}\
        @media only screen and (max-device-height:600px){.page{background-color:#ff0000}}</style></head>\
        <body class='page' style='margin:0'><p style='margin:0;height:1500px'>Hi</p></body></html>";
    let clients = ["apple-mail-ios", "samsung", "apple-mail-mac"];
    let [iphone, android, mac] = seen(&server, &brand, ("device", html), clients).await;
    for (picture, color) in [(&iphone, GREEN), (&android, GREEN), (&mac, BLUE)] {
        let pixel = corner(picture);
        assert!(is_like(pixel, color), "{pixel:?} is not {color:?}");
        assert!(picture.height() >= 1500, "{}", picture.height());
    }
}

#[tokio::test]
async fn warnings_name_what_a_client_drops_and_what_is_not_there() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let html = "<body><video src='https://a.example/v.mp4'></video><p style='border-radius:2px'>Hi</p>\
        <img src='http://127.0.0.1/inside.png' alt=''><img src='cid:logo@mail' alt=''></body>";
    holding(&server, &brand, "news", html).await;
    let body = json!({ "clients": ["gmail-web", "outlook-windows", "apple-mail-mac"] });
    let shown = preview(&brand, "news", body).await.expect(200);
    let warnings = [0, 1, 2].map(|one| shown["previews"][one]["warnings"].clone());
    let not_there = "2 images could not be loaded: `cid:logo@mail` and another.";
    assert_eq!(warnings[0], json!(["Ignores `<video>`.", not_there]));
    let windows = json!(["Ignores `<video>`.", "Ignores `border-radius`.", not_there]);
    assert_eq!(warnings[1], windows);
    assert_eq!(warnings[2], json!([not_there]));
}
