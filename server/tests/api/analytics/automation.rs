//! What automations, triggers and their mails did, in the feed.

use postrider_domain::contacts::mailbox::Mailbox;
use postrider_domain::sending::send::EventType;
use postrider_domain::time::parse_iso;
use postrider_store::contacts;
use postrider_store::db::{DbError, first_number};
use postrider_store::delivery::events::{self, NewEvent};
use serde_json::{Value, json};

use super::{EVENTS, OVERVIEW};
use crate::sends::automated::{Automated, TIPS};
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
    // Addresses of tests are not kept for long.
    server
        .sql("UPDATE runs SET test_address = '' WHERE public_id = 'run-2'")
        .await;
    let page = feed(&automated, "automationId=welcome&eventType=run_started").await;
    assert_eq!(page["data"][0]["mode"], "test");
    assert!(page["data"][0].get("recipientEmail").is_none());
    // Once a run is forgotten, what happened in it is still told.
    server
        .sql("DELETE FROM runs WHERE public_id = 'run-2'")
        .await;
    let page = feed(&automated, "automationId=welcome&eventType=run_started").await;
    assert_eq!(page["data"][0]["mode"], "live");
    assert!(page["data"][0]["automationRunId"].is_null());
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
