//! Starts that failed for a reason nobody expects are tried again.

use std::time::Duration;

use serde_json::{Value, json};

use super::{automation_with, events, fired, instance, ready};
use crate::support::{Brand, TestServer, until};

/// How long after each try the next one comes.
const DELAYS: [u64; 5] = [1, 10, 60, 600, 3600];

/// Takes the mail of an automation out of the way, or gives it back.
async fn rename_stream(server: &TestServer, automation: &str, name: &str) {
    let sql = format!(
        "UPDATE sends SET node = '{name}' WHERE is_stream AND automation =
            (SELECT id FROM automations WHERE public_id = '{automation}')"
    );
    server.sql(&sql).await;
}

async fn after_tries(brand: &Brand, id: &Value, attempts: usize) -> Value {
    until("the start is tried again", async || {
        let read = instance(brand, id).await;
        (read["attempts"] == attempts).then_some(read)
    })
    .await
}

#[tokio::test]
async fn a_start_that_failed_succeeds_when_its_cause_is_gone() {
    let server = TestServer::with().clock_stopped().start().await;
    let (brand, automation) = ready(&server, &[]).await;
    rename_stream(&server, &automation, "gone").await;
    let details = fired(&brand, "signed-up", json!({ "email": "ada@example.com" })).await;
    assert_eq!(details["state"], "matched");
    assert_eq!(details["automationRunIds"], json!([]));
    let id = &details["triggerInstanceId"];
    server.clock.advance(Duration::from_secs(1));
    let read = after_tries(&brand, id, 2).await;
    assert_eq!(read["state"], "matched");
    assert_eq!(read["notStarted"][0]["reason"], "start_error");
    rename_stream(&server, &automation, "mail").await;
    server.clock.advance(Duration::from_secs(10));
    let read = after_tries(&brand, id, 3).await;
    assert_eq!(read["state"], "fired");
    assert_eq!(read["notStarted"], json!([]));
    assert_eq!(read["automationRunIds"].as_array().unwrap().len(), 1);
    assert_eq!(events(&brand).await, ["fired"]);
    until("the job is done", async || {
        let left = "SELECT count(*) FROM jobs WHERE kind = 'start_runs'";
        (server.number(left).await == 0).then_some(())
    })
    .await;
}

#[tokio::test]
async fn of_two_the_one_that_failed_is_tried_again() {
    let server = TestServer::with().clock_stopped().start().await;
    let (brand, automation) = ready(&server, &[]).await;
    automation_with(&brand, "signed-up", "transactional", "<p>Thanks</p>").await;
    rename_stream(&server, &automation, "gone").await;
    let details = fired(&brand, "signed-up", json!({ "email": "ada@example.com" })).await;
    assert_eq!(details["state"], "partially_fired");
    assert_eq!(details["automationRunIds"].as_array().unwrap().len(), 1);
    rename_stream(&server, &automation, "mail").await;
    server.clock.advance(Duration::from_secs(1));
    let id = &details["triggerInstanceId"];
    let read = after_tries(&brand, id, 2).await;
    assert_eq!(read["state"], "fired");
    let runs = read["automationRunIds"].as_array().unwrap();
    assert_eq!(runs.len(), 2);
    assert!(runs.contains(&details["automationRunIds"][0]));
    assert_eq!(events(&brand).await, ["partially_fired", "fired"]);
}

#[tokio::test]
async fn after_an_hour_it_is_given_up() {
    let server = TestServer::with().clock_stopped().start().await;
    let (brand, automation) = ready(&server, &[]).await;
    rename_stream(&server, &automation, "gone").await;
    let details = fired(&brand, "signed-up", json!({ "email": "ada@example.com" })).await;
    let id = &details["triggerInstanceId"];
    for (tries, delay) in DELAYS.into_iter().enumerate() {
        let before = instance(&brand, id).await;
        assert_eq!(before["attempts"], tries + 1);
        assert_eq!(before["state"], "matched");
        server.clock.advance(Duration::from_secs(delay));
        after_tries(&brand, id, tries + 2).await;
    }
    let read = instance(&brand, id).await;
    assert_eq!(read["state"], "dead_letter");
    assert_eq!(read["notStarted"][0]["reason"], "start_error");
    assert_eq!(events(&brand).await, ["dead_letter"]);
    assert_eq!(server.number("SELECT count(*) FROM runs").await, 0);
}

#[tokio::test]
async fn a_contact_who_is_gone_is_not_waited_for() {
    let server = TestServer::with().clock_stopped().start().await;
    let (brand, automation) = ready(&server, &[]).await;
    rename_stream(&server, &automation, "gone").await;
    let details = fired(&brand, "signed-up", json!({ "email": "ada@example.com" })).await;
    let body = json!({ "email": "ada@example.com" });
    let deleted = brand.request("DELETE", "/v1/contacts").json(&body);
    deleted.send().await.expect(200);
    rename_stream(&server, &automation, "mail").await;
    server.clock.advance(Duration::from_secs(1));
    let read = after_tries(&brand, &details["triggerInstanceId"], 2).await;
    assert_eq!(read["state"], "dead_letter");
    assert_eq!(server.number("SELECT count(*) FROM runs").await, 0);
}

#[tokio::test]
async fn what_nobody_can_try_any_more_is_told() {
    let server = TestServer::with().clock_stopped().start().await;
    let (brand, automation) = ready(&server, &[]).await;
    rename_stream(&server, &automation, "gone").await;
    let details = fired(&brand, "signed-up", json!({ "email": "ada@example.com" })).await;
    // As if each try had taken its process down.
    server
        .sql("UPDATE jobs SET attempts = 100 WHERE kind = 'start_runs'")
        .await;
    server.clock.advance(Duration::from_secs(1));
    let read = after_tries(&brand, &details["triggerInstanceId"], 2).await;
    assert_eq!(read["state"], "dead_letter");
    assert_eq!(events(&brand).await, ["dead_letter"]);
}
