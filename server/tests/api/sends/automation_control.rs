//! Cancel, pause and resume of what automations mail.

use serde_json::json;

use super::automated::{Automated, HELLO};
use super::{PATH, read};
use crate::support::{Answer, assert_problem};

async fn control(automated: &Automated, id: &str, step: &str) -> Answer {
    let path = format!("{PATH}/{id}/{step}");
    automated.brand.post(&path, json!({})).await
}

/// The heads of the streams, of which everything up to these ordinals was taken.
async fn taken_up_to(automated: &Automated, ordinal: i64) {
    let server = &automated.server;
    // Nothing is mailed meanwhile.
    server
        .sql("UPDATE sends SET status = 'paused', pause_reason = 'restored' WHERE is_stream")
        .await;
    server
        .sql(&format!(
            "INSERT INTO heads (org, brand, send, lane, next_ordinal)
            SELECT org, brand, id, 0, {ordinal} + 1 FROM sends WHERE is_stream"
        ))
        .await;
}

#[tokio::test]
async fn a_mail_that_nobody_took_is_canceled_and_its_run_goes_on() {
    let automated = Automated::with_mails().await;
    taken_up_to(&automated, 0).await;
    let canceled = control(&automated, "as_four", "cancel").await.expect(200);
    assert_eq!(
        canceled.json,
        json!({ "sendId": "as_four", "status": "canceled", "previousStatus": "paused" })
    );
    let sent = read(&automated.brand, "as_four").await;
    assert_eq!(sent["status"], "canceled");
    assert_eq!(sent["recipientCount"], 0);
    assert_eq!(
        (&sent["delivery"]["planned"], &sent["delivery"]["canceled"]),
        (&json!(1), &json!(1))
    );
    let again = control(&automated, "as_four", "cancel").await.expect(200);
    assert_eq!(
        again.json,
        json!({ "sendId": "as_four", "status": "canceled", "previousStatus": "canceled" })
    );
    // One that waits for another try is nobody's either.
    automated
        .server
        .sql("UPDATE recipients SET due_at = 9 WHERE public_id = 'as_one'")
        .await;
    let canceled = control(&automated, "as_one", "cancel").await.expect(200);
    assert_eq!(canceled["status"], "canceled");
    let waiting = "SELECT count(*) FROM recipients WHERE due_at IS NOT NULL";
    assert_eq!(automated.server.number(waiting).await, 0);
}

#[tokio::test]
async fn a_mail_on_its_way_or_there_is_not_canceled() {
    let automated = Automated::with_mails().await;
    taken_up_to(&automated, 9).await;
    for id in ["as_one", "as_two", "as_three", "as_four"] {
        let before = read(&automated.brand, id).await["status"].clone();
        let refused = control(&automated, id, "cancel").await;
        assert_problem(&refused, 409, "SEND_NOT_CANCELABLE", None);
        assert_eq!(read(&automated.brand, id).await["status"], before);
    }
}

#[tokio::test]
async fn a_mail_is_not_paused_alone() {
    let automated = Automated::with_mails().await;
    for id in ["as_three", "as_four"] {
        let refused = control(&automated, id, "pause").await;
        assert_problem(&refused, 409, "SEND_NOT_PAUSABLE", None);
    }
}

#[tokio::test]
async fn a_paused_mail_is_resumed_with_all_of_its_node() {
    let automated = Automated::with_mails().await;
    for id in ["as_one", "as_two"] {
        let refused = control(&automated, id, "resume").await;
        assert_problem(&refused, 409, "SEND_NOT_RESUMABLE", None);
    }
    automated
        .server
        .sql(&format!(
            "UPDATE sends SET status = 'paused', pause_reason = 'restored' WHERE id = {HELLO}"
        ))
        .await;
    let refused = control(&automated, "as_two", "resume").await;
    assert_problem(&refused, 409, "SEND_NOT_RESUMABLE", None);
    let resumed = control(&automated, "as_one", "resume").await.expect(200);
    assert_eq!(
        resumed.json,
        json!({ "sendId": "as_one", "status": "running", "previousStatus": "paused" })
    );
    let running = format!("SELECT count(*) FROM sends WHERE id = {HELLO} AND status = 'running'");
    assert_eq!(automated.server.number(&running).await, 1);
    let jobs = format!("SELECT count(*) FROM jobs WHERE subject = {HELLO}");
    assert_eq!(automated.server.number(&jobs).await, 0);
}

#[tokio::test]
async fn the_send_of_an_audience_run_is_moved_by_the_run() {
    let automated = Automated::start().await;
    automated.of_audience_run(510, "2026-02-28T13:00:00Z").await;
    for (step, code) in [
        ("cancel", "SEND_NOT_CANCELABLE"),
        ("pause", "SEND_NOT_PAUSABLE"),
        ("resume", "SEND_NOT_RESUMABLE"),
    ] {
        let refused = control(&automated, "arn_510", step).await;
        assert_problem(&refused, 409, code, None);
        let suggestion = refused["error"]["suggestion"].as_str().unwrap();
        let path = format!("/v1/automations/audience-runs/arun_one/{step}");
        assert!(suggestion.contains(&path), "{suggestion}");
    }
    assert_eq!(read(&automated.brand, "arn_510").await["status"], "running");
}
