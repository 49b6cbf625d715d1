//! People who leave while their run waits, and an allowance that is used up.

use serde_json::json;

use super::{ADA, DAY, Walk, line, logged, steps, wait};
use crate::support::{TestServer, until};

#[tokio::test]
async fn whoever_unsubscribed_gets_no_marketing_but_what_is_transactional() {
    let walk = Walk::begin().await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("offer", "automation").await,
        walk.send_email("receipt", "transactional").await,
    ];
    walk.publish(nodes, line(&["pause", "offer", "receipt"]))
        .await;
    let run = walk.fire(json!({ "email": ADA })).await;
    walk.at(&run, "pause").await;
    let left = json!({ "email": ADA, "subscribed": false });
    walk.brand.patch("/v1/contacts", left).await.expect(200);
    walk.server.clock.advance(DAY);
    let ended = walk.ended(&run).await;
    assert_eq!(
        steps(&ended),
        [
            "start completed",
            "pause completed",
            "offer skipped",
            "receipt completed"
        ]
    );
    assert_eq!(ended["logs"][2]["error"]["code"], "RECIPIENT_UNSUBSCRIBED");
    let mails = walk.mails(&run, 1).await;
    assert_eq!(mails[0]["nodeId"], "receipt");
}

#[tokio::test]
async fn the_runs_of_a_deleted_contact_are_canceled() {
    let walk = Walk::begin().await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("late", "automation").await,
    ];
    walk.publish(nodes, line(&["pause", "late"])).await;
    let run = walk.fire(json!({ "email": ADA })).await;
    walk.at(&run, "pause").await;
    walk.brand
        .request("DELETE", "/v1/contacts")
        .json(&json!({ "email": ADA }))
        .send()
        .await
        .expect(200);
    assert_eq!(walk.ended(&run).await["status"], "canceled");
    assert_eq!(walk.server.number("SELECT count(*) FROM timers").await, 0);
}

#[tokio::test]
async fn a_run_waits_for_the_next_month_when_the_allowance_is_used_up() {
    let server = TestServer::with()
        .plan("tiny", None, Some(1))
        .clock_at(super::NOW)
        .start()
        .await;
    let brand = server.org_on("tiny").await.brand().await;
    let walk = Walk::of(server, brand).await;
    let nodes = vec![
        walk.send_email("one", "automation").await,
        walk.send_email("two", "automation").await,
    ];
    walk.publish(nodes, line(&["one", "two"])).await;
    let run = walk.fire(json!({ "email": ADA })).await;
    let waits = walk.at(&run, "two").await;
    assert_eq!(logged(&waits).last().unwrap().1, "running");
    walk.mails(&run, 1).await;
    walk.server.clock.advance(30 * DAY);
    assert_eq!(walk.ended(&run).await["status"], "completed");
    walk.mails(&run, 2).await;
}

#[tokio::test]
async fn a_version_that_is_published_meanwhile_changes_no_run() {
    let walk = Walk::begin().await;
    let old = walk.send_email("old", "automation").await;
    let nodes = vec![wait("pause", 1, "hours"), old];
    let id = walk.publish(nodes, line(&["pause", "old"])).await;
    let first = walk.fire(json!({ "email": ADA })).await;
    let before = walk.at(&first, "pause").await;
    let new = vec![walk.send_email("new", "automation").await];
    let change = json!({ "nodes": super::with_trigger(new), "connections": line(&["new"]), "published": true });
    let path = format!("/v1/automations/{id}");
    let published = walk.brand.patch(&path, change).await.expect(200);
    assert_ne!(
        published["liveAutomationVersionId"],
        before["automationVersionId"]
    );
    let second = walk.fire(json!({ "email": ADA })).await;
    assert_eq!(
        steps(&walk.ended(&second).await),
        ["start completed", "new completed"]
    );
    walk.server.clock.advance(DAY);
    let ended = walk.ended(&first).await;
    assert_eq!(
        steps(&ended),
        ["start completed", "pause completed", "old completed"]
    );
    assert_eq!(ended["automationVersionId"], before["automationVersionId"]);
}

#[tokio::test]
async fn stopping_what_is_under_way_cancels_every_run() {
    let walk = Walk::begin().await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("late", "automation").await,
    ];
    let id = walk.publish(nodes, line(&["pause", "late"])).await;
    let mut runs = Vec::new();
    for person in 0..5 {
        let email = format!("p{person}@example.com");
        runs.push(walk.fire(json!({ "email": email })).await);
    }
    for run in &runs {
        walk.at(run, "pause").await;
    }
    let path = format!("/v1/automations/{id}");
    let stop = json!({ "published": false, "stopInFlight": true });
    walk.brand.patch(&path, stop).await.expect(200);
    for run in &runs {
        assert_eq!(walk.ended(run).await["status"], "canceled");
    }
    until("no timer is left", async || {
        let timers = walk.server.number("SELECT count(*) FROM timers").await;
        (timers == 0).then_some(())
    })
    .await;
}
