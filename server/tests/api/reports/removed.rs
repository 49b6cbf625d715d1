//! What was reported goes with its domain, and with time.

use std::time::Duration;

use serde_json::json;

use super::{Reported, TAKEN, row};
use crate::domains::{path, verified};
use crate::support::dns_server::Says;
use crate::support::until;

const TABLES: [&str; 4] = [
    "domain_reports",
    "domain_reporters",
    "domain_sources",
    "domain_tls",
];

impl Reported {
    async fn rows(&self) -> i64 {
        let mut rows = 0;
        for table in TABLES {
            let count = format!("SELECT count(*) FROM {table}");
            rows += self.server.number(&count).await;
        }
        rows
    }
}

#[tokio::test]
async fn reports_go_with_their_domain_and_come_to_no_other() {
    let reported = Reported::start().await;
    let big = reported.reporter("big.test");
    let mail = |id| big.xml(&reported.aggregate(id, &[row("192.0.2.10", 5, "pass")]));
    assert_eq!(reported.bring("", &mail("1")).await, TAKEN);
    assert_eq!(reported.rows().await, 3);
    reported
        .brand
        .delete(&path(&reported.domain))
        .await
        .expect(200);
    until("nothing is left of it", async || {
        (reported.rows().await == 0).then_some(())
    })
    .await;
    assert_eq!(reported.bring("", &mail("2")).await, TAKEN);
    let again = verified(&reported.dns, &reported.brand, "firma.test").await;
    assert_ne!(super::address(&again), reported.address());
    assert_eq!(reported.bring("", &mail("3")).await, TAKEN);
    assert_eq!(reported.rows().await, 0);
    reported.server.at_rest().await;
}

#[tokio::test]
async fn reports_go_with_a_domain_that_is_deleted_while_dns_is_asked_about_it() {
    let reported = Reported::start().await;
    let big = reported.reporter("big.test");
    let mail = big.xml(&reported.aggregate("1", &[row("192.0.2.10", 5, "pass")]));
    assert_eq!(reported.bring("", &mail).await, TAKEN);
    let slow = Says::Late(Duration::from_secs(2));
    reported.dns.says("bounces.firma.test", slow);
    let now = "UPDATE jobs SET due_at = 0 WHERE kind = 'domain' AND owner IS NULL";
    reported.server.sql(now).await;
    until("it is looked at", async || {
        let running = "SELECT count(*) FROM jobs WHERE kind = 'domain' AND owner IS NOT NULL";
        (reported.server.number(running).await == 1).then_some(())
    })
    .await;
    reported
        .brand
        .delete(&path(&reported.domain))
        .await
        .expect(200);
    until("nothing is left of it", async || {
        (reported.rows().await == 0).then_some(())
    })
    .await;
    reported.server.at_rest().await;
}

#[tokio::test]
async fn old_days_are_forgotten() {
    let reported = Reported::start().await;
    let big = reported.reporter("big.test");
    let mail = big.xml(&reported.aggregate("1", &[row("192.0.2.10", 5, "pass")]));
    assert_eq!(reported.bring("", &mail).await, TAKEN);
    let old = reported.yesterday() - 60 * super::DAY_MS;
    for statement in [
        "INSERT INTO domain_reports SELECT org, brand, domain, kind, OLD, reporter, report FROM domain_reports",
        "INSERT INTO domain_sources SELECT org, brand, domain, OLD, reporter, source, messages, passed, dkim, spf,
            quarantined, rejected, authenticated_as FROM domain_sources",
        "INSERT INTO domain_reporters SELECT org, brand, domain, 'old.test', 'old.test', OLD, OLD FROM domain_reporters",
        "INSERT INTO domain_tls SELECT org, brand, domain, OLD, reporter, '', 1, 0 FROM domain_sources WHERE day <> OLD",
    ] {
        reported.server.sql(&statement.replace("OLD", &old.to_string())).await;
    }
    until("what is old is gone", async || {
        (reported.rows().await == 3).then_some(())
    })
    .await;
    assert_eq!(reported.alignment().await, json!([5, 5, 0]));
}
