//! What keeps an automation from being published.

use postrider_domain::designs::design::{EmailStatus, EmailType};
use serde_json::{Value, json};

use super::{Rig, branch, wait, way};
use crate::support::{Answer, assert_problem};

/// Tries to publish a graph; gives the blockers, of which there are some.
async fn blocked(rig: &Rig, body: Value) -> Vec<Value> {
    let id = rig.make(body).await;
    let before = rig.read(&id).await;
    let answer = rig.patch(&id, json!({ "published": true })).await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert_eq!(answer.code(), "PUBLISH_VALIDATION_FAILED");
    let blockers = blockers_of(&answer);
    assert_eq!(answer["error"].get("param"), blockers[0].get("param"));
    assert_eq!(rig.read(&id).await, before);
    blockers
}

fn blockers_of(answer: &Answer) -> Vec<Value> {
    let blockers = answer["error"]["details"]["blockers"].as_array().unwrap();
    for blocker in blockers {
        assert_eq!(blocker["severity"], "error", "{blocker}");
        assert!(!blocker["message"].as_str().unwrap().is_empty());
    }
    blockers.clone()
}

/// There is just one, about this node and with these words.
#[track_caller]
fn is_only(blockers: &[Value], node: Option<&str>, words: &str) {
    let [blocker] = blockers else {
        panic!("{blockers:?}");
    };
    assert_eq!(
        blocker.get("nodeId").and_then(Value::as_str),
        node,
        "{blocker}"
    );
    assert!(
        blocker["message"].as_str().unwrap().contains(words),
        "{blocker}"
    );
}

#[tokio::test]
async fn something_is_sent() {
    let rig = Rig::start().await;
    let found = blocked(&rig, Rig::graph(vec![wait("w")], vec![way("start", "w")])).await;
    is_only(&found, None, "no `sendEmail` node");
}

#[tokio::test]
async fn a_mail_has_all_it_needs() {
    let rig = Rig::start().await;
    for key in ["emailId", "emailVersionId", "domainId", "subject"] {
        let mut body = rig.whole();
        body["nodes"][1]["label"] = json!("Hello");
        let config = body["nodes"][1]["config"].as_object_mut().unwrap();
        config.remove(key);
        let found = blocked(&rig, body).await;
        is_only(&found, Some("mail"), &format!("`{key}`"));
        assert_eq!(found[0]["nodeLabel"], "Hello");
    }
}

#[tokio::test]
async fn a_mail_has_an_inbox_preview() {
    let rig = Rig::start().await;
    let mut body = rig.whole();
    let config = body["nodes"][1]["config"].as_object_mut().unwrap();
    config.remove("previewText");
    let found = blocked(&rig, body.clone()).await;
    is_only(&found, Some("mail"), "preview text");
    let design = json!({ "previewText": "Of the design" });
    rig.brand
        .patch("/v1/emails/welcome", design)
        .await
        .expect(200);
    rig.published(body).await;
}

#[tokio::test]
async fn a_design_that_is_not_ready_waits() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    let status =
        |status: &str| format!("UPDATE emails SET status = '{status}' WHERE public_id = 'welcome'");
    for word in [EmailStatus::Generating, EmailStatus::Failed] {
        rig.server.sql(&status(word.as_str())).await;
        let answer = rig.patch(&id, json!({ "published": true })).await;
        assert_problem(&answer, 422, "PUBLISH_VALIDATION_FAILED", None);
        is_only(&blockers_of(&answer), Some("mail"), "not ready");
    }
    rig.server.sql(&status("ready")).await;
    rig.patch(&id, json!({ "published": true }))
        .await
        .expect(200);
}

#[tokio::test]
async fn what_was_named_may_have_gone() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    rig.brand.delete("/v1/emails/welcome").await.expect(200);
    let answer = rig.patch(&id, json!({ "published": true })).await;
    assert_problem(&answer, 422, "PUBLISH_VALIDATION_FAILED", None);
    is_only(&blockers_of(&answer), Some("mail"), "no design `welcome`");
}

