//! Versions are never changed once written.

use serde_json::{Value, json};

use super::{Rig, wait, way};
use crate::support::assert_problem;

fn hashes(automation: &Value) -> Vec<&str> {
    let versions = automation["versions"].as_array().unwrap();
    versions
        .iter()
        .map(|one| one["definitionHash"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn another_graph_is_another_version_and_the_live_one_stays() {
    let rig = Rig::start().await;
    let id = rig.published(rig.whole()).await;
    let first = rig.read(&id).await;
    let body = json!({
        "nodes": [Rig::trigger(), wait("w"), rig.mail("mail")],
        "connections": [way("start", "w"), way("w", "mail")],
    });
    let changed = rig.patch(&id, body).await.expect(200);
    assert_eq!(changed["version"], 2);
    assert_eq!(changed["published"], true);
    assert_eq!(
        changed["liveAutomationVersionId"],
        first["automationVersionId"]
    );
    assert_ne!(changed["automationVersionId"], first["automationVersionId"]);
    let read = rig.read(&id).await;
    let lives = read["versions"].as_array().unwrap().iter();
    let lives: Vec<_> = lives.map(|one| (&one["version"], &one["live"])).collect();
    assert_eq!(
        lives,
        [(&json!(2), &json!(false)), (&json!(1), &json!(true))]
    );
    assert_eq!(read["versions"][1], first["versions"][0]);
    assert!(read["versions"][0].get("publishedAt").is_none());
    assert!(read["versions"][1].get("publishedAt").is_some());
}

#[tokio::test]
async fn the_same_graph_is_no_new_version() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    let first = rig.read(&id).await;
    let hash = hashes(&first)[0];
    assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let mut same = rig.whole();
    same.as_object_mut().unwrap().remove("name");
    same["nodes"][1]["label"] = Value::Null;
    same["triggerEventId"] = json!("signed-up");
    for body in [
        same,
        json!({ "nodes": first["nodes"] }),
        json!({ "connections": first["connections"] }),
        json!({ "triggerEventId": "signed-up" }),
        json!({ "name": "Renamed", "description": "And told of" }),
    ] {
        assert_eq!(rig.patch(&id, body).await.expect(200)["version"], 1);
    }
    let other = rig.make(rig.whole()).await;
    assert_eq!(hashes(&rig.read(&other).await), [hash]);
}

#[tokio::test]
async fn one_part_of_the_graph_changes_alone() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    let mut nodes = rig.whole()["nodes"].clone();
    nodes[1]["label"] = json!("Hello");
    let changed = rig.patch(&id, json!({ "nodes": nodes })).await.expect(200);
    assert_eq!(changed["version"], 2);
    let read = rig.read(&id).await;
    assert_eq!(read["connections"], json!([way("start", "mail")]));
    let changed = rig
        .patch(&id, json!({ "connections": [] }))
        .await
        .expect(200);
    assert_eq!(changed["version"], 3);
    assert_eq!(rig.read(&id).await["nodes"], read["nodes"]);
}

#[tokio::test]
async fn another_trigger_is_another_version() {
    let rig = Rig::start().await;
    let trigger = json!({ "title": "Paid", "triggerEventId": "paid", "payloadSchema": { "fields": [
        { "key": "email", "type": "string", "required": true }] } });
    rig.brand
        .post("/v1/automations/triggers", trigger)
        .await
        .expect(201);
    let id = rig.published(rig.whole()).await;
    let changed = rig
        .patch(&id, json!({ "triggerEventId": "paid" }))
        .await
        .expect(200);
    assert_eq!(
        (&changed["version"], &changed["triggerEventId"]),
        (&json!(2), &json!("paid"))
    );
    let missing = rig.patch(&id, json!({ "triggerEventId": "gone" })).await;
    let param = Some("nodes[0].config.triggerEventId");
    assert_problem(&missing, 404, "TRIGGER_EVENT_NOT_FOUND", param);
}

#[tokio::test]
async fn an_older_version_can_be_live_again() {
    let rig = Rig::start().await;
    let id = rig.published(rig.whole()).await;
    let first = rig.read(&id).await["automationVersionId"].clone();
    let body = json!({
        "nodes": [Rig::trigger(), wait("w"), rig.mail("mail")],
        "connections": [way("start", "w"), way("w", "mail")], "published": true,
    });
    let second = rig.patch(&id, body).await.expect(200);
    assert_ne!(second["liveAutomationVersionId"], first);
    let body = json!({ "published": true, "automationVersionId": first });
    let back = rig.patch(&id, body).await.expect(200);
    assert_eq!(back["liveAutomationVersionId"], first);
    assert_eq!(back["automationVersionId"], second["automationVersionId"]);
    assert_eq!(back["version"], 2);
    let other = rig.make(rig.whole()).await;
    let of_other = rig.read(&other).await["automationVersionId"].clone();
    for unknown in [json!("gone"), of_other] {
        let body = json!({ "published": true, "automationVersionId": unknown });
        let answer = rig.patch(&id, body).await;
        let param = Some("automationVersionId");
        assert_problem(&answer, 404, "AUTOMATION_VERSION_NOT_FOUND", param);
    }
}

#[tokio::test]
async fn an_older_version_is_checked_as_things_stand_now() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    let first = rig.read(&id).await["automationVersionId"].clone();
    rig.patch(&id, json!({ "nodes": [Rig::trigger()], "connections": [] }))
        .await
        .expect(200);
    rig.brand.delete("/v1/emails/welcome").await.expect(200);
    let body = json!({ "published": true, "automationVersionId": first });
    let answer = rig.patch(&id, body).await;
    assert_problem(&answer, 422, "PUBLISH_VALIDATION_FAILED", None);
}

#[tokio::test]
async fn an_old_version_is_bound_to_the_trigger_that_has_its_name_now() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    let first = rig.read(&id).await["automationVersionId"].clone();
    let trigger = |id: &str| {
        let email = json!({ "key": "email", "type": "string", "required": true });
        json!({ "title": id, "triggerEventId": id, "payloadSchema": { "fields": [email] } })
    };
    let triggers = "/v1/automations/triggers";
    rig.brand
        .post(triggers, trigger("bought"))
        .await
        .expect(201);
    let body = json!({ "triggerEventId": "bought" });
    rig.patch(&id, body).await.expect(200);
    let signed_up = format!("{triggers}/signed-up");
    rig.brand.delete(&signed_up).await.expect(200);
    rig.brand
        .post(triggers, trigger("signed-up"))
        .await
        .expect(201);
    let body = json!({ "published": true, "automationVersionId": first });
    rig.patch(&id, body).await.expect(200);
    let body = json!({ "payload": { "email": "ada@example.com" } });
    let fired = rig.brand.post(&format!("{signed_up}/fire"), body).await;
    let runs = fired.expect(200)["details"]["automationRunIds"].clone();
    assert_eq!(runs.as_array().unwrap().len(), 1);
    let refused = rig.brand.delete(&signed_up).await;
    assert_problem(&refused, 409, "TRIGGER_HAS_DEPENDENT_AUTOMATIONS", None);
}
