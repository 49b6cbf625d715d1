//! What is asked wrongly, and who may not ask.

use serde_json::json;

use super::PATH;
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn queries_are_checked_and_the_key_is_named() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (query, param) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=x", "limit"),
        ("cursor=forged", "cursor"),
        ("status=sending", "status"),
        ("status=cancelled", "status"),
        ("status=pending", "status"),
        ("status=unknown", "status"),
        ("from=yesterday", "from"),
        ("to=2026-13-01", "to"),
        ("emailId=x", "emailId"),
        ("sendId=x", "sendId"),
        ("audienceId=x", "audienceId"),
        ("automation_id=x", "automation_id"),
        ("include=logs", "include"),
    ] {
        let answer = brand.get(&format!("{PATH}?{query}")).await;
        assert_problem(&answer, 400, "INVALID_REQUEST", Some(param));
    }
    let answer = brand.get(&format!("{PATH}/x?include=events")).await;
    assert_problem(&answer, 400, "INVALID_REQUEST", Some("include[0]"));
    // No text of either database holds this.
    for path in [
        format!("{PATH}?automationId=%00"),
        format!("{PATH}?triggerEventId=%00"),
        format!("{PATH}?automationRunId=a%00b"),
    ] {
        let status = brand.get(&path).await.status;
        assert!(status == 200 || status == 400, "{path}: {status}");
    }
}

#[tokio::test]
async fn runs_belong_to_the_scope_of_automations() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let other = brand.key("contacts,emails,sends,domains,audiences").await;
    for answer in [
        other.get(PATH).await,
        other.get(&format!("{PATH}/x")).await,
        other.post(&format!("{PATH}/x/cancel"), json!({})).await,
        other
            .post("/v1/automations/x/test", json!({ "recipient": "a@b.co" }))
            .await,
    ] {
        assert_problem(
            &answer,
            403,
            "INSUFFICIENT_PERMISSIONS",
            Some("automations"),
        );
    }
    let key = brand.key("automations").await;
    key.get(PATH).await.expect(200);
    let answer = server.nobody().get(PATH).await;
    assert_problem(&answer, 401, "AUTHENTICATION_REQUIRED", None);
}
