//! Every flow, from its use to its last mail.

use std::time::Duration;

use postrider_domain::time;
use serde_json::{Map, Value, json};

use super::FLOWS;
use crate::support::{Answer, Brand, TestServer, until};
use crate::walking::{NOW, logged};

/// What somebody would fire: all that the trigger declares. Dates lie ahead, each as far as it is declared late.
fn payload(fields: &[Value], email: &str, now: i64) -> Map<String, Value> {
    let mut dates = (1..).map(|place| time::format(now + place * 6 * 86_400_000));
    fields
        .iter()
        .map(|field| {
            let key = field["key"].as_str().unwrap();
            let value = match (key, field["type"].as_str().unwrap()) {
                ("email", _) => json!(email),
                (_, "date") => json!(dates.next()),
                (_, "number") => json!(49.5),
                (key, _) if key.ends_with("Url") => json!("https://shop.example.com/there"),
                (key, _) => json!(format!("The {key}")),
            };
            (key.to_owned(), value)
        })
        .collect()
}

async fn run(brand: &Brand, id: &str) -> Answer {
    let path = format!("/v1/automations/runs/{id}?include=logs");
    brand.get(&path).await.expect(200)
}

/// Lets time pass whenever the run sleeps, until it has ended.
async fn walk(server: &TestServer, brand: &Brand, id: &str) -> Answer {
    loop {
        let (read, sleeps) = until("the run ends or sleeps", async || {
            let read = run(brand, id).await;
            if read["status"] != "queued" && read["status"] != "running" {
                return Some((read, None));
            }
            let wakes = read["wakeAt"].as_str().and_then(time::parse_iso)?;
            let left = wakes - server.app().clock.now();
            (left > 0).then_some((read, Some(left)))
        })
        .await;
        match sleeps {
            Some(left) => server.clock.advance(Duration::from_millis(left as u64)),
            None => return read,
        }
    }
}

async fn fired(brand: &Brand, used: &Answer, payload: Map<String, Value>) -> String {
    let trigger = used["triggerEventId"].as_str().unwrap();
    let path = format!("/v1/automations/triggers/{trigger}/fire");
    let fired = brand
        .post(&path, json!({ "payload": payload }))
        .await
        .expect(200);
    assert_eq!(fired["warnings"], Value::Null, "{}", fired.text());
    let runs = fired["details"]["automationRunIds"].as_array().unwrap();
    assert_eq!(runs.len(), 1, "{}", fired.text());
    runs[0].as_str().unwrap().to_owned()
}

/// The mails that left, once there are as many as the run has sent.
async fn mails(brand: &Brand, run: &str, count: usize) -> Vec<Value> {
    let path = format!("/v1/sends?automationRunId={run}");
    until("the mails have left", async || {
        let sends = brand.get(&path).await.expect(200);
        let rows = sends["data"].as_array().unwrap().clone();
        let left = rows.iter().filter(|send| send["status"] == "completed");
        (left.count() == count).then_some(rows)
    })
    .await
}

/// A draft that is published, and somebody for whom it can go on to its end.
async fn published(brand: &Brand, slug: &str) -> Answer {
    let body = json!({ "domainId": brand.brand_id });
    let used = brand.post(&format!("{FLOWS}/{slug}/use"), body).await;
    let used = used.expect(201);
    assert_eq!(used["blockers"], json!([]), "{slug}");
    let automation = format!("/v1/automations/{}", used["automationId"].as_str().unwrap());
    let published = brand.patch(&automation, json!({ "published": true })).await;
    assert_eq!(published.expect(200)["warnings"], json!([]), "{slug}");
    let mut contact = json!({ "email": address(slug) });
    if slug == "failed-payment" {
        contact["customFields"] = json!({ "pastDue": true });
    }
    brand.post("/v1/contacts", contact).await.expect(201);
    used
}

fn address(slug: &str) -> String {
    format!("{slug}@example.com")
}

/// The nodes that have sent, of a run that has ended where the flow ends.
fn sent(flow: &Answer, ended: &Answer) -> Vec<String> {
    let is_mail = |id: &str| {
        let mut nodes = flow["nodes"].as_array().unwrap().iter();
        nodes.any(|node| node["id"] == id && node["type"] == "sendEmail")
    };
    let steps = logged(ended);
    let sent: Vec<String> = steps
        .iter()
        .filter(|(node, status, _)| is_mail(node) && status == "completed")
        .map(|(node, ..)| node.clone())
        .collect();
    let (end, ..) = steps.last().unwrap();
    assert_eq!(sent.last(), Some(end), "{steps:?}");
    let mut ways = flow["connections"].as_array().unwrap().iter();
    assert!(!ways.any(|way| way["from"] == end.as_str()), "{steps:?}");
    sent
}

#[tokio::test]
async fn every_flow_is_used_published_and_fired_to_its_last_mail() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    let flows = brand.get(FLOWS).await.expect(200);
    for row in flows["data"].as_array().unwrap() {
        let slug = row["slug"].as_str().unwrap();
        let flow = brand.get(&format!("{FLOWS}/{slug}")).await.expect(200);
        let used = published(&brand, slug).await;
        let fields = &flow["trigger"]["payloadSchema"]["fields"];
        let payload = payload(
            fields.as_array().unwrap(),
            &address(slug),
            server.app().clock.now(),
        );
        let id = fired(&brand, &used, payload).await;
        let ended = walk(&server, &brand, &id).await;
        assert_eq!(ended["status"], "completed", "{slug}: {}", ended.text());
        let sent = sent(&flow, &ended);
        assert!(sent.len() >= 2, "{slug}: {sent:?}");
        let left = mails(&brand, &id, sent.len()).await;
        assert_eq!(left.len(), sent.len(), "{slug}");
    }
}
