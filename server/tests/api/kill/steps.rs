//! Each shape of handler, killed between its steps.

use std::time::Duration;

use serde_json::json;

use super::child::Doomed;
use crate::support::probe::{Probe, effects};
use crate::support::{Caller, TestServer, assert_problem, until};

/// Longer than the lease of a claim.
const LEASE: Duration = Duration::from_mins(3);

/// A server on the data that a process left when it died at `point` of a request.
async fn after_death(point: &str, verb: &str, path: &str) -> (TestServer, Caller) {
    let builder = TestServer::with()
        .clock_stopped()
        .twin_wait(Duration::from_millis(100))
        .plan("five", Some(5), None);
    let (mut server, _) = Probe::start(builder).await;
    let brand = server.org_on("five").await.brand().await;
    server.stop().await;
    let doomed = Doomed::start(&server, point).await;
    let mut caller = (*brand).clone();
    caller.url.clone_from(&doomed.url);
    let request = caller.request(verb, path).header("Idempotency-Key", "k");
    let request = if verb == "GET" {
        request
    } else {
        request.json(&json!({ "name": "x" }))
    };
    assert!(
        request.try_send().await.is_err(),
        "the process died before it answered"
    );
    doomed.died().await;
    server.restart().await;
    let caller = server.again(&brand);
    (server, caller)
}

async fn retry(caller: &Caller, path: &str) -> crate::support::Answer {
    caller.post_once("k", path, json!({ "name": "x" })).await
}

#[tokio::test]
async fn a_read_that_was_killed_can_be_asked_again() {
    let (server, caller) = after_death("read.running", "GET", "/probe/read?name=x").await;
    assert_eq!(effects(&server, "x").await, 0);
    caller.get("/probe/read?name=x").await.expect(200);
}

#[tokio::test]
async fn a_write_killed_inside_its_transaction_left_nothing() {
    for point in ["write.claimed", "write.settled"] {
        let (server, caller) = after_death(point, "POST", "/probe/write").await;
        assert_eq!(effects(&server, "x").await, 0, "{point}");
        let answer = retry(&caller, "/probe/write").await.expect(201);
        assert_eq!(answer.header("idempotent-replayed"), None, "{point}");
        assert_eq!(effects(&server, "x").await, 1, "{point}");
    }
}

#[tokio::test]
async fn a_write_killed_after_its_commit_is_found_by_the_retry() {
    let (server, caller) = after_death("write.committed", "POST", "/probe/write").await;
    assert_eq!(effects(&server, "x").await, 1);
    let answer = retry(&caller, "/probe/write").await.expect(201);
    assert_eq!(answer.header("idempotent-replayed"), Some("true"));
    assert_eq!(effects(&server, "x").await, 1);
}

#[tokio::test]
async fn work_killed_before_it_finished_frees_its_key_after_its_lease() {
    for point in ["outside.begun", "outside.worked"] {
        let (server, caller) = after_death(point, "POST", "/probe/outside").await;
        assert_eq!(effects(&server, "x").await, 0, "{point}");
        let early = retry(&caller, "/probe/outside").await;
        assert_problem(&early, 409, "IDEMPOTENCY_IN_PROGRESS", None);
        server.clock.advance(LEASE);
        let answer = retry(&caller, "/probe/outside").await.expect(201);
        assert_eq!(answer.header("idempotent-replayed"), None, "{point}");
        assert_eq!(effects(&server, "x").await, 1, "{point}");
    }
}

#[tokio::test]
async fn work_killed_after_it_finished_is_found_by_the_retry() {
    let (server, caller) = after_death("outside.finished", "POST", "/probe/outside").await;
    assert_eq!(effects(&server, "x").await, 1);
    let answer = retry(&caller, "/probe/outside").await.expect(201);
    assert_eq!(answer.header("idempotent-replayed"), Some("true"));
    assert_eq!(effects(&server, "x").await, 1);
}

#[tokio::test]
async fn credits_held_by_killed_work_come_back_and_are_charged_once() {
    let path = "/probe/fixed/outside";
    let (server, caller) = after_death("outside.worked", "POST", path).await;
    let usage = caller.get("/v1/usage").await.expect(200);
    assert_eq!(
        usage["credits"],
        json!({ "limit": 5, "used": 0, "remaining": 0, "reserved": 5 })
    );
    server.clock.advance(LEASE);
    until("the hold ends", async || {
        let usage = caller.get("/v1/usage").await;
        (usage["credits"]["remaining"] == 5).then_some(())
    })
    .await;
    let answer = retry(&caller, path).await.expect(201);
    assert_eq!(answer.number("x-credit-cost"), Some(5));
    assert_eq!(answer.number("x-credits-remaining"), Some(0));
    let again = retry(&caller, path).await.expect(201);
    assert_eq!(again.bytes, answer.bytes);
    let usage = caller.get("/v1/usage").await;
    assert_eq!(
        usage["credits"],
        json!({ "limit": 5, "used": 5, "remaining": 0 })
    );
}
