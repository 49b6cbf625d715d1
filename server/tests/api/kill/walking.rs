//! SIGKILL while runs walk: no step is lost and none is done twice.

use std::collections::VecDeque;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::moments::{Moments, say};
use super::sending::{Plan, Rig, patiently};
use crate::support::{Caller, settings};

const CALLERS: usize = 8;
const FIRE: &str = "/v1/automations/triggers/signed-up/fire";

/// How much of it, in `make test` and in `make torture`.
fn size() -> (usize, usize) {
    if settings::torture() {
        (10_000, 50)
    } else {
        (1_000, 5)
    }
}

#[tokio::test]
async fn torture_kills_between_fire_and_mail_lose_and_double_nothing() {
    let (runs, kills) = size();
    let mut moments = Moments::new();
    let plan = Plan {
        people: 1,
        connections: 8,
        dkim: "relay",
    };
    let (rig, mut server) = Rig::new(plan).await;
    publish(&rig.caller(&server)).await;
    let people = Mutex::new((0..runs).collect::<VecDeque<usize>>());
    for kill in 0..kills {
        let caller = rig.caller(&server);
        // The last kills come when all is fired, and runs sleep and mails leave.
        let share = Duration::from_millis(if kill * 2 < kills { 900 } else { 3_000 });
        let killing = async {
            tokio::time::sleep(moments.pause(share.as_millis() as usize)).await;
            server.kill().await;
        };
        tokio::join!(fire_all(&caller, &people), killing);
        server = rig.installation.serve().await;
    }
    fire_all(&rig.caller(&server), &people).await;
    assert!(people.lock().await.is_empty());
    let ended = "SELECT count(*) FROM runs WHERE status = 'completed'";
    patiently("all runs have ended", async || {
        (rig.number(ended).await == runs as i64).then_some(())
    })
    .await;
    let open = "SELECT count(*) FROM recipients WHERE state IN (0, 1)";
    patiently("all mails have left", async || {
        (rig.number(open).await == 0).then_some(())
    })
    .await;
    rig.until_settled().await;
    check(&rig, runs, kills).await;
    drop(server);
}

/// What is there against what has to be.
async fn check(rig: &Rig, runs: usize, kills: usize) {
    let expected = [
        ("SELECT count(*) FROM runs", runs),
        (
            "SELECT count(*) FROM trigger_instances WHERE state = 'fired'",
            runs,
        ),
        ("SELECT count(*) FROM timers", 0),
        // Three mails each: two on every way, one on the way that is theirs.
        (
            "SELECT count(*) FROM recipients WHERE run IS NOT NULL",
            3 * runs,
        ),
        (
            "SELECT count(*) FROM (SELECT run FROM recipients WHERE run IS NOT NULL GROUP BY run, send) AS one",
            3 * runs,
        ),
        // Of each run: begun, ended, and six nodes.
        ("SELECT count(*) FROM events WHERE type = 101", runs),
        ("SELECT count(*) FROM events WHERE type = 102", runs),
        ("SELECT count(*) FROM events WHERE type = 105", 6 * runs),
    ];
    for (sql, wanted) in expected {
        assert_eq!(rig.number(sql).await, wanted as i64, "{sql}");
    }
    let counted = "SELECT CAST(sum(completed) AS BIGINT) FROM steps WHERE node = ''";
    assert_eq!(rig.number(counted).await, runs as i64);
    let delivered = rig
        .number("SELECT count(*) FROM recipients WHERE state = 2")
        .await;
    let doubts = rig
        .number("SELECT count(*) FROM recipients WHERE state = 5")
        .await;
    let report = rig.sink.report();
    let mailed = i64::try_from(report.distinct).unwrap();
    assert_eq!(report.duplicates, 0);
    assert_eq!(delivered + doubts, 3 * runs as i64);
    assert!(delivered <= mailed && mailed <= delivered + doubts);
    assert!(
        doubts <= (rig.connections * kills) as i64,
        "{doubts} in doubt"
    );
    say(&format!(
        "{runs} runs, {kills} kills: {mailed} mailed, 0 twice, {doubts} in doubt"
    ));
}

