//! Every flow, from its use to its last mail.

use std::time::Duration;

use postrider_domain::time;
use serde_json::{Map, Value, json};

use super::FLOWS;
use crate::support::{Answer, Brand, TestServer, until};
use crate::walking::{Deed, MailOf, NOW, logged};

/// What becomes of the mails that a flow watches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Silent,
    /// Does what is waited for.
    Engaged,
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
    run: String,
}

/// Where a flow waits for what becomes of a mail: of which, and for what.
struct Watch<'a> {
    mail: &'a str,
    deed: Deed,
}

impl Journey<'_> {
    /// Does what is waited for, or lets time pass, whenever the run sleeps, until it has ended. Gives it, and how often
    /// something was done.
    async fn walk(&self, reader: Reader) -> (Answer, usize) {
        let mut deeds = 0;
        loop {
            let (read, sleeps) = self.rests().await;
            let Some(left) = sleeps else {
                return (read, deeds);
            };
            // Nobody's clock leaps while a mail is on its way.
            mails(self.brand, &self.run, self.sent(&read).len()).await;
            let node = read["currentNodeId"].as_str().unwrap();
            match self.watch(node) {
                Some(Watch { mail, deed }) if reader == Reader::Engaged => {
                    let mail = MailOf {
                        run: &self.run,
                        node: mail,
                    };
                    deed.with(self.server, self.brand, mail).await;
                    until("the run goes on", async || {
                        let read = run(self.brand, &self.run).await;
                        let is_there = read["currentNodeId"] == node && read["status"] == "running";
                        (!is_there).then_some(())
                    })
                    .await;
                    deeds += 1;
                }
                _ => self.server.clock.advance(left),
            }
        }
    }

    /// Once it has ended or sleeps: how long it will.
    async fn rests(&self) -> (Answer, Option<Duration>) {
        until("the run ends or sleeps", async || {
            let read = run(self.brand, &self.run).await;
            if read["status"] != "queued" && read["status"] != "running" {
                return Some((read, None));
            }
            let wakes = read["wakeAt"].as_str().and_then(time::parse_iso)?;
            let left = wakes - self.server.app().clock.now();
            (left > 0).then_some((read, Some(Duration::from_millis(left as u64))))
        })
        .await
    }

    fn node(&self, id: &str) -> &Value {
        let mut nodes = self.flow["nodes"].as_array().unwrap().iter();
        nodes.find(|node| node["id"] == id).unwrap()
    }

    fn watch(&self, node: &str) -> Option<Watch<'_>> {
        let watched = &self.node(node)["config"]["engagement"];
        let deed = match watched["event"].as_str()? {
            "opened" => Deed::Opens,
            _ => Deed::Clicks,
        };
        let mail = watched["nodeId"].as_str()?;
        Some(Watch { mail, deed })
    }

    /// The nodes that have sent, in their order.
    fn sent(&self, read: &Answer) -> Vec<String> {
        let is_mail = |id: &str| self.node(id)["type"] == "sendEmail";
        let done = logged(read).into_iter();
        done.filter(|(node, status, _)| status == "completed" && is_mail(node))
            .map(|(node, ..)| node)
            .collect()
    }

    /// Whether the flow goes on behind a node for those who do what is waited for, or for everybody.
    fn goes_on(&self, node: &str) -> bool {
        let mut ways = self.flow["connections"].as_array().unwrap().iter();
        ways.any(|way| way["from"] == node && way["branch"] != "notEngaged")
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
    let published = published.expect(200);
    // Of nothing but of the links, for the brand has no website.
    let warnings = published["warnings"].as_array().unwrap();
    for warning in warnings {
        let message = warning["message"].as_str().unwrap();
        assert!(message.contains("example.com"), "{slug}: {message}");
    }
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
        run: fired(brand, &used, payload).await,
    };
    let (ended, deeds) = journey.walk(reader).await;
    assert_eq!(ended["status"], "completed", "{slug}: {}", ended.text());
    let (steps, sent) = (logged(&ended), journey.sent(&ended));
    let (end, ..) = steps.last().unwrap();
    assert!(!journey.goes_on(end), "{slug}: {steps:?}");
    match reader {
        Reader::Silent => assert!(
            sent.len() >= 2 && sent.last() == Some(end),
            "{slug}: {steps:?}"
        ),
        Reader::Engaged => {
            let mut nodes = flow["nodes"].as_array().unwrap().iter();
            let has_watch = nodes.any(|node| node["config"]["engagement"].is_object());
            assert_eq!(deeds > 0, has_watch, "{slug}: {steps:?}");
            let engaged = steps
                .iter()
                .filter(|(_, _, way)| way.as_deref() == Some("engaged"));
            assert_eq!(engaged.count(), deeds, "{slug}: {steps:?}");
        }
    }
    let left = mails(brand, &journey.run, sent.len()).await;
    assert_eq!(left.len(), sent.len(), "{slug}");
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
async fn every_flow_goes_its_other_way_for_those_who_open_or_click() {
    every_flow(Reader::Engaged).await;
}
