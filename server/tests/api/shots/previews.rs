//! `previewImage`: made in the background for every new head.

use std::time::Duration;

use postrider_engine::assets;
use postrider_test_support::browser_double::{Behaviour, BrowserDouble};
use serde_json::{Value, json};

use super::{is_like, path, picture, seeing, seen_by};
use crate::support::{Answer, Brand, TestServer, until};

const SOON: Duration = Duration::from_secs(3);
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn coloured(color: &str) -> Value {
    let html =
        format!("<html><body style='margin:0;background:{color}'><p>Hello</p></body></html>");
    json!({ "format": "html", "content": html })
}

async fn import(brand: &Brand, color: &str) -> String {
    let imported = brand.post("/v1/emails/import", coloured(color)).await;
    imported.expect(201)["emailId"].as_str().unwrap().to_owned()
}

async fn read(brand: &Brand, id: &str) -> Answer {
    brand.get(&format!("/v1/emails/{id}")).await.expect(200)
}

async fn edit(brand: &Brand, id: &str, color: &str) {
    let path = format!("/v1/emails/{id}");
    brand.patch(&path, coloured(color)).await.expect(200);
}

/// Lets the time come at which pictures are taken, and waits until they are.
async fn later(server: &TestServer) {
    server.clock.advance(SOON);
    server.nudge().await;
    until("all pictures are taken", async || {
        let left = server.number("SELECT count(*) FROM jobs WHERE kind = 'preview'");
        (left.await == 0).then_some(())
    })
    .await;
}

#[tokio::test]
async fn every_new_head_is_shown_when_the_design_is_read() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let id = import(&brand, "#00ff00").await;
    assert_eq!(read(&brand, &id).await.json.get("previewImage"), None);
    later(&server).await;
    let first = read(&brand, &id).await["previewImage"].clone();
    let shown = server.nobody().get(path(&first)).await.expect(200);
    assert_eq!(shown.header("content-type"), Some("image/webp"));
    let pixels = picture(&server, &first).await;
    assert_eq!(pixels.dimensions(), (600, 800));
    assert!(is_like(*pixels.get_pixel(599, 799), [0, 255, 0]));
    let list = brand.get("/v1/emails").await.expect(200);
    assert_eq!(
        list["data"][0].get("previewImage"),
        None,
        "detail reads alone"
    );
    // It is no image of the library, and nobody pays for it.
    let library = brand.get("/v1/brand/images").await.expect(200);
    assert_eq!(library["data"], json!([]));

    edit(&brand, &id, "#0000ff").await;
    let between = read(&brand, &id).await;
    assert_eq!(between.json.get("previewImage"), None, "not the old one");
    later(&server).await;
    let second = read(&brand, &id).await["previewImage"].clone();
    assert_ne!(first, second);
    let pixels = picture(&server, &second).await;
    assert!(is_like(*pixels.get_pixel(599, 799), [0, 0, 255]));
    // Of the one before nothing is left, and of a design that is gone neither.
    assert_eq!(swept(&server).await, 1);
    brand.delete(&format!("/v1/emails/{id}")).await.expect(200);
    assert_eq!(swept(&server).await, 0);
}

/// What the sweep of the day after tomorrow leaves.
async fn swept(server: &TestServer) -> usize {
    let app = server.app();
    let then = app
        .clock
        .now()
        .max(postrider_server::clock::Clock::machine().now());
    let then = then + 2 * DAY_MS;
    assets::sweep(&app.db, &app.objects, then).await.unwrap();
    server.files_in("assets").await.len()
}

#[tokio::test]
async fn heads_that_are_replaced_before_their_turn_and_designs_that_are_gone_are_skipped() {
    let double = BrowserDouble::new(Behaviour::Good);
    let server = seen_by(&double.program).await.clock_stopped().start().await;
    let brand = server.brand().await;
    let (kept, gone) = (import(&brand, "#fff").await, import(&brand, "#eee").await);
    for color in ["#111", "#222", "#333"] {
        edit(&brand, &kept, color).await;
    }
    brand
        .delete(&format!("/v1/emails/{gone}"))
        .await
        .expect(200);
    later(&server).await;
    assert_eq!(double.shots(), 1);
    let shown = read(&brand, &kept).await["previewImage"].clone();
    let pixels = picture(&server, &shown).await;
    assert!(is_like(*pixels.get_pixel(599, 799), [0x33, 0x33, 0x33]));
    // A copy and an earlier version that is brought back are new heads too.
    let path = format!("/v1/emails/{kept}/duplicate");
    let copied = brand.post(&path, json!({})).await.expect(201)["emailId"]
        .as_str()
        .unwrap()
        .to_owned();
    later(&server).await;
    assert!(read(&brand, &copied).await["previewImage"].is_string());
    assert_eq!(double.shots(), 2);
}

#[tokio::test]
async fn a_design_of_which_no_picture_can_be_taken_goes_without() {
    let double = BrowserDouble::new(Behaviour::DiesOfAll);
    let server = seen_by(&double.program).await.clock_stopped().start().await;
    let brand = server.brand().await;
    let id = import(&brand, "#fff").await;
    // At its first turn: others use the browser too.
    later(&server).await;
    let read = read(&brand, &id).await;
    assert_eq!(
        (&read["status"], read.json.get("previewImage")),
        (&json!("ready"), None)
    );
    assert_eq!(double.shots(), 2);

    let server = TestServer::with().clock_stopped().start().await;
    let brand = server.brand().await;
    import(&brand, "#fff").await;
    later(&server).await;
    assert_eq!(server.files_in("assets").await.len(), 0);
}
