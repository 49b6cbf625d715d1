//! Somebody clicks in the very moment in which the run comes to wait for it. Two transactions are under way then, of which
//! neither sees what the other one writes; one of them has to notice.

use std::time::Duration;

use postrider_domain::time;
use serde_json::json;

use super::{ADA, DAY, Deed, MailOf, NOW, Walk, logged, visit, wait};
use crate::support::until;

/// A run that rests for a day after its mail, before it comes to wait two days for a click in it; and the address of the link.
/// Nothing on `SQLite`: it has one writer, whom nobody overtakes.
async fn resting() -> Option<(Walk, String, String)> {
    let walk = Walk::begin().await;
    if walk.server.database.is_sqlite() {
        return None;
    }
    let watch = json!({ "id": "watch", "type": "filter", "config": { "engagement": {
        "nodeId": "hello", "event": "clicked", "within": { "duration": 2, "unit": "days" } } } });
    let nodes = vec![
        walk.send_email("hello", "automation").await,
        wait("rest", 1, "days"),
        watch,
        walk.send_email("warm", "automation").await,
        walk.send_email("cold", "automation").await,
    ];
    let mut connections = super::line(&["hello", "rest", "watch"]);
    connections.extend([
        json!({ "from": "watch", "to": "warm", "branch": "engaged" }),
        json!({ "from": "watch", "to": "cold", "branch": "notEngaged" }),
    ]);
    walk.publish(nodes, connections).await;
    let run = walk.fire(json!({ "email": ADA })).await;
    walk.at(&run, "rest").await;
    walk.mails(&run, 1).await;
    let mail = MailOf {
        run: &run,
        node: "hello",
    };
    let link = Deed::Clicks.address(&walk.server, &walk.brand, mail).await;
    Some((walk, run, link))
}

/// Until so many transactions wait for another, or the run has come to wait for a click without waiting for anybody.
async fn waiting(walk: &Walk, run: &str, count: i64) {
    until("one waits for the other", async || {
        let is_asleep = walk.run(run).await["currentNodeId"] == "watch";
        (is_asleep || walk.server.database.waiting().await >= count).then_some(())
    })
    .await;
}

async fn assert_seen(walk: &Walk, run: &str) {
    let ended = walk.ended(run).await;
    let rows = logged(&ended);
    let watched = rows.iter().find(|(node, ..)| node == "watch").unwrap();
    assert_eq!(watched.2.as_deref(), Some("engaged"), "{rows:?}");
    walk.mails(run, 2).await;
}

#[tokio::test]
async fn a_step_sees_a_click_that_is_about_to_be_committed() {
    let Some((walk, run, link)) = resting().await else {
        return;
    };
    // The click has looked for runs that wait for it, found none, and is kept from its end.
    let held = walk
        .server
        .database
        .hold("SELECT 1 FROM engagement FOR UPDATE")
        .await;
    let click = async {
        visit(&walk.server, &walk.brand, &link).await;
    };
    let step = async {
        waiting(&walk, &run, 1).await;
        walk.server.clock.advance(DAY);
        waiting(&walk, &run, 2).await;
        drop(held);
    };
    tokio::join!(click, step);
    assert_seen(&walk, &run).await;
}

#[tokio::test]
async fn a_click_sees_a_step_that_is_about_to_be_committed() {
    let Some((walk, run, link)) = resting().await else {
        return;
    };
    // The step has seen no click, and is kept from setting the timer that ends its wait.
    let wakes = time::parse_iso(NOW).unwrap() + (3 * DAY).as_millis() as i64;
    let timer = format!(
        "INSERT INTO timers (org, brand, due_at, run) SELECT org, brand, {wakes}, id FROM runs"
    );
    let held = walk.server.database.hold(&timer).await;
    walk.server.clock.advance(DAY);
    waiting(&walk, &run, 1).await;
    let click = visit(&walk.server, &walk.brand, &link);
    let step = async {
        // It waits for the mail that the step has looked at; or it is done, and nobody knows of the other.
        let overtaken = tokio::time::timeout(Duration::from_secs(5), waiting(&walk, &run, 2));
        drop(overtaken.await);
        drop(held);
    };
    tokio::join!(click, step);
    assert_seen(&walk, &run).await;
}
