//! Runs that end before their time.

use serde_json::json;

use super::{PATH, list};
use crate::support::{Answer, Caller, until};
use crate::walking::{ADA, DAY, Walk, line, steps, wait};

async fn cancel(brand: &Caller, run: &str) -> Answer {
    let path = format!("{PATH}/{run}/cancel");
    brand.post(&path, json!({})).await.expect(200)
}

/// From every status that a run can have: it never conflicts.
#[tokio::test]
async fn a_cancel_never_conflicts() {
    let walk = Walk::begin().await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("late", "automation").await,
    ];
    walk.publish(nodes, line(&["pause", "late"])).await;
    for (from, to) in [
        ("queued", "canceled"),
        ("running", "canceled"),
        ("completed", "completed"),
        ("failed", "failed"),
        ("canceled", "canceled"),
    ] {
        let run = walk.fire(json!({ "email": ADA })).await;
        walk.at(&run, "pause").await;
        let sql = format!("UPDATE runs SET status = '{from}' WHERE public_id = '{run}'");
        walk.server.sql(&sql).await;
        let answer = cancel(&walk.brand, &run).await;
        let expect = json!({ "automationRunId": run, "status": to, "previousStatus": from });
        assert_eq!(answer.json, expect);
        let again = cancel(&walk.brand, &run).await;
        let expect = json!({ "automationRunId": run, "status": to, "previousStatus": to });
        assert_eq!(again.json, expect);
        assert_eq!(walk.run(&run).await["status"], to);
    }
}

#[tokio::test]
async fn a_canceled_run_starts_no_node_and_tells_how_far_it_came() {
    let walk = Walk::begin().await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("late", "automation").await,
    ];
    walk.publish(nodes, line(&["pause", "late"])).await;
    let run = walk.fire(json!({ "email": ADA })).await;
    walk.at(&run, "pause").await;
    let answer = cancel(&walk.brand, &run).await;
    assert_eq!(answer["previousStatus"], "running");
    assert_eq!(walk.server.number("SELECT count(*) FROM timers").await, 0);
    walk.server.clock.advance(DAY);
    let other = walk.fire(json!({ "email": "other@example.com" })).await;
    walk.at(&other, "pause").await;
    let canceled = walk.run(&run).await;
    assert_eq!(steps(&canceled), ["start completed", "pause skipped"]);
    let log = &canceled["logs"][1];
    assert_eq!(log["error"]["code"], "RUN_CANCELED");
    let at = crate::walking::NOW;
    assert_eq!(
        (&log["startedAt"], &log["completedAt"]),
        (&json!(at), &json!(at))
    );
    assert_eq!(canceled.json.get("currentNodeId"), None);
    assert_eq!(canceled["completedAt"], crate::walking::NOW);
    let feed = format!("/v1/analytics/events?automationRunId={run}&from=2026-03-01&to=2026-04-01");
    let events = walk.brand.get(&feed).await.expect(200);
    assert_eq!(events["data"][0]["eventType"], "run_canceled");
}

#[tokio::test]
async fn unpublishing_lets_runs_finish_unless_they_are_to_stop() {
    let walk = Walk::begin().await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("late", "automation").await,
    ];
    let automation = walk.publish(nodes, line(&["pause", "late"])).await;
    let path = format!("/v1/automations/{automation}");
    let fire = async |count: usize| {
        let mut runs = Vec::new();
        for n in 0..count {
            let email = format!("p{n}@example.com");
            let run = walk.fire(json!({ "email": email })).await;
            walk.at(&run, "pause").await;
            runs.push(run);
        }
        runs
    };
    let kept = fire(2).await;
    let unpublish = json!({ "published": false });
    walk.brand.patch(&path, unpublish).await.expect(200);
    assert_eq!(walk.run(&kept[0]).await["status"], "running");
    walk.brand
        .patch(&path, json!({ "published": true }))
        .await
        .expect(200);
    let stopped = fire(2).await;
    let stop = json!({ "published": false, "stopInFlight": true });
    walk.brand.patch(&path, stop).await.expect(200);
    until("all runs are canceled", async || {
        let canceled = list(&walk.brand, "status=canceled").await;
        (canceled["data"].as_array().unwrap().len() == 4).then_some(())
    })
    .await;
    // What begins later is not meant.
    walk.server.clock.advance(std::time::Duration::from_secs(1));
    walk.brand
        .patch(&path, json!({ "published": true }))
        .await
        .expect(200);
    let later = fire(1).await;
    walk.server.clock.advance(DAY);
    assert_eq!(walk.ended(&later[0]).await["status"], "completed");
    for run in kept.iter().chain(&stopped) {
        assert_eq!(walk.run(run).await["status"], "canceled");
    }
}
