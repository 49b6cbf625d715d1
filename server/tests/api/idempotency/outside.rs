//! Work outside a transaction: twins that wait, leases that end.

use std::time::Duration;

use futures_util::future::join;
use serde_json::json;

use crate::support::probe::{Probe, effects};
use crate::support::{TestServer, assert_problem, until};

const PATH: &str = "/probe/outside";
/// Longer than the lease of a claim.
const LEASE: Duration = Duration::from_secs(121);
/// A little shorter than that.
const NEARLY: Duration = Duration::from_secs(119);

#[tokio::test]
async fn a_twin_of_work_that_runs_waits_and_gets_its_answer() {
    let (server, probe) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    probe.hold();
    let first = brand.post_once("k", PATH, json!({ "name": "x" }));
    let twin = async {
        until("the first runs", async || {
            (probe.started() == 1).then_some(())
        })
        .await;
        let twin = brand.post_once("k", PATH, json!({ "name": "x" }));
        let release = async {
            brand.get("/v1/usage").await.expect(200);
            probe.release();
        };
        join(twin, release).await.0
    };
    let (first, twin) = join(first, twin).await;
    assert_eq!((first.status, &first.bytes), (twin.status, &twin.bytes));
    assert_eq!(twin.header("idempotent-replayed"), Some("true"));
    assert_eq!(probe.started(), 1);
}

#[tokio::test]
async fn a_twin_that_waited_long_enough_is_told_to_come_back() {
    let patience = Duration::from_millis(200);
    let (server, probe) = Probe::start(TestServer::with().twin_wait(patience)).await;
    let brand = server.brand().await;
    probe.hold();
    let first = brand.post_once("k", PATH, json!({ "name": "x" }));
    let twin = async {
        until("the first runs", async || {
            (probe.started() == 1).then_some(())
        })
        .await;
        let twin = brand.post_once("k", PATH, json!({ "name": "x" })).await;
        assert_problem(&twin, 409, "IDEMPOTENCY_IN_PROGRESS", None);
        assert_eq!(twin.header("retry-after"), Some("1"));
        // Another request under the key does not wait to hear that it is a conflict.
        let other = brand.post_once("k", PATH, json!({ "name": "y" })).await;
        assert_problem(&other, 409, "IDEMPOTENCY_CONFLICT", Some("Idempotency-Key"));
        probe.release();
    };
    let (first, ()) = join(first, twin).await;
    assert_eq!(first.status, 201);
    assert_eq!(effects(&server, "x").await, 1);
}

#[tokio::test]
async fn work_whose_lease_ran_out_cannot_finish_after_another_took_the_key() {
    let (server, probe) = Probe::start(TestServer::with().clock_stopped()).await;
    let brand = server.brand().await;
    probe.hold();
    let slow = brand.post_once("k", PATH, json!({ "name": "x" }));
    let later = async {
        until("the first runs", async || {
            (probe.started() == 1).then_some(())
        })
        .await;
        server.clock.advance(LEASE);
        let taker = brand.post_once("k", PATH, json!({ "name": "x" }));
        let release = async {
            until("the second runs", async || {
                (probe.started() == 2).then_some(())
            })
            .await;
            probe.release();
        };
        join(taker, release).await.0
    };
    let (slow, taker) = join(slow, later).await;
    assert_eq!(
        effects(&server, "x").await,
        1,
        "one of the two, whichever came first"
    );
    // Both were told the truth: one answer, given once fresh and once replayed or refused.
    let answers = [slow, taker];
    let made: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status == 201)
        .collect();
    assert!(!made.is_empty());
    assert!(made.iter().all(|answer| answer.bytes == made[0].bytes));
    for refused in answers.iter().filter(|answer| answer.status != 201) {
        assert_problem(refused, 409, "IDEMPOTENCY_IN_PROGRESS", None);
    }
    let again = brand.post_once("k", PATH, json!({ "name": "x" })).await;
    assert_eq!(again.bytes, made[0].bytes);
}

#[tokio::test]
async fn work_that_goes_on_keeps_its_key_and_its_credits_however_long_it_takes() {
    let settings = TestServer::with()
        .clock_stopped()
        .twin_wait(Duration::from_millis(50))
        .lease_pace(Duration::from_millis(20));
    let (server, probe) = Probe::start(settings).await;
    let brand = server.brand().await;
    probe.hold();
    let first = brand.post_once("k", PATH, json!({ "name": "x" }));
    let later = async {
        until("the first runs", async || {
            (probe.started() == 1).then_some(())
        })
        .await;
        let lease = "SELECT max(lease_until) FROM idempotency_keys";
        let credits = "SELECT COALESCE(max(expires_at), 0) FROM credit_holds";
        for _ in 0..3 {
            let before = [server.number(lease).await, server.number(credits).await];
            server.clock.advance(NEARLY);
            until("the lease is renewed", async || {
                (server.number(lease).await > before[0]).then_some(())
            })
            .await;
            assert!(before[1] == 0 || server.number(credits).await > before[1]);
            let twin = brand.post_once("k", PATH, json!({ "name": "x" })).await;
            assert_problem(&twin, 409, "IDEMPOTENCY_IN_PROGRESS", None);
        }
        probe.release();
    };
    let (first, ()) = join(first, later).await;
    assert_eq!(first.status, 201);
    assert_eq!(probe.started(), 1);
    assert_eq!(effects(&server, "x").await, 1);
}

#[tokio::test]
async fn the_late_finish_of_a_lost_claim_is_undone() {
    let (server, probe) = Probe::start(TestServer::with().clock_stopped()).await;
    let brand = server.brand().await;
    probe.hold();
    let slow = brand.post_once("k", PATH, json!({ "name": "x" }));
    let steal = async {
        until("the work runs", async || {
            (probe.started() == 1).then_some(())
        })
        .await;
        // Somebody else holds the key now.
        server
            .sql("UPDATE idempotency_keys SET fence = fence + 1")
            .await;
        probe.release();
    };
    let (slow, ()) = join(slow, steal).await;
    assert_problem(&slow, 409, "IDEMPOTENCY_IN_PROGRESS", None);
    assert_eq!(effects(&server, "x").await, 0);
    // Its holder is gone: the lease frees the key.
    server.clock.advance(LEASE);
    brand
        .post_once("k", PATH, json!({ "name": "x" }))
        .await
        .expect(201);
    assert_eq!(effects(&server, "x").await, 1);
}
