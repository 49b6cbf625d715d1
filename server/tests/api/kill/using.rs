//! A template or a flow is used, and the process killed in the middle: all of it is there or nothing, and the same key gives
//! the whole.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::child::Doomed;
use crate::support::{Answer, Brand, Caller, TestServer};

/// Longer than the lease of a claim.
const LEASE: Duration = Duration::from_mins(3);
/// Where all that a use writes stands.
const TABLES: [&str; 7] = [
    "emails",
    "email_versions",
    "email_groups",
    "triggers",
    "fields",
    "automations",
    "automation_versions",
];

async fn rows(server: &TestServer) -> BTreeMap<&'static str, i64> {
    let mut rows = BTreeMap::new();
    for table in TABLES {
        let count = format!("SELECT count(*) FROM {table}");
        rows.insert(table, server.number(&count).await);
    }
    rows
}

/// What one use adds.
fn added(
    before: &BTreeMap<&'static str, i64>,
    after: &BTreeMap<&'static str, i64>,
) -> Vec<(&'static str, i64)> {
    let added = after
        .iter()
        .map(|(table, count)| (*table, count - before[table]));
    added.filter(|(_, more)| *more != 0).collect()
}

async fn use_once(caller: &Caller, path: &str) -> Answer {
    caller.post_once("k", path, json!({})).await
}

/// Dies at `point` of the use; gives what was there before, and the server and the caller afterwards.
async fn killed(
    path: &str,
    point: &str,
) -> (BTreeMap<&'static str, i64>, TestServer, Caller, Brand) {
    let mut server = TestServer::with().clock_stopped().start().await;
    let brand = server.brand().await;
    let before = rows(&server).await;
    server.stop().await;
    let doomed = Doomed::start(&server, point).await;
    let mut caller = (*brand).clone();
    caller.url.clone_from(&doomed.url);
    let request = caller.request("POST", path).header("Idempotency-Key", "k");
    let sent = request.json(&json!({})).try_send().await;
    assert!(sent.is_err(), "the process died before it answered");
    doomed.died().await;
    server.restart().await;
    let caller = server.again(&brand);
    (before, server, caller, brand)
}

/// What is made can be read, down to the last design.
async fn assert_whole(caller: &Caller, made: &Value) {
    let emails = made["emails"].as_array().cloned();
    for email in emails.unwrap_or_else(|| vec![made.clone()]) {
        let id = email["emailId"].as_str().unwrap();
        let read = caller.get(&format!("/v1/emails/{id}?include=html")).await;
        assert!(
            read.expect(200)["html"]
                .as_str()
                .unwrap()
                .contains("</html>")
        );
    }
    if let Some(id) = made["automationId"].as_str() {
        let path = format!("/v1/automations/{id}?include=graph");
        let automation = caller.get(&path).await.expect(200);
        assert_eq!(automation["triggerEventId"], made["triggerEventId"]);
    }
}

async fn leaves_all_or_nothing(path: &str, whole: &[(&'static str, i64)]) {
    for point in ["outside.begun", "outside.worked", "outside.settled"] {
        let (before, server, caller, _brand) = killed(path, point).await;
        assert_eq!(rows(&server).await, before, "{point}");
        server.clock.advance(LEASE);
        let made = use_once(&caller, path).await.expect(201);
        assert_eq!(made.header("idempotent-replayed"), None, "{point}");
        assert_eq!(added(&before, &rows(&server).await), whole, "{point}");
        assert_whole(&caller, &made.json).await;
        let again = use_once(&caller, path).await.expect(201);
        assert_eq!(again.json, made.json, "{point}");
        assert_eq!(added(&before, &rows(&server).await), whole, "{point}");
    }
    let (before, server, caller, _brand) = killed(path, "outside.finished").await;
    assert_eq!(added(&before, &rows(&server).await), whole);
    let made = use_once(&caller, path).await.expect(201);
    assert_eq!(made.header("idempotent-replayed"), Some("true"));
    assert_whole(&caller, &made.json).await;
    assert_eq!(added(&before, &rows(&server).await), whole);
}

#[tokio::test]
async fn a_template_is_used_wholly_or_not_at_all() {
    let template = postrider_content::catalog::template_named("welcome/letter").unwrap();
    let path = format!("/v1/templates/{}/use", template.email_id);
    leaves_all_or_nothing(&path, &[("email_versions", 1), ("emails", 1)]).await;
}

#[tokio::test]
async fn a_flow_is_used_wholly_or_not_at_all() {
    let whole = [
        ("automation_versions", 1),
        ("automations", 1),
        ("email_groups", 1),
        ("email_versions", 3),
        ("emails", 3),
        ("fields", 1),
        ("triggers", 1),
    ];
    leaves_all_or_nothing("/v1/flows/win-back/use", &whole).await;
}
