//! From a fire to an open, as a caller follows it: the instance, its run with logs, the sends of the run.

use std::time::Duration;

use postrider_domain::sending::tracking::{Purpose, Token};
use serde_json::{Value, json};

use super::{PATH, read};
use crate::support::{Answer, assert_problem, until};
use crate::walking::{ADA, DAY, Walk, line, wait};

const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                      Chrome/131.0.0.0 Safari/537.36";

/// Hello, a day's wait, tips.
async fn published(walk: &Walk) -> String {
    let nodes = vec![
        walk.send_email("hello", "automation").await,
        wait("rest", 1, "days"),
        walk.send_email("tips", "automation").await,
    ];
    walk.publish(nodes, line(&["hello", "rest", "tips"])).await
}

async fn get(walk: &Walk, path: &str) -> Answer {
    walk.brand.get(path).await.expect(200)
}

/// Opens a mail the way its reader's program does, ten minutes after it came.
async fn open(walk: &Walk, id: &str) {
    walk.server.clock.advance(Duration::from_mins(10));
    let number = async |column: &str| {
        let sql = format!("SELECT {column} FROM recipients WHERE public_id = '{id}'");
        walk.server.number(&sql).await
    };
    let token = Token {
        brand: walk.brand.key,
        send: number("send").await,
        ordinal: number("ordinal").await,
        purpose: Purpose::Open,
    };
    let mut text = String::new();
    walk.server.app().keys().track.write(&token, &mut text);
    let reader = walk.server.nobody();
    let image = reader.request("GET", &format!("/o/{text}.gif"));
    let answer = image.header("User-Agent", CHROME).send().await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn a_fire_is_followed_to_the_open() {
    let walk = Walk::begin().await;
    let automation = published(&walk).await;
    let fired = walk.try_fire(json!({ "email": ADA })).await.expect(200);
    let instance_id = fired["details"]["triggerInstanceId"].as_str().unwrap();
    let instance = get(
        &walk,
        &format!("/v1/automations/trigger-instances/{instance_id}"),
    )
    .await;
    assert_eq!(instance["state"], "fired");
    let run = instance["automationRunIds"][0].as_str().unwrap();
    let standing = walk.at(run, "rest").await;
    let logged = standing["logs"].as_array().unwrap();
    let hello = logged.iter().find(|row| row["nodeId"] == "hello").unwrap();
    let sends = walk.mails(run, 1).await;
    let id = sends[0]["sendId"].as_str().unwrap();
    assert!(id.starts_with("as_"), "{id}");
    assert_eq!(hello["sendId"], id);
    for (key, value) in [
        ("kind", "automation"),
        ("status", "completed"),
        ("automationId", automation.as_str()),
        ("nodeId", "hello"),
        ("automationRunId", run),
        ("triggerInstanceId", instance_id),
        ("recipientEmail", ADA),
        ("subject", "Subject of hello"),
    ] {
        assert_eq!(sends[0][key], value, "{key}");
    }
    assert_eq!(sends[0]["stats"]["opened"], 0);
    open(&walk, id).await;
    let opened = until("the open is counted", async || {
        let sent = read(&walk.brand, id).await;
        (sent["stats"]["opened"] == 1).then_some(sent)
    })
    .await;
    assert_eq!(opened["delivery"]["delivered"], 1);
    for query in [
        format!("triggerInstanceId={instance_id}"),
        format!("automationId={automation}&status=completed"),
        "kind=automation".to_owned(),
    ] {
        let list = get(&walk, &format!("{PATH}?{query}")).await;
        assert_eq!(list["data"].as_array().unwrap().len(), 1, "{query}");
        assert_eq!(list["data"][0]["stats"]["opened"], 1, "{query}");
    }
    walk.server.clock.advance(DAY);
    walk.ended(run).await;
    let sends = walk.mails(run, 2).await;
    let nodes: Vec<_> = sends.iter().map(|send| send["nodeId"].clone()).collect();
    assert_eq!(nodes, ["tips", "hello"]);
    in_the_feed(&walk, &automation, run).await;
    in_numbers(&walk, &automation).await;
}

/// What the feed says of the run.
async fn in_the_feed(walk: &Walk, automation: &str, run: &str) {
    let events = get(
        walk,
        &format!("/v1/analytics/events?automationRunId={run}&limit=100"),
    )
    .await;
    let events = events["data"].as_array().unwrap();
    let mut words: Vec<_> = events
        .iter()
        .map(|event| {
            format!(
                "{} {}",
                event["eventType"].as_str().unwrap(),
                event["nodeId"].as_str().unwrap_or("-")
            )
        })
        .collect();
    words.sort();
    assert_eq!(
        words,
        [
            "delivered hello",
            "delivered tips",
            "node_completed hello",
            "node_completed rest",
            "node_completed tips",
            "opened hello",
            "run_completed -",
            "run_started -",
        ]
    );
    for event in events {
        assert_eq!(event["automationId"], automation);
        assert_eq!(event["automationRunId"], run);
        assert_eq!(event["triggerEventId"], "signed-up");
        assert_eq!(event["recipientEmail"], ADA);
        if let Some(send) = event["sendId"].as_str() {
            assert!(send.starts_with("as_"), "{event}");
        }
    }
    let all = get(
        walk,
        &format!("/v1/analytics/events?automationId={automation}"),
    )
    .await;
    assert_eq!(all["data"].as_array().unwrap().len(), events.len());
    let fired = get(walk, "/v1/analytics/events?eventType=fired").await;
    assert_eq!(fired["data"].as_array().unwrap().len(), 1);
}

async fn in_numbers(walk: &Walk, automation: &str) {
    let report = get(
        walk,
        &format!("/v1/analytics/automations?automationId={automation}"),
    )
    .await;
    let row = &report["data"][0];
    for (key, count) in [
        ("runs", 1),
        ("completed", 1),
        ("failed", 0),
        ("sent", 2),
        ("opened", 1),
    ] {
        assert_eq!(row[key], count, "{key}");
        assert_eq!(report["totals"][key], count, "{key}");
    }
    let counts = |node: &Value| {
        [
            "nodeId",
            "entered",
            "completed",
            "skipped",
            "sent",
            "opened",
        ]
        .map(|key| node[key].clone())
    };
    let nodes = row["nodes"].as_array().unwrap().iter();
    assert_eq!(
        nodes.map(|node| json!(counts(node))).collect::<Vec<_>>(),
        [
            json!(["start", 1, 1, 0, 0, 0]),
            json!(["hello", 1, 1, 0, 1, 1]),
            json!(["rest", 1, 1, 0, 0, 0]),
            json!(["tips", 1, 1, 0, 1, 0]),
        ]
    );
    let overview = get(
        walk,
        &format!("/v1/analytics/overview?automationId={automation}"),
    )
    .await;
    assert_eq!(overview["totals"]["sent"], 2);
    assert_eq!(overview["totals"]["opened"], 1);
}

#[tokio::test]
async fn a_mail_that_has_left_is_not_canceled_and_streams_stay_hidden() {
    let walk = Walk::begin().await;
    let automation = published(&walk).await;
    let run = walk.fire(json!({ "email": ADA })).await;
    let sends = walk.mails(&run, 1).await;
    let id = sends[0]["sendId"].as_str().unwrap();
    let refused = walk
        .brand
        .post(&format!("{PATH}/{id}/cancel"), json!({}))
        .await;
    assert_problem(&refused, 409, "SEND_NOT_CANCELABLE", None);
    let streams = walk
        .server
        .sql("SELECT public_id FROM sends WHERE is_stream")
        .await;
    assert_eq!(streams.len(), 2);
    for stream in streams {
        let stream = stream.text(0).unwrap();
        let hidden = walk.brand.get(&format!("{PATH}/{stream}")).await;
        assert_problem(&hidden, 404, "SEND_NOT_FOUND", None);
        for path in [
            PATH.to_owned(),
            format!("{PATH}?automationId={automation}"),
            "/v1/analytics/events".to_owned(),
            "/v1/notifications".to_owned(),
            format!("{PATH}/{id}?include=events"),
        ] {
            let shown = get(&walk, &path).await;
            assert!(!shown.text().contains(&stream), "{path}");
        }
    }
}
