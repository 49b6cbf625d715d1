//! Where the feed goes on.

use std::collections::BTreeSet;
use std::time::Duration;

use postrider_domain::sending::send::EventType;

use super::{EVENTS, Feed, happened, places, write};
use crate::support::assert_problem;

/// All pages of a query, one event each, while more happens.
async fn leafed_through(feed: &Feed, query: &str) -> String {
    let mut found = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = feed.get(&format!("{query}&limit=1{cursor}")).await;
        let page = page.expect(200);
        found.push(places(&page));
        let new = happened("2026-03-01T11:59:00Z", EventType::Opened).to("ada@gmail.com");
        write(&feed.server, &feed.brand, vec![new.late()]).await;
        let next = page["pagination"]["cursor"].as_str();
        assert_eq!(page["pagination"]["hasMore"], next.is_some());
        let Some(next) = next else {
            return found.join(" ");
        };
        cursor = format!("&cursor={next}");
    }
}

#[tokio::test]
async fn pages_neither_shift_nor_repeat_while_more_happens() {
    let feed = Feed::start().await;
    let news = format!("sendId={}", feed.news);
    for (query, found) in [
        ("", "1 2 3 4 5 6 7"),
        (news.as_str(), "1 2 3 4"),
        ("recipient=@example.com", "3 6"),
        ("recipient=example", "3 4 6"),
        ("recipient=cem@example.com,dee@sub.example.com", "3 4 6"),
        ("recipient=!@gmail.com", "3 4 6 7"),
        ("eventType=delivered,bounced", "3 4 5"),
    ] {
        assert_eq!(leafed_through(&feed, query).await, found, "{query}");
    }
}

#[tokio::test]
async fn a_page_that_is_just_full_has_no_cursor() {
    let feed = Feed::start().await;
    let page = feed.get("limit=7").await.expect(200);
    assert_eq!(places(&page), "1 2 3 4 5 6 7");
    assert_eq!(page["pagination"]["hasMore"], false);
    assert!(page["pagination"].get("cursor").is_none());
    let page = feed.get("limit=6").await.expect(200);
    assert_eq!(page["pagination"]["hasMore"], true);
}

#[tokio::test]
async fn a_cursor_belongs_to_its_filters_its_route_and_its_brand() {
    let feed = Feed::start().await;
    let page = feed.get("recipient=@gmail.com&limit=1").await.expect(200);
    let cursor = page["pagination"]["cursor"].as_str().unwrap().to_owned();
    let good = format!("recipient=@gmail.com&limit=2&cursor={cursor}");
    assert_eq!(places(&feed.get(&good).await.expect(200)), "2 5");
    for query in [
        "",
        "recipient=@gmail.co",
        "recipient=@gmail.com&eventType=opened",
        "recipient=@gmail.com&from=2026-02-20",
        "recipient=@gmail.com&to=2026-04-01",
    ] {
        let refused = feed.get(&format!("{query}&cursor={cursor}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("cursor"));
    }
    let elsewhere = feed.brand.get(&format!("/v1/sends?cursor={cursor}")).await;
    assert_problem(&elsewhere, 400, "INVALID_REQUEST", Some("cursor"));
    let other = feed.brand.org.brand().await;
    let foreign = other.get(&format!("{EVENTS}?{good}")).await;
    assert_problem(&foreign, 400, "INVALID_REQUEST", Some("cursor"));
    feed.server.clock.advance(Duration::from_hours(25));
    assert_problem(
        &feed.get(&good).await,
        400,
        "INVALID_REQUEST",
        Some("cursor"),
    );
}

/// Events are numbered as they are written, some a while after they happened.
#[tokio::test]
async fn the_order_is_that_of_the_times_that_are_shown() {
    let feed = Feed::start().await;
    let at = |second| -> &'static str { format!("2026-03-01T11:30:{second:02}Z").leak() };
    let told = (0..40).map(|second| happened(at(second), EventType::Opened).to("ada@gmail.com"));
    write(&feed.server, &feed.brand, told.collect()).await;
    // All within seconds, but every fifth, which comes twenty minutes late.
    let shift = "UPDATE events SET occurred_at = occurred_at - (id % 7) * 1000
            - CASE WHEN id % 5 = 0 THEN 1200000 ELSE 0 END
        WHERE occurred_at > (SELECT max(occurred_at) FROM events) - 60000";
    feed.server.sql(shift).await;
    for (query, limit) in [("", 1), ("", 7), ("", 100), ("recipient=ada@gmail.com", 3)] {
        let (mut times, mut ids) = (Vec::new(), BTreeSet::new());
        let mut cursor = String::new();
        loop {
            let page = feed.get(&format!("{query}&limit={limit}{cursor}")).await;
            let page = page.expect(200);
            for event in page["data"].as_array().unwrap() {
                times.push(event["occurredAt"].as_str().unwrap().to_owned());
                ids.insert(event["eventId"].as_str().unwrap().to_owned());
            }
            match page["pagination"]["cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        let expected = if query.is_empty() { 47 } else { 42 };
        assert_eq!(
            (times.len(), ids.len()),
            (expected, expected),
            "{query} by {limit}"
        );
        assert!(
            times.iter().rev().is_sorted(),
            "{query} by {limit}: {times:?}"
        );
    }
}
