//! Audience runs that are stopped on their way.

use std::time::Duration;

use serde_json::json;

use super::{control, launch, manual, members, read, send, send_of, standing, waiting};
use crate::support::until;
use crate::walking::{DAY, Walk, wait};

#[tokio::test]
async fn a_pause_keeps_members_where_they_are_and_a_resume_lets_them_go_on() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    let id = waiting(&walk).await;
    control(brand, &id, "pause").await.expect(200);
    walk.server.clock.advance(DAY);
    until("all due members are held back", async || {
        let held = "SELECT count(*) FROM runs WHERE held";
        (walk.server.number(held).await == 3).then_some(())
    })
    .await;
    let paused = read(brand, &id).await;
    assert_eq!(paused["status"], "paused");
    assert_eq!(paused["nodeStats"][0]["completed"], 0, "no wait has ended");
    assert_eq!(members(brand, &id, "running").await, 3);
    assert_eq!(send(brand, &send_of(&paused, 1)).await["recipientCount"], 0);
    let resumed = control(brand, &id, "resume").await.expect(200);
    assert_eq!(resumed["status"], "running");
    let ended = standing(brand, &id, "completed").await;
    assert_eq!(ended["completedCount"], 3);
    let mail = send_of(&ended, 1);
    let sent = until("the mails are sent", async || {
        let sent = send(brand, &mail).await;
        (sent["status"] == "completed").then_some(sent)
    })
    .await;
    assert_eq!(sent["stats"]["delivered"], 3, "each once");
}

/// Mail that was handed over already waits too.
#[tokio::test]
async fn a_pause_before_the_start_holds_everything_back() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    super::crowd(brand, 2, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, Some("all"), nodes).await;
    let at = json!({ "scheduledAt": "2026-03-02T11:00:00Z" });
    let id = launch(brand, &automation, at).await;
    let sql = format!("UPDATE audience_runs SET status = 'queued' WHERE public_id = '{id}'");
    walk.server.sql(&sql).await;
    control(brand, &id, "pause").await.expect(200);
    walk.server.clock.advance(DAY);
    // Its job finds nothing to do and ends.
    until("nobody works on it", async || {
        let jobs = "SELECT count(*) FROM jobs WHERE kind = 'audience_run'";
        (walk.server.number(jobs).await == 0).then_some(())
    })
    .await;
    assert_eq!(members(brand, &id, "queued").await, 0);
    control(brand, &id, "resume").await.expect(200);
    let ended = standing(brand, &id, "completed").await;
    assert_eq!(ended["completedCount"], 2);
}

#[tokio::test]
async fn a_cancel_ends_every_member() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    let id = waiting(&walk).await;
    let canceled = control(brand, &id, "cancel").await.expect(200);
    assert_eq!(canceled["previousStatus"], "running");
    until("all members are canceled", async || {
        (members(brand, &id, "canceled").await == 3).then_some(())
    })
    .await;
    let run = read(brand, &id).await;
    assert_eq!(run["status"], "canceled");
    assert_eq!(run["skippedCount"], 3);
    assert_eq!(walk.server.number("SELECT count(*) FROM timers").await, 0);
    until("nothing is to be mailed any more", async || {
        let heads = "SELECT count(*) FROM heads AS h JOIN sends AS s ON s.id = h.send
            WHERE s.audience_run IS NOT NULL";
        (walk.server.number(heads).await == 0).then_some(())
    })
    .await;
    walk.server.clock.advance(DAY);
    assert_eq!(send(brand, &send_of(&run, 1)).await["recipientCount"], 0);
}

/// Whatever the job is at in that moment, it learns of it.
#[tokio::test]
async fn a_cancel_in_any_moment_of_the_start_ends_every_member() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    super::crowd(brand, 2, "pro").await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("late", "automation").await,
    ];
    let automation = manual(brand, None, nodes).await;
    for moment in 0..24 {
        let id = launch(brand, &automation, json!({})).await;
        tokio::time::sleep(Duration::from_millis(moment)).await;
        control(brand, &id, "cancel").await.expect(200);
    }
    until("nobody is under way any more", async || {
        let open = "SELECT (SELECT count(*) FROM timers) + (SELECT count(*) FROM jobs
            WHERE kind = 'audience_run')";
        (walk.server.number(open).await == 0).then_some(())
    })
    .await;
}

