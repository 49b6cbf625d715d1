//! What automations, triggers and their mails did, in the feed.

use postrider_domain::mailbox::Mailbox;
use postrider_domain::send::EventType;
use postrider_domain::time::parse_iso;
use postrider_store::contacts;
use postrider_store::db::{DbError, first_number};
use postrider_store::delivery::events::{self, NewEvent};
use serde_json::{Value, json};

use super::{EVENTS, OVERVIEW};
use crate::sends::automated::{Automated, HELLO, TIPS};
use crate::support::{Answer, assert_problem};

/// One event, written when it happened; `about` fills in whose it is.
struct Happened {
    at: &'static str,
    kind: EventType,
    about: fn(&mut NewEvent),
    detail: Value,
}

fn happened(at: &'static str, kind: EventType, about: fn(&mut NewEvent)) -> Happened {
    Happened {
        at,
        kind,
        about,
        detail: Value::Null,
    }
}

impl Happened {
    fn saying(self, detail: Value) -> Self {
        Self { detail, ..self }
    }
}

fn of_run_2(event: &mut NewEvent) {
    (event.automation, event.run) = (Some(101), Some(702));
}

fn of_fire(event: &mut NewEvent) {
    event.instance = Some(402);
}

fn of_tips(event: &mut NewEvent) {
    (event.send, event.ordinal) = (Some(TIPS), Some(1));
}

async fn write(automated: &Automated, told: Vec<Happened>) {
    let key = automated.brand.key;
    let told = std::sync::Arc::new(told);
    let written = automated.server.app().db.write(move |tx| {
        let told = std::sync::Arc::clone(&told);
        async move {
            let bob = contacts::get(&tx, key, "bob@example.com").await?.unwrap();
            let mut rows = Vec::new();
            for one in told.iter() {
                let at = parse_iso(one.at).unwrap();
                let mut event = NewEvent::new(key, first_number(at), one.kind, at);
                event.contact = Some(bob.id);
                event.domain = Some(Mailbox::of("bob@example.com").domain);
                event.detail = one.detail.is_object().then(|| one.detail.to_string());
                (one.about)(&mut event);
                rows.push(event);
            }
            events::append(&tx, rows).await?;
            Ok::<_, DbError>(())
        }
    });
    written.await.unwrap();
}

/// A fire, the run it started, its steps and what became of its mail `as_three`, the oldest first.
async fn walked() -> Automated {
    use EventType::{
        Delivered, Fired, NodeCompleted, NodeFailed, NodeSkipped, Opened, RunCompleted, RunStarted,
    };
    let automated = Automated::with_mails().await;
    let hello = json!({
        "node": "hello", "type": "sendEmail", "label": "Say hello", "order": 1, "enteredAt": 1, "send": "as_two",
    });
    let split =
        json!({ "node": "way", "type": "split", "order": 2, "enteredAt": 1, "branch": "vip" });
    let failed = json!({
        "node": "rest", "type": "wait", "order": 3, "enteredAt": 1, "error": { "code": "X", "message": "No date." },
    });
    let skipped = json!({ "node": "tips", "type": "sendEmail", "order": 4, "enteredAt": 1 });
    write(
        &automated,
        vec![
            happened("2026-03-01T09:00:00Z", Fired, of_fire),
            happened("2026-03-01T09:01:00Z", RunStarted, of_run_2),
            happened("2026-03-01T09:02:00Z", NodeCompleted, of_run_2).saying(hello),
            happened("2026-03-01T09:03:00Z", NodeCompleted, of_run_2).saying(split),
            happened("2026-03-01T09:04:00Z", NodeFailed, of_run_2).saying(failed),
            happened("2026-03-01T09:05:00Z", NodeSkipped, of_run_2).saying(skipped),
            happened("2026-03-01T09:06:00Z", RunCompleted, of_run_2),
            happened("2026-03-01T09:07:00Z", Delivered, of_tips),
            happened("2026-03-01T09:08:00Z", Opened, of_tips),
        ],
    )
    .await;
    automated
}

async fn feed(automated: &Automated, query: &str) -> Answer {
    let path = format!("{EVENTS}?{query}");
    automated.brand.get(&path).await.expect(200)
}

