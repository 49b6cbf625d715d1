//! Numbers: of a campaign that was really sent, opened, clicked and left.

use std::time::Duration;

use postrider_domain::sending::tracking::{Purpose, Token};
use serde_json::{Value, json};

use super::{OVERVIEW, server};
use crate::emails::design;
use crate::sends::{campaign, people, read};
use crate::support::{Answer, Brand, Caller, TestServer, assert_problem, until};

const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                      Chrome/131.0.0.0 Safari/537.36";
const HTML: &str = "<html><body><a href=\"https://shop.example.com/\">Shop</a></body></html>";
const COUNTERS: [&str; 11] = [
    "sent",
    "delivered",
    "opened",
    "clicked",
    "bounced",
    "complained",
    "unsubscribed",
    "failed",
    "inDoubt",
    "machineOpens",
    "machineClicks",
];

/// A brand that has sent `news` to four people, at noon.
struct Sent {
    server: TestServer,
    brand: Brand,
    send: String,
}

impl Sent {
    async fn start() -> Self {
        let server = server().await;
        let brand = server.brand().await;
        let mut news = campaign("news");
        HTML.clone_into(&mut news.version.content.html);
        design(&server, &brand, news).await;
        let emails = [
            "a@gmail.com",
            "b@gmail.com",
            "c@outlook.com",
            "d@example.com",
        ];
        people(&brand, &emails).await;
        let send = mailed(&brand, "news").await;
        Self {
            server,
            brand,
            send,
        }
    }

    async fn get(&self, query: &str) -> Answer {
        let answer = self.brand.get(&format!("{OVERVIEW}?{query}")).await;
        let answer = answer.expect(200);
        // Whatever is asked, the parts are the whole.
        for list in ["series", "byMailboxProvider"] {
            for counter in COUNTERS {
                let parts = answer[list].as_array().unwrap().iter();
                let sum: i64 = parts
                    .map(|part| part["counters"][counter].as_i64().unwrap())
                    .sum();
                assert_eq!(answer["totals"][counter], sum, "{list}: {counter}");
            }
        }
        answer
    }

    /// What the mail of a recipient leads to, done by a person or a machine.
    async fn follow(&self, email: &str, purpose: Purpose, agent: &str) {
        let number = |sql: String| async move { self.server.number(&sql).await };
        let send = format!("SELECT id FROM sends WHERE public_id = '{}'", self.send);
        let send = number(send).await;
        let ordinal = format!(
            "SELECT ordinal FROM recipients JOIN contacts ON contacts.id = recipients.contact
             WHERE recipients.send = {send} AND contacts.email = '{email}'"
        );
        let token = Token {
            brand: self.brand.key,
            send,
            ordinal: number(ordinal).await,
            purpose,
        };
        let mut text = String::new();
        self.server.app().keys().track.write(&token, &mut text);
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let url = format!("http://{}", self.server.address());
        let reader = Caller::nobody(http.build().unwrap(), &url);
        let (method, path) = match purpose {
            Purpose::Open => ("GET", format!("/o/{text}.gif")),
            Purpose::Unsubscribe => ("POST", format!("/unsubscribe/{text}")),
            _ => ("GET", format!("/c/{text}")),
        };
        let request = reader.request(method, &path).header("User-Agent", agent);
        let answer = request.body("List-Unsubscribe=One-Click").send().await;
        assert!(answer.status < 400, "{path}: {}", answer.status);
    }
}

async fn mailed(brand: &Brand, email: &str) -> String {
    let body = json!({ "emailId": email, "audienceId": "all" });
    let accepted = brand.post("/v1/sends", body).await.expect(202);
    let send = accepted["sendId"].as_str().unwrap().to_owned();
    until("the campaign has been mailed", async || {
        let status = read(brand, &send).await["status"].clone();
        (status == "completed").then_some(())
    })
    .await;
    send
}

fn only(counts: &[(&str, i64)]) -> Value {
    let mut all: Value = COUNTERS
        .map(|name| (name.to_owned(), json!(0)))
        .into_iter()
        .collect();
    for (name, count) in counts {
        all[*name] = json!(count);
    }
    all
}

/// Two people opened, one of them clicked, one left, and a machine looked, in the two hours after the campaign.
async fn answered() -> Sent {
    let sent = Sent::start().await;
    sent.server.clock.advance(Duration::from_hours(1));
    sent.follow("a@gmail.com", Purpose::Open, CHROME).await;
    sent.follow("a@gmail.com", Purpose::Open, CHROME).await;
    sent.follow("c@outlook.com", Purpose::Open, CHROME).await;
    sent.follow("d@example.com", Purpose::Open, "curl/8").await;
    sent.server.clock.advance(Duration::from_hours(1));
    sent.follow("a@gmail.com", Purpose::Click { link: 0 }, CHROME)
        .await;
    sent.follow("b@gmail.com", Purpose::Unsubscribe, CHROME)
        .await;
    sent
}

