//! Browsers that die of a picture, and servers that do.

use std::time::Duration;

use postrider_media::browser::Patience;
use postrider_test_support::browser_double::{Behaviour, BrowserDouble};
use serde_json::json;

use super::{CREDITS, holding, path, preview, stored, told, used};
use crate::shots::{GREEN, asked_again, seen_by, swept};
use crate::support::assert_problem;

const FOUR: [&str; 4] = ["gmail-web", "outlook-web", "apple-mail-mac", "yahoo-web"];

#[tokio::test]
async fn pictures_that_a_browser_dies_of_are_taken_again() {
    let double = BrowserDouble::new(Behaviour::DiesOfEverySecond);
    let server = seen_by(&double.program).await.clock_stopped().start().await;
    let brand = server.org_on("free").await.brand().await;
    holding(&server, &brand, "news", GREEN).await;
    let shown = preview(&brand, "news", json!({ "clients": FOUR })).await;
    let shown = shown.expect(200);
    assert_eq!(shown["status"], "completed");
    assert_eq!(told(&shown), FOUR.map(|client| (client, "completed")));
    assert_eq!(double.shots(), 7);
    assert_eq!(used(&brand).await, CREDITS);
}

#[tokio::test]
async fn a_client_of_which_no_picture_can_be_taken_is_told_and_the_others_are_shown() {
    let double = BrowserDouble::new(Behaviour::DiesOfTheThird);
    let server = seen_by(&double.program).await.clock_stopped().start().await;
    let brand = server.org_on("free").await.brand().await;
    let html = "<body><video src='https://a.example/v.mp4'></video><p>Hi</p></body>";
    holding(&server, &brand, "news", html).await;
    let clients = ["gmail-web", "outlook-web", "outlook-windows", "yahoo-web"];
    let shown = preview(&brand, "news", json!({ "clients": clients })).await;
    let shown = shown.expect(200);
    assert_eq!(shown["status"], "partially_completed");
    assert_eq!(shown.header("x-credit-cost"), Some("10"));
    let failed = &shown["previews"][2];
    let expected = json!({
        "client": "outlook-windows", "label": "Outlook on Windows (simulated)", "family": "outlook",
        "platform": "windows", "dark": false, "status": "failed",
        "warnings": ["Ignores `<video>`.", "No picture was taken: the browser did not take it."],
    });
    assert_eq!(*failed, expected);
    let status = |client: &'static str| match client {
        "outlook-windows" => (client, "failed"),
        _ => (client, "completed"),
    };
    assert_eq!(told(&shown), clients.map(status));
    assert_eq!(stored(&server).await, (3, 3));
    assert_eq!(used(&brand).await, CREDITS);
}

#[tokio::test]
async fn a_browser_that_takes_no_picture_costs_nothing_and_is_not_asked_for_twelve() {
    for behaviour in [Behaviour::DiesOfAll, Behaviour::Hangs] {
        let double = BrowserDouble::new(behaviour);
        let patience = Patience {
            silence: Duration::from_secs(2),
            ..Patience::default()
        };
        let server = seen_by(&double.program)
            .await
            .clock_stopped()
            .browser_patience(patience);
        let server = server.start().await;
        let brand = server.org_on("free").await.brand().await;
        holding(&server, &brand, "news", GREEN).await;
        let failed = brand.post_once("k", &path("news"), json!({})).await;
        assert_problem(&failed, 503, "SERVICE_UNAVAILABLE", None);
        assert_eq!(failed.header("retry-after"), Some("30"));
        assert_eq!(double.shots(), 6, "{behaviour:?}");
        assert_eq!(stored(&server).await, (0, 0));
        let usage = brand.get("/v1/usage").await.expect(200);
        assert_eq!(usage["credits"]["remaining"], 100, "{}", usage.json);
        // The key is free again.
        let again = brand.post_once("k", &path("news"), json!({})).await;
        assert_problem(&again, 503, "SERVICE_UNAVAILABLE", None);
    }
}

#[tokio::test]
async fn previews_whose_server_was_killed_are_made_by_the_retry_and_charged_once() {
    for point in [
        "outside.begun",
        "client_previews.stored",
        "outside.worked",
        "outside.settled",
        "outside.finished",
    ] {
        let double = BrowserDouble::new(Behaviour::Good);
        let mut server = seen_by(&double.program)
            .await
            .clock_stopped()
            .twin_wait(Duration::from_millis(100))
            .start()
            .await;
        let brand = server.org_on("free").await.brand().await;
        holding(&server, &brand, "news", GREEN).await;
        let at = path("news");
        let asked = (&*at, &json!({ "clients": FOUR }));
        let shown = asked_again(point, &mut server, &double, &brand, asked).await;
        let shown = shown.expect(200);
        assert_eq!(shown["status"], "completed", "{point}");
        // What the one before has stored has no row, and is gone a day later; what it has held is given back.
        assert_eq!(swept(&server, 1).await, 4, "{point}");
        let usage = server.again(&brand).get("/v1/usage").await.expect(200);
        assert_eq!(usage["credits"]["used"], CREDITS, "{point}");
        assert_eq!(usage["credits"]["remaining"], 90, "{point}");
        assert_eq!(stored(&server).await, (4, 4), "{point}");
    }
}