fn types(page: &Answer) -> String {
    let kind = |event: &Value| event["eventType"].as_str().unwrap().to_owned();
    let events = page["data"].as_array().unwrap();
    events.iter().map(kind).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn events_carry_their_stamps() {
    let automated = walked().await;
    let page = feed(&automated, "").await;
    let events = page["data"].as_array().unwrap();
    let of = |kind: &str| {
        let mut event = events
            .iter()
            .find(|event| event["eventType"] == kind)
            .unwrap()
            .clone();
        let fields = event.as_object_mut().unwrap();
        assert_eq!(fields.remove("mode").unwrap(), "live");
        assert_eq!(fields.remove("recipientEmail").unwrap(), "bob@example.com");
        fields.remove("eventId").unwrap();
        fields.remove("occurredAt").unwrap();
        event
    };
    assert_eq!(
        of("opened"),
        json!({
            "domain": "email", "eventType": "opened", "sendId": "as_three", "emailId": "tips",
            "emailName": of("opened")["emailName"], "automationId": "welcome", "automationName": "Welcome",
            "nodeId": "tips", "automationRunId": "run-2", "triggerInstanceId": "tin_two",
            "triggerEventId": "signup", "summary": "Opened by bob@example.com", "provider": "other",
        })
    );
    assert_eq!(
        of("node_failed"),
        json!({
            "domain": "automation", "eventType": "node_failed", "automationId": "welcome",
            "automationName": "Welcome", "nodeId": "rest", "automationRunId": "run-2",
            "triggerInstanceId": "tin_two", "triggerEventId": "signup", "provider": "other",
            "summary": "The step rest of Welcome failed for bob@example.com: No date.",
        })
    );
    assert_eq!(
        of("fired"),
        json!({
            "domain": "trigger", "eventType": "fired", "triggerInstanceId": "tin_two",
            "triggerEventId": "signup", "summary": "A trigger was fired for bob@example.com",
            "provider": "service_api",
        })
    );
    let done: Vec<&Value> = events
        .iter()
        .filter(|event| event["eventType"] == "node_completed")
        .collect();
    assert_eq!(
        done[0]["summary"],
        "The step way of Welcome led bob@example.com to vip"
    );
    assert_eq!(
        done[1]["summary"],
        "The step Say hello of Welcome was done for bob@example.com"
    );
    assert_eq!(done[1]["sendId"], "as_two");
    assert_eq!(
        of("run_started")["summary"],
        "A run of Welcome began for bob@example.com"
    );
}

#[tokio::test]
async fn each_filter_finds_events_of_automations() {
    let automated = walked().await;
    write(
        &automated,
        vec![happened(
            "2026-03-01T08:00:00Z",
            EventType::RunStarted,
            |event| (event.automation, event.run) = (Some(102), Some(703)),
        )],
    )
    .await;
    let of_run = "opened delivered run_completed node_skipped node_failed node_completed node_completed run_started";
    for (query, found) in [
        ("automationId=welcome", of_run),
        ("automationId=goodbye", "run_started"),
        ("automationRunId=run-2", of_run),
        ("automationRunId=run-3", "run_started"),
        ("automationRunId=run-1", ""),
        ("automationId=goodbye&automationRunId=run-2", ""),
        ("sendId=as_three", "opened delivered"),
        ("sendId=as_three&eventType=opened", "opened"),
        (
            "sendId=as_three&recipient=bob@example.com",
            "opened delivered",
        ),
        ("sendId=as_three&recipient=!bob", ""),
        ("sendId=as_three&automationId=goodbye", ""),
        ("sendId=as_two", ""),
        (
            "eventType=fired,run_started",
            "run_started fired run_started",
        ),
        (
            "eventType=node_failed,node_skipped&automationId=welcome",
            "node_skipped node_failed",
        ),
        ("eventType=fired&recipient=@example.com", "fired"),
    ] {
        assert_eq!(types(&feed(&automated, query).await), found, "{query}");
    }
    let other = automated.brand.org.brand().await;
    for (key, id, code) in [
        ("automationId", "welcome", "AUTOMATION_NOT_FOUND"),
        ("automationRunId", "run-2", "AUTOMATION_RUN_NOT_FOUND"),
        ("sendId", "as_three", "SEND_NOT_FOUND"),
    ] {
        let answer = other.get(&format!("{EVENTS}?{key}={id}")).await;
        assert_problem(&answer, 404, code, Some(key));
    }
}

#[tokio::test]
async fn events_of_tests_and_of_deleted_automations_say_so() {
    let automated = walked().await;
    let server = &automated.server;
    server
        .sql("UPDATE runs SET test_address = 'me@shop.test' WHERE public_id = 'run-2'")
        .await;
    server
        .sql("UPDATE automations SET deleted_at = 1, published = FALSE WHERE public_id = 'welcome'")
        .await;
    let page = feed(&automated, "automationId=welcome&eventType=run_started").await;
    let event = &page["data"][0];
    assert_eq!(event["mode"], "test");
    assert_eq!(event["recipientEmail"], "me@shop.test");
    assert_eq!(event["automationName"], "Welcome");
    // Once a run is forgotten, what happened in it is still told.
    server
        .sql("DELETE FROM runs WHERE public_id = 'run-2'")
        .await;
    let page = feed(&automated, "automationId=welcome&eventType=run_started").await;
    assert_eq!(page["data"][0]["mode"], "live");
    assert!(page["data"][0]["automationRunId"].is_null());
}

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

/// Hours count streams, so that one mail is told by its events.
#[tokio::test]
async fn an_overview_is_of_one_mail() {
    let automated = walked().await;
    automated
        .server
        .sql("UPDATE recipients SET opened_at = 5 WHERE public_id = 'as_three'")
        .await;
    let get = async |query: &str| {
        let path = format!("{OVERVIEW}?sendId=as_three&{query}");
        automated.brand.get(&path).await.expect(200)
    };
    let overview = get("granularity=hour&from=2026-03-01T09:00:00Z&to=2026-03-01T11:00:00Z").await;
    for (name, count) in [("sent", 1), ("delivered", 1), ("opened", 1), ("clicked", 0)] {
        assert_eq!(overview["totals"][name], count, "{name}");
        assert_eq!(overview["series"][0]["counters"][name], count, "{name}");
        assert_eq!(overview["series"][1]["counters"][name], 0, "{name}");
    }
    assert_eq!(overview["byMailboxProvider"][0]["provider"], "other");
    for (query, sent) in [
        ("automationId=welcome", 1),
        ("emailId=tips", 1),
        ("automationId=goodbye", 0),
        ("emailId=hello", 0),
        ("from=2026-02-01&to=2026-03-01", 0),
    ] {
        assert_eq!(get(query).await["totals"]["sent"], sent, "{query}");
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
