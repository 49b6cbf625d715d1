//! Sends that wait for their time, and for the next month's deliveries.

use std::time::Duration;

use serde_json::{Value, json};

use super::{control, crowd, read, send, standing};
use crate::emails::design;
use crate::sends::campaign;
use crate::support::{Brand, TestServer};

async fn server() -> TestServer {
    TestServer::with()
        .clock_at("2026-03-30T12:00:00Z")
        .plan("small", None, Some(5))
        .start()
        .await
}

async fn brand(server: &TestServer) -> Brand {
    let brand = server.org_on("small").await.brand().await;
    design(server, &brand, campaign("news")).await;
    design(server, &brand, campaign("other")).await;
    crowd(&brand, 3).await;
    brand
}

async fn used(brand: &Brand) -> Value {
    brand.get("/v1/usage").await.expect(200)["emailSends"]["used"].clone()
}

#[tokio::test]
async fn a_send_starts_when_its_time_has_come_and_not_before() {
    let server = server().await;
    let brand = brand(&server).await;
    let id = send(&brand, json!({ "scheduledAt": "2026-03-30T13:00:00Z" })).await;
    let earlier = json!({ "emailId": "other", "to": ["p0@example.com"], "scheduledAt": "2026-03-30T12:59:59.999Z" });
    let earlier = send(&brand, earlier).await;
    server.clock.advance(Duration::from_millis(3_600_000 - 1));
    // Whoever starts this one has seen the other.
    standing(&brand, &earlier, "completed").await;
    let waiting = read(&brand, &id).await;
    assert_eq!(
        (&waiting["status"], &waiting["startedAt"]),
        (&json!("scheduled"), &Value::Null)
    );
    assert_eq!(used(&brand).await, 1);
    server.clock.advance(Duration::from_millis(1));
    let sent = standing(&brand, &id, "completed").await;
    assert_eq!(
        (&sent["startedAt"], &sent["stats"]["sent"]),
        (&json!("2026-03-30T13:00:00.000Z"), &json!(3))
    );
    assert_eq!(used(&brand).await, 1 + 3);
}

#[tokio::test]
async fn who_joins_before_the_start_gets_it_too() {
    let server = server().await;
    let brand = brand(&server).await;
    let id = send(&brand, json!({ "scheduledAt": "2026-03-30T13:00:00Z" })).await;
    brand
        .post("/v1/contacts", json!({ "email": "late@example.com" }))
        .await
        .expect(201);
    server.clock.advance(Duration::from_hours(1));
    let sent = standing(&brand, &id, "completed").await;
    assert_eq!(
        (&sent["recipientCount"], &sent["stats"]["sent"]),
        (&json!(4), &json!(4))
    );
}

#[tokio::test]
async fn too_few_deliveries_at_the_start_make_it_wait_for_the_next_month() {
    let server = server().await;
    let brand = brand(&server).await;
    let id = send(&brand, json!({ "scheduledAt": "2026-03-31T12:00:00Z" })).await;
    let other = send(&brand, json!({ "emailId": "other" })).await;
    standing(&brand, &other, "completed").await;
    assert_eq!(used(&brand).await, 3);
    server.clock.advance(Duration::from_hours(24));
    let paused = standing(&brand, &id, "paused").await;
    assert_eq!(
        (&paused["pauseReason"], &paused["error"]["code"]),
        (&json!("quota"), &json!("SEND_QUOTA_EXCEEDED"))
    );
    assert_eq!(
        (&paused["stats"]["sent"], &used(&brand).await),
        (&json!(0), &json!(3))
    );
    // By hand it comes to nothing either.
    control(&brand, &id, "resume").await;
    standing(&brand, &id, "paused").await;
    server.clock.advance(Duration::from_hours(12));
    let sent = standing(&brand, &id, "completed").await;
    assert_eq!(
        (&sent["stats"]["sent"], &used(&brand).await),
        (&json!(3), &json!(3))
    );
}
