//! Bodies are read strictly, and the exact place is named.

use serde_json::{Value, json};

use super::{PATH, Rig, branch, wait, way};
use crate::support::assert_problem;

async fn refused(rig: &Rig, body: Value, param: &str) {
    let answer = rig.brand.post(PATH, body.clone()).await;
    assert_problem(&answer, 400, "INVALID_REQUEST", Some(param));
    let mut dry = body;
    dry["dryRun"] = json!(true);
    let answer = rig.brand.post(PATH, dry).await;
    assert_problem(&answer, 400, "INVALID_REQUEST", Some(param));
}

#[tokio::test]
async fn unknown_keys_are_refused_at_every_depth() {
    let rig = Rig::start().await;
    let of_mail = |key: &str| format!("nodes[1].config.{key}");
    for (pointer, key, param) in [
        ("", "graph", "graph".to_owned()),
        ("", "brandId", "brandId".to_owned()),
        ("/nodes/1", "kind", "nodes[1].kind".to_owned()),
        ("/nodes/1/config", "domainid", of_mail("domainid")),
        ("/nodes/1/config", "email_id", of_mail("email_id")),
        (
            "/nodes/0/config",
            "audienceId",
            "nodes[0].config.audienceId".to_owned(),
        ),
        ("/connections/0", "label", "connections[0].label".to_owned()),
    ] {
        let mut body = rig.whole();
        let object = body.pointer_mut(pointer).unwrap().as_object_mut().unwrap();
        object.insert(key.to_owned(), json!("x"));
        refused(&rig, body, &param).await;
    }
}

