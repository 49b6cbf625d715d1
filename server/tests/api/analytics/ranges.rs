//! From when to when.

use std::time::Duration;

use postrider_domain::sending::send::EventType;
use serde_json::json;

use super::{EVENTS, Feed, happened, write};

#[tokio::test]
async fn without_bounds_the_last_seven_days_are_told() {
    let feed = Feed::start().await;
    let edges = vec![
        happened("2026-03-01T12:00:00Z", EventType::Queued),
        happened("2026-02-22T12:00:00.001Z", EventType::Queued),
        happened("2026-02-22T12:00:00Z", EventType::Queued),
    ];
    write(&feed.server, &feed.brand, edges).await;
    let page = feed.get("eventType=queued").await.expect(200);
    assert_eq!(
        page["range"],
        json!({ "from": "2026-02-22T12:00:00.001Z", "to": "2026-03-01T12:00:00.001Z" })
    );
    let times = page["data"].as_array().unwrap().iter();
    let times: Vec<_> = times.map(|event| event["occurredAt"].clone()).collect();
    assert_eq!(
        times,
        ["2026-03-01T12:00:00.000Z", "2026-02-22T12:00:00.001Z"]
    );
}

#[tokio::test]
async fn bounds_are_inclusive_and_exclusive_and_one_gives_the_other() {
    let feed = Feed::start().await;
    for (query, found) in [
        ("from=2026-03-01", "1 2 3 4"),
        ("from=2026-02-27T06:00:00Z&to=2026-03-01", "5 6"),
        ("from=2026-02-27T06:00:00.001Z&to=2026-03-01", "5"),
        ("to=2026-02-28T07:00:00Z", "6 7"),
        ("to=2026-02-28T07:00:00.001Z", "5 6 7"),
        ("to=2026-03-01T09:30:00%2B01:00", "4 5 6 7"),
        ("from=2020-01-01&to=2026-02-27", "7"),
        ("from=0001-01-01&to=9999-12-31", "1 2 3 4 5 6 7"),
    ] {
        assert_eq!(feed.found(query).await, found, "{query}");
    }
    let page = feed.get("to=2026-01-08").await.expect(200);
    assert_eq!(
        page["range"],
        json!({ "from": "2026-01-01T00:00:00.000Z", "to": "2026-01-08T00:00:00.000Z" })
    );
}

/// A process that was down for days tells what it had not told.
#[tokio::test]
async fn what_was_written_late_is_told_where_it_happened() {
    let feed = Feed::start().await;
    let late = vec![
        happened("2026-02-26T05:00:00Z", EventType::Failed)
            .to("ada@gmail.com")
            .of(&feed.news)
            .late(),
    ];
    write(&feed.server, &feed.brand, late).await;
    for query in [
        "to=2026-02-27".to_owned(),
        "to=2026-02-27&recipient=ada@gmail.com".to_owned(),
        "to=2026-02-27&recipient=@gmail.com".to_owned(),
        "to=2026-02-27&eventType=failed".to_owned(),
        format!("to=2026-02-27&sendId={}", feed.news),
    ] {
        let page = feed.get(&format!("{query}&limit=1")).await.expect(200);
        assert_eq!(page["data"][0]["eventType"], "failed", "{query}");
    }
    assert_eq!(feed.found("to=2026-02-27").await, "7 7");
    assert_eq!(feed.found("from=2026-02-27&eventType=failed").await, "");
}

#[tokio::test]
async fn the_range_of_the_first_page_is_that_of_all() {
    let feed = Feed::start().await;
    let first = feed.get("limit=3").await.expect(200);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    feed.server.clock.advance(Duration::from_hours(20));
    let new = vec![happened("2026-03-02T07:00:00Z", EventType::Opened)];
    write(&feed.server, &feed.brand, new).await;
    let path = format!("{EVENTS}?limit=100&cursor={cursor}");
    let second = feed.brand.get(&path).await.expect(200);
    assert_eq!(second["range"], first["range"]);
    assert_eq!(super::places(&second), "4 5 6 7");
}
