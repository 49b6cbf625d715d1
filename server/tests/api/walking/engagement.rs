//! Runs that wait for somebody to open or click.

use serde_json::{Value, json};

use super::{ADA, DAY, Deed, MailOf, Walk, logged};
use crate::support::until;

/// A mail, then a wait of two days for what the test names, then one of two other mails.
async fn published(walk: &Walk, event: &str) {
    let watch = json!({ "id": "watch", "type": "filter", "config": { "engagement": {
        "nodeId": "hello", "event": event, "within": { "duration": 2, "unit": "days" } } } });
    let nodes = vec![
        walk.send_email("hello", "automation").await,
        watch,
        walk.send_email("warm", "automation").await,
        walk.send_email("cold", "automation").await,
    ];
    let connections = vec![
        json!({ "from": "start", "to": "hello" }),
        json!({ "from": "hello", "to": "watch" }),
        json!({ "from": "watch", "to": "warm", "branch": "engaged" }),
        json!({ "from": "watch", "to": "cold", "branch": "notEngaged" }),
    ];
    walk.publish(nodes, connections).await;
}

async fn does(walk: &Walk, run: &str, deed: Deed) {
    let mail = MailOf { run, node: "hello" };
    deed.with(&walk.server, &walk.brand, mail).await;
}

fn way(run: &crate::support::Answer) -> Value {
    let rows = logged(run);
    let watched = rows.iter().find(|(node, ..)| node == "watch").unwrap();
    json!(watched.2)
}

#[tokio::test]
async fn an_open_wakes_the_run_at_once() {
    let walk = Walk::begin().await;
    published(&walk, "opened").await;
    let run = walk.fire(json!({ "email": ADA })).await;
    let sleeping = walk.at(&run, "watch").await;
    assert_eq!(sleeping["wakeAt"], "2026-03-04T10:00:00.000Z");
    walk.mails(&run, 1).await;
    does(&walk, &run, Deed::Opens).await;
    let ended = walk.ended(&run).await;
    assert_eq!(way(&ended), "engaged");
    walk.mails(&run, 2).await;
}

#[tokio::test]
async fn a_click_is_waited_for_and_an_open_is_none() {
    let walk = Walk::begin().await;
    published(&walk, "clicked").await;
    let run = walk.fire(json!({ "email": ADA })).await;
    walk.at(&run, "watch").await;
    walk.mails(&run, 1).await;
    does(&walk, &run, Deed::Opens).await;
    until("the open is counted", async || {
        let opened = walk
            .server
            .number("SELECT count(*) FROM recipients WHERE opened_at IS NOT NULL")
            .await;
        (opened == 1).then_some(())
    })
    .await;
    // It woke up, and sleeps on.
    walk.until(&run, "the run sleeps on", |run| {
        run["wakeAt"] == "2026-03-04T10:00:00.000Z" && run["currentNodeId"] == "watch"
    })
    .await;
    does(&walk, &run, Deed::Clicks).await;
    assert_eq!(way(&walk.ended(&run).await), "engaged");
}

#[tokio::test]
async fn nobody_did_anything_until_the_window_ended() {
    let walk = Walk::begin().await;
    published(&walk, "opened").await;
    let run = walk.fire(json!({ "email": ADA })).await;
    walk.at(&run, "watch").await;
    walk.mails(&run, 1).await;
    walk.server.clock.advance(2 * DAY);
    let ended = walk.ended(&run).await;
    assert_eq!(way(&ended), "notEngaged");
    let mails = walk.mails(&run, 2).await;
    assert!(mails.iter().any(|mail| mail["nodeId"] == "cold"));
}
