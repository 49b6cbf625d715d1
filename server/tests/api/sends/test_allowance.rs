//! Tests are counted: so many mails within 24 hours, for a whole organization, whoever restarts and however many ask.

use std::time::Duration;

use postrider_mail::capture::Captured;
use serde_json::json;

use super::{PATH, campaign};
use crate::emails::design;
use crate::support::{Answer, Brand, Builder, TestServer, assert_problem};

const NOW: &str = "2026-03-02T10:00:00.000Z";
const HOUR: Duration = Duration::from_hours(1);

fn with(a_day: u32) -> Builder {
    TestServer::with().configure(move |config| config.tests_a_day = a_day)
}

async fn test(brand: &Brand) -> Answer {
    let body = json!({ "test": true, "emailId": "news", "to": "me@example.com" });
    brand.post(PATH, body).await
}

/// Refused until so many seconds have passed.
#[track_caller]
fn assert_used_up(refused: &Answer, seconds: i64) {
    assert_problem(refused, 429, "RATE_LIMITED", None);
    assert_eq!(refused.number("retry-after"), Some(seconds));
}

#[tokio::test]
async fn an_organization_has_so_many_tests_within_a_day() {
    let mut server = with(3).clock_at(NOW).start().await;
    let org = server.org().await;
    let (mut one, two, stranger) = (org.brand().await, org.brand().await, server.brand().await);
    for brand in [&one, &two, &stranger] {
        design(&server, brand, campaign("news")).await;
    }
    test(&one).await.expect(200);
    server.clock.advance(HOUR);
    // Whoever asks again for the same mail gets the same answer.
    let body = json!({ "mode": "test", "emailId": "news", "to": ["me@example.com"] });
    for _ in 0..3 {
        let again = one.post_once("the-same", PATH, body.clone()).await;
        again.expect(200);
    }
    test(&two).await.expect(200);
    server.clock.advance(HOUR);
    assert_used_up(&test(&one).await, 22 * 3600);
    assert_used_up(&test(&two).await, 22 * 3600);
    test(&stranger).await.expect(200);
    server.restart().await;
    one.follow(&server);
    assert_used_up(&test(&one).await, 22 * 3600);
    server
        .clock
        .advance(Duration::from_millis(22 * 3_600_000 - 1));
    assert_used_up(&test(&one).await, 1);
    server.clock.advance(Duration::from_millis(1));
    test(&one).await.expect(200);
    assert_used_up(&test(&one).await, 3600);
}

#[tokio::test]
async fn of_many_who_ask_at_once_so_many_are_mailed() {
    let server = with(3).start().await;
    let brand = server.brand().await;
    design(&server, &brand, campaign("news")).await;
    let asked = (0..12).map(|_| test(&brand));
    let mut answers: Vec<u16> = futures_util::future::join_all(asked)
        .await
        .iter()
        .map(|answer| answer.status)
        .collect();
    answers.sort_unstable();
    assert_eq!(answers, [&[200; 3][..], &[429; 9]].concat());
    let captured = Captured::open(&server.folder().join("captured"));
    assert_eq!(captured.list(Some(&brand.brand_id), 100).unwrap().len(), 3);
}

#[tokio::test]
async fn an_installation_can_forbid_tests() {
    let server = with(0).clock_at(NOW).start().await;
    let brand = server.brand().await;
    design(&server, &brand, campaign("news")).await;
    assert_used_up(&test(&brand).await, 24 * 3600);
    let captured = Captured::open(&server.folder().join("captured"));
    assert!(captured.list(None, 100).unwrap().is_empty());
}

#[tokio::test]
async fn each_test_is_an_event_that_says_so() {
    let server = with(10).clock_at(NOW).start().await;
    let brand = server.brand().await;
    design(&server, &brand, campaign("news")).await;
    test(&brand).await.expect(200);
    let feed = "/v1/analytics/events?from=2026-03-01&to=2026-04-01";
    let events = brand.get(feed).await.expect(200);
    insta::assert_json_snapshot!(events["data"], { "[].eventId" => "[id]" }, @r#"
    [
      {
        "domain": "email",
        "emailId": "news",
        "emailName": "Title of news",
        "eventId": "[id]",
        "eventType": "delivered",
        "mode": "test",
        "occurredAt": "2026-03-02T10:00:00.000Z",
        "provider": "other",
        "recipientEmail": "me@example.com",
        "summary": "Delivered to me@example.com"
      }
    ]
    "#);
    let overview = "/v1/analytics/overview?from=2026-03-01&to=2026-04-01";
    let totals = &brand.get(overview).await.expect(200)["totals"];
    assert_eq!(totals["delivered"], 0, "{totals}");
    // By the domain of whom it went to, like every other.
    let of_domain = brand.get(&format!("{feed}&recipient=@example.com")).await;
    assert_eq!(of_domain["data"].as_array().unwrap().len(), 1);
    // Whoever is deleted is gone from here too.
    let contact = json!({ "email": "me@example.com" });
    brand.post("/v1/contacts", contact).await.expect(201);
    let gone = json!({ "emails": ["me@example.com"] });
    let deleted = brand.post("/v1/contacts/batch-delete", gone).await;
    deleted.expect(200);
    let events = brand.get(feed).await.expect(200);
    let event = &events["data"][0];
    assert_eq!(event["mode"], "test");
    assert!(event.get("recipientEmail").is_none(), "{event}");
}
