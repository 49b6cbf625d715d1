//! Pause, resume and cancel while mail is leaving.

use serde_json::{Value, json};

use super::{Post, control, crowd, quiet, read, send, standing};
use crate::sends::PATH;
use crate::support::{Loop, Measures, TestServer, assert_problem, until};

const CONNECTIONS: u64 = 2;

/// A send of which some are mailed and more are not.
async fn half_way(post: &Post, people: usize) -> (String, Vec<String>) {
    let addresses = crowd(&post.brand, people).await;
    let id = send(&post.brand, json!({})).await;
    until("some are mailed", async || {
        (post.sink.report().accepted >= 5).then_some(())
    })
    .await;
    (id, addresses)
}

async fn slow() -> Post {
    Post::with(
        TestServer::with().mail_connections(CONNECTIONS as usize),
        "tarpit=25",
    )
    .await
}

async fn used(post: &Post) -> Value {
    post.brand.get("/v1/usage").await.expect(200)["emailSends"]["used"].clone()
}

#[tokio::test]
async fn a_pause_stops_the_mail_and_resume_sends_the_rest() {
    let measures = Measures::begin();
    let post = slow().await;
    let (id, addresses) = half_way(&post, 60).await;
    let paused = control(&post.brand, &id, "pause").await;
    assert_eq!(paused["previousStatus"], "running");
    let before = post.sink.report().accepted;
    quiet(&post.server).await;
    let stopped = post.sink.report().accepted;
    // What was taken already still leaves: twice as many as connections.
    assert!(stopped - before <= 2 * CONNECTIONS, "{before} -> {stopped}");
    measures.whole_round(&post.server, Loop::Mailing).await;
    assert_eq!(post.sink.report().accepted, stopped);
    let standing_still = read(&post.brand, &id).await;
    assert_eq!(
        (&standing_still["status"], &standing_still["pauseReason"]),
        (&json!("paused"), &json!("manual"))
    );
    assert_eq!(standing_still["delivery"]["delivered"], stopped);
    post.behave("ok");
    control(&post.brand, &id, "resume").await;
    standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&addresses);
}

#[tokio::test]
async fn a_send_paused_before_it_is_frozen_is_frozen_later() {
    let post = slow().await;
    let addresses = crowd(&post.brand, 40).await;
    let id = send(&post.brand, json!({})).await;
    for _ in 0..5 {
        let step = post
            .brand
            .post(&format!("{PATH}/{id}/pause"), json!({}))
            .await;
        assert!(matches!(step.status, 200 | 409), "{}", step.json);
        let step = post
            .brand
            .post(&format!("{PATH}/{id}/resume"), json!({}))
            .await;
        assert!(matches!(step.status, 200 | 409), "{}", step.json);
    }
    post.behave("ok");
    standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&addresses);
}

#[tokio::test]
async fn cancel_leaves_the_rest_unsent_and_gives_their_allowance_back() {
    let measures = Measures::begin();
    let post = slow().await;
    let (id, _) = half_way(&post, 60).await;
    control(&post.brand, &id, "cancel").await;
    quiet(&post.server).await;
    let mailed = post.sink.report().accepted;
    post.behave("ok");
    measures.whole_round(&post.server, Loop::Mailing).await;
    assert_eq!(post.sink.report().accepted, mailed);
    let canceled = read(&post.brand, &id).await;
    assert_eq!(
        (&canceled["status"], &canceled["delivery"]["delivered"]),
        (&json!("canceled"), &json!(mailed))
    );
    assert_eq!(canceled["delivery"]["planned"], 60);
    assert_eq!(canceled["delivery"]["canceled"], 60 - mailed);
    assert_eq!(canceled["delivery"]["pending"], 0);
    // On PostgreSQL somebody who is being settled at that moment may count twice, never as nobody.
    let most = if post.server.database.is_sqlite() {
        mailed
    } else {
        mailed + 2 * CONNECTIONS
    };
    let used = used(&post).await.as_u64().unwrap();
    assert!((mailed..=most).contains(&used), "{used} of {mailed}");
    let again = post
        .brand
        .post(PATH, json!({ "emailId": "news", "audienceId": "all" }))
        .await;
    assert_problem(&again, 409, "EMAIL_ALREADY_SENT", Some("emailId"));
    let resumed = post
        .brand
        .post(&format!("{PATH}/{id}/resume"), json!({}))
        .await;
    assert_problem(&resumed, 409, "SEND_NOT_RESUMABLE", None);
}
