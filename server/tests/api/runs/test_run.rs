//! Tests of automations: a draft is walked at once, and its mail goes to one inbox.

use postrider_mail::capture::{Captured, Letter};
use serde_json::{Value, json};

use super::{list, text};
use crate::support::{Answer, Brand, assert_problem};
use crate::walking::{ADA, Walk, line, steps, wait, with_trigger};

/// A draft of these nodes in a line.
pub async fn draft(brand: &Brand, nodes: Vec<Value>) -> Answer {
    let ids: Vec<&str> = nodes
        .iter()
        .map(|node| node["id"].as_str().unwrap())
        .collect();
    let connections = line(&ids);
    let body = json!({ "name": "Draft", "nodes": with_trigger(nodes), "connections": connections });
    brand.post("/v1/automations", body).await.expect(201)
}

pub async fn try_test(brand: &Brand, automation: &str, body: Value) -> Answer {
    let path = format!("/v1/automations/{automation}/test");
    brand.post(&path, body).await
}

/// Walks it for this address, and gives the run once it has ended.
pub async fn test(walk: &Walk, automation: &str, body: Value) -> Answer {
    let tested = try_test(&walk.brand, automation, body).await.expect(202);
    walk.ended(&text(&tested["automationRunId"])).await
}

/// What was mailed to an inbox, oldest first.
pub fn inbox(walk: &Walk) -> Vec<Letter> {
    let captured = Captured::open(&walk.server.folder().join("captured"));
    let mut entries = captured.list(Some(&walk.brand.brand_id), 100).unwrap();
    entries.reverse();
    entries
        .iter()
        .map(|entry| Letter::read(&captured.read(&entry.id).unwrap().unwrap().message))
        .collect()
}

#[tokio::test]
async fn a_draft_is_walked_at_once_and_mails_one_inbox() {
    let walk = Walk::begin().await;
    let nodes = vec![
        walk.send_email("first", "automation").await,
        wait("pause", 3, "weeks"),
        walk.send_email("second", "transactional").await,
    ];
    let made = draft(&walk.brand, nodes).await;
    let automation = text(&made["automationId"]);
    let body = json!({ "recipient": "Tester@Example.com", "payload": { "plan": "pro" } });
    let tested = try_test(&walk.brand, &automation, body).await.expect(202);
    assert_eq!(
        (&tested["status"], &tested["mode"]),
        (&json!("queued"), &json!("test"))
    );
    let run = walk.ended(&text(&tested["automationRunId"])).await;
    assert_eq!(
        (&run["status"], &run["mode"]),
        (&json!("completed"), &json!("test"))
    );
    assert_eq!(run["recipientEmail"], "tester@example.com");
    assert_eq!(
        steps(&run),
        [
            "start completed",
            "first completed",
            "pause completed",
            "second completed"
        ]
    );
    let mails = inbox(&walk);
    let seen: Vec<(&str, &str)> = mails
        .iter()
        .map(|mail| (mail.subject.as_str(), mail.to.as_str()))
        .collect();
    assert_eq!(
        seen,
        [
            ("[Test] Subject of first", "tester@example.com"),
            ("[Test] Subject of second", "tester@example.com")
        ]
    );
    assert!(mails[0].html.contains("first for pro"), "{}", mails[0].html);
    assert_eq!(
        walk.brand.get("/v1/contacts").await.expect(200)["data"],
        json!([])
    );
}

#[tokio::test]
async fn a_test_counts_nowhere_and_is_told_apart() {
    let walk = Walk::begin().await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = walk.publish(nodes, line(&["mail"])).await;
    let run = test(&walk, &automation, json!({ "recipient": ADA })).await;
    assert_eq!(run["status"], "completed");
    assert_eq!(walk.server.number("SELECT count(*) FROM steps").await, 0);
    assert_eq!(
        walk.brand.get("/v1/sends").await.expect(200)["data"],
        json!([])
    );
    let usage = walk.brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["emailSends"]["used"], 0);
    let id = text(&run["automationRunId"]);
    let feed = format!("/v1/analytics/events?automationRunId={id}&from=2026-03-01&to=2026-04-01");
    let events = walk.brand.get(&feed).await.expect(200);
    let told: Vec<(&Value, &Value)> = events["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| (&event["eventType"], &event["mode"]))
        .collect();
    let mode = json!("test");
    assert_eq!(
        told,
        [
            (&json!("run_completed"), &mode),
            (&json!("node_completed"), &mode),
            (&json!("delivered"), &mode),
            (&json!("run_started"), &mode)
        ]
    );
    let found = list(&walk.brand, &format!("automationId={automation}")).await;
    assert_eq!(found["data"][0]["mode"], "test");
}

