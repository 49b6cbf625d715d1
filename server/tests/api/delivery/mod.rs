//! Campaigns on their way: from an audience to what the receivers answered, through a relay that behaves or does
//! not.

mod audience_run;
mod clock;
mod control;
mod database;
mod departed;
mod direct;
mod fairness;
mod freezing;
mod injection;
mod journal;
mod mail;
mod outages;
mod refusals;
mod retries;
mod schedule;
mod suspended;
mod test_run;
mod test_send;

use std::time::Duration;

use postrider_mail::capture::Letter;
use postrider_mail::sink::{Received, RunningSink, Sink, SinkOptions};
use serde_json::{Value, json};

use crate::domains::{MAIL_HOST, verified};
use crate::emails::design;
use crate::sends::{PATH, campaign};
use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Answer, Brand, Builder, Caller, TestServer, until};

pub const DOMAIN: &str = "news.example.com";

/// A server whose mail leaves through the sink, and a brand that can send.
struct Post {
    server: TestServer,
    dns: DnsServer,
    sink: RunningSink,
    brand: Brand,
}

impl Post {
    async fn start(behaviour: &str) -> Self {
        // Boxed: every test's future would hold it.
        Box::pin(Self::with(TestServer::with(), behaviour)).await
    }

    async fn with(builder: Builder, behaviour: &str) -> Self {
        let dns = Box::pin(DnsServer::start()).await;
        let sink = Sink::start(SinkOptions {
            behaviour: behaviour.parse().unwrap(),
            dns: Some(dns.address()),
            ..keeping_all()
        })
        .unwrap();
        let url = format!("smtp://{}", sink.address);
        let server = Box::pin(relayed(builder, &dns, &url)).await;
        let brand = Box::pin(sender(&server, &dns)).await;
        Self {
            server,
            dns,
            sink,
            brand,
        }
    }

    fn behave(&self, behaviour: &str) {
        self.sink.behave(behaviour.parse().unwrap());
    }

    /// What the sink has of a recipient.
    fn mails_to(&self, address: &str) -> Vec<Received> {
        let mut mails = self.sink.messages();
        mails.retain(|mail| mail.to == [address]);
        mails
    }

    /// Every address has its mail once, and nobody else has any.
    fn assert_mailed(&self, addresses: &[String]) {
        let mut mailed: Vec<String> = self
            .sink
            .messages()
            .into_iter()
            .flat_map(|mail| mail.to)
            .collect();
        mailed.sort();
        let mut wanted = addresses.to_vec();
        wanted.sort();
        assert_eq!(mailed, wanted);
        assert_eq!(self.sink.report().duplicates, 0);
    }
}

fn keeping_all() -> SinkOptions {
    SinkOptions {
        keep_messages: 10_000,
        ..SinkOptions::default()
    }
}

/// A server whose mail leaves through this relay. Every domain takes mail.
async fn relayed(builder: Builder, dns: &DnsServer, url: &str) -> TestServer {
    dns.says_otherwise(Says::Mx);
    builder
        .dns(dns.address())
        .mail_host(MAIL_HOST)
        .relay(url)
        .start()
        .await
}

/// A brand with a verified domain and a campaign `news`.
pub async fn sender(server: &TestServer, dns: &DnsServer) -> Brand {
    let brand = server.brand().await;
    verified(dns, &brand, DOMAIN).await;
    design(server, &brand, campaign("news")).await;
    brand
}

/// New contacts `p0@example.com` and so on, by their addresses.
async fn crowd(brand: &Caller, count: usize) -> Vec<String> {
    let addresses: Vec<String> = (0..count).map(|n| format!("p{n}@example.com")).collect();
    for part in addresses.chunks(1000) {
        let rows: Vec<Value> = part.iter().map(|email| json!({ "email": email })).collect();
        brand
            .post("/v1/contacts", json!({ "contacts": rows }))
            .await
            .expect(200);
    }
    addresses
}

/// Sends `news` to everybody, at once; `with` changes the body.
pub async fn send(brand: &Caller, with: Value) -> String {
    let mut body = json!({ "emailId": "news", "audienceId": "all" });
    for (key, value) in with.as_object().unwrap() {
        body[key] = value.clone();
    }
    if body.get("to").is_some() {
        body.as_object_mut().unwrap().remove("audienceId");
    }
    let accepted = brand.post(PATH, body).await.expect(202);
    accepted["sendId"].as_str().unwrap().to_owned()
}