#[tokio::test]
async fn the_overview_adds_up_to_what_the_send_says() {
    let sent = Box::pin(answered()).await;
    let overview = sent.get("").await;
    let counted = read(&sent.brand, &sent.send).await;
    for (name, count) in counted["stats"].as_object().unwrap() {
        assert_eq!(overview["totals"][name], *count, "{name}");
    }
    for name in ["failed", "inDoubt", "machineOpens", "machineClicks"] {
        assert_eq!(
            overview["totals"][name], counted["delivery"][name],
            "{name}"
        );
    }
    let all = [
        ("sent", 4),
        ("delivered", 4),
        ("opened", 2),
        ("clicked", 1),
        ("unsubscribed", 1),
        ("machineOpens", 1),
    ];
    assert_eq!(overview["totals"], only(&all));
    assert_eq!(
        overview["rates"],
        json!({
            "delivery": 1.0, "open": 0.5, "click": 0.25, "clickToOpen": 0.5, "bounce": 0.0,
            "complaint": 0.0, "unsubscribe": 0.25,
        })
    );
    let opened_at = |each: &Value| {
        json!([
            each["provider"],
            each["counters"]["sent"],
            each["rates"]["open"]
        ])
    };
    let providers = overview["byMailboxProvider"].as_array().unwrap();
    assert_eq!(
        providers.iter().map(opened_at).collect::<Value>(),
        json!([["gmail", 2, 0.5], ["other", 1, 0.0], ["outlook", 1, 1.0]])
    );
}

#[tokio::test]
async fn hours_tell_what_happened_in_each() {
    let sent = Box::pin(answered()).await;
    let overview = sent.get("granularity=hour&from=2026-03-01T11:00:00Z").await;
    assert_eq!(
        overview["range"],
        json!({ "from": "2026-03-01T11:00:00.000Z", "to": "2026-03-01T14:00:00.001Z" })
    );
    let hours: [(&str, &[(&str, i64)]); 4] = [
        ("2026-03-01T11:00:00.000Z", &[]),
        ("2026-03-01T12:00:00.000Z", &[("sent", 4), ("delivered", 4)]),
        (
            "2026-03-01T13:00:00.000Z",
            &[("opened", 2), ("machineOpens", 1)],
        ),
        (
            "2026-03-01T14:00:00.000Z",
            &[("clicked", 1), ("unsubscribed", 1)],
        ),
    ];
    let told = hours.map(|(at, counts)| json!({ "at": at, "counters": only(counts) }));
    assert_eq!(overview["series"], json!(told));
}

#[tokio::test]
async fn an_overview_is_of_everything_one_send_or_one_design() {
    let sent = Sent::start().await;
    design(&sent.server, &sent.brand, campaign("offer")).await;
    design(&sent.server, &sent.brand, campaign("unsent")).await;
    sent.server.clock.advance(Duration::from_hours(48));
    let offer = mailed(&sent.brand, "offer").await;
    let news = &sent.send;
    for (query, total) in [
        (String::new(), 8),
        (format!("sendId={news}"), 4),
        (format!("sendId={offer}"), 4),
        ("emailId=offer".to_owned(), 4),
        ("emailId=unsent".to_owned(), 0),
        (format!("emailId=offer&sendId={offer}"), 4),
        (format!("emailId=offer&sendId={news}"), 0),
        ("from=2026-03-02".to_owned(), 4),
        ("to=2026-03-02".to_owned(), 4),
        ("emailId=offer&to=2026-03-02".to_owned(), 0),
    ] {
        let overview = sent.get(&query).await;
        assert_eq!(overview["totals"]["sent"], total, "{query}");
    }
    let nothing = sent.get("emailId=unsent").await;
    assert_eq!(nothing["byMailboxProvider"], json!([]));
    for rate in nothing["rates"].as_object().unwrap().values() {
        assert_eq!(*rate, Value::Null);
    }
    let other = sent.brand.org.brand().await;
    let all = other.get(OVERVIEW).await.expect(200);
    assert_eq!(all["totals"], only(&[]));
    let foreign = other.get(&format!("{OVERVIEW}?sendId={news}")).await;
    assert_problem(&foreign, 404, "SEND_NOT_FOUND", Some("sendId"));
    let foreign = other.get(&format!("{OVERVIEW}?emailId=news")).await;
    assert_problem(&foreign, 404, "EMAIL_NOT_FOUND", Some("emailId"));
}

#[tokio::test]
async fn days_are_those_of_the_brand_and_the_last_thirty_without_bounds() {
    let sent = Sent::start().await;
    let changed = sent
        .brand
        .patch("/v1/brand", json!({ "timeZone": "Pacific/Auckland" }));
    changed.await.expect(200);
    let overview = sent.get("").await;
    assert_eq!(
        overview["range"],
        json!({ "from": "2026-01-30T12:00:00.001Z", "to": "2026-03-01T12:00:00.001Z" })
    );
    let series = overview["series"].as_array().unwrap();
    // Noon in UTC is one in the morning of the next day there.
    assert_eq!(series.len(), 31);
    assert_eq!(series[0]["at"], "2026-01-30T11:00:00.000Z");
    assert_eq!(series[29]["counters"]["sent"], 0);
    assert_eq!(series[30]["at"], "2026-03-01T11:00:00.000Z");
    assert_eq!(series[30]["counters"]["sent"], 4);
}
