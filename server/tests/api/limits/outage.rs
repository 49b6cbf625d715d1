//! Redis is away, hangs or is slow: calls are answered, soon, and not counted.

use std::time::Duration;

use postrider_domain::contract::policy::Policy;
use tokio::time::Instant;

use super::redis::{Redis, SlowLine};
use super::{START, START_S, window};
use crate::support::{Brand, Installation, TestServer, until};

const LIMIT: i64 = 1000;
/// What the product waits for Redis.
const PATIENCE: Duration = Duration::from_millis(50);
/// Far more than that, for machines that are busy.
const SOON: Duration = Duration::from_millis(500);
/// Redis is there again: so long it may take until calls count, on a busy machine.
const RECOVERY: Duration = Duration::from_secs(6);

async fn server_on(redis_url: &str) -> (TestServer, Brand) {
    let server = TestServer::with()
        .clock_at(START)
        .redis(redis_url, PATIENCE)
        .limit(Policy::BrandRead, LIMIT as u32)
        .start()
        .await;
    let brand = server.brand().await;
    (server, brand)
}

/// Nothing consumed, and a reset one minute after the server's own time.
async fn assert_not_counted(brand: &Brand) {
    let asked = Instant::now();
    let answer = brand.get("/v1/brand").await.expect(200);
    assert!(asked.elapsed() < SOON, "{:?}", asked.elapsed());
    assert_eq!(window(&answer), (LIMIT, LIMIT, START_S + 60));
}

/// Only the first call after a failure waits: with each waiting for its patience this would take 5 s.
async fn assert_nobody_waits(brand: &Brand) {
    let asked = Instant::now();
    for _ in 0..100 {
        brand.get("/v1/brand").await.expect(200);
    }
    let took = asked.elapsed();
    assert!(took < PATIENCE * 100, "{took:?}");
}

async fn until_counted(brand: &Brand) {
    let asked = Instant::now();
    until("calls are counted", async || {
        let (_, left, _) = window(&brand.get("/v1/brand").await.expect(200));
        (left < LIMIT).then_some(())
    })
    .await;
    assert!(asked.elapsed() < RECOVERY, "{:?}", asked.elapsed());
}

#[tokio::test]
async fn a_server_starts_without_redis_and_counts_when_it_comes() {
    let mut redis = Redis::start().await;
    redis.kill().await;
    let (_server, brand) = server_on(&redis.url()).await;
    assert_not_counted(&brand).await;
    assert_nobody_waits(&brand).await;
    redis.start_again().await;
    until_counted(&brand).await;
}

#[tokio::test]
async fn a_server_starts_while_redis_hangs() {
    let redis = Redis::start().await;
    redis.hang().await;
    let started = Instant::now();
    let (_server, brand) = server_on(&redis.url()).await;
    // Who waited for it would wait for as long as it hangs; a busy machine takes its time too.
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_not_counted(&brand).await;
    assert_nobody_waits(&brand).await;
    redis.go_on().await;
    until_counted(&brand).await;
}

#[tokio::test]
async fn killed_in_the_middle() {
    let mut redis = Redis::start().await;
    let (_server, brand) = server_on(&redis.url()).await;
    until_counted(&brand).await;
    redis.kill().await;
    assert_not_counted(&brand).await;
    assert_nobody_waits(&brand).await;
    redis.start_again().await;
    until_counted(&brand).await;
}

#[tokio::test]
async fn hanging_in_the_middle() {
    let redis = Redis::start().await;
    let (_server, brand) = server_on(&redis.url()).await;
    until_counted(&brand).await;
    redis.hang().await;
    assert_not_counted(&brand).await;
    assert_nobody_waits(&brand).await;
    redis.go_on().await;
    until_counted(&brand).await;
}

#[tokio::test]
async fn a_line_that_becomes_slow() {
    let redis = Redis::start().await;
    let line = SlowLine::to(&redis).await;
    let (_server, brand) = server_on(&line.url()).await;
    until_counted(&brand).await;
    line.delay(Duration::from_millis(150));
    assert_not_counted(&brand).await;
    assert_nobody_waits(&brand).await;
    line.delay(Duration::ZERO);
    until_counted(&brand).await;
}

#[tokio::test]
async fn a_server_that_takes_no_writes_is_away() {
    let redis = Redis::start().await;
    let (_server, brand) = server_on(&redis.url()).await;
    until_counted(&brand).await;
    redis.command(&["REPLICAOF", "127.0.0.1", "1"]).await;
    assert_not_counted(&brand).await;
    assert_nobody_waits(&brand).await;
    redis.command(&["REPLICAOF", "NO", "ONE"]).await;
    until_counted(&brand).await;
}

#[tokio::test]
async fn a_script_that_redis_forgot_is_told_again() {
    let redis = Redis::start().await;
    let patient = Duration::from_secs(10);
    // Its clock stands still: however long the commands take, no call leaves the window.
    let server = TestServer::with()
        .clock_at(START)
        .redis(&redis.url(), patient)
        .limit(Policy::BrandRead, 3);
    let server = server.start().await;
    let brand = server.brand().await;
    // Whoever still connects would be told of a script that went between its own two questions.
    until("the connection stands", async || {
        let (limit, left, _) = window(&brand.get("/v1/usage").await);
        (left < limit).then_some(())
    })
    .await;
    for left in [2, 1, 0] {
        redis.command(&["SCRIPT", "FLUSH"]).await;
        let answer = brand.get("/v1/brand").await.expect(200);
        assert_eq!(window(&answer).1, left);
    }
    assert_eq!(brand.get("/v1/brand").await.status, 429);
}

#[tokio::test]
async fn an_outage_is_logged_once_and_so_is_its_end() {
    let mut redis = Redis::start().await;
    let installation = Installation::new()
        .await
        .set("POSTRIDER_REDIS_URL", &redis.url());
    let server = installation.serve().await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    let caller = server.caller(&secret);
    let lines = |text: &str| {
        let log = server.log();
        let told = |entry: &&serde_json::Value| {
            let message = entry["message"].as_str().unwrap_or_default();
            message.starts_with(text)
        };
        log.iter().filter(told).count()
    };
    let counted = async || {
        until("calls are counted", async || {
            let (limit, left, _) = window(&caller.get("/v1/usage").await);
            (left < limit).then_some(())
        })
        .await;
    };
    counted().await;
    redis.kill().await;
    until("the outage is logged", async || {
        (lines("Redis cannot be asked") > 0).then_some(())
    })
    .await;
    for _ in 0..30 {
        let (limit, left, _) = window(&caller.get("/v1/brand").await.expect(200));
        assert_eq!(left, limit);
    }
    redis.start_again().await;
    counted().await;
    // A busy machine may make one more of it, but not one for each of the calls.
    let (lost, back) = (lines("Redis cannot be asked"), lines("Redis is back"));
    assert_eq!(lost, back, "{}", server.raw_log());
    assert!((1..4).contains(&lost), "{}", server.raw_log());
    let metrics = caller.get("/metrics").await;
    let uncounted = metrics
        .text()
        .lines()
        .find_map(|line| line.strip_prefix("postrider_rate_limit_failures_total "));
    assert!(uncounted.unwrap().parse::<u32>().unwrap() >= 30);
}
