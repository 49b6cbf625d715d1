//! Sends of automations in lists and reads.

use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::parse_iso;
use postrider_store::db::DbError;
use postrider_store::delivery::events::{self, NewEvent};
use serde_json::{Value, json};

use super::automated::{Automated, HELLO, TIPS, ids};
use super::{PATH, accepted, campaign, read};
use crate::emails::design;
use crate::support::{TestServer, assert_problem};

/// A campaign and a node's send of an audience run beside the four mails.
async fn everything() -> (Automated, String) {
    let automated = Automated::with_mails().await;
    automated.of_audience_run(510, "2026-02-28T13:00:00Z").await;
    design(&automated.server, &automated.brand, campaign("news")).await;
    let news = accepted(&automated.brand, json!({})).await;
    (automated, news)
}

#[tokio::test]
async fn all_kinds_are_one_list_newest_first() {
    let (automated, news) = everything().await;
    let all = [&news, "as_four", "as_three", "arn_510", "as_two", "as_one"];
    assert_eq!(automated.ids("").await, all);
    assert_eq!(automated.ids("kind=automation").await, all[1..]);
    assert_eq!(automated.ids("kind=campaign").await, all[..1]);
    // Page by page, over both kinds of rows.
    for limit in 1..=6 {
        let mut found = Vec::new();
        let mut query = format!("{PATH}?limit={limit}");
        loop {
            let page = automated.brand.get(&query).await.expect(200);
            found.extend(ids(&page));
            let Some(cursor) = page["pagination"]["cursor"].as_str() else {
                break;
            };
            query = format!("{PATH}?limit={limit}&cursor={cursor}");
        }
        assert_eq!(found, all, "by {limit}");
    }
}

#[tokio::test]
async fn each_filter_finds_its_mails() {
    let (automated, _) = everything().await;
    for (query, found) in [
        ("automationId=welcome", "as_three as_two as_one"),
        ("automationId=goodbye", "as_four arn_510"),
        ("automationRunId=run-1", "as_one"),
        ("automationRunId=run-2", "as_three as_two"),
        ("automationRunId=run-4", "arn_510"),
        ("audienceRunId=arun_one", "arn_510"),
        ("triggerInstanceId=tin_one", "as_one"),
        ("triggerInstanceId=tin_two", "as_four as_three as_two"),
        ("emailId=hello", "as_four as_two as_one"),
        ("emailId=tips", "as_three arn_510"),
        ("status=queued", "as_four"),
        ("status=running", "arn_510 as_one"),
        ("status=completed", "as_three"),
        ("status=failed", "as_two"),
        ("status=canceled", ""),
        ("status=paused", ""),
        ("from=2026-03-01&to=2026-03-01T11:00:00Z", "as_three"),
        ("kind=automation&to=2026-02-28", "as_one"),
        // Together.
        ("automationId=welcome&emailId=hello", "as_two as_one"),
        ("automationId=goodbye&emailId=hello", "as_four"),
        ("automationId=welcome&status=failed", "as_two"),
        ("automationId=welcome&from=2026-02-28", "as_three as_two"),
        ("automationId=welcome&automationRunId=run-3", ""),
        (
            "triggerInstanceId=tin_two&automationRunId=run-2",
            "as_three as_two",
        ),
        ("triggerInstanceId=tin_two&automationId=goodbye", "as_four"),
        ("triggerInstanceId=tin_two&status=completed", "as_three"),
        ("triggerInstanceId=tin_one&automationRunId=run-2", ""),
        ("triggerInstanceId=tin_two&audienceRunId=arun_one", ""),
        ("audienceRunId=arun_one&automationId=welcome", ""),
        (
            "audienceRunId=arun_one&emailId=tips&status=running",
            "arn_510",
        ),
        ("kind=campaign&automationId=welcome", ""),
        // Names of nothing.
        ("automationId=none", ""),
        ("automationRunId=none", ""),
        ("audienceRunId=none", ""),
        ("triggerInstanceId=none", ""),
    ] {
        assert_eq!(automated.ids(query).await.join(" "), found, "{query}");
    }
    let first = automated.ids("automationId=welcome&limit=2").await;
    assert_eq!(first, ["as_three", "as_two"]);
}

/// Each state of a mail, and the status of its send while its stream runs.
const STATES: [(i64, &str); 11] = [
    (0, "queued"),
    (1, "running"),
    (2, "completed"),
    (3, "failed"),
    (4, "failed"),
    (5, "completed"),
    (10, "canceled"),
    (11, "canceled"),
    (12, "canceled"),
    (13, "canceled"),
    (14, "canceled"),
];

