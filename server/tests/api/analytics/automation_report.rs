//! What automations did, in numbers.

use postrider_domain::time::parse_iso;
use serde_json::{Value, json};

use super::OVERVIEW;
use crate::sends::automated::{Automated, HELLO, TIPS};
use crate::support::assert_problem;

/// One hour of one send, at one provider.
async fn counted(automated: &Automated, send: i64, hour: &str, delivered: i64) {
    let hour = parse_iso(hour).unwrap();
    automated
        .sql(&format!(
            "INSERT INTO hours (org, brand, hour, send, provider, process, accepted, delivered, bounced, failed,
                in_doubt, opened, clicked, complained, unsubscribed, machine_opens, machine_clicks)
            VALUES ({{key}}, {hour}, {send}, 0, 1, {delivered}, {delivered}, 1, 0, 0, 2, 1, 0, 1, 0, 0)"
        ))
        .await;
}

async fn steps(automated: &Automated, automation: i64, node: &str, hour: &str, counts: [i64; 4]) {
    let hour = parse_iso(hour).unwrap();
    let counts = counts.map(|count| count.to_string()).join(", ");
    automated
        .sql(&format!(
            "INSERT INTO steps (org, brand, automation, audience_run, node, hour, process, entered, completed, failed,
                skipped)
            VALUES ({{key}}, {automation}, 0, '{node}', {hour}, 1, {counts})"
        ))
        .await;
}

async fn reported() -> Automated {
    let automated = Automated::start().await;
    counted(&automated, HELLO, "2026-03-01T10:00:00Z", 4).await;
    counted(&automated, HELLO, "2026-01-01T10:00:00Z", 100).await;
    counted(&automated, TIPS, "2026-03-01T11:00:00Z", 6).await;
    steps(&automated, 101, "", "2026-03-01T10:00:00Z", [9, 5, 2, 1]).await;
    steps(&automated, 101, "", "2026-03-01T11:00:00Z", [1, 0, 0, 0]).await;
    steps(&automated, 101, "", "2026-01-01T11:00:00Z", [50, 50, 0, 0]).await;
    steps(
        &automated,
        101,
        "hello",
        "2026-03-01T10:00:00Z",
        [9, 8, 1, 3],
    )
    .await;
    automated
}

#[tokio::test]
async fn an_overview_is_of_one_automation() {
    let automated = reported().await;
    for (query, total) in [
        ("automationId=welcome", 10),
        ("automationId=welcome&emailId=tips", 6),
        ("automationId=welcome&emailId=hello", 4),
        ("automationId=welcome&from=2025-12-01", 110),
        ("automationId=goodbye", 0),
        ("emailId=hello", 4),
    ] {
        let path = format!("{OVERVIEW}?{query}");
        let overview = automated.brand.get(&path).await.expect(200);
        assert_eq!(overview["totals"]["delivered"], total, "{query}");
    }
}

const REPORT: &str = "/v1/analytics/automations";

#[tokio::test]
async fn each_automation_is_told_node_by_node() {
    let automated = reported().await;
    let report = automated.brand.get(REPORT).await.expect(200);
    let data = report["data"].as_array().unwrap();
    assert_eq!(data.len(), 2);
    let (goodbye, welcome) = (&data[0], &data[1]);
    assert_eq!(
        (
            &goodbye["automationId"],
            &goodbye["runs"],
            &goodbye["rates"]["open"]
        ),
        (&json!("goodbye"), &json!(0), &Value::Null)
    );
    let whole = json!({
        "automationId": "welcome", "name": "Welcome", "published": true, "runs": 10, "completed": 5, "failed": 2,
        "canceled": 1, "sent": 10, "delivered": 10, "opened": 4, "clicked": 2, "unsubscribed": 2,
        "rates": { "delivery": 10.0 / 12.0, "open": 0.4, "click": 0.2, "clickToOpen": 0.5, "bounce": 2.0 / 12.0,
            "complaint": 0.0, "unsubscribe": 0.2 },
    });
    for (key, value) in whole.as_object().unwrap() {
        assert_eq!(welcome[key], *value, "{key}");
        if key != "automationId" && key != "name" && key != "published" {
            assert_eq!(report["totals"][key], *value, "{key}");
        }
    }
    let nodes = welcome["nodes"].as_array().unwrap();
    let told = |node: &Value| {
        [
            "nodeId",
            "type",
            "label",
            "entered",
            "completed",
            "failed",
            "skipped",
            "sent",
            "delivered",
            "opened",
        ]
        .map(|key| node[key].clone())
    };
    assert_eq!(
        nodes
            .iter()
            .map(|node| json!(told(node)))
            .collect::<Vec<_>>(),
        [
            json!(["start", "trigger", null, 10, 10, 0, 0, 0, 0, 0]),
            json!(["hello", "sendEmail", "Say hello", 9, 8, 1, 3, 4, 4, 2]),
            json!(["rest", "wait", null, 0, 0, 0, 0, 0, 0, 0]),
            json!(["tips", "sendEmail", null, 0, 0, 0, 0, 6, 6, 2]),
        ]
    );
    assert_eq!(nodes[1]["rates"]["open"], 0.5);
    assert_eq!(
        report["range"],
        json!({ "from": "2026-01-30T12:00:00.001Z", "to": "2026-03-01T12:00:00.001Z" })
    );
}

