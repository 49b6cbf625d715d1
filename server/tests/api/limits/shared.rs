//! Windows that several processes share through Redis.

use std::time::Duration;

use futures_util::future::join_all;
use postrider_domain::contract::policy::Policy;
use postrider_server::clock::Clock;
use postrider_server::process::server::Running;
use serde_json::json;
use tempfile::TempDir;
use tokio::time::Instant;

use super::redis::Redis;
use super::{START, window};
use crate::support::{Answer, Builder, Caller, TestServer, assert_problem, until};

/// On a busy machine even a healthy Redis may take long; here every call has to be counted.
const PATIENT: Duration = Duration::from_secs(10);

/// Several processes of one installation, as far as anybody outside can tell.
struct Processes {
    first: TestServer,
    more: Vec<(Running, TempDir)>,
}

impl Processes {
    async fn start(count: usize, builder: Builder) -> Self {
        let first = builder.clone().start().await;
        let mut more = Vec::new();
        for _ in 1..count {
            let folder = tempfile::tempdir().unwrap();
            let running = builder.launch(folder.path(), first.database.url()).await;
            more.push((running, folder));
        }
        Self { first, more }
    }

    /// The caller at each of them.
    fn at_each(&self, caller: &Caller) -> Vec<Caller> {
        let others = self.more.iter().map(|(running, _)| {
            let mut other = caller.clone();
            other.url = format!("http://{}", running.address);
            other
        });
        [caller.clone()].into_iter().chain(others).collect()
    }

    async fn stop(mut self) {
        for (running, _) in self.more.drain(..) {
            running.stop().await;
        }
        self.first.stop().await;
    }
}