#[tokio::test]
async fn a_domain_may_be_ready_no_more() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    rig.server.sql("UPDATE domains SET status = 'failed'").await;
    let answer = rig.patch(&id, json!({ "published": true })).await;
    assert_problem(&answer, 422, "PUBLISH_VALIDATION_FAILED", None);
    is_only(&blockers_of(&answer), Some("mail"), "not verified");
}

#[tokio::test]
async fn every_node_is_reached() {
    let rig = Rig::start().await;
    let nodes = vec![rig.mail("mail"), wait("island")];
    let found = blocked(&rig, Rig::graph(nodes, vec![way("start", "mail")])).await;
    is_only(&found, Some("island"), "Nothing leads");
}

#[tokio::test]
async fn a_trigger_is_bound() {
    let rig = Rig::start().await;
    let mut body = rig.whole();
    body["nodes"][0]["config"] = json!({ "mode": "event" });
    let found = blocked(&rig, body).await;
    is_only(&found, Some("start"), "No trigger is bound");
}

#[tokio::test]
async fn nothing_leads_in_a_circle() {
    let rig = Rig::start().await;
    let nodes = vec![rig.mail("mail"), wait("a"), wait("b")];
    let ways = vec![
        way("start", "a"),
        way("a", "b"),
        way("b", "mail"),
        way("mail", "a"),
    ];
    let found = blocked(&rig, Rig::graph(nodes, ways)).await;
    is_only(&found, None, "circle through `mail`, `a`, `b`");
}

#[tokio::test]
async fn every_branch_leads_somewhere() {
    let rig = Rig::start().await;
    let opened = json!({ "id": "opened", "type": "filter", "config": { "engagement": {
        "nodeId": "mail", "event": "opened", "within": { "duration": 2, "unit": "days" } } } });
    let split = json!({ "id": "split", "type": "split", "config": { "mode": "condition",
        "branches": [{ "id": "pro", "logicalOperator": "and", "filters": [
            { "field": "payload.plan", "operator": "equals", "value": "pro" }] }],
        "elseBranch": "rest" } });
    let nodes = vec![rig.mail("mail"), opened, split, wait("w")];
    let mut ways = vec![
        way("start", "mail"),
        way("mail", "opened"),
        branch("opened", "engaged", "split"),
        branch("split", "pro", "w"),
    ];
    let found = blocked(&rig, Rig::graph(nodes.clone(), ways.clone())).await;
    let told: Vec<_> = found.iter().map(|blocker| &blocker["message"]).collect();
    assert_eq!(found.len(), 2, "{told:?}");
    is_only(&found[..1], Some("opened"), "`notEngaged`");
    is_only(&found[1..], Some("split"), "`rest`");
    ways.extend([
        branch("opened", "notEngaged", "w"),
        branch("split", "rest", "w"),
    ]);
    rig.published(Rig::graph(nodes, ways)).await;
}

#[tokio::test]
async fn merge_tags_have_something_behind_them() {
    let rig = Rig::start().await;
    let tag = |name: &str, fallback: bool| json!({ "name": name, "fallback": fallback });
    let tags = json!([
        tag("nobody", false),
        tag("somebody", true),
        tag("plan", false),
        tag("firstName", false),
        tag("unsubscribeUrl", false),
        tag("favourite", false),
    ]);
    rig.design("tagged", EmailType::Automation, tags).await;
    let field = json!({ "fieldName": "favourite", "fieldType": "string" });
    rig.brand.post("/v1/fields", field).await.expect(201);
    let mut body = rig.whole();
    let config = &mut body["nodes"][1]["config"];
    (config["emailId"], config["emailVersionId"]) = (json!("tagged"), json!("tagged-1"));
    config["subject"] = json!("Hello {{ nickname }}, {{ cart }}");
    let found = blocked(&rig, body).await;
    let told: Vec<_> = found
        .iter()
        .map(|one| one["message"].as_str().unwrap())
        .collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].contains("{{ nobody }}") && told[1].contains("{{ nickname }}"),
        "{told:?}"
    );
    assert!(found.iter().all(|blocker| blocker["nodeId"] == "mail"));
}

