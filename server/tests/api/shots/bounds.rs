//! How many at once, and whose turn it is.

use std::sync::Mutex;
use std::time::Duration;

use futures_util::future::join_all;
use postrider_domain::tenant::BrandKey;
use serde_json::json;

use super::{green, seeing};
use crate::support::{Measures, until};

const WAITING: &str = "postrider_places_waiting{line=\"shots\"}";

#[tokio::test]
async fn twenty_of_one_organization_wait_and_another_has_its_turn_before_them() {
    let measures = Measures::begin();
    let server = seeing().await.start().await;
    let (many, one) = (server.brand().await, server.brand().await);
    // Somebody else has both places, for as long as we like.
    let app = server.app();
    let stranger = BrandKey { org: -1, brand: -1 };
    let taken = (
        app.camera.sit(stranger).await.unwrap(),
        app.camera.sit(stranger).await.unwrap(),
    );
    let order = Mutex::new(Vec::new());
    let done = |who: &'static str| order.lock().unwrap().push(who);
    let waiting = async {
        let twenty = (0..20).map(async |_| {
            green(&many).await.expect(200);
            done("many");
        });
        let later = async {
            let queued = async || (measures.count(WAITING) >= 20).then_some(());
            until("twenty wait", queued).await;
            let refused = green(&many).await;
            assert_eq!(
                (refused.status, refused.code()),
                (503, "SERVICE_UNAVAILABLE")
            );
            assert!(refused.header("retry-after").is_some());
            let other = async {
                green(&one).await.expect(200);
                done("one");
            };
            let going = async {
                let queued = async || (measures.count(WAITING) >= 21).then_some(());
                until("the other waits too", queued).await;
                drop(taken);
            };
            tokio::join!(other, going);
        };
        tokio::join!(join_all(twenty), later);
    };
    waiting.await;
    let order = order.into_inner().unwrap();
    let place = order.iter().position(|who| *who == "one").unwrap();
    assert!(place <= 4, "the other was number {place}");
}

#[tokio::test]
async fn a_design_that_finds_no_place_at_the_camera_is_put_off_and_shown_later() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    let app = server.app();
    let stranger = BrandKey { org: -1, brand: -1 };
    let taken = (
        app.camera.sit(stranger).await.unwrap(),
        app.camera.sit(stranger).await.unwrap(),
    );
    let content = json!({ "format": "html", "content": "<p>Hello</p>" });
    let made = brand.post("/v1/emails/import", content).await.expect(201);
    server.clock.advance(Duration::from_secs(3));
    server.nudge().await;
    let jobs = async |is: &str| {
        let jobs = format!("SELECT count(*) FROM jobs WHERE kind = 'preview' AND {is}");
        server.number(&jobs).await
    };
    let begun = async || (jobs("owner IS NOT NULL").await == 1).then_some(());
    until("its turn has come", begun).await;
    // Nobody has left the camera meanwhile: it has given up its own turn, and none of its tries.
    let put_off = async || (jobs("owner IS NULL AND attempts = 0").await == 1).then_some(());
    until("it is put off", put_off).await;
    drop(taken);
    server.clock.advance(Duration::from_secs(5));
    server.nudge().await;
    let done = async || (jobs("1 = 1").await == 0).then_some(());
    until("its picture is taken", done).await;
    let path = format!("/v1/emails/{}", made["emailId"].as_str().unwrap());
    let shown = brand.get(&path).await.expect(200);
    assert!(shown["previewImage"].is_string(), "{}", shown.json);
}