/// Exactly the limit was admitted, and each of them saw another number of calls left.
fn assert_exact(answers: &[Answer], limit: i64) {
    let (admitted, refused): (Vec<_>, Vec<_>) =
        answers.iter().partition(|answer| answer.status < 300);
    let mut left: Vec<_> = admitted.iter().map(|answer| window(answer).1).collect();
    left.sort_unstable();
    assert_eq!(left, (0..limit).collect::<Vec<_>>());
    for answer in refused {
        assert_problem(answer, 429, "RATE_LIMITED", None);
        assert_eq!(window(answer).1, 0);
        assert!((1..=60).contains(&answer.number("retry-after").unwrap()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_calls_at_once_to_many_processes_exactly_the_limit_is_admitted() {
    let redis = Redis::start().await;
    let builder = TestServer::with()
        .redis(&redis.url(), PATIENT)
        .limit(Policy::BrandRead, 20)
        .limit(Policy::FieldsWrite, 7);
    let processes = Processes::start(3, builder).await;
    let brand = processes.first.brand().await;
    let callers = processes.at_each(&brand);
    let reads = (0..25).flat_map(|_| callers.iter().map(|caller| caller.get("/v1/brand")));
    assert_exact(&join_all(reads).await, 20);
    let field = |number: usize| json!({ "fieldName": format!("f{number}"), "fieldType": "string" });
    let writes = (0..30).map(|n| callers[n % 3].post("/v1/fields", field(n)));
    assert_exact(&join_all(writes).await, 7);
    // Another key has windows of its own.
    let other_key = brand.key("all").await;
    assert_eq!(window(&other_key.get("/v1/brand").await).1, 19);
    processes.stop().await;
}

#[tokio::test]
async fn no_span_of_the_window_holds_more_than_the_limit() {
    const LIMIT: usize = 3;
    let redis = Redis::start().await;
    let builder = TestServer::with()
        .redis(&redis.url(), PATIENT)
        .window_of_a_second()
        .limit(Policy::BrandRead, LIMIT as u32);
    let processes = Processes::start(2, builder).await;
    let brand = processes.first.brand().await;
    let callers = processes.at_each(&brand);
    let start = Instant::now();
    let mut admitted = Vec::new();
    // As fast as they can, so that nearly all are refused: those do not count.
    for caller in callers.iter().cycle() {
        let asked = start.elapsed();
        if caller.get("/v1/brand").await.status == 200 {
            admitted.push((asked, start.elapsed()));
        }
        // Each second has room for three, whenever the calls come: so there is a fourth time.
        if admitted.len() > 3 * LIMIT {
            break;
        }
        assert!(asked < Duration::from_mins(1), "{admitted:?}");
    }
    for calls in admitted.windows(LIMIT + 1) {
        let (asked, answered) = (calls[0].0, calls[LIMIT].1);
        assert!(
            answered >= asked + Duration::from_millis(999),
            "{admitted:?}"
        );
    }
    processes.stop().await;
}

#[tokio::test]
async fn headers_follow_the_clock_of_redis() {
    let redis = Redis::start().await;
    // The server's own clock is months behind, and stands.
    let server = TestServer::with()
        .clock_at(START)
        .redis(&redis.url(), PATIENT)
        .limit(Policy::BrandRead, 2)
        .start()
        .await;
    let brand = server.brand().await;
    let in_a_minute = || Clock::machine().now().div_euclid(1000) + 60;
    let before = in_a_minute();
    let first = window(&brand.get("/v1/brand").await.expect(200));
    let possible = before..=in_a_minute();
    assert_eq!((first.0, first.1), (2, 1));
    assert!(possible.contains(&first.2), "{first:?} {possible:?}");
    // The oldest call is the same, whatever comes after it.
    let second = window(&brand.get("/v1/brand").await.expect(200));
    assert_eq!(second, (2, 0, first.2));
    let refused = brand.get("/v1/brand").await;
    assert_problem(&refused, 429, "RATE_LIMITED", None);
    assert_eq!(window(&refused), (2, 0, first.2));
    assert!((30..=60).contains(&refused.number("retry-after").unwrap()));
}

#[tokio::test]
async fn two_installations_on_one_redis_do_not_meet() {
    let redis = Redis::start().await;
    let builder = TestServer::with()
        .redis(&redis.url(), PATIENT)
        .limit(Policy::BrandRead, 1);
    let one = builder.clone().start().await;
    let other_secret = "the secret of the other installation, long enough";
    let other = builder.secret(other_secret).start().await;
    let (ours, theirs) = (one.brand().await, other.brand().await);
    // Keys of the same number: only the secrets tell them apart.
    let number = one
        .number(&format!(
            "SELECT id FROM api_keys WHERE public_id = '{}'",
            ours.key_id
        ))
        .await;
    other
        .sql(&format!(
            "UPDATE api_keys SET id = {number} WHERE public_id = '{}' RETURNING id",
            theirs.key_id
        ))
        .await;
    for brand in [ours, theirs] {
        brand.get("/v1/brand").await.expect(200);
        assert_eq!(brand.get("/v1/brand").await.status, 429);
    }
    let windows = redis.command(&["KEYS", "*:brand.read"]).await;
    assert_eq!(windows.len(), 2, "{windows:?}");
    for window in windows {
        assert!(window.contains(&format!(":{number}:")), "{window}");
    }
}

#[tokio::test]
async fn windows_in_redis_go_by_themselves() {
    let redis = Redis::start().await;
    let server = TestServer::with()
        .redis(&redis.url(), PATIENT)
        .window_of_a_second()
        .start()
        .await;
    let brand = server.brand().await;
    brand.get("/v1/brand").await.expect(200);
    until("nothing is left", async || {
        let windows = redis.command(&["KEYS", "*:brand.read"]).await;
        windows.join("").is_empty().then_some(())
    })
    .await;
}

/// When the calls in the window came, in seconds from now; status, calls left and `Retry-After` of the next
/// one, under a limit of three.
type Case = (&'static [i64], u16, i64, Option<i64>);

const CASES: [Case; 7] = [
    (&[-70, -65, -61], 200, 2, None),
    (&[-70, -50, -10], 200, 0, None),
    (&[-50, -30, -10], 429, 0, Some(10)),
    (&[-80, -70, -50, -30, -10], 429, 0, Some(10)),
    // The limit was lowered: all above it have to leave first.
    (&[-50, -40, -30, -20, -10], 429, 0, Some(30)),
    // The clock stepped back a little, and for good.
    (&[5, 5], 200, 0, None),
    (&[3600, 3600, 3600], 429, 0, Some(60)),
];

#[tokio::test]
async fn shared_windows_follow_the_rules_of_one_process() {
    let redis = Redis::start().await;
    let server = TestServer::with()
        .redis(&redis.url(), PATIENT)
        .limit(Policy::BrandRead, 3);
    let server = server.start().await;
    let brand = server.brand().await;
    brand.get("/v1/brand").await.expect(200);
    let name = &redis.command(&["KEYS", "*:brand.read"]).await[0];
    for case in CASES {
        let (calls, status, left, retry_after) = case;
        let now = Clock::machine().now();
        redis.command(&["DEL", name]).await;
        for call in calls {
            let at = (now + call * 1000).to_string();
            redis.command(&["RPUSH", name, &at]).await;
        }
        let answer = brand.get("/v1/brand").await;
        assert_eq!(answer.status, status, "{case:?}");
        assert_eq!(window(&answer).1, left, "{case:?}");
        let told = answer.number("retry-after");
        let fits = match retry_after {
            Some(seconds) => (seconds - 5..=seconds).contains(&told.unwrap_or_default()),
            None => told.is_none(),
        };
        assert!(fits, "{case:?}: {told:?}");
    }
}

#[tokio::test]
async fn help_says_that_windows_are_shared() {
    let redis = Redis::start().await;
    let builder = TestServer::with().redis(&redis.url(), PATIENT);
    let server = builder.start().await;
    let help = server.brand().await.get("/v1/help").await.expect(200);
    assert_eq!(help["rateLimitStore"], "shared");
}
