//! Credits and the allowance of sends.

use futures_util::future::{join, join_all};
use postrider_domain::accounts::credits::Period;
use postrider_store::usage::{self, Account};
use serde_json::{Value, json};

use crate::support::probe::{COST, Probe, effects};
use crate::support::{Answer, Brand, TestServer, assert_problem, until};

const FIXED: [&str; 2] = ["/probe/fixed/write", "/probe/fixed/outside"];
const USAGE: [&str; 2] = ["/probe/usage/write", "/probe/usage/outside"];

/// A server with a plan of this many credits, and a brand on it.
async fn with_credits(credits: i64) -> (TestServer, Probe, Brand) {
    let builder = TestServer::with()
        .clock_stopped()
        .plan("small", Some(credits), Some(10));
    let (server, probe) = Probe::start(builder).await;
    let brand = server.org_on("small").await.brand().await;
    (server, probe, brand)
}

async fn credits_of(brand: &Brand) -> Value {
    brand.get("/v1/usage").await.expect(200)["credits"].clone()
}

fn named(name: &str) -> Value {
    json!({ "name": name })
}

#[track_caller]
fn assert_insufficient(answer: &Answer, cost: i64, remaining: i64) {
    assert_problem(answer, 402, "INSUFFICIENT_CREDITS", None);
    let details = json!({ "cost": cost, "remaining": remaining, "planKey": "small" });
    assert_eq!(answer.json["error"]["details"], details);
    assert_eq!(answer.header("retry-after"), None);
    assert_eq!(answer.header("x-credit-cost"), None);
}

#[tokio::test]
async fn a_fixed_cost_is_charged_on_success_and_shown() {
    let (_server, _, brand) = with_credits(4 * COST).await;
    for (path, remaining) in [(FIXED[0], 3 * COST), (FIXED[1], 2 * COST)] {
        let answer = brand.post(path, named("x")).await.expect(201);
        assert_eq!(answer.number("x-credit-cost"), Some(COST));
        assert_eq!(answer.number("x-credits-remaining"), Some(remaining));
    }
    let expected = json!({ "limit": 20, "used": 10, "remaining": 10 });
    assert_eq!(credits_of(&brand).await, expected);
}

#[tokio::test]
async fn what_fails_is_not_charged_and_gives_back_what_it_held() {
    let (server, _, brand) = with_credits(COST).await;
    for path in FIXED {
        for mishap in ["refuse", "fail", "panic"] {
            let answer = brand
                .post(path, json!({ "name": "x", "mishap": mishap }))
                .await;
            assert!(answer.status >= 400);
            assert_eq!(answer.header("x-credit-cost"), None);
            let all = json!({ "limit": COST, "used": 0, "remaining": COST });
            assert_eq!(credits_of(&brand).await, all, "{path} {mishap}");
        }
    }
    assert_eq!(effects(&server, "x").await, 0);
}