#[tokio::test]
async fn nodes_have_a_known_type_and_a_fitting_config() {
    let rig = Rig::start().await;
    let at = |rest: &str| format!("nodes[1]{rest}");
    for (node, param) in [
        (
            json!({ "id": "x", "type": "sms", "config": {} }),
            at(".type"),
        ),
        (json!({ "id": "x", "config": {} }), at(".type")),
        (json!({ "id": "x", "type": "wait" }), at(".config")),
        (
            json!({ "type": "wait", "config": { "duration": 1, "unit": "days" } }),
            at(".id"),
        ),
        (
            json!({ "id": "", "type": "sendEmail", "config": {} }),
            at(".id"),
        ),
        (
            json!({ "id": "x", "type": "sendEmail", "config": [] }),
            at(".config"),
        ),
        (
            json!({ "id": "x", "type": "sendEmail", "config": {}, "position": { "x": 1 } }),
            at(".position.y"),
        ),
        (json!("x"), at("")),
    ] {
        refused(&rig, Rig::graph(vec![node], vec![]), &param).await;
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table is read from top to bottom")]
async fn configs_say_what_can_be() {
    let rig = Rig::start().await;
    let share = |id: &str, percentage: f64| json!({ "id": id, "percentage": percentage });
    let condition = json!({ "field": "payload.plan", "operator": "equals", "value": "pro" });
    let way = |id: &str| json!({ "id": id, "logicalOperator": "and", "filters": [condition] });
    for (kind, config, key) in [
        ("wait", json!({}), "duration"),
        ("wait", json!({ "duration": 0, "unit": "days" }), "duration"),
        (
            "wait",
            json!({ "duration": 1.5, "unit": "days" }),
            "duration",
        ),
        (
            "wait",
            json!({ "duration": 600, "unit": "weeks" }),
            "duration",
        ),
        ("wait", json!({ "duration": 1, "unit": "months" }), "unit"),
        (
            "wait",
            json!({ "duration": 1, "unit": "days", "untilTime": "09:00" }),
            "untilTime",
        ),
        ("wait", json!({ "untilTime": "24:00" }), "untilTime"),
        ("wait", json!({ "untilTime": "9:00" }), "untilTime"),
        (
            "wait",
            json!({ "untilTime": "09:00", "timeZone": "Mars/Phobos" }),
            "timeZone",
        ),
        ("wait", json!({ "untilTime": "09:00", "days": [] }), "days"),
        (
            "wait",
            json!({ "untilTime": "09:00", "days": ["monday"] }),
            "days[0]",
        ),
        (
            "wait",
            json!({ "until": { "field": "trialEnds" } }),
            "until.field",
        ),
        (
            "wait",
            json!({ "until": { "date": "payload.x" } }),
            "until.date",
        ),
        ("filter", json!({}), "logicalOperator"),
        (
            "filter",
            json!({ "logicalOperator": "and", "filters": [] }),
            "filters",
        ),
        (
            "filter",
            json!({ "logicalOperator": "xor", "filters": [condition] }),
            "logicalOperator",
        ),
        (
            "filter",
            json!({ "logicalOperator": "and", "filters": [condition, { "field": "plan", "operator": "equals", "value": 1 }] }),
            "filters[1].field",
        ),
        (
            "filter",
            json!({ "logicalOperator": "and", "filters": [{ "field": "payload.plan", "operator": "is", "value": 1 }] }),
            "filters[0].operator",
        ),
        (
            "filter",
            json!({ "engagement": { "nodeId": "start", "event": "opened", "within": { "duration": 1, "unit": "days" } } }),
            "engagement.nodeId",
        ),
        (
            "filter",
            json!({ "engagement": { "nodeId": "gone", "event": "opened", "within": { "duration": 1, "unit": "days" } } }),
            "engagement.nodeId",
        ),
        (
            "filter",
            json!({ "engagement": { "nodeId": "mail", "event": "replied", "within": { "duration": 1, "unit": "days" } } }),
            "engagement.event",
        ),
        ("split", json!({ "branches": [] }), "mode"),
        ("split", json!({ "mode": "dice", "branches": [] }), "mode"),
        (
            "split",
            json!({ "mode": "percentage", "branches": [] }),
            "branches",
        ),
        (
            "split",
            json!({ "mode": "percentage", "branches": [share("a", 50.0), share("b", 49.0)] }),
            "branches",
        ),
        (
            "split",
            json!({ "mode": "percentage", "branches": [share("a", 101.0), share("b", -1.0)] }),
            "branches[0].percentage",
        ),
        (
            "split",
            json!({ "mode": "percentage", "branches": [share("a", 50.0), share("a", 50.0)] }),
            "branches[1].id",
        ),
        (
            "split",
            json!({ "mode": "condition", "branches": [way("a")] }),
            "elseBranch",
        ),
        (
            "split",
            json!({ "mode": "condition", "branches": [way("a")], "elseBranch": "a" }),
            "elseBranch",
        ),
        (
            "split",
            json!({ "mode": "condition", "branches": [share("a", 1.0)], "elseBranch": "b" }),
            "branches[0].percentage",
        ),
        ("sendEmail", json!({ "subject": " " }), "subject"),
        ("sendEmail", json!({ "subject": "a\nb" }), "subject"),
        ("sendEmail", json!({ "previewText": "a\tb" }), "previewText"),
        (
            "sendEmail",
            json!({ "from": { "email": "nobody" } }),
            "from.email",
        ),
        (
            "sendEmail",
            json!({ "from": { "name": "Ada" } }),
            "from.email",
        ),
        ("sendEmail", json!({ "replyTo": "nobody" }), "replyTo"),
    ] {
        let nodes = vec![
            json!({ "id": "x", "type": kind, "config": config }),
            rig.mail("mail"),
        ];
        refused(
            &rig,
            Rig::graph(nodes, vec![]),
            &format!("nodes[1].config.{key}"),
        )
        .await;
    }
}

#[tokio::test]
async fn conditions_are_nested_five_deep_at_most() {
    let rig = Rig::start().await;
    let mut group = json!({ "field": "payload.plan", "operator": "equals", "value": "pro" });
    for _ in 0..6 {
        group = json!({ "logicalOperator": "and", "filters": [group] });
    }
    let node = json!({ "id": "f", "type": "filter", "config": group });
    let answer = rig.brand.post(PATH, Rig::graph(vec![node], vec![])).await;
    assert_eq!((answer.status, answer.code()), (400, "INVALID_REQUEST"));
}

#[tokio::test]
async fn there_is_one_trigger_and_it_comes_first() {
    let rig = Rig::start().await;
    let second = json!({ "id": "again", "type": "trigger", "config": { "mode": "event" } });
    for nodes in [
        json!([]),
        json!([wait("w")]),
        json!([wait("w"), Rig::trigger()]),
        json!([Rig::trigger(), second]),
    ] {
        let body = json!({ "name": "Welcome", "nodes": nodes, "connections": [] });
        refused(&rig, body, "nodes").await;
    }
}

#[tokio::test]
async fn only_branching_nodes_have_several_ways_out() {
    let rig = Rig::start().await;
    let split = json!({ "id": "split", "type": "split", "config": { "mode": "percentage",
        "branches": [{ "id": "a", "percentage": 50 }, { "id": "b", "percentage": 50 }] } });
    let nodes = || vec![wait("w"), split.clone(), rig.mail("mail")];
    for (ways, param) in [
        (vec![way("w", "mail"), way("w", "split")], "connections[1]"),
        (vec![branch("w", "a", "mail")], "connections[0].branch"),
        (vec![way("split", "mail")], "connections[0].branch"),
        (vec![branch("split", "c", "mail")], "connections[0].branch"),
        (
            vec![branch("split", "a", "mail"), branch("split", "a", "w")],
            "connections[1]",
        ),
    ] {
        refused(&rig, Rig::graph(nodes(), ways), param).await;
    }
    let fine = vec![
        way("start", "w"),
        way("w", "split"),
        branch("split", "a", "mail"),
        branch("split", "b", "mail"),
    ];
    rig.make(Rig::graph(nodes(), fine)).await;
}

#[tokio::test]
async fn a_sender_is_on_the_domain_of_its_node() {
    let rig = Rig::start().await;
    let mut node = rig.mail("mail");
    node["config"]["from"] = json!({ "email": "ada@elsewhere.example.com", "name": "Ada" });
    let body = Rig::graph(vec![node.clone()], vec![way("start", "mail")]);
    refused(&rig, body, "nodes[1].config.from.email").await;
    let own = format!("Ada@{}.Sandbox.test", rig.brand.brand_id);
    node["config"]["from"] = json!({ "email": own });
    rig.make(Rig::graph(vec![node], vec![way("start", "mail")]))
        .await;
}

#[tokio::test]
async fn a_change_is_read_as_strictly() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    for (body, param) in [
        (json!({ "title": "x" }), "title"),
        (json!({ "name": "" }), "name"),
        (json!({ "name": "  " }), "name"),
        (json!({ "published": "yes" }), "published"),
        (json!({ "nodes": [] }), "nodes"),
        (json!({ "automationVersionId": "x" }), "automationVersionId"),
        (
            json!({ "automationVersionId": "x", "published": false }),
            "automationVersionId",
        ),
        (
            json!({ "automationVersionId": "x", "published": true, "connections": [] }),
            "automationVersionId",
        ),
        (json!({ "stopInFlight": true }), "stopInFlight"),
        (
            json!({ "stopInFlight": true, "published": true }),
            "stopInFlight",
        ),
    ] {
        for id in [id.as_str(), "gone"] {
            let answer = rig.patch(id, body.clone()).await;
            assert_problem(&answer, 400, "INVALID_REQUEST", Some(param));
        }
    }
}

#[tokio::test]
async fn lists_take_no_retired_keys() {
    let rig = Rig::start().await;
    for key in ["automationId", "triggerEventId", "emailId", "sort"] {
        let answer = rig.brand.get(&format!("{PATH}?{key}=x")).await;
        assert_problem(&answer, 400, "INVALID_REQUEST", Some(key));
    }
    let answer = rig.brand.get(&format!("{PATH}?include=versions")).await;
    assert_eq!((answer.status, answer.code()), (400, "INVALID_REQUEST"));
}
