//! Published and not: the moves of the contract, one row each.

use serde_json::{Value, json};

use super::{PATH, Rig, branch, wait, way};
use crate::support::{Answer, assert_problem};

enum From {
    Draft,
    Published,
    /// It cannot be published.
    Blocked,
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table is read from top to bottom")]
async fn every_move_is_as_the_contract_says() {
    let rig = Rig::start().await;
    let broken = json!({ "nodes": [Rig::trigger()] });
    let rows: [(From, Value, u16, Option<&str>, bool); 9] = [
        (From::Draft, json!({ "published": true }), 200, None, true),
        (
            From::Published,
            json!({ "published": true }),
            200,
            None,
            true,
        ),
        (
            From::Blocked,
            json!({ "published": true }),
            422,
            Some("PUBLISH_VALIDATION_FAILED"),
            false,
        ),
        (
            From::Draft,
            json!({ "published": false }),
            422,
            Some("AUTOMATION_NOT_PUBLISHED"),
            false,
        ),
        (
            From::Blocked,
            json!({ "published": false }),
            422,
            Some("AUTOMATION_NOT_PUBLISHED"),
            false,
        ),
        (
            From::Published,
            json!({ "published": false }),
            200,
            None,
            false,
        ),
        (
            From::Published,
            json!({ "published": false, "stopInFlight": true }),
            200,
            None,
            false,
        ),
        (
            From::Draft,
            broken.clone(),
            400,
            Some("AUTOMATION_GRAPH_INVALID"),
            false,
        ),
        (
            From::Published,
            broken,
            400,
            Some("AUTOMATION_GRAPH_INVALID"),
            true,
        ),
    ];
    for (from, body, status, code, published) in rows {
        let id = match from {
            From::Draft => rig.make(rig.whole()).await,
            From::Published => rig.published(rig.whole()).await,
            From::Blocked => {
                let nodes = vec![rig.mail("mail"), wait("island")];
                rig.make(Rig::graph(nodes, vec![way("start", "mail")]))
                    .await
            }
        };
        let before = rig.read(&id).await;
        let answer = rig.patch(&id, body.clone()).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
        let after = rig.read(&id).await;
        assert_eq!(after["published"], published, "{body}");
        if let Some(code) = code {
            assert_problem(&answer, status, code, None);
            assert_eq!(after, before, "{body}");
        }
        assert_eq!(after.get("liveAutomationVersionId").is_some(), published);
        assert_eq!(after.get("publishedAt").is_some(), published);
    }
    rig.server.at_rest().await;
}

#[tokio::test]
async fn publishing_serves_the_newest_version_and_opens_its_mails() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    let answer = rig
        .patch(&id, json!({ "published": true }))
        .await
        .expect(200);
    assert_eq!(
        answer["liveAutomationVersionId"],
        answer["automationVersionId"]
    );
    let streams = "SELECT count(*) FROM sends WHERE is_stream";
    assert_eq!(rig.server.number(streams).await, 1);
    // Once more changes nothing, and makes no second one.
    rig.patch(&id, json!({ "published": true }))
        .await
        .expect(200);
    assert_eq!(rig.server.number(streams).await, 1);
    let from = format!("hello@{}.sandbox.test", rig.brand.brand_id);
    let so = format!(
        "SELECT count(*) FROM sends WHERE from_email = '{from}' AND from_name = 'Test brand' \
         AND subject = 'Welcome' AND preview_text = 'Good to see you' AND node = 'mail'"
    );
    assert_eq!(rig.server.number(&so).await, 1);
}

#[tokio::test]
async fn a_blocker_leaves_what_came_with_it_undone() {
    let rig = Rig::start().await;
    let id = rig.published(rig.whole()).await;
    let before = rig.read(&id).await;
    let body = json!({
        "name": "Another name", "published": true,
        "nodes": [Rig::trigger(), rig.mail("mail"), wait("island")],
    });
    let answer = rig.patch(&id, body).await;
    assert_problem(&answer, 422, "PUBLISH_VALIDATION_FAILED", None);
    assert_eq!(rig.read(&id).await, before);
    assert_eq!(
        rig.server
            .number("SELECT count(*) FROM automation_versions")
            .await,
        1
    );
}

