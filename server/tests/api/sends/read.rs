//! `GET /v1/sends/{sendId}`.

use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::DbError;
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::sends;
use serde_json::{Value, json};

use super::{LATER, PATH, accepted, read, ready};
use crate::support::{TestServer, assert_problem};

const AT: i64 = 1_772_366_400_000;

async fn server() -> TestServer {
    TestServer::with()
        .clock_at("2026-03-01T12:00:00Z")
        .start()
        .await
}

/// Events of a send, the oldest first, about the contact with this address.
async fn happened(
    server: &TestServer,
    brand: BrandKey,
    send: &str,
    told: &[(EventType, Option<&str>)],
) {
    let send = send.to_owned();
    let told: Vec<(EventType, Option<String>)> = told
        .iter()
        .map(|(kind, detail)| (*kind, detail.map(str::to_owned)))
        .collect();
    let contact = server
        .number("SELECT id FROM contacts WHERE email = 'ada@example.com'")
        .await;
    let earlier = server
        .number("SELECT count(*) FROM events WHERE ordinal IS NOT NULL")
        .await;
    let written = server.app().db.write(move |tx| {
        let (send, told) = (send.clone(), told.clone());
        async move {
            let send = sends::get(&tx, brand, &send).await?.unwrap().id;
            let event = |(index, (kind, detail)): (usize, (EventType, Option<String>))| NewEvent {
                send: Some(send),
                ordinal: Some(1),
                contact: Some(contact),
                detail,
                ..NewEvent::new(brand, tx.number(), kind, AT + earlier + index as i64)
            };
            let rows = told.into_iter().enumerate().map(event).collect();
            events::append(&tx, rows).await?;
            Ok::<_, DbError>(())
        }
    });
    written.await.unwrap();
}

#[tokio::test]
async fn a_send_is_read_whole() {
    let server = server().await;
    let brand = ready(&server).await;
    let id = accepted(&brand, json!({ "previewText": "News" })).await;
    assert_eq!(
        read(&brand, &id).await,
        json!({
            "sendId": id, "kind": "campaign", "status": "scheduled", "emailId": "news",
            "emailVersionId": "news-1", "domainId": brand.brand_id, "audienceId": "all",
            "subject": "Subject of news", "previewText": "News",
            "from": { "email": format!("hello@{}.sandbox.test", brand.brand_id), "name": "Test brand" },
            "recipientCount": 2, "scheduledAt": LATER,
            "createdAt": "2026-03-01T12:00:00.000Z", "updatedAt": "2026-03-01T12:00:00.000Z",
            "stats": {
                "sent": 0, "delivered": 0, "opened": 0, "clicked": 0, "bounced": 0, "complained": 0,
                "unsubscribed": 0,
            },
            "delivery": {
                "planned": 0, "excluded": 0, "pending": 0, "deferred": 0, "accepted": 0, "delivered": 0,
                "bounced": 0, "canceled": 0, "failed": 0, "inDoubt": 0, "machineOpens": 0, "machineClicks": 0,
            },
            "exclusions": { "unsubscribed": 0, "invalid": 0, "suppressed": 0, "duplicate": 0 },
        })
    );
}

#[tokio::test]
async fn the_counts_of_a_send_add_up() {
    let server = server().await;
    let brand = ready(&server).await;
    let id = accepted(&brand, json!({})).await;
    server
        .sql("UPDATE sends SET status = 'running', frozen = TRUE")
        .await;
    // In the order of the columns, from `planned` on; two processes counted.
    for (process, counts) in [
        (1, "20, 1, 2, 3, 4, 5, 6, 6, 1, 1, 1, 3, 2, 1, 1, 7, 8"),
        (2, "0, 0, 0, 0, 0, -2, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0"),
    ] {
        server
            .sql(&format!(
                "INSERT INTO tallies SELECT org, brand, id, {process}, {counts} FROM sends"
            ))
            .await;
    }
    let sent = read(&brand, &id).await;
    assert_eq!(
        sent["delivery"],
        json!({
            "planned": 20, "excluded": 10, "pending": 7, "deferred": 3, "accepted": 7, "delivered": 6,
            "bounced": 2, "canceled": 0, "failed": 1, "inDoubt": 1, "machineOpens": 7, "machineClicks": 8,
        })
    );
    assert_eq!(
        sent["exclusions"],
        json!({ "unsubscribed": 1, "invalid": 2, "suppressed": 3, "duplicate": 4 })
    );
    assert_eq!(sent["stats"]["sent"], 7);
    assert_eq!(sent["recipientCount"], 20);
}

