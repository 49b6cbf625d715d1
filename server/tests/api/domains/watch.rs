//! Domains are looked at again by themselves.

use std::time::Duration;

use serde_json::{Value, json};

use super::{add, publish, read, start_with, verified};
use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Brand, TestServer, until};

const MINUTES: Duration = Duration::from_mins(2);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

async fn start() -> (TestServer, DnsServer, Brand) {
    let (server, dns) = start_with(TestServer::with().clock_stopped()).await;
    let brand = server.brand().await;
    (server, dns, brand)
}

/// The domain after time has passed and it was looked at once more.
async fn looked_again(
    server: &TestServer,
    brand: &Brand,
    domain: &Value,
    after: Duration,
) -> Value {
    let before = read(brand, domain).await;
    server.clock.advance(after);
    until("the domain is looked at", async || {
        let row = read(brand, domain).await;
        (row["lastCheckedAt"] != before["lastCheckedAt"]).then_some(row)
    })
    .await
}

async fn notifications(brand: &Brand) -> Vec<Value> {
    let page = brand.get("/v1/notifications").await.expect(200).json;
    page["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_new_domain_becomes_verified_without_a_call() {
    let (server, dns, brand) = start().await;
    let domain = add(&brand, "example.com").await;
    let row = looked_again(&server, &brand, &domain, MINUTES).await;
    assert_eq!(row["status"], "failed");
    publish(&dns, &domain);
    let row = looked_again(&server, &brand, &domain, MINUTES).await;
    assert_eq!(
        (&row["status"], &row["sendable"]),
        (&json!("verified"), &json!(true))
    );
    assert_eq!(row["verifiedAt"], row["lastCheckedAt"]);
    assert_eq!(notifications(&brand).await, Vec::<Value>::new());
}

#[tokio::test]
async fn records_that_vanish_stop_a_domain_until_they_are_back() {
    let (server, dns, brand) = start().await;
    let domain = verified(&dns, &brand, "example.com").await;
    dns.says("bounces.example.com", Says::NoSuchDomain);
    // Once may be a slip.
    let row = looked_again(&server, &brand, &domain, DAY).await;
    assert_eq!(
        (&row["status"], &row["sendable"]),
        (&json!("verified"), &json!(true))
    );
    assert_eq!(super::of(&row, "SPF")["status"], "failed");
    assert_eq!(notifications(&brand).await, Vec::<Value>::new());
    let row = looked_again(&server, &brand, &domain, HOUR).await;
    assert_eq!(
        (&row["status"], &row["sendable"]),
        (&json!("partially_verified"), &json!(false))
    );
    assert_eq!(
        brand.get("/v1/domains?sendableOnly=true").await["data"],
        json!([])
    );
    let [told] = notifications(&brand).await.try_into().unwrap();
    assert_eq!(
        (&told["type"], &told["status"]),
        (&json!("domain"), &json!("failed"))
    );
    assert_eq!(
        (&told["domainId"], &told["title"]),
        (&domain["domainId"], &json!("example.com"))
    );
    publish(&dns, &domain);
    let row = looked_again(&server, &brand, &domain, MINUTES).await;
    assert_eq!(row["status"], "verified");
    assert_eq!(notifications(&brand).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_slip_that_is_mended_within_the_hour_is_forgotten() {
    let (server, dns, brand) = start().await;
    let domain = verified(&dns, &brand, "example.com").await;
    dns.says("bounces.example.com", Says::NoSuchDomain);
    looked_again(&server, &brand, &domain, DAY).await;
    publish(&dns, &domain);
    let row = looked_again(&server, &brand, &domain, HOUR).await;
    assert_eq!(
        (&row["status"], &row["verifiedAt"]),
        (&json!("verified"), &domain["verifiedAt"])
    );
    dns.says("bounces.example.com", Says::NoSuchDomain);
    let row = looked_again(&server, &brand, &domain, DAY).await;
    assert_eq!(row["status"], "verified");
}

#[tokio::test]
async fn silence_never_stops_a_domain() {
    let (server, dns, brand) = start().await;
    let domain = verified(&dns, &brand, "example.com").await;
    dns.says("bounces.example.com", Says::ServerFailure);
    for _ in 0..3 {
        let row = looked_again(&server, &brand, &domain, DAY).await;
        assert_eq!(
            (&row["status"], &row["sendable"]),
            (&json!("verified"), &json!(true))
        );
    }
}

#[tokio::test]
async fn after_three_days_nobody_looks_until_the_owner_does() {
    let (server, dns, brand) = start().await;
    let domain = add(&brand, "example.com").await;
    looked_again(&server, &brand, &domain, DAY * 4).await;
    until("the watch ends", async || {
        let jobs = "SELECT count(*) FROM jobs WHERE kind = 'domain'";
        (server.number(jobs).await == 0).then_some(())
    })
    .await;
    super::verify(&brand, &domain).await.expect(422);
    publish(&dns, &domain);
    let row = looked_again(&server, &brand, &domain, MINUTES).await;
    assert_eq!(row["status"], "verified");
}

#[tokio::test]
async fn the_watch_ends_with_its_domain() {
    let (server, _dns, brand) = start().await;
    let domain = add(&brand, "example.com").await;
    brand.delete(&super::path(&domain)).await.expect(200);
    server.clock.advance(MINUTES);
    until("the job ends", async || {
        let jobs = "SELECT count(*) FROM jobs WHERE kind = 'domain'";
        (server.number(jobs).await == 0).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_domain_that_is_somebody_elses_stays_as_it_was() {
    let (server, dns, brand) = start().await;
    let other = server.brand().await;
    let (domain, theirs) = (
        add(&brand, "example.com").await,
        add(&other, "example.com").await,
    );
    publish(&dns, &domain);
    publish(&dns, &theirs);
    super::verify(&other, &theirs).await.expect(200);
    // Both have the same names for some records; the keys differ.
    let row = looked_again(&server, &brand, &domain, MINUTES).await;
    assert_eq!(
        (&row["status"], &row["sendable"]),
        (&json!("pending"), &json!(false))
    );
}