#[tokio::test]
async fn a_report_is_narrowed_and_tells_what_versions_had() {
    let automated = reported().await;
    let brand = &automated.brand;
    let one = brand
        .get(&format!(
            "{REPORT}?automationId=welcome&from=2026-03-01T11:00:00Z"
        ))
        .await
        .expect(200);
    assert_eq!(one["data"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&one["totals"]["runs"], &one["totals"]["sent"]),
        (&json!(1), &json!(6))
    );
    // A newer version without the node: what happened there is still told, behind the others.
    let graph = json!({ "nodes": [{ "id": "other", "type": "wait", "config": { "duration": 1, "unit": "days" } }],
        "connections": [] });
    automated
        .sql(&format!(
            "INSERT INTO automation_versions (org, brand, id, public_id, automation, version, graph, hash, uses,
                created_at)
            VALUES ({{key}}, 999, 'newer', 101, 2, '{graph}', '', '{{}}', 1)"
        ))
        .await;
    automated
        .server
        .sql("UPDATE automations SET head = 999, live = 999 WHERE public_id = 'welcome'")
        .await;
    let changed = brand
        .get(&format!("{REPORT}?automationId=welcome"))
        .await
        .expect(200);
    let nodes = changed["data"][0]["nodes"].as_array().unwrap();
    let ids: Vec<&str> = nodes
        .iter()
        .map(|node| node["nodeId"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["other", "start", "hello", "rest", "tips"]);
    // A deleted one is told while something happened.
    automated
        .server
        .sql("UPDATE automations SET deleted_at = 1, published = FALSE")
        .await;
    let left = brand.get(REPORT).await.expect(200);
    let ids = left["data"].as_array().unwrap();
    assert_eq!(
        ids.iter()
            .map(|row| &row["automationId"])
            .collect::<Vec<_>>(),
        ["welcome"]
    );
    let other = brand.org.brand().await;
    let none = other.get(REPORT).await.expect(200);
    assert_eq!(
        (&none["data"], &none["totals"]["runs"]),
        (&json!([]), &json!(0))
    );
}

#[tokio::test]
async fn a_report_refuses_what_does_not_fit() {
    let automated = Automated::start().await;
    let brand = &automated.brand;
    for (query, status, code, param) in [
        (
            "automationId=none",
            404,
            "AUTOMATION_NOT_FOUND",
            "automationId",
        ),
        ("from=no", 400, "INVALID_REQUEST", "from"),
        (
            "from=2026-01-02&to=2026-01-01",
            400,
            "INVALID_REQUEST",
            "to",
        ),
        ("from=2024-01-01", 400, "INVALID_REQUEST", "from"),
        ("sendId=x", 400, "INVALID_REQUEST", "sendId"),
        ("granularity=day", 400, "INVALID_REQUEST", "granularity"),
        ("limit=1", 400, "INVALID_REQUEST", "limit"),
    ] {
        let answer = brand.get(&format!("{REPORT}?{query}")).await;
        assert_problem(&answer, status, code, Some(param));
    }
    let wrong = brand.key("emails").await;
    let answer = wrong.get(REPORT).await;
    assert_problem(
        &answer,
        403,
        "INSUFFICIENT_PERMISSIONS",
        Some("automations"),
    );
    let right = brand.key("automations").await;
    right.get(REPORT).await.expect(200);
}
