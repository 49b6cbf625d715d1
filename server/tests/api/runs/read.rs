//! One run, with its log.

use serde_json::json;

use super::PATH;
use crate::support::assert_problem;
use crate::walking::{ADA, DAY, Walk, line, wait};

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a whole answer is long")]
async fn a_run_tells_where_it_stands_and_what_it_did() {
    let walk = Walk::begin().await;
    let mut mail = walk.send_email("mail", "automation").await;
    mail["label"] = json!("Say hello");
    let nodes = vec![
        mail,
        wait("pause", 1, "days"),
        walk.send_email("late", "automation").await,
    ];
    walk.publish(nodes, line(&["mail", "pause", "late"])).await;
    let run = walk.fire(json!({ "email": ADA })).await;
    let standing = walk.at(&run, "pause").await;
    insta::assert_json_snapshot!(standing.json, {
        ".automationRunId" => "[id]", ".automationId" => "[id]", ".automationVersionId" => "[id]",
        ".definitionHash" => "[hash]", ".triggerInstanceId" => "[id]", ".logs[].sendId" => "[as]"
    }, @r#"
    {
      "automationId": "[id]",
      "automationRunId": "[id]",
      "automationVersionId": "[id]",
      "createdAt": "2026-03-02T10:00:00.000Z",
      "currentNodeId": "pause",
      "definitionHash": "[hash]",
      "logs": [
        {
          "completedAt": "2026-03-02T10:00:00.000Z",
          "durationMs": 0,
          "label": "start",
          "nodeId": "start",
          "nodeType": "trigger",
          "orderIndex": 0,
          "startedAt": "2026-03-02T10:00:00.000Z",
          "status": "completed"
        },
        {
          "completedAt": "2026-03-02T10:00:00.000Z",
          "durationMs": 0,
          "label": "Say hello",
          "nodeId": "mail",
          "nodeType": "sendEmail",
          "orderIndex": 1,
          "sendId": "[as]",
          "startedAt": "2026-03-02T10:00:00.000Z",
          "status": "completed"
        },
        {
          "label": "pause",
          "nodeId": "pause",
          "nodeType": "wait",
          "orderIndex": 2,
          "startedAt": "2026-03-02T10:00:00.000Z",
          "status": "running"
        }
      ],
      "mode": "live",
      "recipientEmail": "ada@example.com",
      "startedAt": "2026-03-02T10:00:00.000Z",
      "status": "running",
      "triggerEventId": "signed-up",
      "triggerInstanceId": "[id]",
      "wakeAt": "2026-03-03T10:00:00.000Z"
    }
    "#);
    assert_eq!(standing["definitionHash"].as_str().unwrap().len(), 64);
    walk.server.clock.advance(DAY);
    let ended = walk.ended(&run).await;
    assert_eq!(ended["status"], "completed");
    assert_eq!(
        (ended.json.get("currentNodeId"), ended.json.get("wakeAt")),
        (None, None)
    );
    let pause = &ended["logs"][2];
    assert_eq!(
        (&pause["status"], &pause["durationMs"]),
        (&json!("completed"), &json!(86_400_000))
    );
    let lean = walk.brand.get(&format!("{PATH}/{run}")).await.expect(200);
    assert_eq!(lean.json.get("logs"), None);
}

#[tokio::test]
async fn a_run_that_is_not_there_is_not_found() {
    let walk = Walk::begin().await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    walk.publish(nodes, line(&["mail"])).await;
    let run = walk.fire(json!({ "email": ADA })).await;
    let stranger = walk.server.brand().await;
    let unknown = "a".repeat(32);
    for (brand, run) in [(&walk.brand, unknown.as_str()), (&stranger, run.as_str())] {
        let path = format!("{PATH}/{run}");
        for answer in [
            brand.get(&path).await,
            brand.get(&format!("{path}?include=logs")).await,
            brand.post(&format!("{path}/cancel"), json!({})).await,
        ] {
            assert_problem(&answer, 404, "AUTOMATION_RUN_NOT_FOUND", None);
        }
    }
    assert_eq!(walk.ended(&run).await["status"], "completed");
}
