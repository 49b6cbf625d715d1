//! New automations.

use insta::assert_json_snapshot;
use serde_json::json;

use super::{PATH, Rig, way};
use crate::support::assert_problem;

#[tokio::test]
async fn a_new_automation_is_a_draft() {
    let rig = Rig::start().await;
    let made = rig.brand.post(PATH, rig.whole()).await.expect(201);
    assert_eq!(made["automationId"].as_str().unwrap().len(), 21);
    assert_eq!(made["automationVersionId"].as_str().unwrap().len(), 21);
    assert_json_snapshot!(made.json, {
        ".automationId" => "[id]", ".automationVersionId" => "[id]",
        ".createdAt" => "[time]", ".updatedAt" => "[time]",
    }, @r#"
    {
      "automationId": "[id]",
      "automationVersionId": "[id]",
      "createdAt": "[time]",
      "emailIds": [
        "welcome"
      ],
      "kind": "event",
      "name": "Welcome",
      "published": false,
      "triggerEventId": "signed-up",
      "updatedAt": "[time]",
      "version": 1,
      "warnings": []
    }
    "#);
}

#[tokio::test]
async fn a_trigger_node_without_a_mode_is_one_of_events() {
    let rig = Rig::start().await;
    let mut body = rig.whole();
    body["nodes"][0]["config"] = json!({ "triggerEventId": "signed-up" });
    let id = rig.published(body.clone()).await;
    let read = rig.read(&id).await;
    let config = json!({ "mode": "event", "triggerEventId": "signed-up" });
    assert_eq!(read["nodes"][0]["config"], config);
    assert_eq!(read["kind"], "event");
    // The same graph, said in full, is no other version.
    body["nodes"][0]["config"] = config;
    let same = json!({ "nodes": body["nodes"], "connections": body["connections"] });
    rig.patch(&id, same).await.expect(200);
    assert_eq!(rig.read(&id).await["version"], 1);
    // What is none of an event's is refused as ever.
    for config in [json!({ "audienceId": "all" }), json!({ "mode": "manual" })] {
        let key = config.as_object().unwrap().keys().next().unwrap().clone();
        body["nodes"][0]["config"] = config;
        let refused = rig.brand.post(PATH, body.clone()).await;
        let param = format!("nodes[0].config.{key}");
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(&param));
    }
}

#[tokio::test]
async fn a_draft_may_leave_out_what_it_will_send() {
    let rig = Rig::start().await;
    let body = json!({
        "name": "Later", "description": "To be filled",
        "nodes": [
            { "id": "start", "type": "trigger", "config": { "mode": "event" } },
            { "id": "mail", "type": "sendEmail", "config": {}, "label": "The mail",
              "position": { "x": 10, "y": 20.5 } },
        ],
        "connections": [],
    });
    let id = rig.make(body).await;
    let read = rig.read(&id).await;
    assert_eq!(read["description"], "To be filled");
    assert_eq!(read.get("triggerEventId"), None);
    assert_eq!(read["emailIds"], json!([]));
    assert_eq!(
        read["nodes"][1],
        json!({ "id": "mail", "type": "sendEmail", "config": {}, "label": "The mail",
            "position": { "x": 10.0, "y": 20.5 } })
    );
}

#[tokio::test]
async fn a_design_may_be_named_without_its_version() {
    let rig = Rig::start().await;
    let node = json!({ "id": "mail", "type": "sendEmail", "config": { "emailId": "welcome" } });
    let id = rig
        .make(Rig::graph(vec![node], vec![way("start", "mail")]))
        .await;
    assert_eq!(rig.read(&id).await["emailIds"], json!(["welcome"]));
}

#[tokio::test]
async fn the_trigger_may_stand_beside_the_graph() {
    let rig = Rig::start().await;
    let unbound = json!({ "id": "start", "type": "trigger", "config": { "mode": "event" } });
    let body = |nodes: serde_json::Value| json!({ "name": "Short", "nodes": nodes, "connections": [], "triggerEventId": "signed-up" });
    let id = rig.make(body(json!([unbound]))).await;
    let read = rig.read(&id).await;
    assert_eq!(read["triggerEventId"], "signed-up");
    assert_eq!(read["nodes"][0]["config"]["triggerEventId"], "signed-up");
    rig.make(body(json!([Rig::trigger()]))).await;
    let other = json!({ "id": "start", "type": "trigger",
        "config": { "mode": "event", "triggerEventId": "other" } });
    let refused = rig.brand.post(PATH, body(json!([other]))).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("triggerEventId"));
    let manual =
        json!({ "id": "start", "type": "trigger", "config": { "mode": "manualAudience" } });
    let refused = rig.brand.post(PATH, body(json!([manual]))).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("triggerEventId"));
}

#[tokio::test]
async fn a_manual_automation_names_an_audience_or_none() {
    let rig = Rig::start().await;
    let body = |config: serde_json::Value| {
        json!({ "name": "Launch", "nodes": [{ "id": "start", "type": "trigger", "config": config }],
            "connections": [] })
    };
    for config in [
        json!({ "mode": "manualAudience" }),
        json!({ "mode": "manualAudience", "audienceId": "all" }),
    ] {
        let id = rig.make(body(config)).await;
        assert_eq!(rig.read(&id).await["kind"], "manualAudience");
    }
    let unknown = body(json!({ "mode": "manualAudience", "audienceId": "nobody" }));
    let refused = rig.brand.post(PATH, unknown).await;
    let param = Some("nodes[0].config.audienceId");
    assert_problem(&refused, 404, "AUDIENCE_NOT_FOUND", param);
}

#[tokio::test]
async fn an_unknown_trigger_is_not_found() {
    let rig = Rig::start().await;
    let mut body = rig.whole();
    body["nodes"][0]["config"]["triggerEventId"] = json!("gone");
    let refused = rig.brand.post(PATH, body).await;
    let param = Some("nodes[0].config.triggerEventId");
    assert_problem(&refused, 404, "TRIGGER_EVENT_NOT_FOUND", param);
}

#[tokio::test]
async fn one_key_makes_one_automation() {
    let rig = Rig::start().await;
    let first = rig
        .brand
        .post_once("once", PATH, rig.whole())
        .await
        .expect(201);
    let again = rig
        .brand
        .post_once("once", PATH, rig.whole())
        .await
        .expect(201);
    assert_eq!(first.json, again.json);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    let listed = rig.brand.get(PATH).await.expect(200);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn only_keys_for_automations_may() {
    let rig = Rig::start().await;
    let other = rig.brand.key("emails,sends").await;
    let refused = other.post(PATH, rig.whole()).await;
    assert_problem(
        &refused,
        403,
        "INSUFFICIENT_PERMISSIONS",
        Some("automations"),
    );
    let own = rig.brand.key("automations").await;
    own.post(PATH, rig.whole()).await.expect(201);
}
