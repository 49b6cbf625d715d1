//! What is not launched, and why.

use serde_json::{Value, json};

use super::{crowd, manual, on_plan, try_launch};
use crate::support::{Brand, TestServer, assert_problem};
use crate::walking::{Walk, line, wait, with_trigger};

#[tokio::test]
async fn ids_that_are_not_there_come_before_what_is_wrong() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 1, "pro").await;
    let stranger = walk.server.brand().await;
    let foreign = on_plan_of_stranger(&stranger).await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, None, nodes.clone()).await;
    let body =
        json!({ "name": "By event", "nodes": with_trigger(nodes), "connections": line(&["mail"]) });
    let by_event = brand.post("/v1/automations", body).await.expect(201);
    let by_event = by_event["automationId"].as_str().unwrap();
    let all = json!({ "audienceId": "all" });
    let refused = (404, "AUTOMATION_NOT_FOUND", None);
    refuses(brand, &"u".repeat(21), &all, refused).await;
    refuses(&stranger, &automation, &all, refused).await;
    let nobody = "a".repeat(32);
    let refused = (404, "AUDIENCE_NOT_FOUND", Some("audienceId"));
    for (automation, audience) in [
        (automation.as_str(), &nobody),
        (&automation, &foreign),
        (by_event, &nobody),
    ] {
        refuses(
            brand,
            automation,
            &json!({ "audienceId": audience }),
            refused,
        )
        .await;
    }
    let refused = (422, "AUTOMATION_NOT_MANUAL", None);
    refuses(brand, by_event, &json!({}), refused).await;
}

#[tokio::test]
async fn wrong_bodies_are_refused_at_their_place() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 1, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, None, nodes).await;
    for (body, param) in [
        (json!({}), "audienceId"),
        (json!({ "audienceID": "all" }), "audienceID"),
        (
            json!({ "scheduledAt": "2026-03-02T10:00:00Z" }),
            "scheduledAt",
        ),
        (json!({ "scheduledAt": "soon" }), "scheduledAt"),
        (json!({ "dryRun": "yes" }), "dryRun"),
    ] {
        let refused = (400, "INVALID_REQUEST", Some(param));
        refuses(brand, &automation, &body, refused).await;
    }
}

#[tokio::test]
async fn an_audience_brings_no_payload_that_a_condition_could_look_at() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 1, "pro").await;
    let filter = json!({ "id": "filter", "type": "filter", "config": { "logicalOperator": "and", "filters": [
        { "field": "contact.plan", "operator": "equals", "value": "pro" },
        { "field": "payload.plan", "operator": "equals", "value": "pro" }
    ] } });
    let until = json!({ "id": "until", "type": "wait", "config": { "until": { "field": "payload.ends" } } });
    let all = json!({ "audienceId": "all" });
    for (node, place) in [(filter, "filters[1].field"), (until, "until.field")] {
        let mail = walk.send_email(&format!("to-{place}"), "automation").await;
        let automation = manual(brand, None, vec![node, mail]).await;
        let param = format!("nodes[1].config.{place}");
        let refused = (422, "PUBLISH_VALIDATION_FAILED", Some(param.as_str()));
        refuses(brand, &automation, &all, refused).await;
    }
}

/// With and without a dry run.
async fn refuses(
    brand: &Brand,
    automation: &str,
    body: &Value,
    (status, code, param): (u16, &str, Option<&str>),
) {
    let answer = try_launch(brand, automation, body.clone()).await;
    assert_problem(&answer, status, code, param);
    let mut dry = body.clone();
    if dry["dryRun"].is_null() {
        dry["dryRun"] = json!(true);
    }
    let answer = try_launch(brand, automation, dry).await;
    assert_problem(&answer, status, code, param);
}

async fn on_plan_of_stranger(stranger: &Brand) -> String {
    crowd(stranger, 1, "pro").await;
    on_plan(stranger, "pro").await
}

#[tokio::test]
async fn what_could_not_be_published_is_not_launched_either() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 1, "pro").await;
    let automation = manual(brand, Some("all"), vec![wait("pause", 1, "days")]).await;
    for body in [json!({}), json!({ "dryRun": true })] {
        let answer = try_launch(brand, &automation, body).await;
        assert_problem(&answer, 422, "PUBLISH_VALIDATION_FAILED", None);
        let blockers = answer["error"]["details"]["blockers"].as_array().unwrap();
        assert_eq!(blockers.len(), 1, "{blockers:?}");
    }
    let draft = json!({ "id": "mail", "type": "sendEmail", "config": {} });
    let automation = manual(brand, Some("all"), vec![draft]).await;
    let answer = try_launch(brand, &automation, json!({})).await;
    assert_problem(&answer, 422, "PUBLISH_VALIDATION_FAILED", None);
    let blockers = answer["error"]["details"]["blockers"].as_array().unwrap();
    assert!(
        blockers.iter().all(|blocker| blocker["nodeId"] == "mail"),
        "{blockers:?}"
    );
}

#[tokio::test]
async fn nobody_to_mail_and_too_little_allowance_are_said_at_once() {
    let builder = TestServer::with().plan("tiny", None, Some(2));
    let server = builder.clock_at(crate::walking::NOW).start().await;
    let brand = server.org_on("tiny").await.brand().await;
    let walk = Walk::of(server, brand).await;
    let brand = &walk.brand;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, Some("all"), nodes).await;
    let answer = try_launch(brand, &automation, json!({})).await;
    assert_problem(&answer, 422, "NO_ELIGIBLE_RECIPIENTS", None);
    let none: Value = json!({ "unsubscribed": 0, "invalid": 0, "suppressed": 0, "duplicate": 0 });
    assert_eq!(answer["error"]["details"]["exclusions"], none);
    crowd(brand, 3, "pro").await;
    let answer = try_launch(brand, &automation, json!({})).await;
    assert_problem(&answer, 402, "SEND_QUOTA_EXCEEDED", None);
    assert_eq!(answer["error"]["details"]["recipientCount"], 3);
    let list = brand.get(super::PATH).await.expect(200);
    assert_eq!(list["data"], json!([]));
    let dry = try_launch(brand, &automation, json!({ "dryRun": true })).await;
    assert_eq!(dry.expect(200)["recipientCount"], 3);
}
