//! Sends among the notifications.

use serde_json::{Value, json};

use super::{accepted, ready, set_status};
use crate::support::{Brand, TestServer};

async fn rows(brand: &Brand) -> Vec<Value> {
    let list = brand.get("/v1/notifications").await.expect(200);
    list["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_send_that_goes_waits_or_failed_is_told() {
    let server = TestServer::with()
        .clock_at("2026-03-01T12:00:00Z")
        .start()
        .await;
    let brand = ready(&server).await;
    let id = accepted(&brand, json!({})).await;
    assert_eq!(rows(&brand).await, Vec::<Value>::new());
    set_status(&server, &id, "running").await;
    server
        .sql("INSERT INTO tallies SELECT org, brand, id, 1, 2, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM sends")
        .await;
    let running = rows(&brand).await;
    let at = "2026-03-01T12:00:00.000Z";
    assert_eq!(
        running,
        [json!({
            "notificationId": running[0]["notificationId"], "type": "send", "status": "processing",
            "title": "Title of news", "subtitle": "1 of 2 recipients", "progressPercent": 50,
            "sendId": id, "createdAt": at, "updatedAt": at,
        })]
    );
    server
        .sql(
            "UPDATE sends SET status = 'paused', pause_reason = 'quota',
                error = '{\"code\":\"SEND_QUOTA_EXCEEDED\",\"message\":\"None are left.\"}'",
        )
        .await;
    let paused = rows(&brand).await;
    assert_eq!(paused[0]["status"], "processing");
    assert_eq!(paused[0]["subtitle"], "None are left.");
    set_status(&server, &id, "failed").await;
    assert_eq!(rows(&brand).await[0]["status"], "failed");
    set_status(&server, &id, "completed").await;
    assert_eq!(rows(&brand).await[0]["status"], "completed");
    set_status(&server, &id, "canceled").await;
    assert_eq!(rows(&brand).await, Vec::<Value>::new());
}