/// The send as it is read alone; its numbers add up at every moment.
pub async fn read(brand: &Caller, id: &str) -> Value {
    let send = brand.get(&format!("{PATH}/{id}?include=events")).await;
    let send = send.expect(200).json;
    let (delivery, exclusions) = (&send["delivery"], &send["exclusions"]);
    let sum = |object: &Value, keys: &[&str]| -> i64 {
        keys.iter().map(|key| object[*key].as_i64().unwrap()).sum()
    };
    let states = [
        "pending",
        "deferred",
        "delivered",
        "bounced",
        "failed",
        "inDoubt",
        "canceled",
    ];
    assert_eq!(
        sum(delivery, &["planned"]),
        sum(delivery, &states),
        "{send}"
    );
    let reasons = ["unsubscribed", "invalid", "suppressed", "duplicate"];
    assert_eq!(
        sum(delivery, &["excluded"]),
        sum(exclusions, &reasons),
        "{send}"
    );
    send
}

/// The send once it stands in this status.
async fn standing(brand: &Caller, id: &str, status: &str) -> Value {
    reaching(brand, id, status, |send| send["status"] == status).await
}

/// The send once `count` of its recipients are in this state of `delivery`.
pub async fn counting(brand: &Caller, id: &str, state: &str, count: i64) -> Value {
    let what = format!("{count} {state}");
    reaching(brand, id, &what, |send| send["delivery"][state] == count).await
}

/// The send once it is as wanted, or how far it has come.
async fn reaching(brand: &Caller, id: &str, what: &str, is: impl Fn(&Value) -> bool) -> Value {
    let mut last = Value::Null;
    let found = tokio::time::timeout(Duration::from_mins(2), async {
        loop {
            last = read(brand, id).await;
            if is(&last) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let is_found = found.await.is_ok();
    assert!(is_found, "the send never was {what}: {last:#}");
    last
}

async fn control(brand: &Caller, id: &str, step: &str) -> Answer {
    brand
        .post(&format!("{PATH}/{id}/{step}"), json!({}))
        .await
        .expect(200)
}

/// Moves the clock until the send has ended: whatever waits for its next try gets it.
async fn ended(server: &TestServer, brand: &Caller, id: &str) -> Value {
    until("the send has ended", async || {
        let send = read(brand, id).await;
        if send["completedAt"].is_string() {
            return Some(send);
        }
        server.clock.advance(Duration::from_secs(61));
        server.nudge().await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        None
    })
    .await
}

/// Until nobody is being mailed.
async fn quiet(server: &TestServer) {
    until("nobody is being mailed", async || {
        (server.number("SELECT count(*) FROM claims").await == 0).then_some(())
    })
    .await;
}

/// Events of this type.
pub fn events(send: &Value, kind: &str) -> Vec<Value> {
    let events = send["events"].as_array().unwrap().iter();
    events
        .filter(|event| event["eventType"] == kind)
        .cloned()
        .collect()
}

/// How many contacts get no more mail.
async fn suppressed(server: &TestServer) -> i64 {
    server
        .number("SELECT count(*) FROM contacts WHERE suppressed_reason IS NOT NULL")
        .await
}

fn letter(mail: &Received) -> Letter {
    Letter::read(&mail.message)
}

/// Every header of a message by its name in lower case, unfolded.
fn headers(message: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8(message.to_vec()).unwrap();
    let head = text
        .split("\r\n\r\n")
        .next()
        .unwrap()
        .replace("\r\n ", " ")
        .replace("\r\n\t", " ");
    let header = |line: &str| {
        let (name, value) = line
            .split_once(':')
            .unwrap_or_else(|| panic!("no header: {line}"));
        (name.to_lowercase(), value.trim().to_owned())
    };
    head.split("\r\n").map(header).collect()
}

/// All values of one header.
pub fn header(message: &[u8], name: &str) -> Vec<String> {
    let mut found = headers(message);
    found.retain(|(key, _)| key == name);
    found.into_iter().map(|(_, value)| value).collect()
}