#[tokio::test]
async fn events_tell_what_happened_newest_first() {
    let server = server().await;
    let brand = ready(&server).await;
    let id = accepted(&brand, json!({})).await;
    happened(
        &server,
        brand.key,
        &id,
        &[
            (
                EventType::Delivered,
                Some(r#"{"smtpReply":"250 2.0.0 Ok"}"#),
            ),
            (
                EventType::Opened,
                Some(r#"{"machineReason":"prefetch_proxy"}"#),
            ),
            (
                EventType::Clicked,
                Some(r#"{"url":"https://example.com/a"}"#),
            ),
            (
                EventType::Bounced,
                Some(r#"{"bounceType":"hard","smtpReply":"550 5.1.1 no such user"}"#),
            ),
            (EventType::Unsubscribed, None),
        ],
    )
    .await;
    let path = format!("{PATH}/{id}?include=events");
    let sent = brand.get(&path).await.expect(200);
    assert_eq!(sent["eventsTruncated"], false);
    let events = sent["events"].as_array().unwrap();
    let types: Vec<&str> = events
        .iter()
        .map(|event| event["eventType"].as_str().unwrap())
        .collect();
    assert_eq!(
        types,
        ["unsubscribed", "bounced", "clicked", "opened", "delivered"]
    );
    assert_eq!(
        events[1],
        json!({
            "eventId": events[1]["eventId"], "domain": "email", "eventType": "bounced",
            "occurredAt": "2026-03-01T12:00:00.003Z", "recipientEmail": "ada@example.com",
            "sendId": id, "emailId": "news", "emailName": "Title of news", "mode": "live",
            "summary": "Bounced from ada@example.com: 550 5.1.1 no such user",
            "smtpReply": "550 5.1.1 no such user", "bounceType": "hard", "provider": "other",
        })
    );
    let event_id = events[1]["eventId"].as_str().unwrap();
    assert!(postrider_domain::contract::ids::is_lower32(event_id));
    assert_eq!(events[2]["url"], "https://example.com/a");
    assert_eq!(events[2]["machineGenerated"], Value::Null);
    assert_eq!(events[3]["machineGenerated"], true);
    assert_eq!(events[3]["machineReason"], "prefetch_proxy");
    assert_eq!(brand.get(&path).await["events"], sent["events"]);
}

#[tokio::test]
async fn a_deleted_contact_takes_its_address_along() {
    let server = server().await;
    let brand = ready(&server).await;
    let id = accepted(&brand, json!({})).await;
    happened(&server, brand.key, &id, &[(EventType::Delivered, None)]).await;
    brand
        .request("DELETE", "/v1/contacts")
        .json(&json!({ "email": "ada@example.com" }))
        .send()
        .await
        .expect(200);
    let sent = brand
        .get(&format!("{PATH}/{id}?include=events"))
        .await
        .expect(200);
    assert_eq!(sent["events"].as_array().unwrap().len(), 1);
    assert!(!sent.text().contains("ada@example.com"), "{}", sent.text());
}

#[tokio::test]
async fn a_thousand_events_are_told_and_more_are_named() {
    let server = server().await;
    let brand = ready(&server).await;
    let id = accepted(&brand, json!({})).await;
    let path = format!("{PATH}/{id}?include=events");
    let mut told = vec![(EventType::Opened, None); 1000];
    told[0].0 = EventType::Delivered;
    happened(&server, brand.key, &id, &told).await;
    let sent = brand.get(&path).await.expect(200);
    assert_eq!(sent["events"].as_array().unwrap().len(), 1000);
    assert_eq!(sent["eventsTruncated"], false);
    happened(&server, brand.key, &id, &[(EventType::Clicked, None)]).await;
    let sent = brand.get(&path).await.expect(200);
    let events = sent["events"].as_array().unwrap();
    assert_eq!(events.len(), 1000);
    assert_eq!(events[0]["eventType"], "clicked");
    assert_eq!(events[999]["eventType"], "opened");
    assert_eq!(sent["eventsTruncated"], true);
}

#[tokio::test]
async fn unknown_sends_and_includes_are_refused() {
    let server = server().await;
    let brand = ready(&server).await;
    assert_problem(
        &brand.get(&format!("{PATH}/none")).await,
        404,
        "SEND_NOT_FOUND",
        None,
    );
    let id = accepted(&brand, json!({})).await;
    let refused = brand.get(&format!("{PATH}/{id}?include=html")).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("include[0]"));
}
