//! `GET /v1/sends`.

use std::time::Duration;

use serde_json::{Value, json};

use super::{PATH, accepted, campaign, people, ready, set_status};
use crate::emails::design;
use crate::support::{Brand, TestServer, assert_problem};

async fn ids(brand: &Brand, query: &str) -> Vec<String> {
    let list = brand.get(&format!("{PATH}{query}")).await.expect(200);
    let rows = list["data"].as_array().unwrap();
    rows.iter()
        .map(|row| row["sendId"].as_str().unwrap().to_owned())
        .collect()
}

/// Three sends, a day apart, the oldest first.
async fn three(server: &TestServer) -> (Brand, Vec<String>) {
    let brand = server.brand().await;
    people(&brand, &["ada@example.com"]).await;
    let mut made = Vec::new();
    for id in ["one", "two", "three"] {
        design(server, &brand, campaign(id)).await;
        made.push(accepted(&brand, json!({ "emailId": id })).await);
        server.clock.advance(Duration::from_hours(24));
    }
    (brand, made)
}

async fn server() -> TestServer {
    TestServer::with()
        .clock_at("2026-03-01T12:00:00Z")
        .start()
        .await
}

#[tokio::test]
async fn newest_first_and_page_by_page() {
    let server = server().await;
    let (brand, made) = three(&server).await;
    let newest: Vec<String> = made.iter().rev().cloned().collect();
    assert_eq!(ids(&brand, "").await, newest);
    let first = brand.get(&format!("{PATH}?limit=2")).await.expect(200);
    assert_eq!(first["pagination"]["hasMore"], true);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let rest = ids(&brand, &format!("?limit=2&cursor={cursor}")).await;
    assert_eq!(rest, newest[2..]);
    let elsewhere = brand
        .get(&format!("{PATH}?cursor={cursor}&kind=campaign"))
        .await;
    assert_problem(&elsewhere, 400, "INVALID_REQUEST", Some("cursor"));
}

#[tokio::test]
async fn each_filter_narrows() {
    let server = server().await;
    let (brand, made) = three(&server).await;
    set_status(&server, &made[1], "completed").await;
    let only = |index: usize| vec![made[index].clone()];
    assert_eq!(ids(&brand, "?status=completed").await, only(1));
    assert_eq!(ids(&brand, "?kind=campaign").await.len(), 3);
    assert_eq!(ids(&brand, "?emailId=two").await, only(1));
    assert_eq!(ids(&brand, "?emailId=two&status=scheduled").await.len(), 0);
    assert_eq!(ids(&brand, "?emailId=two&status=completed").await, only(1));
    assert_eq!(ids(&brand, "?from=2026-03-03").await, only(2));
    assert_eq!(ids(&brand, "?to=2026-03-01T12:00:00.001Z").await, only(0));
    assert_eq!(ids(&brand, "?to=2026-03-01T12:00:00Z").await.len(), 0);
    let between = "?from=2026-03-02T12:00:00Z&to=2026-03-03T12:00:00Z&status=completed";
    assert_eq!(ids(&brand, between).await, only(1));
    for none in [
        "?kind=automation",
        "?emailId=none",
        "?automationId=x",
        "?automationRunId=x",
        "?audienceRunId=x",
        "?triggerInstanceId=x",
        "?automationId=x&status=completed",
    ] {
        assert_eq!(ids(&brand, none).await.len(), 0, "{none}");
    }
}

#[tokio::test]
async fn what_is_no_filter_is_refused() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    for (query, param) in [
        ("status=sent", "status"),
        ("status=partially_sent", "status"),
        ("status=sending", "status"),
        ("status=pending", "status"),
        ("status=cancelled", "status"),
        ("kind=test", "kind"),
        ("from=yesterday", "from"),
        ("to=2026-13-01", "to"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("cursor=x", "cursor"),
        ("include=events", "include"),
        ("sendId=x", "sendId"),
        ("audienceId=x", "audienceId"),
        ("domainId=x", "domainId"),
        ("triggerEventId=x", "triggerEventId"),
        ("runId=x", "runId"),
        ("createdAtFrom=2026-01-01", "createdAtFrom"),
    ] {
        let refused = brand.get(&format!("{PATH}?{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn rows_of_a_list_carry_their_numbers() {
    let server = server().await;
    let (brand, made) = three(&server).await;
    // Two processes counted.
    for (process, delivered, opened) in [(1, 5, 2), (2, 3, 1)] {
        server
            .sql(&format!(
                "INSERT INTO tallies SELECT org, brand, id, {process}, 10, 1, 1, 1, 0, 0, {delivered},
                    {delivered}, 1, 0, 0, {opened}, 1, 1, 1, 4, 2
                FROM sends WHERE public_id = '{}'",
                made[0]
            ))
            .await;
    }
    let list = brand.get(PATH).await.expect(200);
    let stats = |row: usize| list["data"][row]["stats"].clone();
    assert_eq!(
        stats(2),
        json!({
            "sent": 8, "delivered": 8, "opened": 3, "clicked": 2, "bounced": 2, "complained": 2,
            "unsubscribed": 2,
        })
    );
    assert_eq!(stats(0)["sent"], 0);
    for key in ["delivery", "exclusions", "events"] {
        assert_eq!(list["data"][2][key], Value::Null);
    }
}