/// The mail of one that is paused stands in its send; canceled, it is never sent and does not count.
#[tokio::test]
async fn mail_that_nobody_took_goes_with_its_run() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    super::crowd(brand, 2, "pro").await;
    let nodes = vec![
        walk.send_email("mail", "automation").await,
        wait("pause", 1, "days"),
    ];
    let automation = manual(brand, Some("all"), nodes).await;
    let at = json!({ "scheduledAt": "2026-03-02T11:00:00Z" });
    let id = launch(brand, &automation, at).await;
    let mail = send_of(&read(brand, &id).await, 0);
    // Its mail alone is stopped: the members go on.
    walk.server.clock.advance(Duration::from_secs(1));
    let sql = format!(
        "UPDATE sends SET status = 'paused', pause_reason = 'manual' WHERE public_id = '{mail}'"
    );
    walk.server.sql(&sql).await;
    walk.server.clock.advance(DAY / 2);
    until("both mails wait", async || {
        (send(brand, &mail).await["recipientCount"] == 2).then_some(())
    })
    .await;
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["emailSends"]["used"], 2);
    control(brand, &id, "cancel").await.expect(200);
    until("both are canceled", async || {
        (members(brand, &id, "canceled").await == 2).then_some(())
    })
    .await;
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(
        usage["emailSends"]["used"], 0,
        "what is not sent is given back"
    );
    let sent = send(brand, &mail).await;
    assert_eq!(
        (&sent["status"], &sent["stats"]["sent"]),
        (&json!("canceled"), &json!(0))
    );
    assert_eq!(
        (
            &sent["delivery"]["planned"],
            &sent["delivery"]["canceled"],
            &sent["delivery"]["pending"]
        ),
        (&json!(2), &json!(2), &json!(0))
    );
    walk.server.at_rest().await;
}

#[tokio::test]
async fn deleting_the_automation_cancels_its_audience_runs() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    let id = waiting(&walk).await;
    let automation = read(brand, &id).await["automationId"].clone();
    let automation = automation.as_str().unwrap();
    let later = launch(
        brand,
        automation,
        json!({ "scheduledAt": "2030-01-01T00:00:00Z" }),
    )
    .await;
    let path = format!("/v1/automations/{automation}");
    brand.delete(&path).await.expect(200);
    for id in [&id, &later] {
        standing(brand, id, "canceled").await;
    }
    until("all members are canceled", async || {
        (members(brand, &id, "canceled").await == 3).then_some(())
    })
    .await;
    walk.server.at_rest().await;
}

/// A restored database stops mail, not members: somebody has to look first.
#[tokio::test]
async fn mail_that_waits_by_itself_is_let_go_by_a_resume() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    super::crowd(brand, 2, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, Some("all"), nodes).await;
    let at = json!({ "scheduledAt": "2026-03-02T11:00:00Z" });
    let id = launch(brand, &automation, at).await;
    let mail = send_of(&read(brand, &id).await, 0);
    let sql = format!(
        "UPDATE sends SET status = 'paused', pause_reason = 'restored' WHERE public_id = '{mail}'"
    );
    walk.server.sql(&sql).await;
    walk.server.clock.advance(DAY);
    // All have walked through, and it goes on for as long as their mail waits.
    until("all members are done", async || {
        let run = read(brand, &id).await;
        (run["completedCount"] == 2).then(|| assert_eq!(run["status"], "running"))
    })
    .await;
    assert_eq!(send(brand, &mail).await["status"], "paused");
    let resumed = control(brand, &id, "resume").await.expect(200);
    assert_eq!(resumed["status"], "running");
    standing(brand, &id, "completed").await;
    let sent = send(brand, &mail).await;
    assert_eq!(
        (&sent["status"], &sent["stats"]["delivered"]),
        (&json!("completed"), &json!(2))
    );
    let answer = control(brand, &id, "resume").await;
    crate::support::assert_problem(&answer, 409, "RUN_NOT_RESUMABLE", None);
}
