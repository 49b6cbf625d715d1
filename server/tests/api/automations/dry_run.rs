//! Dry runs say everything and change nothing.

use serde_json::{Value, json};

use super::{PATH, Rig, branch, wait, way};
use crate::support::assert_problem;

fn dry(mut body: Value) -> Value {
    body["dryRun"] = json!(true);
    body
}

#[tokio::test]
async fn a_graph_without_faults_is_valid() {
    let rig = Rig::start().await;
    let answer = rig.brand.post(PATH, dry(rig.whole())).await.expect(200);
    assert_eq!(
        answer.json,
        json!({
            "valid": true, "blockers": [], "warnings": [], "issues": [],
            "nodeCounts": { "trigger": 1, "sendEmail": 1, "wait": 0, "filter": 0, "split": 0 },
        })
    );
    assert_eq!(
        rig.server.number("SELECT count(*) FROM automations").await,
        0
    );
}

#[tokio::test]
async fn issues_and_blockers_are_told_side_by_side() {
    let rig = Rig::start().await;
    let mail = json!({ "id": "mail", "type": "sendEmail", "config": { "emailId": "gone" } });
    let body = Rig::graph(vec![mail, wait("w")], vec![way("w", "w")]);
    let answer = rig.brand.post(PATH, dry(body)).await.expect(200);
    assert_eq!(answer["valid"], false);
    let kinds = answer["issues"].as_array().unwrap().iter();
    let kinds: Vec<_> = kinds.map(|issue| issue["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["connection_self_loop", "email_not_found"]);
    assert!(!answer["blockers"].as_array().unwrap().is_empty());
    assert_eq!(
        rig.server.number("SELECT count(*) FROM automations").await,
        0
    );
}

#[tokio::test]
async fn a_dry_change_leaves_everything() {
    let rig = Rig::start().await;
    let id = rig.published(rig.whole()).await;
    let before = rig.read(&id).await;
    let gone = json!({ "nodes": [Rig::trigger()], "name": "New", "published": true });
    for (body, valid) in [
        (json!({}), true),
        (json!({ "published": true }), true),
        (json!({ "published": false, "stopInFlight": true }), true),
        (
            json!({ "published": true, "automationVersionId": before["automationVersionId"] }),
            true,
        ),
        (gone, false),
    ] {
        let answer = rig.patch(&id, dry(body.clone())).await.expect(200);
        assert_eq!(answer["valid"], valid, "{body}");
        assert_eq!(rig.read(&id).await, before);
    }
    let missing = json!({ "published": true, "automationVersionId": "gone" });
    let answer = rig.patch(&id, dry(missing)).await;
    let param = Some("automationVersionId");
    assert_problem(&answer, 404, "AUTOMATION_VERSION_NOT_FOUND", param);
}

#[tokio::test]
async fn a_manual_automation_is_valid_unless_it_is_to_be_published() {
    let rig = Rig::start().await;
    let mut body = rig.whole();
    body["nodes"][0]["config"] = json!({ "mode": "manualAudience" });
    let answer = rig.brand.post(PATH, dry(body.clone())).await.expect(200);
    assert_eq!(answer["valid"], true, "{}", answer.text());
    let id = rig.make(body).await;
    let answer = rig
        .patch(&id, dry(json!({ "published": true })))
        .await
        .expect(200);
    assert_eq!(answer["valid"], false);
    assert_eq!(answer["blockers"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn waiting_for_a_mail_that_was_not_sent_is_warned_of() {
    let rig = Rig::start().await;
    let opened = json!({ "id": "opened", "type": "filter", "label": "Opened?", "config": { "engagement": {
        "nodeId": "mail", "event": "clicked", "within": { "duration": 2, "unit": "days" } } } });
    let nodes = vec![opened, rig.mail("mail"), wait("w")];
    let ways = vec![
        way("start", "opened"),
        branch("opened", "engaged", "w"),
        branch("opened", "notEngaged", "mail"),
    ];
    let answer = rig
        .brand
        .post(PATH, dry(Rig::graph(nodes, ways)))
        .await
        .expect(200);
    assert_eq!(answer["valid"], true, "{}", answer.text());
    let warning = &answer["warnings"][0];
    let message = warning["message"].as_str().unwrap();
    assert!(message.contains("before the mail of `mail`"), "{message}");
    assert_eq!(
        (
            &warning["nodeId"],
            &warning["nodeLabel"],
            &warning["severity"]
        ),
        (&json!("opened"), &json!("Opened?"), &json!("warning"))
    );
}
