//! How long what somebody has dismissed is silent.

use std::time::Duration;

use serde_json::json;

use super::{DAY, look, of_category, sent};
use crate::emails::{design, draft};
use crate::support::{Brand, TestServer};

/// A brand of whose mail people complain, the number of its design, and where the finding is.
async fn complained() -> (TestServer, Brand, i64, String) {
    let server = TestServer::with()
        .clock_at("2026-03-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let email = design(&server, &brand, draft("a")).await.id;
    sent(&server, &brand, email, 50).await;
    look(&server, &brand, Duration::from_mins(11)).await;
    let found = of_category(&brand, "deliverability").await;
    let path = format!("/v1/insights/{}", found[0]["insightId"].as_str().unwrap());
    (server, brand, email, path)
}

async fn dismiss(brand: &Brand, path: &str) {
    let dismissed = brand.patch(path, json!({ "state": "dismissed" })).await;
    assert_eq!(dismissed.expect(200)["state"], "dismissed");
}

async fn state(brand: &Brand, path: &str) -> String {
    let found = brand.get(path).await.expect(200);
    found["state"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_dismissed_finding_comes_back_after_30_days() {
    let (server, brand, email, path) = complained().await;
    dismiss(&brand, &path).await;
    look(&server, &brand, DAY * 20).await;
    sent(&server, &brand, email, 50).await;
    look(&server, &brand, DAY * 9).await;
    assert_eq!(state(&brand, &path).await, "dismissed");
    look(&server, &brand, DAY * 2).await;
    assert_eq!(state(&brand, &path).await, "active");
}

#[tokio::test]
async fn one_that_is_dismissed_once_more_is_silent_for_30_days_from_then() {
    let (server, brand, email, path) = complained().await;
    dismiss(&brand, &path).await;
    look(&server, &brand, DAY * 20).await;
    dismiss(&brand, &path).await;
    sent(&server, &brand, email, 50).await;
    look(&server, &brand, DAY * 12).await;
    assert_eq!(state(&brand, &path).await, "dismissed");
    sent(&server, &brand, email, 50).await;
    look(&server, &brand, DAY * 17).await;
    assert_eq!(state(&brand, &path).await, "dismissed");
    look(&server, &brand, DAY * 2).await;
    assert_eq!(state(&brand, &path).await, "active");
}
