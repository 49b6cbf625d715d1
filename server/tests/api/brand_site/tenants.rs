//! The brand goes, its organization holds, or there is no room, while a website is read.

use std::time::Duration;

use serde_json::Value;

use super::{PATH, ended, read, server_beside, set, site, steps, stored};
use crate::support::{Brand, ImageHost, TestServer, until};

/// The shop's page, which takes its time.
async fn slow_shop() -> (ImageHost, String) {
    let host = site("shop").await;
    let page = include_bytes!("sites/shop/index.html").to_vec();
    let page = host.slow_file("/slow", "text/html", page, Duration::from_secs(2));
    (host, page)
}

async fn being_read(host: &ImageHost, brand: &Brand, page: &str) {
    set(brand, page).await.expect(200);
    until("it is asked for", async || {
        (!host.asked().is_empty()).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_brand_that_is_deleted_meanwhile_leaves_nothing_behind() {
    let (host, page) = slow_shop().await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    being_read(&host, &brand, &page).await;
    brand.delete_brand().await;
    server.at_rest().await;
    assert_eq!(stored(&server).await, 0);
}

#[tokio::test]
async fn a_suspended_organization_has_its_website_read_when_it_goes_on() {
    let (host, page) = slow_shop().await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    being_read(&host, &brand, &page).await;
    brand.org.suspend().await;
    until("all was fetched", async || {
        (host.asked().len() > 4).then_some(())
    })
    .await;
    brand.org.resume().await;
    let found = ended(&brand).await;
    assert_eq!(steps(&found), ["completed", "completed", "completed"]);
    assert_eq!(stored(&server).await, 1);
}

#[tokio::test]
async fn a_logo_without_room_fails_alone() {
    let host = site("shop").await;
    let server = TestServer::with()
        .allow_private(host.address)
        .storage_plan("small", 10)
        .start()
        .await;
    let brand = server.org_on("small").await.brand().await;
    let found = read(&brand, &host.url("/")).await;
    assert_eq!(steps(&found), ["failed", "completed", "completed"]);
    assert_eq!(found["status"], "failed");
    let error = &found["readiness"]["error"];
    assert_eq!(error["code"], "STORAGE_QUOTA_EXCEEDED", "{}", found.text());
    let message = error["message"].as_str().unwrap();
    assert!(message.starts_with("The logo was not kept: "), "{message}");
    assert_eq!(found["theme"]["primaryColor"], "#0a7d55");
    assert_eq!(found["logos"], Value::Array(Vec::new()));
    assert_eq!(stored(&server).await, 0);
    assert_eq!(brand.get(PATH).await["readiness"]["ready"], true);
}
