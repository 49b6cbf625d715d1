//! Every flow, from its use to its last mail.

use std::time::Duration;

use postrider_domain::time;
use postrider_mail::capture::{Captured, Letter};
use serde_json::{Map, Value, json};

use super::FLOWS;
use crate::support::{Answer, Brand, TestServer, until};
use crate::walking::{CHROME, NOW, logged};

/// What becomes of the mails.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Silent,
    /// Follows a link of each mail that somebody waits for.
    Clicks,
}

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

/// Somebody on the way through a flow.
struct Journey<'a> {
    server: &'a TestServer,
    brand: &'a Brand,
    flow: &'a Answer,
    email: String,
    run: String,
}

impl Journey<'_> {
    /// Lets time pass whenever the run sleeps, until it has ended. Gives it, and how often somebody clicked.
    async fn walk(&self, reader: Reader) -> (Answer, usize) {
        let mut clicks = 0;
        loop {
            let (read, sleeps) = self.rests().await;
            let Some(left) = sleeps else {
                return (read, clicks);
            };
            let node = read["currentNodeId"].as_str().unwrap();
            if reader == Reader::Clicks && watches(self.flow, node) {
                self.click(&sent(self.flow, &read)).await;
                until("the run goes on", async || {
                    let read = run(self.brand, &self.run).await;
                    (read["currentNodeId"] != node || read["status"] != "running").then_some(())
                })
                .await;
                clicks += 1;
            } else {
                let left = Duration::from_millis(left as u64);
                self.server.clock.advance(left);
            }
        }
    }

    /// Once it has ended or sleeps: how long it will.
    async fn rests(&self) -> (Answer, Option<i64>) {
        until("the run ends or sleeps", async || {
            let read = run(self.brand, &self.run).await;
            if read["status"] != "queued" && read["status"] != "running" {
                return Some((read, None));
            }
            let wakes = read["wakeAt"].as_str().and_then(time::parse_iso)?;
            let left = wakes - self.server.app().clock.now();
            (left > 0).then_some((read, Some(left)))
        })
        .await
    }

    /// Follows the first link of the last mail.
    async fn click(&self, sent: &[String]) {
        mails(self.brand, &self.run, sent.len()).await;
        let (server, brand) = (self.server, self.brand);
        let link = until("the mail is kept", async || {
            let captured = Captured::open(&server.folder().join("captured"));
            let entries = captured.list(Some(&brand.brand_id), 50).unwrap();
            let mut kept = entries
                .iter()
                .filter_map(|entry| captured.read(&entry.id).unwrap())
                .filter(|kept| kept.to == self.email);
            let html = Letter::read(&kept.next()?.message).html;
            let link = &html[html.find(&format!("{}/c/", brand.url))?..];
            Some(link[..link.find('"')?].to_owned())
        })
        .await;
        // Scanners click within seconds of a delivery.
        server.clock.advance(Duration::from_mins(10));
        let path = link.strip_prefix(&brand.url).unwrap();
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let asked = http
            .build()
            .unwrap()
            .get(format!("http://{}{path}", server.address()));
        let answer = asked.header("User-Agent", CHROME).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 302, "{path}");
    }
}

/// Whether a node waits for what becomes of a mail.
fn watches(flow: &Answer, node: &str) -> bool {
    let mut nodes = flow["nodes"].as_array().unwrap().iter();
    nodes.any(|each| each["id"] == node && each["config"]["engagement"].is_object())
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

/// The nodes of a run that have sent, in their order.
fn sent(flow: &Answer, run: &Answer) -> Vec<String> {
    let is_mail = |id: &str| {
        let mut nodes = flow["nodes"].as_array().unwrap().iter();
        nodes.any(|node| node["id"] == id && node["type"] == "sendEmail")
    };
    logged(run)
        .into_iter()
        .filter(|(node, status, _)| is_mail(node) && status == "completed")
        .map(|(node, ..)| node)
        .collect()
}

/// Used, published and fired, with a reader of its mails; then it has come to where the flow ends.
async fn gone(server: &TestServer, brand: &Brand, slug: &str, reader: Reader) {
    let flow = brand.get(&format!("{FLOWS}/{slug}")).await.expect(200);
    let used = published(brand, slug).await;
    let fields = flow["trigger"]["payloadSchema"]["fields"].as_array();
    let payload = payload(fields.unwrap(), &address(slug), server.app().clock.now());
    let journey = Journey {
        server,
        brand,
        flow: &flow,
        email: address(slug),
        run: fired(brand, &used, payload).await,
    };
    let (ended, clicks) = journey.walk(reader).await;
    assert_eq!(ended["status"], "completed", "{slug}: {}", ended.text());
    let steps = logged(&ended);
    let (end, ..) = steps.last().unwrap();
    let way = |way: &Value| way["from"] == end.as_str() && way["branch"] != "notEngaged";
    assert!(
        !flow["connections"].as_array().unwrap().iter().any(way),
        "{steps:?}"
    );
    let sent = sent(&flow, &ended);
    match reader {
        Reader::Silent => assert!(
            sent.len() >= 2 && sent.last() == Some(end),
            "{slug}: {steps:?}"
        ),
        Reader::Clicks => {
            let mut nodes = flow["nodes"].as_array().unwrap().iter();
            let has_watch = nodes.any(|node| node["config"]["engagement"].is_object());
            assert_eq!(clicks > 0, has_watch, "{slug}: {steps:?}");
            let engaged = steps
                .iter()
                .filter(|(_, _, way)| way.as_deref() == Some("engaged"));
            assert_eq!(engaged.count(), clicks, "{slug}: {steps:?}");
        }
    }
    assert_eq!(
        mails(brand, &journey.run, sent.len()).await.len(),
        sent.len(),
        "{slug}"
    );
}

async fn every_flow(reader: Reader) {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    let flows = brand.get(FLOWS).await.expect(200);
    for row in flows["data"].as_array().unwrap() {
        gone(&server, &brand, row["slug"].as_str().unwrap(), reader).await;
    }
}

#[tokio::test]
async fn every_flow_is_used_published_and_fired_to_its_last_mail() {
    every_flow(Reader::Silent).await;
}

#[tokio::test]
async fn every_flow_goes_its_other_way_for_those_who_click() {
    every_flow(Reader::Clicks).await;
}
