//! The mail of a suspended organization holds, and goes on when it is resumed.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Post, crowd, quiet, read, send, standing};
use crate::emails::design;
use crate::sends::campaign;
use crate::support::{Brand, Loop, Measures, TestServer, until};

const CONNECTIONS: u64 = 2;

#[tokio::test]
async fn a_suspension_stops_the_mail_and_resume_sends_the_rest() {
    let measures = Measures::begin();
    let slow = TestServer::with().mail_connections(CONNECTIONS as usize);
    let post = Post::with(slow, "tarpit=25").await;
    let addresses = crowd(&post.brand, 60).await;
    let id = send(&post.brand, json!({})).await;
    until("some are mailed", async || {
        (post.sink.report().accepted >= 5).then_some(())
    })
    .await;
    post.brand.org.suspend().await;
    let before = post.sink.report().accepted;
    quiet(&post.server).await;
    let stopped = post.sink.report().accepted;
    // What was taken already still leaves.
    assert!(
        stopped - before <= 2 * CONNECTIONS + 1,
        "{before} -> {stopped}"
    );
    assert!(stopped < 60);
    measures.whole_round(&post.server, Loop::Mailing).await;
    assert_eq!(post.sink.report().accepted, stopped);
    post.behave("ok");
    post.brand.org.resume().await;
    standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&addresses);
}

async fn scheduled(server: &TestServer) -> (Brand, String) {
    let brand = server.brand().await;
    design(server, &brand, campaign("news")).await;
    crowd(&brand, 3).await;
    let id = send(&brand, json!({ "scheduledAt": "2026-03-30T13:00:00Z" })).await;
    (brand, id)
}

#[tokio::test]
async fn a_scheduled_send_does_not_start_before_the_organization_goes_on() {
    let server = TestServer::with()
        .clock_at("2026-03-30T12:00:00Z")
        .start()
        .await;
    let (held, id) = scheduled(&server).await;
    let (other, same_time) = scheduled(&server).await;
    held.org.suspend().await;
    server.clock.advance(Duration::from_hours(2));
    // Whoever starts this one has passed over the other.
    standing(&other, &same_time, "completed").await;
    let waiting = format!(
        "SELECT count(*) FROM sends WHERE org = {} AND status = 'scheduled' AND started_at IS NULL",
        held.org.number
    );
    assert_eq!(server.number(&waiting).await, 1);
    server.clock.advance(Duration::from_hours(1));
    held.org.resume().await;
    let sent = standing(&held, &id, "completed").await;
    assert_eq!(
        (&sent["startedAt"], &sent["stats"]["sent"]),
        (&json!("2026-03-30T15:00:00.000Z"), &json!(3))
    );
}

/// What was held is not too old to be tried: its time begins anew.
#[tokio::test]
async fn what_held_for_days_is_tried_as_if_it_had_just_begun() {
    let builder = TestServer::with().clock_at("2026-03-30T12:00:00Z");
    let post = Post::with(builder, "tempfail=100%").await;
    crowd(&post.brand, 1).await;
    let id = send(&post.brand, json!({})).await;
    until("the first try was refused", async || {
        let send = read(&post.brand, &id).await;
        (send["delivery"]["deferred"] == 1).then_some(())
    })
    .await;
    post.brand.org.suspend().await;
    post.server.clock.advance(Duration::from_hours(24 * 5));
    post.brand.org.resume().await;
    post.server.nudge().await;
    // Another try fails, and is not the last.
    until("it was tried again", async || {
        let tries = "SELECT CAST(max(attempts) AS BIGINT) FROM recipients";
        (post.server.number(tries).await >= 2).then_some(())
    })
    .await;
    let send: Value = read(&post.brand, &id).await;
    assert_eq!(send["delivery"]["deferred"], 1, "{send:#}");
    post.server.leaves_jobs("the mail is still to be tried");
}
