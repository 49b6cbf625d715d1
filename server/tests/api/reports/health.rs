//! `GET /v1/domains/{domainId}?include=health`.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use postrider_domain::time;
use serde_json::{Value, json};

use super::{DAY_MS, Reported, TAKEN, aggregate, row};
use crate::domains::{path, read, start_with, verified};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn health_is_shown_when_it_is_asked_for_and_empty_without_reports() {
    let reported = Reported::start().await;
    let plain = read(&reported.brand, &reported.domain).await;
    assert_eq!(plain["health"], Value::Null);
    let mut health = reported.health().await;
    let from = time::parse_iso(health["from"].as_str().unwrap()).unwrap();
    let to = time::parse_iso(health["to"].as_str().unwrap()).unwrap();
    assert_eq!(from.rem_euclid(DAY_MS), 0);
    assert!(
        (30 * DAY_MS..=31 * DAY_MS).contains(&(to - from)),
        "{from} {to}"
    );
    health["from"] = Value::Null;
    health["to"] = Value::Null;
    assert_eq!(
        health,
        json!({
            "from": null,
            "to": null,
            "records": { "total": 7, "verified": 7, "failed": [] },
            "alignment": { "messages": 0, "passed": 0, "failed": 0, "sources": [] },
            "tls": { "sessions": 0, "failed": 0, "kinds": [] },
            "providers": [],
        })
    );
    let wrong = format!("{}?include=everything", path(&reported.domain));
    let refused = reported.brand.get(&wrong).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("include[0]"));
}

#[tokio::test]
async fn what_was_sent_from_the_domain_shows_by_provider() {
    let reported = Reported::start().await;
    let (brand, hour) = (reported.brand.key, reported.yesterday());
    let domain = reported.domain["domainId"].as_str().unwrap();
    for (send, from) in [(7, "id"), (8, "id + 1")] {
        reported
            .server
            .sql(&format!(
                "INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain, subject,
                    from_email, recipient_count, frozen_to, frozen, last_ordinal, allowance, created_at, updated_at)
                 SELECT org, brand, {send}, 'send-{send}', 'campaign', 'completed', 1, 1, {from}, 'Hello',
                    'a@firma.test', 0, 0, TRUE, 0, 0, 0, 0
                 FROM domains WHERE public_id = '{domain}'"
            ))
            .await;
    }
    for (send, hour, provider, accepted) in [
        (7, hour, 1, 10),
        (7, hour, 2, 20),
        (7, hour - 60 * DAY_MS, 2, 500),
        (8, hour, 1, 100),
        (0, hour, 1, 110),
    ] {
        reported
            .server
            .sql(&format!(
                "INSERT INTO hours (org, brand, hour, send, provider, process, accepted, delivered, bounced, failed,
                    in_doubt, opened, clicked, complained, unsubscribed, machine_opens, machine_clicks)
                 VALUES ({}, {}, {hour}, {send}, {provider}, 1, {accepted}, {accepted} - 3, 2, 1, 0, 0, 0, 1, 0, 0, 0)",
                brand.org, brand.brand
            ))
            .await;
    }
    assert_eq!(
        reported.health().await["providers"],
        json!([
            { "provider": "outlook", "sent": 20, "delivered": 17, "bounced": 2, "complained": 1 },
            { "provider": "gmail", "sent": 10, "delivered": 7, "bounced": 2, "complained": 1 },
        ])
    );
}

#[tokio::test]
async fn only_the_last_thirty_days_show_and_only_to_the_brand() {
    let reported = Reported::start().await;
    let big = reported.reporter("big.test");
    let rows = [row("192.0.2.10", 5, "pass")];
    for days in [0, 28, 32] {
        let day = reported.yesterday() - days * DAY_MS;
        let report = aggregate(&days.to_string(), "firma.test", day, &rows);
        assert_eq!(reported.bring("", &big.xml(&report)).await, TAKEN);
    }
    let kept = reported
        .server
        .number("SELECT CAST(sum(messages) AS BIGINT) FROM domain_sources")
        .await;
    assert_eq!(kept, 15);
    assert_eq!(reported.alignment().await, json!([10, 10, 0]));
    let stranger = reported.server.brand().await;
    let asked = format!("{}?include=health", path(&reported.domain));
    assert_problem(&stranger.get(&asked).await, 404, "DOMAIN_NOT_FOUND", None);
}

#[tokio::test]
async fn health_alone_waits_in_the_line_of_heavy_reads() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let builder = TestServer::with().fault_point(move |at| {
        if at == "heavy.asked" {
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    let (server, dns) = Box::pin(start_with(builder)).await;
    let brand = server.brand().await;
    let domain = verified(&dns, &brand, "firma.test").await;
    brand.get(&path(&domain)).await.expect(200);
    assert_eq!(
        asked.load(Ordering::SeqCst),
        0,
        "a domain without its health"
    );
    let health = format!("{}?include=health", path(&domain));
    brand.get(&health).await.expect(200);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}
