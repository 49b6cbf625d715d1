//! The process dies while a website is read: the next life finishes it, and no object is left without a row.

use postrider_engine::assets::sweep;

use super::{PATH, ended, server_beside, set, site, steps, stored};
use crate::kill::Doomed;
use crate::support::{ImageHost, TestServer};

/// Where it is taken, begun, and worked on.
const POINTS: [&str; 7] = [
    "write.committed",
    "brand.begun",
    "brand.visited",
    "brand.stored",
    "brand.logo",
    "brand.theme",
    "brand.domain",
];
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The first life ends at `point`; what the next one finds.
async fn killed_at(host: &ImageHost, point: &str) {
    let mut server = server_beside(host).await;
    let mut brand = server.brand().await;
    server.stop().await;
    let doomed = Doomed::start(&server, point).await;
    let mut caller = (*brand).clone();
    caller.url.clone_from(&doomed.url);
    let request = caller.request("PATCH", PATH);
    let body = serde_json::json!({ "websiteUrl": host.url("/") });
    // Whether it was answered is a matter of luck.
    let _ = request.json(&body).try_send().await;
    doomed.died().await;
    server.restart().await;
    brand.follow(&server);
    let found = ended(&brand).await;
    assert_eq!(
        steps(&found),
        ["completed", "completed", "completed"],
        "{point}"
    );
    assert_eq!(found["identity"]["brandName"], "The Lamp Shop", "{point}");
    assert_eq!(found["theme"]["primaryColor"], "#0a7d55", "{point}");
    assert_eq!(found["logos"].as_array().unwrap().len(), 1, "{point}");
    server.at_rest().await;
    assert_owned(&server, point).await;
    // And it can be read again.
    set(&brand, &host.url("/")).await.expect(200);
    assert_eq!(ended(&brand).await["status"], "completed", "{point}");
}

/// After a day, what has no row is gone.
async fn assert_owned(server: &TestServer, point: &str) {
    assert!(stored(server).await <= 2, "{point}");
    let app = server.app();
    let later = app.clock.now() + DAY_MS;
    sweep(&app.db, &app.objects, later).await.unwrap();
    assert_eq!(stored(server).await, 1, "{point}");
}

#[tokio::test]
async fn a_website_is_read_to_its_end_by_the_next_life() {
    let host = site("shop").await;
    for point in POINTS {
        killed_at(&host, point).await;
    }
}
