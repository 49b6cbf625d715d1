//! A website is named, named again, and forgotten; what people set stays.

use std::time::Duration;

use serde_json::{Value, json};

use super::{PATH, ended, read, server_beside, set, site, steps, stored};
use crate::support::{Brand, ImageHost, TestServer, assert_problem, until};

const LATER: Duration = Duration::from_secs(3);

/// A page that takes its time.
fn slow_page(host: &ImageHost, path: &str, name: &str) -> String {
    let html = format!("<title>{name}</title><meta property=og:site_name content='{name}'>");
    host.slow_file(path, "text/html", html.into_bytes(), LATER)
}

#[tokio::test]
async fn while_a_website_is_read_nothing_is_made_for_the_brand() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let asked = set(&brand, &slow_page(&host, "/", "Slow"))
        .await
        .expect(200);
    assert_eq!(asked["websiteUrl"], host.url("/"));
    assert_eq!(
        asked["readiness"],
        json!({
            "ready": false, "status": "extracting", "progress": 0,
            "steps": { "logo": "queued", "theme": "queued", "domain": "queued" }
        })
    );
    let refused = brand.post("/v1/emails", json!({ "prompt": "Hello" })).await;
    assert_problem(&refused, 422, "BRAND_NOT_READY", None);
    until("somebody reads it", async || {
        let read = brand.get(PATH).await.expect(200);
        (read["readiness"]["steps"]["logo"] == "running").then_some(())
    })
    .await;
    let told = newest_notification(&brand).await;
    assert_eq!(
        (
            &told["type"],
            &told["status"],
            &told["title"],
            &told["progressPercent"]
        ),
        (
            &json!("brand"),
            &json!("processing"),
            &json!(host.url("/")),
            &json!(0)
        )
    );
    let found = ended(&brand).await;
    assert_eq!(found["identity"]["brandName"], "Slow");
    let told = newest_notification(&brand).await;
    assert_eq!(
        (&told["status"], told.get("progressPercent")),
        (&json!("completed"), None)
    );
    brand
        .post("/v1/emails", json!({ "prompt": "Hello" }))
        .await
        .expect(202);
    server.at_rest().await;
}

async fn newest_notification(brand: &Brand) -> Value {
    let list = brand.get("/v1/notifications").await.expect(200);
    list["data"][0].clone()
}

#[tokio::test]
async fn a_failure_is_a_notification() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    read(&brand, &host.url("/gone")).await;
    let told = newest_notification(&brand).await;
    let why = "The website 127.0.0.1 was not read: the server answered with status 404.";
    assert_eq!(
        (&told["status"], &told["subtitle"]),
        (&json!("failed"), &json!(why))
    );
}

#[tokio::test]
async fn what_a_person_set_stays_and_what_they_clear_is_filled_again() {
    let host = site("shop").await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let body = json!({
        "identity": { "tagline": "Our own words", "socialLinks": ["https://social.example/us"] },
        "theme": { "primaryColor": "#123456" }
    });
    brand.patch(PATH, body).await.expect(200);
    let found = read(&brand, &host.url("/")).await;
    assert_eq!(
        found["name"], "Test brand",
        "the name in lists is no part of it"
    );
    assert_eq!(found["identity"]["tagline"], "Our own words");
    assert_eq!(
        found["identity"]["socialLinks"],
        json!(["https://social.example/us"])
    );
    assert_eq!(found["theme"]["primaryColor"], "#123456");
    assert_eq!(found["identity"]["brandName"], "The Lamp Shop");
    // What was read may be set, even to what it is, and cleared.
    let body = json!({
        "identity": { "tagline": null },
        "theme": { "bodyFont": "Work Sans", "buttonRadius": null }
    });
    brand.patch(PATH, body).await.expect(200);
    host.file(
        "/css/shop.css",
        "text/css",
        b"body{font-family:Inter}".to_vec(),
    );
    let again = read(&brand, &host.url("/")).await;
    assert_eq!(again["identity"]["tagline"], "Light for long evenings");
    assert_eq!(again["theme"]["bodyFont"], "Work Sans");
    assert_eq!(again["theme"]["buttonRadius"], 6);
    // Not seen any more on the same website: it stays.
    assert_eq!(again["theme"]["secondaryColor"], "#b45309");
    assert_eq!(stored(&server).await, 1, "the same logo is kept once");
}

#[tokio::test]
async fn another_website_takes_the_place_of_the_one_before() {
    let (shop, club) = (site("shop").await, site("club").await);
    let server = TestServer::with()
        .allow_private(shop.address)
        .allow_private(club.address)
        .start()
        .await;
    let brand = server.brand().await;
    read(&brand, &shop.url("/")).await;
    let found = read(&brand, &club.url("/")).await;
    assert_eq!(found["identity"]["brandName"], "Ruderclub Möwe");
    assert_eq!(found["identity"].get("contactPhone"), None);
    assert_eq!(found["theme"].get("buttonRadius"), None);
    assert_eq!(found["logos"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn one_that_is_named_meanwhile_is_read_instead() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let first = slow_page(&host, "/first", "First");
    set(&brand, &first).await.expect(200);
    until("the first is asked for", async || {
        (!host.asked().is_empty()).then_some(())
    })
    .await;
    let html = b"<meta property=og:site_name content=Second>".to_vec();
    let second = host.file("/second", "text/html", html);
    let found = read(&brand, &second).await;
    assert_eq!(
        (&found["identity"]["brandName"], &found["websiteUrl"]),
        (&json!("Second"), &json!(second))
    );
    server.at_rest().await;
    assert_eq!(brand.get(PATH).await["identity"]["brandName"], "Second");
}

#[tokio::test]
async fn null_forgets_the_website_and_keeps_what_was_read() {
    let host = site("restaurant").await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let found = read(&brand, &host.url("/")).await;
    let body = json!({ "websiteUrl": null });
    let forgotten = brand.patch(PATH, body.clone()).await.expect(200);
    assert_eq!(forgotten.json.get("websiteUrl"), None);
    assert_eq!(steps(&forgotten), ["skipped", "skipped", "skipped"]);
    assert_eq!(forgotten["theme"], found["theme"]);
    // In the middle of it, too.
    set(&brand, &slow_page(&host, "/slow", "Slow"))
        .await
        .expect(200);
    let forgotten = brand.patch(PATH, body).await.expect(200);
    assert_eq!(forgotten["status"], "completed");
    server.at_rest().await;
    let left = brand.get(PATH).await;
    assert_eq!(left["identity"]["brandName"], "Trattoria al Porto");
    let list = brand.get("/v1/notifications").await.expect(200);
    assert_eq!(list["data"], json!([]));
}

#[tokio::test]
async fn what_is_no_address_changes_nothing() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let before = brand.get(PATH).await.json;
    for website in [
        json!(""),
        json!("two words"),
        json!("ftp://acme.example"),
        json!("javascript:alert(1)"),
        json!("https://user:secret@acme.example"),
        json!("https://"),
        json!("x".repeat(2001)),
        json!(5),
    ] {
        let body = json!({ "name": "Acme", "websiteUrl": website });
        let refused = brand.patch(PATH, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("websiteUrl"));
    }
    assert_eq!(brand.get(PATH).await.json, before);
}