#[tokio::test]
async fn too_few_credits_are_402_and_nothing_happens() {
    let (server, probe, brand) = with_credits(COST + 2).await;
    brand.post(FIXED[0], named("first")).await.expect(201);
    for path in FIXED {
        let answer = brand.post(path, named("second")).await;
        assert_insufficient(&answer, COST, 2);
    }
    assert_eq!(effects(&server, "second").await, 0);
    // Work outside a transaction does not begin.
    assert_eq!(
        probe.started(),
        2,
        "the two writes prepared; the work was not started"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_16_requests_for_the_last_credit_exactly_one_wins() {
    for path in FIXED {
        let (server, _, brand) = with_credits(COST).await;
        let answers = join_all((0..16).map(|_| brand.post(path, named("x")))).await;
        let won = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(won, 1, "{path}");
        for lost in answers.iter().filter(|answer| answer.status != 201) {
            assert_insufficient(lost, COST, 0);
        }
        assert_eq!(effects(&server, "x").await, 1);
        assert_eq!(
            credits_of(&brand).await,
            json!({ "limit": COST, "used": COST, "remaining": 0 })
        );
    }
}

#[tokio::test]
async fn credits_are_held_while_work_runs() {
    let (_server, probe, brand) = with_credits(COST).await;
    probe.hold();
    let watch = async {
        until("the work runs", async || {
            (probe.started() == 1).then_some(())
        })
        .await;
        let held = json!({ "limit": COST, "used": 0, "remaining": 0, "reserved": COST });
        assert_eq!(credits_of(&brand).await, held);
        assert_insufficient(&brand.post(FIXED[1], named("y")).await, COST, 0);
        probe.release();
    };
    let (answer, ()) = join(brand.post(FIXED[1], named("x")), watch).await;
    assert_eq!(
        (answer.status, answer.number("x-credits-remaining")),
        (201, Some(0))
    );
}

#[tokio::test]
async fn a_replay_is_not_charged_and_shows_the_balance_of_now() {
    let (_server, _, brand) = with_credits(4 * COST).await;
    for (path, remaining) in [(FIXED[0], 2 * COST), (FIXED[1], 0)] {
        brand.post_once(path, path, named("x")).await.expect(201);
        brand.post(path, named("y")).await.expect(201);
        let again = brand.post_once(path, path, named("x")).await.expect(201);
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_eq!(again.number("x-credit-cost"), Some(COST));
        assert_eq!(again.number("x-credits-remaining"), Some(remaining));
    }
    assert_eq!(credits_of(&brand).await["used"], 4 * COST);
    // With nothing left, a replay still answers.
    brand
        .post_once(FIXED[0], FIXED[0], named("x"))
        .await
        .expect(201);
}

#[tokio::test]
async fn metered_use_has_no_header_may_overdraw_and_is_refused_on_an_empty_balance() {
    for path in USAGE {
        let (server, _, brand) = with_credits(10).await;
        for used in [9, 7] {
            let answer = brand
                .post(path, json!({ "name": "x", "used": used }))
                .await
                .expect(201);
            assert_eq!(answer.header("x-credit-cost"), None, "{path}");
            assert_eq!(answer.header("x-credits-remaining"), None, "{path}");
        }
        let spent = json!({ "limit": 10, "used": 16, "remaining": 0 });
        assert_eq!(credits_of(&brand).await, spent, "{path}");
        let refused = brand.post(path, json!({ "name": "late", "used": 1 })).await;
        assert_insufficient(&refused, 1, 0);
        assert_eq!(effects(&server, "late").await, 0, "{path}");
    }
}

#[tokio::test]
async fn an_unlimited_plan_shows_the_cost_and_no_balance() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for path in FIXED {
        let answer = brand.post(path, named("x")).await.expect(201);
        assert_eq!(answer.number("x-credit-cost"), Some(COST));
        assert_eq!(answer.header("x-credits-remaining"), None);
    }
    let used = json!({ "limit": null, "used": 2 * COST, "remaining": null });
    assert_eq!(credits_of(&brand).await, used);
}

#[tokio::test]
async fn a_balance_that_cannot_be_read_is_503_and_nothing_happens() {
    let (server, _, brand) = with_credits(100).await;
    brand.post(FIXED[0], named("x")).await.expect(201);
    server
        .sql("UPDATE usage_periods SET credits_used = -1")
        .await;
    for path in [FIXED, USAGE].concat() {
        let answer = brand.post(path, json!({ "name": "y", "used": 1 })).await;
        assert_problem(&answer, 503, "SERVICE_UNAVAILABLE", None);
        assert!(
            answer
                .number("retry-after")
                .is_some_and(|seconds| seconds > 0)
        );
    }
    assert_eq!(effects(&server, "y").await, 0);
    server
        .sql("UPDATE usage_periods SET credits_used = 5")
        .await;
    brand.post(FIXED[0], named("y")).await.expect(201);
}

#[tokio::test]
async fn a_plan_that_is_not_configured_any_more_is_503_for_metered_work_alone() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.org_on("gone").await.brand().await;
    let answer = brand.post(FIXED[0], named("x")).await;
    assert_problem(&answer, 503, "SERVICE_UNAVAILABLE", None);
    brand.post("/probe/write", named("x")).await.expect(201);
}

#[tokio::test]
async fn credits_begin_again_with_the_calendar_month() {
    let builder = TestServer::with()
        .clock_at("2026-01-31T23:59:59.500Z")
        .plan("small", Some(COST), Some(10));
    let (server, _) = Probe::start(builder).await;
    let brand = server.org_on("small").await.brand().await;
    brand.post(FIXED[0], named("x")).await.expect(201);
    assert_eq!(brand.post(FIXED[0], named("x")).await.status, 402);
    let usage = brand.get("/v1/usage").await.expect(200).json;
    insta::assert_json_snapshot!(usage, @r#"
    {
      "credits": {
        "limit": 5,
        "remaining": 0,
        "used": 5
      },
      "emailSends": {
        "limit": 10,
        "remaining": 10,
        "used": 0
      },
      "period": {
        "end": "2026-02-01T00:00:00.000Z",
        "start": "2026-01-01T00:00:00.000Z"
      },
      "plan": "small",
      "storage": {
        "limit": null,
        "remaining": null,
        "used": 0
      }
    }
    "#);
    server.clock.advance(std::time::Duration::from_millis(500));
    let usage = brand.get("/v1/usage").await.expect(200).json;
    assert_eq!(
        usage["credits"],
        json!({ "limit": COST, "used": 0, "remaining": COST })
    );
    assert_eq!(usage["period"]["start"], "2026-02-01T00:00:00.000Z");
    assert_eq!(usage["period"]["end"], "2026-03-01T00:00:00.000Z");
    brand.post(FIXED[0], named("x")).await.expect(201);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_takers_of_the_last_sends_none_goes_over_the_allowance() {
    let (server, _, brand) = with_credits(1).await;
    let now = server.app().clock.now();
    let account = Account {
        org: brand.key.org,
        credits: Some(1),
        sends: Some(10),
        period: Period::at(now),
    };
    let take = || async {
        let db = &server.app().db;
        let taken = db.write(move |tx| async move { usage::take_sends(&tx, &account, 4).await });
        taken.await.unwrap()
    };
    let taken = join_all((0..8).map(|_| take())).await;
    assert_eq!(taken.iter().filter(|taken| **taken).count(), 2);
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(
        usage["emailSends"],
        json!({ "limit": 10, "used": 8, "remaining": 2 })
    );
}