/// Fires for everybody who is left, until it is done or the server is gone. Whoever got no answer is asked for again,
/// under the same key.
async fn fire_all(caller: &Caller, people: &Mutex<VecDeque<usize>>) {
    let mut callers: FuturesUnordered<_> =
        (0..CALLERS).map(|_| fire_some(caller, people)).collect();
    while callers.next().await.is_some() {}
}

async fn fire_some(caller: &Caller, people: &Mutex<VecDeque<usize>>) {
    loop {
        let Some(person) = people.lock().await.pop_front() else {
            return;
        };
        let body =
            json!({ "payload": { "email": format!("p{person}@people.test"), "plan": "pro" } });
        let request = caller
            .request("POST", FIRE)
            .header("Idempotency-Key", &format!("fire-{person}"))
            .json(&body);
        match request.try_send().await {
            Ok(answer) if answer.status == 200 => {}
            // Its first try is still held by a server that is dead; or there is none.
            Ok(answer) if matches!(answer.status, 409 | 503) => {
                people.lock().await.push_back(person);
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            Ok(answer) => panic!("{}: {}", answer.status, answer.text()),
            Err(_) => {
                people.lock().await.push_back(person);
                return;
            }
        }
    }
}

/// Mail, wait, split, mail, wait, mail.
async fn publish(caller: &Caller) {
    let trigger = json!({ "title": "Signed up", "triggerEventId": "signed-up", "payloadSchema": { "fields": [
        { "key": "email", "type": "string", "required": true }, { "key": "plan", "type": "string", "required": false }
    ] } });
    let path = "/v1/automations/triggers";
    caller.post(path, trigger).await.expect(201);
    let domains = caller
        .get("/v1/domains?sendableOnly=true")
        .await
        .expect(200);
    let domain = domains["data"][0]["domainId"].clone();
    let mut nodes = vec![json!({ "id": "start", "type": "trigger",
        "config": { "mode": "event", "triggerEventId": "signed-up" } })];
    for id in ["one", "left", "right", "last"] {
        nodes.push(send_email(caller, id, &domain).await);
    }
    nodes.extend([
        json!({ "id": "rest", "type": "wait", "config": { "duration": 1, "unit": "seconds" } }),
        json!({ "id": "coin", "type": "split", "config": { "mode": "percentage", "branches": [
            { "id": "l", "percentage": 50 }, { "id": "r", "percentage": 50 } ] } }),
        json!({ "id": "sleep", "type": "wait", "config": { "duration": 2, "unit": "seconds" } }),
    ]);
    let connection = |(from, to, branch): &(&str, &str, Option<&str>)| match branch {
        None => json!({ "from": from, "to": to }),
        Some(branch) => json!({ "from": from, "to": to, "branch": branch }),
    };
    let connections = [
        ("start", "one", None),
        ("one", "rest", None),
        ("rest", "coin", None),
        ("coin", "left", Some("l")),
        ("coin", "right", Some("r")),
        ("left", "sleep", None),
        ("right", "sleep", None),
        ("sleep", "last", None),
    ];
    let connections: Vec<Value> = connections.iter().map(connection).collect();
    let body = json!({ "name": "Welcome", "nodes": nodes, "connections": connections });
    let made = caller.post("/v1/automations", body).await.expect(201);
    let path = format!("/v1/automations/{}", made["automationId"].as_str().unwrap());
    let answer = caller.patch(&path, json!({ "published": true })).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

async fn send_email(caller: &Caller, id: &str, domain: &Value) -> Value {
    let html = "<html><body><p>{{ plan | none }}</p><p><a href=\"{{ unsubscribeUrl }}\">Leave</a></p></body></html>";
    let design = json!({ "format": "html", "content": html, "type": "automation", "title": id, "subject": id,
        "previewText": "A preview" });
    let made = caller.post("/v1/emails/import", design).await.expect(201);
    json!({ "id": id, "type": "sendEmail", "config": {
        "emailId": made["emailId"], "emailVersionId": made["emailVersionId"], "domainId": domain,
        "subject": format!("Subject of {id}") } })
}
