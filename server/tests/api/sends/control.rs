//! Cancel, pause and resume.

use serde_json::{Value, json};

use super::{PATH, accepted, campaign, read, ready, set_status};
use crate::emails::design;
use crate::support::{Answer, Brand, TestServer, assert_problem};

const UNFINISHED: [&str; 4] = ["queued", "scheduled", "running", "paused"];
const FINISHED: [&str; 4] = ["completed", "partially_completed", "failed", "canceled"];

async fn control(brand: &Brand, id: &str, step: &str) -> Answer {
    brand.post(&format!("{PATH}/{id}/{step}"), json!({})).await
}

/// A send that nothing works on, in this status.
async fn standing(server: &TestServer, brand: &Brand, status: &str) -> String {
    let email = format!("of-{status}");
    design(server, brand, campaign(&email)).await;
    let id = accepted(brand, json!({ "emailId": email })).await;
    set_status(server, &id, status).await;
    id
}

/// Nobody starts a send in these tests but they themselves.
async fn server() -> TestServer {
    TestServer::with()
        .clock_at("2026-03-01T12:00:00Z")
        .start()
        .await
}

#[tokio::test]
async fn anything_unfinished_can_be_canceled() {
    let server = server().await;
    let brand = ready(&server).await;
    for status in UNFINISHED {
        let id = standing(&server, &brand, status).await;
        let canceled = control(&brand, &id, "cancel").await.expect(200);
        assert_eq!(
            canceled.json,
            json!({ "sendId": id, "status": "canceled", "previousStatus": status })
        );
        let sent = read(&brand, &id).await;
        assert_eq!(sent["status"], "canceled");
        assert_eq!(sent["completedAt"], "2026-03-01T12:00:00.000Z");
    }
}

#[tokio::test]
async fn what_has_ended_stays_as_it_ended() {
    let server = server().await;
    let brand = ready(&server).await;
    for status in FINISHED {
        let id = standing(&server, &brand, status).await;
        let again = control(&brand, &id, "cancel").await;
        if status == "canceled" {
            assert_eq!(
                again.expect(200).json,
                json!({ "sendId": id, "status": status, "previousStatus": status })
            );
        } else {
            assert_problem(&again, 409, "SEND_NOT_CANCELABLE", None);
        }
        for (step, code) in [
            ("pause", "SEND_NOT_PAUSABLE"),
            ("resume", "SEND_NOT_RESUMABLE"),
        ] {
            assert_problem(&control(&brand, &id, step).await, 409, code, None);
        }
        assert_eq!(read(&brand, &id).await["status"], status);
    }
}

#[tokio::test]
async fn a_queued_or_running_send_is_paused_and_others_are_not() {
    let server = server().await;
    let brand = ready(&server).await;
    for status in ["queued", "running"] {
        let id = standing(&server, &brand, status).await;
        let paused = control(&brand, &id, "pause").await.expect(200);
        assert_eq!(
            paused.json,
            json!({ "sendId": id, "status": "paused", "previousStatus": status })
        );
        let sent = read(&brand, &id).await;
        assert_eq!(
            (&sent["status"], &sent["pauseReason"]),
            (&json!("paused"), &json!("manual"))
        );
    }
    for status in ["scheduled", "paused"] {
        let id = standing(&server, &brand, status).await;
        let refused = control(&brand, &id, "pause").await;
        assert_problem(&refused, 409, "SEND_NOT_PAUSABLE", None);
    }
}

#[tokio::test]
async fn only_a_paused_send_is_resumed() {
    let server = server().await;
    let brand = ready(&server).await;
    for status in ["queued", "scheduled", "running"] {
        let id = standing(&server, &brand, status).await;
        let refused = control(&brand, &id, "resume").await;
        assert_problem(&refused, 409, "SEND_NOT_RESUMABLE", None);
    }
}

#[tokio::test]
async fn a_send_goes_on_where_it_stood() {
    let server = server().await;
    server.leaves_jobs("the sends stand as the test has put them, which no work leads to");
    let brand = ready(&server).await;
    for (begun, due, status) in [
        (false, "NULL", "queued"),
        (false, "scheduled_at", "scheduled"),
        (true, "scheduled_at", "running"),
    ] {
        let email = format!("goes-on-as-{status}");
        design(&server, &brand, campaign(&email)).await;
        let id = accepted(&brand, json!({ "emailId": email })).await;
        let bound = if begun { "5" } else { "NULL" };
        server
            .sql(&format!(
                "UPDATE sends SET status = 'paused', pause_reason = 'refused', freeze_bound = {bound},
                    scheduled_at = {due}, error = '{{\"code\":\"REFUSED\",\"message\":\"535 no\"}}'
                WHERE public_id = '{id}'"
            ))
            .await;
        let paused = read(&brand, &id).await;
        assert_eq!(paused["pauseReason"], "refused");
        assert_eq!(
            paused["error"],
            json!({ "code": "REFUSED", "message": "535 no" })
        );
        let resumed = control(&brand, &id, "resume").await.expect(200);
        assert_eq!(
            resumed.json,
            json!({ "sendId": id, "status": status, "previousStatus": "paused" })
        );
        let sent = read(&brand, &id).await;
        assert_eq!(
            (&sent["pauseReason"], &sent["error"]),
            (&Value::Null, &Value::Null)
        );
    }
}

#[tokio::test]
async fn the_body_of_a_control_is_empty() {
    let server = server().await;
    let brand = ready(&server).await;
    let id = standing(&server, &brand, "running").await;
    let path = format!("{PATH}/{id}/pause");
    let refused = brand.post(&path, json!({ "reason": "x" })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("reason"));
    brand.request("POST", &path).send().await.expect(200);
}
