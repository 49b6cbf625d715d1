//! Many twins at once, and callers that hang up.

use futures_util::future::join_all;
use serde_json::json;

use super::{SHAPES, send_raw};
use crate::support::probe::{Probe, effects};
use crate::support::{TestServer, until};

const TWINS: usize = 32;
const KEYS: usize = 6;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_32_concurrent_twins_on_each_key_exactly_one_has_an_effect() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for path in SHAPES {
        let keys: Vec<String> = (0..KEYS).map(|number| format!("{path} {number}")).collect();
        let calls = (0..TWINS).flat_map(|_| &keys).map(|key| {
            let brand = &brand;
            async move {
                (
                    key,
                    brand.post_once(key, path, json!({ "name": key })).await,
                )
            }
        });
        let answers = join_all(calls).await;
        for key in &keys {
            let twins: Vec<_> = answers.iter().filter(|(of, _)| *of == key).collect();
            let answer = &twins[0].1.bytes;
            for (_, twin) in &twins {
                assert_eq!((twin.status, &twin.bytes), (201, answer), "{key}");
            }
            let fresh = twins
                .iter()
                .filter(|(_, twin)| twin.header("idempotent-replayed").is_none());
            assert_eq!(fresh.count(), 1, "{key}");
            assert_eq!(effects(&server, key).await, 1, "{key}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_requests_with_other_bodies_one_wins_and_the_rest_conflict() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for path in SHAPES {
        let calls = (0..16).map(|number| {
            let brand = &brand;
            async move {
                brand
                    .post_once(path, path, json!({ "name": format!("{number}") }))
                    .await
            }
        });
        let answers = join_all(calls).await;
        let won = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(won, 1, "{path}");
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            assert_eq!(
                (answer.status, answer.code()),
                (409, "IDEMPOTENCY_CONFLICT")
            );
        }
    }
    let all = server.number("SELECT count(*) FROM probe_effects").await;
    assert_eq!(all, 2, "one for each shape");
}

#[tokio::test]
async fn a_caller_that_hangs_up_cuts_nothing_in_half() {
    let (server, probe) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for (path, key) in [("/probe/write", "w"), ("/probe/outside", "o")] {
        probe.hold();
        let before = probe.started();
        let body = json!({ "name": key }).to_string();
        let connection = send_raw(&server, &brand, key, path, &body).await;
        until("the handler runs", async || {
            (probe.started() > before).then_some(())
        })
        .await;
        drop(connection);
        // The server has time to notice; the work is still held.
        until("the connection is gone", async || {
            brand.get("/v1/usage").await.json.get("plan").cloned()
        })
        .await;
        assert_eq!(effects(&server, key).await, 0);
        probe.release();
        until("the effect", async || {
            (effects(&server, key).await == 1).then_some(())
        })
        .await;
        let answer = brand
            .post_once(key, path, json!({ "name": key }))
            .await
            .expect(201);
        assert_eq!(
            answer.header("idempotent-replayed"),
            Some("true"),
            "the answer was kept"
        );
        assert_eq!(effects(&server, key).await, 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn callers_that_hang_up_at_any_moment_leave_one_effect_or_none() {
    let (server, _) = Probe::start(TestServer::with()).await;
    let brand = server.brand().await;
    for number in 0..40_u32 {
        let path = SHAPES[number as usize % 2];
        let key = format!("cut {number}");
        let body = json!({ "name": key }).to_string();
        let connection = send_raw(&server, &brand, &key, path, &body).await;
        for _ in 0..number {
            tokio::task::yield_now().await;
        }
        drop(connection);
    }
    until("all writes end", async || {
        server.app().writes.is_empty().then_some(())
    })
    .await;
    for number in 0..40_u32 {
        let key = format!("cut {number}");
        let path = SHAPES[number as usize % 2];
        brand
            .post_once(&key, path, json!({ "name": key }))
            .await
            .expect(201);
        assert_eq!(effects(&server, &key).await, 1, "{key}");
    }
}