/// `as_two` shows this status, and is found under it alone.
async fn assert_stands(automated: &Automated, status: &str) {
    let sent = read(&automated.brand, "as_two").await;
    assert_eq!(sent["status"], status);
    let reason = (status == "paused").then_some("restored");
    assert_eq!(sent["pauseReason"], json!(reason), "{status}");
    let tells_why = matches!(status, "paused" | "failed");
    assert_eq!(sent["error"].is_object(), tells_why, "{status}");
    let is_in = async |query: String| {
        let ids = automated.ids(&query).await;
        ids.contains(&"as_two".to_owned())
    };
    for more in ["", "&automationId=welcome", "&automationRunId=run-2"] {
        assert!(
            is_in(format!("status={status}{more}")).await,
            "{status}{more}"
        );
    }
    for other in [
        "queued",
        "running",
        "paused",
        "completed",
        "failed",
        "canceled",
    ] {
        let found = is_in(format!("status={other}")).await;
        assert_eq!(found, other == status, "{status}: {other}");
    }
}

#[tokio::test]
async fn every_state_of_a_mail_has_its_status() {
    let automated = Automated::with_mails().await;
    let server = &automated.server;
    for stream in ["running", "paused"] {
        server
            .sql(&format!(
                "UPDATE sends SET status = '{stream}', pause_reason = 'restored',
                    error = '{{\"code\":\"RESTORED\",\"message\":\"Look.\"}}' WHERE id = {HELLO}"
            ))
            .await;
        for (state, status) in STATES {
            let is_paused = stream == "paused" && state < 2;
            server
                .sql(&format!(
                    "UPDATE recipients SET state = {state} WHERE public_id = 'as_two'"
                ))
                .await;
            assert_stands(&automated, if is_paused { "paused" } else { status }).await;
        }
    }
}

/// Writes what happened to a mail of run 2, minute by minute.
async fn happened(
    server: &TestServer,
    brand: BrandKey,
    stream: i64,
    told: Vec<(EventType, Value)>,
) {
    let written = server.app().db.write(move |tx| {
        let told = told.clone();
        async move {
            let start = parse_iso("2026-03-01T10:00:00Z").unwrap();
            let event = |(index, (kind, detail)): (usize, (EventType, Value))| NewEvent {
                send: Some(stream),
                ordinal: Some(if stream == HELLO { 2 } else { 1 }),
                detail: detail.is_object().then(|| detail.to_string()),
                ..NewEvent::new(
                    brand,
                    tx.number(),
                    kind,
                    start + 60_000 * (index as i64 + 1),
                )
            };
            events::append(&tx, told.into_iter().enumerate().map(event).collect()).await?;
            Ok::<_, DbError>(())
        }
    });
    written.await.unwrap();
}