/// Filters and tags see the contact with the address, and whoever asks for a test gets its mail.
#[tokio::test]
async fn the_contact_behind_the_address_is_seen_but_not_judged() {
    let walk = Walk::begin().await;
    let contact = json!({ "email": ADA, "firstName": "Ada", "subscribed": false });
    walk.brand.post("/v1/contacts", contact).await.expect(201);
    let filter = json!({ "id": "named", "type": "filter", "config": { "logicalOperator": "and",
        "filters": [{ "field": "contact.firstName", "operator": "equals", "value": "Ada" }] } });
    let nodes = vec![filter, walk.send_email("mail", "automation").await];
    let made = draft(&walk.brand, nodes).await;
    let automation = text(&made["automationId"]);
    let run = test(&walk, &automation, json!({ "recipient": ADA })).await;
    assert_eq!(
        steps(&run),
        ["start completed", "named completed", "mail completed"]
    );
    let run = test(
        &walk,
        &automation,
        json!({ "recipient": "nobody@example.com" }),
    )
    .await;
    assert_eq!(
        steps(&run),
        ["start completed", "named completed", "mail skipped"]
    );
    assert_eq!(run["status"], "completed");
    assert_eq!(inbox(&walk).len(), 1);
}

#[tokio::test]
async fn an_older_version_can_be_named() {
    let walk = Walk::begin().await;
    let nodes = vec![walk.send_email("old", "automation").await];
    let made = draft(&walk.brand, nodes).await;
    let automation = text(&made["automationId"]);
    let nodes = with_trigger(vec![walk.send_email("new", "automation").await]);
    let change = json!({ "nodes": nodes, "connections": line(&["new"]) });
    let path = format!("/v1/automations/{automation}");
    walk.brand.patch(&path, change).await.expect(200);
    let run = test(&walk, &automation, json!({ "recipient": ADA })).await;
    assert_eq!(steps(&run), ["start completed", "new completed"]);
    let old = json!({ "recipient": ADA, "automationVersionId": made["automationVersionId"] });
    let run = test(&walk, &automation, old).await;
    assert_eq!(steps(&run), ["start completed", "old completed"]);
    assert_eq!(run["automationVersionId"], made["automationVersionId"]);
}

#[tokio::test]
async fn what_is_wrong_is_said_before_anything_is_walked() {
    let walk = Walk::begin().await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let made = draft(&walk.brand, nodes.clone()).await;
    let automation = text(&made["automationId"]);
    let other = draft(&walk.brand, nodes).await;
    let wrong = [
        (json!({}), 400, "INVALID_REQUEST", "recipient"),
        (
            json!({ "recipient": "nobody" }),
            400,
            "INVALID_REQUEST",
            "recipient",
        ),
        (
            json!({ "recipient": ADA, "payload": [] }),
            400,
            "INVALID_REQUEST",
            "payload",
        ),
        (
            json!({ "recipient": ADA, "extra": 1 }),
            400,
            "INVALID_REQUEST",
            "extra",
        ),
        (
            json!({ "recipient": ADA, "payload": { "plan": 7 } }),
            400,
            "INVALID_PAYLOAD",
            "payload.plan",
        ),
        (
            json!({ "recipient": ADA, "automationVersionId": "unknown" }),
            404,
            "AUTOMATION_VERSION_NOT_FOUND",
            "automationVersionId",
        ),
        (
            json!({ "recipient": ADA, "automationVersionId": other["automationVersionId"] }),
            404,
            "AUTOMATION_VERSION_NOT_FOUND",
            "automationVersionId",
        ),
    ];
    for (body, status, code, param) in wrong {
        let answer = try_test(&walk.brand, &automation, body).await;
        assert_problem(&answer, status, code, Some(param));
    }
    let stranger = walk.server.brand().await;
    for (brand, automation) in [(&walk.brand, "unknown"), (&stranger, automation.as_str())] {
        let answer = try_test(brand, automation, json!({ "recipient": ADA })).await;
        assert_problem(&answer, 404, "AUTOMATION_NOT_FOUND", None);
    }
    assert_eq!(walk.server.number("SELECT count(*) FROM runs").await, 0);
    assert!(inbox(&walk).is_empty());
}
