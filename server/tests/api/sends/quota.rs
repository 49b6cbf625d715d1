//! The month's deliveries.

use std::time::Duration;

use serde_json::{Value, json};

use super::{PATH, accepted, campaign, people, send};
use crate::emails::design;
use crate::support::{Brand, TestServer, assert_problem};

const SOON: &str = "2026-03-15T00:00:00Z";
const NEXT_MONTH: &str = "2026-04-15T00:00:00Z";

async fn server() -> TestServer {
    TestServer::with()
        .clock_at("2026-03-01T12:00:00Z")
        .plan("small", None, Some(3))
        .start()
        .await
}

async fn brand(server: &TestServer) -> Brand {
    let brand = server.org_on("small").await.brand().await;
    design(server, &brand, campaign("news")).await;
    people(&brand, &["a@example.com", "b@example.com"]).await;
    brand
}

async fn used(server: &TestServer, brand: &Brand, count: i64) {
    let start = postrider_domain::time::parse_iso("2026-03-01").unwrap();
    server
        .sql(&format!(
            "INSERT INTO usage_periods (org, starts_at, credits_used, credits_reserved, bonus, sends_used)
            VALUES ({}, {start}, 0, 0, 0, {count})",
            brand.key.org
        ))
        .await;
}

async fn email_sends(brand: &Brand) -> Value {
    brand.get("/v1/usage").await.expect(200)["emailSends"].clone()
}

#[tokio::test]
async fn fewer_deliveries_left_than_people_is_402_and_reserves_nothing() {
    let server = server().await;
    let brand = brand(&server).await;
    used(&server, &brand, 2).await;
    let refused = send(&brand, json!({ "scheduledAt": SOON })).await;
    assert_problem(&refused, 402, "SEND_QUOTA_EXCEEDED", None);
    assert_eq!(
        refused["error"]["details"],
        json!({ "recipientCount": 2, "remaining": 1, "planKey": "small" })
    );
    let email = brand.get("/v1/emails/news").await.expect(200);
    assert!(email["sendState"].is_null());
    // A dry run asks nobody for an allowance.
    send(&brand, json!({ "scheduledAt": SOON, "dryRun": true }))
        .await
        .expect(200);
    let one = json!({ "scheduledAt": SOON, "audienceId": null, "to": ["a@example.com"] });
    accepted(&brand, one).await;
}

#[tokio::test]
async fn what_is_wrong_is_said_before_what_is_left() {
    let server = server().await;
    let brand = brand(&server).await;
    used(&server, &brand, 3).await;
    let unknown = send(&brand, json!({ "emailId": "none" })).await;
    assert_problem(&unknown, 404, "EMAIL_NOT_FOUND", Some("emailId"));
}

#[tokio::test]
async fn a_send_of_next_month_is_held_against_next_month() {
    let server = server().await;
    let brand = brand(&server).await;
    used(&server, &brand, 3).await;
    accepted(&brand, json!({ "scheduledAt": NEXT_MONTH })).await;
}

#[tokio::test]
async fn nothing_is_taken_before_it_starts() {
    let server = server().await;
    let brand = brand(&server).await;
    let fresh = json!({ "limit": 3, "used": 0, "remaining": 3 });
    assert_eq!(email_sends(&brand).await, fresh);
    accepted(&brand, json!({ "scheduledAt": SOON })).await;
    assert_eq!(email_sends(&brand).await, fresh);
}

#[tokio::test]
async fn cancel_gives_back_what_was_not_used() {
    let server = server().await;
    let brand = brand(&server).await;
    used(&server, &brand, 3).await;
    server.clock.advance(Duration::from_hours(24 * 40));
    let id = accepted(&brand, json!({ "scheduledAt": "2026-05-20" })).await;
    let month = postrider_domain::time::parse_iso("2026-03-01").unwrap();
    // Three were taken in March; one was delivered, one is on its way.
    server
        .sql(&format!(
            "UPDATE sends SET status = 'running', frozen = TRUE, allowance = 3, allowance_month = {month}
            WHERE public_id = '{id}'"
        ))
        .await;
    server
        .sql(
            "INSERT INTO tallies SELECT org, brand, id, 1, 3, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
            FROM sends",
        )
        .await;
    server
        .sql(
            "INSERT INTO claims (owner, id, org, brand, send, ordinals, expires_at)
            SELECT 99, 1, org, brand, id, '[1,2]', 0 FROM sends",
        )
        .await;
    for (ordinal, state) in [(1, 2), (2, 0), (3, 0)] {
        server
            .sql(&format!(
                "INSERT INTO recipients (org, brand, send, ordinal, contact, state, attempts)
                SELECT org, brand, id, {ordinal}, {ordinal}, {state}, 0 FROM sends"
            ))
            .await;
    }
    brand
        .post(&format!("{PATH}/{id}/cancel"), json!({}))
        .await
        .expect(200);
    let of_march = format!("SELECT sends_used FROM usage_periods WHERE starts_at = {month}");
    assert_eq!(server.number(&of_march).await, 2);
    assert_eq!(server.number("SELECT allowance FROM sends").await, 2);
}