#[tokio::test]
async fn a_mail_is_read_like_a_send_to_one() {
    use EventType::{Deferred, Delivered, Opened};
    let automated = Automated::with_mails().await;
    let (server, brand) = (&automated.server, &automated.brand);
    let told = vec![
        (Deferred, json!({ "smtpReply": "451 later" })),
        (Delivered, Value::Null),
        (Opened, json!({ "machineReason": "prefetch" })),
        (Opened, Value::Null),
    ];
    happened(server, brand.key, TIPS, told).await;
    happened(server, brand.key, HELLO, vec![(Delivered, Value::Null)]).await;
    server
        .sql("UPDATE recipients SET opened_at = 5 WHERE public_id = 'as_three'")
        .await;
    let mut sent = read(brand, "as_three").await;
    for id in ["domainId", "emailVersionId"] {
        assert!(sent[id].is_string(), "{id}");
        sent.as_object_mut().unwrap().remove(id);
    }
    assert_eq!(
        sent,
        json!({
            "sendId": "as_three", "kind": "automation", "status": "completed", "automationId": "welcome",
            "nodeId": "tips", "automationRunId": "run-2", "triggerInstanceId": "tin_two",
            "recipientEmail": "bob@example.com", "emailId": "tips", "subject": "Hi", "previewText": "Look",
            "from": { "email": "hello@example.com", "name": "Shop" }, "recipientCount": 1,
            "createdAt": "2026-03-01T10:00:00.000Z", "startedAt": "2026-03-01T10:01:00.000Z",
            "completedAt": "2026-03-01T10:02:00.000Z", "updatedAt": "2026-03-01T10:04:00.000Z",
            "stats": { "sent": 1, "delivered": 1, "opened": 1, "clicked": 0, "bounced": 0, "complained": 0,
                "unsubscribed": 0 },
            "delivery": { "planned": 1, "excluded": 0, "pending": 0, "deferred": 0, "accepted": 1, "delivered": 1,
                "bounced": 0, "failed": 0, "inDoubt": 0, "canceled": 0, "machineOpens": 1, "machineClicks": 0 },
            "exclusions": { "unsubscribed": 0, "invalid": 0, "suppressed": 0, "duplicate": 0 },
        })
    );
    let list = brand.get(&format!("{PATH}?automationRunId=run-2")).await;
    assert_eq!(list["data"][0]["completedAt"], "2026-03-01T10:02:00.000Z");
    assert_eq!(list["data"][0]["stats"], sent["stats"]);
    // Taken first, and returned later.
    let bounced = &list["data"][1];
    assert_eq!(
        (&bounced["stats"]["sent"], &bounced["stats"]["bounced"]),
        (&json!(1), &json!(1))
    );
    let path = format!("{PATH}/as_three?include=events");
    let events = brand.get(&path).await.expect(200);
    let types: Vec<_> = events["events"].as_array().unwrap().iter().collect();
    let of = |event: &&Value| (event["eventType"].clone(), event["sendId"].clone());
    assert_eq!(
        types.iter().map(of).collect::<Vec<_>>(),
        ["opened", "opened", "delivered", "deferred"].map(|kind| (json!(kind), json!("as_three")))
    );
    assert_eq!(events["eventsTruncated"], false);
}

#[tokio::test]
async fn the_send_of_a_node_in_an_audience_run_names_it() {
    let (automated, _) = everything().await;
    let sent = read(&automated.brand, "arn_510").await;
    for (key, value) in [
        ("kind", "automation"),
        ("automationId", "goodbye"),
        ("nodeId", "tips"),
        ("audienceRunId", "arun_one"),
        ("audienceId", "all"),
        ("status", "running"),
    ] {
        assert_eq!(sent[key], value, "{key}");
    }
    for key in [
        "automationRunId",
        "triggerInstanceId",
        "recipientEmail",
        "to",
    ] {
        assert!(sent[key].is_null(), "{key}");
    }
}

#[tokio::test]
async fn a_stream_is_nowhere() {
    let (automated, _) = everything().await;
    let brand = &automated.brand;
    for name in [format!("stream-{HELLO}"), HELLO.to_string()] {
        let path = format!("{PATH}/{name}");
        assert_problem(&brand.get(&path).await, 404, "SEND_NOT_FOUND", None);
        for step in ["cancel", "pause", "resume"] {
            let answer = brand.post(&format!("{path}/{step}"), json!({})).await;
            assert_problem(&answer, 404, "SEND_NOT_FOUND", None);
        }
        for list in ["events", "overview"] {
            let path = format!("/v1/analytics/{list}?sendId={name}");
            assert_problem(
                &brand.get(&path).await,
                404,
                "SEND_NOT_FOUND",
                Some("sendId"),
            );
        }
    }
    for path in [
        PATH.to_owned(),
        "/v1/notifications".to_owned(),
        format!("{PATH}?kind=automation&status=running"),
        format!("{PATH}?emailId=hello"),
        format!("{PATH}?automationId=welcome"),
    ] {
        let shown = brand.get(&path).await.expect(200);
        assert!(
            !shown.text().contains("stream-"),
            "{path}: {}",
            shown.text()
        );
    }
}

#[tokio::test]
async fn another_brand_sees_none_of_it() {
    let (automated, _) = everything().await;
    let other = automated.brand.org.brand().await;
    for id in ["as_one", "arn_510"] {
        let path = format!("{PATH}/{id}");
        assert_problem(&other.get(&path).await, 404, "SEND_NOT_FOUND", None);
        let cancel = other.post(&format!("{path}/cancel"), json!({})).await;
        assert_problem(&cancel, 404, "SEND_NOT_FOUND", None);
    }
    for query in [
        "automationId=welcome",
        "automationRunId=run-1",
        "audienceRunId=arun_one",
        "triggerInstanceId=tin_one",
        "kind=automation",
        "emailId=hello",
    ] {
        let list = other.get(&format!("{PATH}?{query}")).await.expect(200);
        assert_eq!(list["data"], json!([]), "{query}");
    }
}
