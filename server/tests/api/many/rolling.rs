//! Both processes are restarted in turn under load, behind a balancer that asks who is ready: no request is lost.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::json;

use super::installation;
use crate::kill::sending::stop;
use crate::support::{Caller, until};

const CALLERS: usize = 8;

/// Knows which processes are ready, as of its last look.
#[derive(Default)]
struct Balancer {
    places: Mutex<Vec<BalancedServer>>,
    turn: AtomicUsize,
}

#[derive(Clone)]
struct BalancedServer {
    caller: Caller,
    is_ready: bool,
}

impl Balancer {
    fn open(&self) -> std::sync::MutexGuard<'_, Vec<BalancedServer>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, at: usize, caller: Caller) {
        let place = BalancedServer {
            caller,
            is_ready: false,
        };
        let mut places = self.open();
        if at < places.len() {
            places[at] = place;
        } else {
            places.push(place);
        }
    }

    fn next(&self) -> Option<Caller> {
        let places = self.open();
        let ready: Vec<&BalancedServer> = places.iter().filter(|place| place.is_ready).collect();
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        (!ready.is_empty()).then(|| ready[turn % ready.len()].caller.clone())
    }

    async fn look(&self) {
        let places = self.open().clone();
        for (at, place) in places.into_iter().enumerate() {
            let asked = place.caller.request("GET", "/readyz").try_send().await;
            let is_ready = asked.is_ok_and(|answer| answer.status == 200);
            if let Some(place) = self.open().get_mut(at) {
                place.is_ready = is_ready;
            }
        }
    }
}

/// Writes until it is told to end; every request must be answered well.
async fn write(balancer: &Balancer, name: usize, is_over: &AtomicBool) -> usize {
    let mut count = 0;
    while !is_over.load(Ordering::Relaxed) {
        let Some(caller) = balancer.next() else {
            panic!("nobody is ready");
        };
        let body = json!({ "email": format!("w{name}-{count}@example.com") });
        let request = caller.request("POST", "/v1/contacts").json(&body);
        let answer = request.try_send().await;
        let answer = answer.unwrap_or_else(|error| panic!("a request was lost: {error:?}"));
        assert_eq!(answer.status, 201, "{}", answer.text());
        count += 1;
    }
    count
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_loses_no_request() {
    let Some(installation) = installation().await else {
        return;
    };
    let installation = installation.set("POSTRIDER_DRAIN", "1");
    let mut first = installation.serve().await;
    let secret = first.made()["secret"].as_str().unwrap().to_owned();
    let mut second = installation.serve_beside().await;
    let balancer = Balancer::default();
    balancer.put(0, first.caller(&secret));
    balancer.put(1, second.caller(&secret));
    balancer.look().await;
    let is_over = AtomicBool::new(false);
    let looks = async {
        while !is_over.load(Ordering::Relaxed) {
            balancer.look().await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let ready = async || {
        until("both are ready", async || {
            let both = balancer.open().iter().all(|place| place.is_ready);
            both.then_some(())
        })
        .await;
    };
    let restarts = async {
        for _ in 0..2 {
            stop(first).await;
            first = installation.serve().await;
            balancer.put(0, first.caller(&secret));
            ready().await;
            stop(second).await;
            second = installation.serve_beside().await;
            balancer.put(1, second.caller(&secret));
            ready().await;
        }
        is_over.store(true, Ordering::Relaxed);
        (first, second)
    };
    let writers = join_all((0..CALLERS).map(|name| write(&balancer, name, &is_over)));
    let (written, ((), servers)) = join(writers, join(looks, restarts)).await;
    let written: usize = written.iter().sum();
    assert!(written > 100, "{written} requests are no load");
    let count = json!({ "limit": 1, "count": true });
    let caller = balancer.next().unwrap();
    let found = caller.post("/v1/contacts/search", count).await.expect(200);
    assert_eq!(found["total"], written);
    drop(servers);
}
