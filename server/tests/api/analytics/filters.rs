//! Which events a query finds.

use postrider_domain::sending::send::EventType;
use serde_json::{Value, json};

use super::{Feed, happened, places, write};

#[tokio::test]
async fn without_a_filter_everything_is_told_newest_first() {
    let feed = Feed::start().await;
    let page = feed.get("").await.expect(200);
    assert_eq!(places(&page), "1 2 3 4 5 6 7");
    assert_eq!(page["pagination"], json!({ "limit": 50, "hasMore": false }));
    assert_eq!(
        page["data"][2],
        json!({
            "eventId": page["data"][2]["eventId"], "domain": "email", "eventType": "bounced",
            "occurredAt": "2026-03-01T09:00:00.000Z", "recipientEmail": "cem@example.com",
            "sendId": feed.news, "emailId": "news", "emailName": "Title of news", "mode": "live",
            "summary": "Bounced from cem@example.com: 550 5.1.1 nobody",
            "smtpReply": "550 5.1.1 nobody", "bounceType": "hard", "provider": "other",
        })
    );
    assert_eq!(page["data"][0]["provider"], "gmail");
    assert_eq!(page["data"][5]["domain"], "inbound");
    assert_eq!(
        page["data"][5]["summary"],
        "cem@example.com replied: Re: Hi"
    );
    let received = &page["data"][6];
    for absent in ["sendId", "emailId", "recipientEmail", "provider"] {
        assert_eq!(received[absent], Value::Null, "{absent}");
    }
}

#[tokio::test]
async fn events_of_a_send_are_the_same_in_the_feed_and_on_the_send() {
    let feed = Feed::start().await;
    assert_eq!(
        feed.found(&format!("sendId={}", feed.news)).await,
        "1 2 3 4"
    );
    assert_eq!(feed.found(&format!("sendId={}", feed.offer)).await, "5 6");
    let path = format!("/v1/sends/{}?include=events", feed.news);
    let send = feed.brand.get(&path).await.expect(200);
    let page = feed.get(&format!("sendId={}", feed.news)).await;
    assert_eq!(send["events"], page["data"]);
}

#[tokio::test]
async fn types_are_one_or_a_list() {
    let feed = Feed::start().await;
    for (query, found) in [
        ("eventType=delivered", "4 5"),
        ("eventType=opened,clicked,reply", "1 2 6"),
        ("eventType=opened,opened", "1"),
        ("eventType=complained", ""),
    ] {
        assert_eq!(feed.found(query).await, found, "{query}");
    }
}

#[tokio::test]
async fn rejected_is_a_word_of_two_domains() {
    let feed = Feed::start().await;
    let rejected = vec![
        happened("2026-03-01T11:10:00Z", EventType::TriggerRejected),
        happened("2026-03-01T10:10:00Z", EventType::InboundRejected),
    ];
    write(&feed.server, &feed.brand, rejected).await;
    let page = feed.get("eventType=rejected").await.expect(200);
    let domains = page["data"].as_array().unwrap();
    let domains: Vec<&str> = domains
        .iter()
        .map(|event| event["domain"].as_str().unwrap())
        .collect();
    assert_eq!(domains, ["trigger", "inbound"]);
    assert_eq!(page["data"][0]["eventType"], "rejected");
}

#[tokio::test]
async fn filters_hold_together() {
    let feed = Feed::start().await;
    let (news, offer) = (&feed.news, &feed.offer);
    for (query, found) in [
        (format!("sendId={news}&eventType=delivered"), "4"),
        (format!("sendId={news}&eventType=delivered,opened"), "1 4"),
        (format!("sendId={offer}&recipient=ada@gmail.com"), "5"),
        (format!("sendId={news}&recipient=@gmail.com"), "1 2"),
        (format!("sendId={news}&recipient=!@gmail.com"), "3 4"),
        (
            format!("sendId={news}&recipient=@gmail.com&eventType=clicked"),
            "2",
        ),
        (
            "recipient=example&eventType=delivered,reply".to_owned(),
            "4 6",
        ),
        ("recipient=@gmail.com&eventType=reply".to_owned(), ""),
        ("eventType=delivered&from=2026-03-01".to_owned(), "4"),
        ("recipient=cem@example.com&to=2026-03-01".to_owned(), "6"),
        (
            format!("sendId={news}&from=2026-03-01T09:00:00Z&to=2026-03-01T11:00:00Z"),
            "2 3",
        ),
    ] {
        assert_eq!(feed.found(&query).await, found, "{query}");
    }
}

#[tokio::test]
async fn a_rare_event_is_found_behind_many_others() {
    let feed = Feed::start().await;
    let crowd = vec![happened("2026-03-01T11:30:00Z", EventType::Opened).to("bob@gmail.com"); 3000];
    write(&feed.server, &feed.brand, crowd).await;
    for (query, found) in [
        ("recipient=!bob@gmail.com", "1 3 4 5 6 7"),
        ("recipient=@gmail.com,!bob", "1 5"),
        ("recipient=ada&eventType=opened", "1"),
        ("recipient=@gmail.com&eventType=clicked", "2"),
        ("recipient=@gmail.com&eventType=delivered,clicked", "2 5"),
    ] {
        assert_eq!(feed.found(query).await, found, "{query}");
    }
}

#[tokio::test]
async fn one_brand_never_sees_the_events_of_another() {
    let feed = Feed::start().await;
    let other = feed.brand.org.brand().await;
    let path = |query: &str| format!("{}?{query}", super::EVENTS);
    for query in [
        "",
        "recipient=@gmail.com",
        "recipient=ada",
        "eventType=opened",
    ] {
        let page = other.get(&path(query)).await.expect(200);
        assert_eq!(page["data"], json!([]), "{query}");
    }
    let foreign = other.get(&path(&format!("sendId={}", feed.news))).await;
    crate::support::assert_problem(&foreign, 404, "SEND_NOT_FOUND", Some("sendId"));
}
