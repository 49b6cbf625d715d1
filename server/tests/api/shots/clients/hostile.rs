//! Mails that want to take the browser's time and memory, and ours.

use std::fmt::Write;
use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::{holding, preview, seen};
use crate::images;
use crate::shots::{is_like, picture, seeing};
use crate::support::{ImageHost, png};

#[tokio::test]
async fn shapes_inside_each_other_are_drawn_up_to_the_tenth() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let nested = |levels: usize, inside: &str| {
        let open = "<v:rect style='width:300px;height:100px' fillcolor='#00ff00'><v:textbox inset='0,0,0,0'>";
        let (open, close) = (open.repeat(levels), "</v:textbox></v:rect>".repeat(levels));
        format!(
            "<body style='margin:0'><!--[if mso]>{open}{inside}{close}<![endif]--><p>Hi</p></body>"
        )
    };
    let blue = "<div style='background:#0000ff'>x</div>";
    let [ten] = seen(
        &server,
        &brand,
        ("ten", &nested(9, blue)),
        ["outlook-windows"],
    )
    .await;
    assert!(ten.pixels().any(|pixel| is_like(*pixel, [0, 255, 0])));
    assert!(ten.pixels().any(|pixel| is_like(*pixel, [0, 0, 255])));
    let [many] = seen(
        &server,
        &brand,
        ("many", &nested(5_000, "x")),
        ["outlook-windows"],
    )
    .await;
    assert!(many.pixels().any(|pixel| is_like(*pixel, [0, 255, 0])));
}

#[tokio::test]
async fn ten_thousand_images_are_not_all_fetched_nor_once_for_each_client() {
    let host = ImageHost::start().await;
    let server = seeing()
        .await
        .clock_stopped()
        .allow_private(host.address)
        .start()
        .await;
    let brand = server.brand().await;
    let mut html = "<body>".to_owned();
    for n in 0..10_000 {
        let url = host.file(&format!("/{n}.png"), "image/png", png(2, 2));
        write!(html, "<img src='{url}' width=2 height=2 alt=''>").unwrap();
    }
    holding(&server, &brand, "many", &html).await;
    let body = json!({ "clients": ["gmail-web", "yahoo-web", "apple-mail-mac"] });
    let shown = preview(&brand, "many", body).await.expect(200);
    assert_eq!(shown["status"], "completed", "{}", shown.json);
    let asked = host.asked();
    assert!(asked.len() <= 200, "{}", asked.len());
    let mut once = asked.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), asked.len());
}

#[tokio::test]
async fn a_mail_of_fifty_thousand_pixels_is_cut_off() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let html = "<body style='margin:0'><table><tr><td height='50000' bgcolor='#0000ff'>x</td></tr></table></body>";
    let clients = ["gmail-web", "outlook-windows", "apple-mail-ios-dark"];
    for picture in seen(&server, &brand, ("high", html), clients).await {
        assert_eq!(picture.height(), 8_000);
    }
}

#[tokio::test]
async fn an_image_that_never_comes_is_waited_for_once_and_not_by_each_client() {
    let host = ImageHost::start().await;
    let server = seeing()
        .await
        .clock_stopped()
        .allow_private(host.address)
        .start()
        .await;
    let brand = server.brand().await;
    let mut html = "<body style='margin:0;background:#00ff00'><p>Hi</p>".to_owned();
    for n in 0..300 {
        let never = host.endless(&format!("/{n}.png"));
        write!(html, "<img src='{never}' width=10 height=10 alt=''>").unwrap();
    }
    holding(&server, &brand, "never", &html).await;
    let began = Instant::now();
    let shown = preview(&brand, "never", json!({})).await.expect(200);
    let took = began.elapsed();
    assert_eq!(shown["status"], "completed", "{}", shown.json);
    assert!(took < Duration::from_secs(50), "{took:?}");
    let pixels = picture(&server, &shown["previews"][0]["imageUrl"]).await;
    assert!(is_like(*pixels.get_pixel(799, 0), [0, 255, 0]));
}

#[tokio::test]
async fn images_of_ours_are_shown_however_long_those_of_strangers_are_waited_for() {
    let host = ImageHost::start().await;
    let server = seeing()
        .await
        .clock_stopped()
        .allow_private(host.address)
        .start()
        .await;
    let brand = server.brand().await;
    let square = |color: [u8; 3]| {
        let picture = image::RgbImage::from_pixel(20, 20, image::Rgb(color));
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture
            .write_to(&mut bytes, image::ImageFormat::Png)
            .unwrap();
        bytes.into_inner()
    };
    let (blue, red, pink) = ([0, 0, 255], [255, 0, 0], [255, 0, 255]);
    let ours = images::image(&server, &brand, &square(blue)).await;
    let late = images::image(&server, &brand, &square(pink)).await;
    let [ours, late] = [&ours, &late].map(|made| made["url"].as_str().unwrap());
    let data = data_encoding::BASE64.encode(&square(red));
    let mut html = "<body style='margin:0;background:#00ff00'>".to_owned();
    for n in 0..20 {
        let never = host.endless(&format!("/{n}.png"));
        write!(html, "<img src='{never}' width=10 height=10 alt=''>").unwrap();
    }
    // Gmail knows neither styles in the body nor pictures that stand in the mail: the next client asks for those first, when
    // nobody waits for strangers any more.
    write!(
        html,
        "<img src='{ours}' width=100 height=40 style='display:block' alt=''>\
         <style>.late{{height:40px;background:url('{late}')}}</style><div class='late'>&nbsp;</div>\
         <img src='data:image/png;base64,{data}' width=100 height=40 style='display:block' alt=''>"
    )
    .unwrap();
    let clients = ["gmail-web", "apple-mail-mac"];
    let [gmail, apple] = seen(&server, &brand, ("ours", &html), clients).await;
    let has = |picture: &image::RgbImage, color| picture.pixels().any(|at| is_like(*at, color));
    assert!(has(&gmail, blue) && !has(&gmail, pink) && !has(&gmail, red));
    for color in [blue, pink, red] {
        assert!(has(&apple, color), "{color:?}");
    }
}