#[tokio::test]
async fn one_change_saves_and_publishes() {
    let rig = Rig::start().await;
    let id = rig.published(rig.whole()).await;
    let body = json!({
        "name": "Two", "description": "Now with a wait", "published": true,
        "nodes": [Rig::trigger(), wait("w"), rig.mail("mail")],
        "connections": [way("start", "w"), way("w", "mail")],
    });
    let answer = rig.patch(&id, body).await.expect(200);
    assert_eq!(
        (&answer["name"], &answer["version"]),
        (&json!("Two"), &json!(2))
    );
    assert_eq!(answer["description"], "Now with a wait");
    assert_eq!(
        answer["liveAutomationVersionId"],
        answer["automationVersionId"]
    );
}

#[tokio::test]
async fn stopping_leaves_the_cancel_to_the_background() {
    let rig = Rig::start().await;
    let id = rig.published(rig.whole()).await;
    let marked = "SELECT count(*) FROM automations WHERE stop_before IS NOT NULL";
    rig.patch(&id, json!({ "published": false }))
        .await
        .expect(200);
    assert_eq!(rig.server.number(marked).await, 0);
    rig.patch(&id, json!({ "published": true }))
        .await
        .expect(200);
    let body = json!({ "published": false, "stopInFlight": true });
    rig.patch(&id, body).await.expect(200);
    assert_eq!(rig.server.number(marked).await, 1);
    rig.server.at_rest().await;
}

#[tokio::test]
async fn nobody_publishes_what_is_not_theirs() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    let other = rig.server.brand().await;
    let path = format!("{PATH}/{id}");
    for answer in [
        other.get(&path).await,
        other.patch(&path, json!({ "published": true })).await,
        other.patch(&path, json!({ "dryRun": true })).await,
        other.delete(&path).await,
        rig.brand.get(&format!("{PATH}/gone")).await,
        rig.patch("gone", json!({ "name": "x" })).await,
    ] {
        assert_problem(&answer, 404, "AUTOMATION_NOT_FOUND", None);
    }
    assert_eq!(rig.read(&id).await["published"], false);
}

#[tokio::test]
async fn what_is_published_all_the_same_is_warned_of() {
    let rig = Rig::start().await;
    for (name, kind) in [("level", "string"), ("due", "date")] {
        let field = json!({ "fieldName": name, "fieldType": kind });
        rig.brand.post("/v1/fields", field).await.expect(201);
    }
    let until = |id: &str, field: &str| json!({ "id": id, "type": "wait", "config": { "until": { "field": field } } });
    let opened = json!({ "id": "opened", "type": "filter", "config": { "engagement": {
        "nodeId": "mail", "event": "opened", "within": { "duration": 2, "unit": "days" } } } });
    let nodes = vec![
        until("text", "contact.customFields.level"),
        until("date", "contact.customFields.due"),
        until("plan", "payload.plan"),
        until("ends", "payload.trialEnds"),
        opened,
        rig.mail("mail"),
    ];
    let ways = vec![
        way("start", "text"),
        way("text", "date"),
        way("date", "plan"),
        way("plan", "ends"),
        way("ends", "opened"),
        branch("opened", "engaged", "mail"),
        branch("opened", "notEngaged", "mail"),
    ];
    let id = rig.make(Rig::graph(nodes, ways)).await;
    let told = |answer: &Answer| -> Vec<(String, String)> {
        let warnings = answer["warnings"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        warnings
            .map(|one| (text(&one["nodeId"]), text(&one["message"])))
            .collect()
    };
    let dry = json!({ "published": true, "dryRun": true });
    let dry = told(&rig.patch(&id, dry).await.expect(200));
    let answer = rig.patch(&id, json!({ "published": true })).await;
    let answer = answer.expect(200);
    assert_eq!(answer["published"], true);
    let live = &answer["liveAutomationVersionId"];
    assert_eq!(answer["warnings"][0]["automationVersionId"], *live);
    let published = told(&answer);
    assert_eq!(published, dry);
    for ((node, message), (expected, words)) in published.iter().zip([
        ("text", "is a string, not a date"),
        ("plan", "`payload.plan` is a string"),
        ("opened", "before the mail of `mail`"),
    ]) {
        assert_eq!(node, expected);
        assert!(message.contains(words), "{message}");
    }
    assert_eq!(published.len(), 3, "{published:?}");
}
