//! Runs that wait: for a while, until a date, until a time of day.

use std::time::Duration;

use serde_json::{Value, json};

use super::{ADA, DAY, Walk, line, steps, wait};
use crate::support::{Loop, Measures};

#[tokio::test]
async fn a_mail_leaves_at_once_and_the_next_after_three_days() {
    let measures = Measures::begin();
    let walk = Walk::begin().await;
    let nodes = vec![
        walk.send_email("hello", "automation").await,
        wait("pause", 3, "days"),
        walk.send_email("again", "automation").await,
    ];
    walk.publish(nodes, line(&["hello", "pause", "again"]))
        .await;
    let run = walk.fire(json!({ "email": ADA, "plan": "pro" })).await;
    let sleeping = walk.at(&run, "pause").await;
    assert_eq!(sleeping["wakeAt"], "2026-03-05T10:00:00.000Z");
    assert_eq!(
        steps(&sleeping),
        ["start completed", "hello completed", "pause running"]
    );
    let mails = walk.mails(&run, 1).await;
    assert_eq!(mails[0]["kind"], "automation");
    assert!(mails[0]["sendId"].as_str().unwrap().starts_with("as_"));
    assert_eq!(mails[0]["recipientEmail"], ADA);
    // Not a moment before.
    walk.server.clock.set_back(Duration::from_millis(1));
    walk.server.clock.advance(3 * DAY);
    measures.whole_round(&walk.server, Loop::Automations).await;
    assert_eq!(walk.run(&run).await["status"], "running");
    walk.server.clock.advance(Duration::from_millis(1));
    let ended = walk.ended(&run).await;
    assert_eq!(ended["status"], "completed");
    assert_eq!(
        steps(&ended),
        [
            "start completed",
            "hello completed",
            "pause completed",
            "again completed"
        ]
    );
    walk.mails(&run, 2).await;
}

#[tokio::test]
async fn a_run_waits_until_the_date_in_its_payload() {
    let walk = Walk::begin().await;
    let until = json!({ "id": "until", "type": "wait", "config": { "until": { "field": "payload.trialEnds" } } });
    let nodes = vec![until, walk.send_email("over", "automation").await];
    walk.publish(nodes, line(&["until", "over"])).await;
    let run = walk
        .fire(json!({ "email": ADA, "trialEnds": "2026-03-10T08:00:00Z" }))
        .await;
    let sleeping = walk.at(&run, "until").await;
    assert_eq!(sleeping["wakeAt"], "2026-03-10T08:00:00.000Z");
    walk.server.clock.advance(8 * DAY);
    assert_eq!(walk.ended(&run).await["status"], "completed");
    // A date that is over keeps nobody, and neither does one that is missing.
    for payload in [
        json!({ "email": ADA, "trialEnds": 0 }),
        json!({ "email": ADA }),
    ] {
        let run = walk.fire(payload).await;
        assert_eq!(walk.ended(&run).await["status"], "completed");
    }
}

#[tokio::test]
async fn a_time_of_day_is_that_of_the_brand() {
    let walk = Walk::begin().await;
    walk.brand
        .patch("/v1/brand", json!({ "timeZone": "America/New_York" }))
        .await
        .expect(200);
    let cases: [(Value, &str); 3] = [
        // 10:00 in UTC is 05:00 there; the clocks change on 8 March.
        (json!({ "untilTime": "09:00" }), "2026-03-02T14:00:00.000Z"),
        (
            json!({ "untilTime": "09:00", "days": ["sun"] }),
            "2026-03-08T13:00:00.000Z",
        ),
        (
            json!({ "untilTime": "09:00", "timeZone": "Europe/Berlin" }),
            "2026-03-03T08:00:00.000Z",
        ),
    ];
    for (index, (config, wakes)) in cases.into_iter().enumerate() {
        let morning = json!({ "id": "morning", "type": "wait", "config": config });
        let nodes = vec![
            morning,
            walk.send_email(&format!("mail{index}"), "automation").await,
        ];
        let id = walk
            .publish(nodes, line(&["morning", &format!("mail{index}")]))
            .await;
        let run = walk.fire(json!({ "email": ADA })).await;
        assert_eq!(walk.at(&run, "morning").await["wakeAt"], wakes);
        let path = format!("/v1/automations/{id}");
        let stop = json!({ "published": false, "stopInFlight": true });
        walk.brand.patch(&path, stop).await.expect(200);
    }
    walk.server.at_rest().await;
}

#[tokio::test]
async fn runs_go_on_where_they_stood_when_the_server_comes_back() {
    let mut walk = Walk::begin().await;
    let nodes = vec![
        wait("pause", 1, "hours"),
        walk.send_email("late", "automation").await,
    ];
    walk.publish(nodes, line(&["pause", "late"])).await;
    let run = walk.fire(json!({ "email": ADA })).await;
    walk.at(&run, "pause").await;
    walk.server.stop().await;
    walk.server.clock.advance(2 * DAY);
    walk.server.restart().await;
    walk.brand.follow(&walk.server);
    assert_eq!(walk.ended(&run).await["status"], "completed");
    walk.mails(&run, 1).await;
}

#[tokio::test]
async fn a_clock_that_is_set_back_fires_nothing_twice() {
    let measures = Measures::begin();
    let walk = Walk::begin().await;
    let nodes = vec![
        wait("pause", 1, "hours"),
        walk.send_email("once", "automation").await,
        wait("rest", 1, "days"),
    ];
    walk.publish(nodes, line(&["pause", "once", "rest"])).await;
    let run = walk.fire(json!({ "email": ADA })).await;
    walk.at(&run, "pause").await;
    walk.server.clock.advance(Duration::from_hours(2));
    walk.at(&run, "rest").await;
    walk.server.clock.set_back(Duration::from_hours(3));
    measures.whole_round(&walk.server, Loop::Automations).await;
    walk.server.clock.advance(2 * DAY);
    assert_eq!(walk.ended(&run).await["status"], "completed");
    walk.mails(&run, 1).await;
}
