//! `previewImage`: made in the background for every new head.

use std::path::Path;
use std::time::Duration;

use postrider_engine::previews::want_unseen;
use postrider_test_support::browser_double::{Behaviour, BrowserDouble};
use serde_json::{Value, json};

use super::{is_like, killed_at, path, picture, seeing, seen_by, swept};
use crate::support::{Answer, Brand, TestServer, until};

const SOON: Duration = Duration::from_secs(3);

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
        (asked_for(server).await == 0).then_some(())
    })
    .await;
}

async fn asked_for(server: &TestServer) -> i64 {
    let jobs = "SELECT count(*) FROM jobs WHERE kind = 'preview'";
    server.number(jobs).await
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
    assert_eq!(swept(&server, 1).await, 1);
    brand.delete(&format!("/v1/emails/{id}")).await.expect(200);
    assert_eq!(swept(&server, 1).await, 0);
}

#[tokio::test]
async fn a_picture_whose_server_was_killed_is_taken_by_the_next_and_no_other_is_left() {
    let double = BrowserDouble::new(Behaviour::Good);
    let mut server = seen_by(&double.program).await.clock_stopped().start().await;
    let brand = server.brand().await;
    let id = import(&brand, "#00ff00").await;
    killed_at("preview.stored", &mut server, &double, async |_| ()).await;
    later(&server).await;
    assert_eq!(server.files_in("assets").await.len(), 2);
    let caller = server.again(&brand);
    let read = caller.get(&format!("/v1/emails/{id}")).await;
    let shown = read.expect(200)["previewImage"].clone();
    server.nobody().get(path(&shown)).await.expect(200);
    assert_eq!(swept(&server, 1).await, 1);
}

#[tokio::test]
async fn designs_that_nobody_took_a_picture_of_get_theirs_once_there_is_a_browser() {
    let double = BrowserDouble::new(Behaviour::Good);
    let server = seen_by(&double.program).await.clock_stopped().start().await;
    let brand = server.brand().await;
    let (id, hopeless) = (import(&brand, "#fff").await, import(&brand, "#eee").await);
    server.sql("DELETE FROM jobs WHERE kind = 'preview'").await;
    let given_up = format!("UPDATE emails SET previewed = head WHERE public_id = '{hopeless}'");
    server.sql(&given_up).await;
    let app = server.app();
    want_unseen(&app.db, &app.camera, None, app.clock.now())
        .await
        .unwrap();
    later(&server).await;
    assert!(read(&brand, &id).await["previewImage"].is_string());
    assert_eq!(double.shots(), 1);
}

#[tokio::test]
async fn one_design_after_the_other_is_asked_for_while_the_browser_does_not_start() {
    let broken = seen_by(Path::new("/bin/true")).await;
    let server = broken.clock_stopped().start().await;
    let brand = server.brand().await;
    import(&brand, "#fff").await;
    server.clock.advance(SOON);
    server.nudge().await;
    until("its picture was tried", async || {
        let tried = "SELECT count(*) FROM jobs WHERE kind = 'preview' AND error IS NOT NULL";
        (server.number(tried).await == 1).then_some(())
    })
    .await;
    for color in ["#eee", "#ddd"] {
        import(&brand, color).await;
    }
    server.sql("DELETE FROM jobs WHERE kind = 'preview'").await;
    let app = server.app();
    let mut last = None;
    for round in 1..=4 {
        let next = want_unseen(&app.db, &app.camera, last, app.clock.now()).await;
        last = next.unwrap();
        // The server itself asks for one, if its hour comes now.
        let asked = asked_for(&server).await;
        assert!((1..=round + 1).contains(&asked), "{round}: {asked}");
    }
    assert_eq!(asked_for(&server).await, 3);
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
    // And for good.
    let app = server.app();
    want_unseen(&app.db, &app.camera, None, app.clock.now())
        .await
        .unwrap();
    assert_eq!(asked_for(&server).await, 0);

    let server = TestServer::with().clock_stopped().start().await;
    let brand = server.brand().await;
    import(&brand, "#fff").await;
    later(&server).await;
    assert_eq!(server.files_in("assets").await.len(), 0);
    let app = server.app();
    want_unseen(&app.db, &app.camera, None, app.clock.now())
        .await
        .unwrap();
    assert_eq!(asked_for(&server).await, 0, "nobody takes any");
    let unseen = "SELECT count(*) FROM emails WHERE previewed IS NULL";
    assert_eq!(server.number(unseen).await, 1, "somebody may, one day");
}