#[tokio::test]
async fn conditions_and_waits_look_at_declared_fields() {
    let rig = Rig::start().await;
    let on = |field: &str, operator: &str, value: Value| {
        json!({ "id": "x", "type": "filter", "config": { "logicalOperator": "and", "filters": [
            { "field": field, "operator": operator, "value": value }] } })
    };
    let until = |field: &str| json!({ "id": "x", "type": "wait", "config": { "until": { "field": field } } });
    let split = json!({ "id": "x", "type": "split", "config": { "mode": "condition",
        "branches": [{ "id": "yes", "logicalOperator": "or", "filters": [
            { "field": "contact.customFields.level", "operator": "exists" }] }],
        "elseBranch": "no" } });
    let body = |node: Value| {
        let ways = match node["type"].as_str().unwrap() {
            "split" => vec![branch("x", "yes", "mail"), branch("x", "no", "mail")],
            _ => vec![way("x", "mail")],
        };
        let ways = [vec![way("start", "x")], ways].concat();
        Rig::graph(vec![node, rig.mail("mail")], ways)
    };
    for (node, words) in [
        (on("payload.price", "gt", json!(3)), "payload.price"),
        (on("payload.plan", "gt", json!(3)), "does not fit"),
        (on("payload.plan.name", "equals", json!("x")), "no parts"),
        (
            on("contact.customFields.level", "equals", json!("x")),
            "contact.customFields.level",
        ),
        (split, "contact.customFields.level"),
        (until("payload.ends"), "payload.ends"),
    ] {
        is_only(&blocked(&rig, body(node)).await, Some("x"), words);
    }
    for node in [
        on("payload.plan", "equals", json!("pro")),
        on("payload.cart.total", "gt", json!(10)),
        on("contact.firstName", "equals", json!("Ada")),
        on("engagement.opens", "gte", json!(1)),
        until("payload.trialEnds"),
    ] {
        rig.published(body(node)).await;
    }
}

#[tokio::test]
async fn a_wrong_condition_is_named_with_its_index() {
    let rig = Rig::start().await;
    let good = json!({ "field": "contact.email", "operator": "exists" });
    let wrong = json!({ "field": "contact.subscribed", "operator": "equals", "value": "yes" });
    let nested = json!({ "logicalOperator": "or", "filters": [good, wrong] });
    let filter = |id: &str, filters: Value| json!({ "id": id, "type": "filter", "config": { "logicalOperator": "and", "filters": filters } });
    let split = json!({ "id": "x", "type": "split", "config": { "mode": "condition", "elseBranch": "no",
        "branches": [{ "id": "yes", "logicalOperator": "or", "filters": [good, wrong] }] } });
    for (node, place) in [
        (filter("x", json!([wrong])), "filters[0].value"),
        (
            filter("x", json!([good, nested])),
            "filters[1].filters[1].value",
        ),
        (split, "branches[0].filters[1].value"),
    ] {
        let ways = match node["type"].as_str().unwrap() {
            "split" => vec![branch("x", "yes", "mail"), branch("x", "no", "mail")],
            _ => vec![way("x", "mail")],
        };
        let ways = [vec![way("start", "x")], ways].concat();
        let found = blocked(&rig, Rig::graph(vec![node, rig.mail("mail")], ways)).await;
        is_only(&found, Some("x"), "`true` or `false`");
        assert_eq!(found[0]["param"], format!("nodes[1].config.{place}"));
    }
}

#[tokio::test]
async fn a_manual_automation_is_launched_not_published() {
    let rig = Rig::start().await;
    let mut body = rig.whole();
    body["nodes"][0]["config"] = json!({ "mode": "manualAudience", "audienceId": "all" });
    let found = blocked(&rig, body).await;
    is_only(&found, None, "not published");
}

#[tokio::test]
async fn all_blockers_are_told_at_once() {
    let rig = Rig::start().await;
    let mail = json!({ "id": "mail", "type": "sendEmail", "config": {} });
    let unbound = json!({ "id": "start", "type": "trigger", "config": { "mode": "event" } });
    let body = json!({ "name": "Bare", "nodes": [unbound, mail], "connections": [] });
    let found = blocked(&rig, body).await;
    let nodes: Vec<_> = found
        .iter()
        .map(|one| one["nodeId"].as_str().unwrap())
        .collect();
    assert_eq!(nodes, ["start", "mail", "mail", "mail", "mail", "mail"]);
}
