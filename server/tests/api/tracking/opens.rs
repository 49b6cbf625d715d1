use std::time::Duration;

use postrider_domain::sending::send::{EventType, RecipientState, Tally};
use serde_json::{Value, json};

use super::{CHROME, Campaign};
use crate::support::TestServer;

const OPENED: i64 = EventType::Opened as i64;

#[tokio::test]
async fn a_pixel_is_counted_once_and_told_every_time() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    for _ in 0..3 {
        let answer = campaign.get(&campaign.pixel(1)).await.expect(200);
        assert_eq!(answer.header("content-type"), Some("image/gif"));
        assert!(answer.header("cache-control").unwrap().contains("no-store"));
        assert_eq!(
            (answer.bytes.len(), &answer.bytes[..6]),
            (43, &b"GIF89a"[..])
        );
    }
    assert_eq!(
        campaign.tally().await,
        Tally {
            opened: 1,
            ..Tally::default()
        }
    );
    assert_eq!(campaign.events().await, vec![(OPENED, Value::Null); 3]);
    let engagement = "SELECT opens + 10 * clicks + 100 * sends FROM engagement WHERE last_opened_at IS NOT NULL \
                      AND last_clicked_at IS NULL";
    assert_eq!(server.number(engagement).await, 1);
    let first = server.number("SELECT count(*) FROM recipients WHERE opened_at IS NOT NULL");
    assert_eq!(first.await, 1);
}

/// A program that asks for the same pixel again and again fills no table; a machine's are counted all the same.
#[tokio::test]
async fn what_is_seen_too_often_is_counted_and_not_told_each_time() {
    let server = TestServer::with()
        .clock_at("2026-03-02T10:00:00Z")
        .start()
        .await;
    let campaign = Campaign::mailed(&server).await;
    for _ in 0..25 {
        campaign
            .get_as(&campaign.pixel(1), "curl/8.5.0")
            .await
            .expect(200);
    }
    assert_eq!(campaign.events().await.len(), 20);
    assert_eq!(campaign.tally().await.machine_opens, 25);
    // Neither another link nor another hour is meant.
    campaign.get(&campaign.link(1, 0)).await.expect(302);
    assert_eq!(campaign.events().await.len(), 21);
    server.clock.advance(Duration::from_hours(3));
    campaign.get(&campaign.pixel(1)).await.expect(200);
    assert_eq!(campaign.events().await.len(), 22);
    assert_eq!(campaign.tally().await.opened, 1);
}

#[tokio::test]
async fn machines_are_kept_out_with_the_reason() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let pixel = campaign.pixel(1);
    let head = campaign.reader.request("HEAD", &pixel);
    let head = head.header("User-Agent", CHROME).send().await.expect(200);
    assert_eq!(head.bytes.len(), 0);
    let prefetch = campaign.reader.request("GET", &pixel);
    let prefetch = prefetch.header("User-Agent", CHROME);
    prefetch
        .header("Sec-Purpose", "prefetch;prerender")
        .send()
        .await
        .expect(200);
    for agent in ["", "Mozilla/5.0", "Mimecast-TTP", "curl/8.5.0"] {
        campaign.get_as(&pixel, agent).await.expect(200);
    }
    let reasons = [
        "head_request",
        "prefetch",
        "no_user_agent",
        "prefetch_proxy",
        "security_scanner",
        "automated_agent",
    ];
    let expect: Vec<_> = reasons
        .into_iter()
        .map(|reason| (OPENED, json!({ "machineReason": reason })))
        .collect();
    assert_eq!(campaign.events().await, expect);
    assert_eq!(
        campaign.tally().await,
        Tally {
            machine_opens: 6,
            ..Tally::default()
        }
    );
    assert_eq!(server.number("SELECT count(*) FROM engagement").await, 0);
    // The person comes after the machines, and is the first.
    campaign.get(&pixel).await.expect(200);
    assert_eq!(campaign.tally().await.opened, 1);
}

#[tokio::test]
async fn an_open_shows_that_a_mail_in_doubt_arrived() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for name in ["a", "b", "c"] {
        let contact = json!({ "email": format!("{name}@example.com") });
        brand.post("/v1/contacts", contact).await.expect(201);
    }
    let campaign = Campaign::of(&server, brand, RecipientState::InDoubt).await;
    campaign.get(&campaign.pixel(1)).await.expect(200);
    // Whatever opens it has got it.
    campaign
        .get_as(&campaign.link(2, 0), "curl/8")
        .await
        .expect(302);
    campaign.get(&campaign.pixel(1)).await.expect(200);
    let expect = Tally {
        accepted: 2,
        delivered: 2,
        in_doubt: -2,
        opened: 1,
        machine_clicks: 1,
        ..Tally::default()
    };
    assert_eq!(campaign.tally().await, expect);
    let states = format!(
        "SELECT sum(CASE state WHEN {} THEN 1 WHEN {} THEN 10 ELSE 100 END) FROM recipients",
        RecipientState::Delivered.code(),
        RecipientState::InDoubt.code()
    );
    assert_eq!(server.number(&states).await, 12);
    let delivered = EventType::Delivered.code();
    let events = campaign.events().await;
    assert_eq!(
        events.iter().filter(|(kind, _)| *kind == delivered).count(),
        2
    );
}

#[tokio::test]
async fn a_deleted_contact_leaves_no_trail() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    campaign.get(&campaign.pixel(1)).await.expect(200);
    let gone = campaign.brand.request("DELETE", "/v1/contacts");
    gone.json(&json!({ "email": super::ADA }))
        .send()
        .await
        .expect(200);
    campaign.get(&campaign.pixel(1)).await.expect(200);
    assert_eq!(server.number("SELECT count(*) FROM engagement").await, 0);
    assert_eq!(campaign.tally().await.opened, 1);
}
