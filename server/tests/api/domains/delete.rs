//! `DELETE /v1/domains/{domainId}`.

use serde_json::json;

use super::{path, start, verified};
use crate::support::{Brand, TestServer, assert_problem};

/// A send of the domain, as it stands in the database.
async fn send(server: &TestServer, brand: &Brand, domain: &str, (id, status): (i64, &str)) {
    let (org, brand) = (brand.key.org, brand.key.brand);
    server
        .sql(&format!(
            "INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain, subject,
                from_email, recipient_count, frozen_to, frozen, last_ordinal, allowance, created_at, updated_at)
             SELECT {org}, {brand}, {id}, 'send-{id}', 'campaign', '{status}', 1, 1, id, 'Hello',
                'a@example.com', 0, 0, FALSE, 0, 0, 0, 0
             FROM domains WHERE public_id = '{domain}'"
        ))
        .await;
}

#[tokio::test]
async fn a_deleted_domain_is_gone_and_can_be_added_again() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = verified(&dns, &brand, "example.com").await;
    let deleted = brand.delete(&path(&domain)).await.expect(200);
    assert_eq!(
        deleted.json,
        json!({ "domainId": domain["domainId"], "deleted": true })
    );
    for answer in [
        brand.get(&path(&domain)).await,
        brand.delete(&path(&domain)).await,
    ] {
        assert_problem(&answer, 404, "DOMAIN_NOT_FOUND", None);
    }
    let again = super::add(&brand, "example.com").await;
    assert_ne!(again["records"][0]["name"], domain["records"][0]["name"]);
}

#[tokio::test]
async fn sends_that_have_not_ended_keep_their_domain() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = verified(&dns, &brand, "example.com").await;
    let other = verified(&dns, &brand, "other.test").await;
    let id = domain["domainId"].as_str().unwrap();
    for one in [
        (1, "queued"),
        (2, "completed"),
        (3, "paused"),
        (4, "canceled"),
        (5, "scheduled"),
        (6, "running"),
    ] {
        send(&server, &brand, id, one).await;
    }
    let refused = brand.delete(&path(&domain)).await;
    assert_problem(&refused, 409, "DOMAIN_IN_USE", None);
    let details = &refused["error"]["details"];
    let sends = json!([
        { "sendId": "send-1", "status": "queued" },
        { "sendId": "send-3", "status": "paused" },
        { "sendId": "send-5", "status": "scheduled" },
        { "sendId": "send-6", "status": "running" },
    ]);
    assert_eq!(
        details,
        &json!({ "sends": sends, "referencingAutomations": [] })
    );
    brand.delete(&path(&other)).await.expect(200);
    server.sql("UPDATE sends SET status = 'completed'").await;
    brand.delete(&path(&domain)).await.expect(200);
    let sent = brand.get("/v1/sends/send-2").await.expect(200);
    assert_eq!(sent["domainId"], id, "what has ended still says it");
}
