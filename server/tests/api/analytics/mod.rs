//! What happened, event by event and in numbers.

mod automation;
mod automation_report;
mod automation_retention;
mod cursors;
mod filters;
mod overview;
mod ranges;
mod recipients;
mod refusals;
mod retention;

use postrider_domain::contacts::mailbox::Mailbox;
use postrider_domain::sending::send::EventType;
use postrider_domain::time::parse_iso;
use postrider_store::db::{DbError, first_number};
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::{contacts, sends};
use serde_json::{Value, json};

use crate::emails::design;
use crate::sends::{accepted, campaign, people};
use crate::support::{Answer, Brand, TestServer};

const EVENTS: &str = "/v1/analytics/events";
const OVERVIEW: &str = "/v1/analytics/overview";
const NOW: &str = "2026-03-01T12:00:00Z";

async fn server() -> TestServer {
    TestServer::with().clock_at(NOW).start().await
}

/// One event; ids of sends are those of the API.
#[derive(Clone)]
struct Happened {
    at: &'static str,
    kind: EventType,
    send: Option<String>,
    email: Option<&'static str>,
    detail: Option<Value>,
    /// Written only now, long after it happened.
    is_late: bool,
}

fn happened(at: &'static str, kind: EventType) -> Happened {
    Happened {
        at,
        kind,
        send: None,
        email: None,
        detail: None,
        is_late: false,
    }
}

impl Happened {
    fn to(self, email: &'static str) -> Self {
        Self {
            email: Some(email),
            ..self
        }
    }

    fn of(self, send: &str) -> Self {
        Self {
            send: Some(send.to_owned()),
            ..self
        }
    }

    fn saying(self, detail: Value) -> Self {
        Self {
            detail: Some(detail),
            ..self
        }
    }

    fn late(self) -> Self {
        Self {
            is_late: true,
            ..self
        }
    }
}

/// Writes them as if each had been written when it happened.
async fn write(server: &TestServer, brand: &Brand, told: Vec<Happened>) {
    let key = brand.key;
    let written = server.app().db.write(move |tx| {
        let told = told.clone();
        async move {
            let mut rows = Vec::new();
            for (index, one) in told.into_iter().enumerate() {
                let at = parse_iso(one.at).unwrap();
                let send = match &one.send {
                    None => None,
                    Some(id) => Some(sends::get(&tx, key, id).await?.unwrap().id),
                };
                let contact = match one.email {
                    None => None,
                    Some(email) => contacts::get(&tx, key, email).await?.map(|known| known.id),
                };
                rows.push(NewEvent {
                    send,
                    ordinal: Some(1),
                    contact,
                    domain: one.email.map(|email| Mailbox::of(email).domain),
                    detail: one.detail.map(|detail| detail.to_string()),
                    ..NewEvent::new(
                        key,
                        if one.is_late {
                            tx.number()
                        } else {
                            first_number(at) + index as i64
                        },
                        one.kind,
                        at,
                    )
                });
            }
            events::append(&tx, rows).await?;
            Ok::<_, DbError>(())
        }
    });
    written.await.unwrap();
}

/// A brand with people, two sends and their events, all of the last days.
struct Feed {
    server: TestServer,
    brand: Brand,
    news: String,
    offer: String,
}

const PEOPLE: [&str; 4] = [
    "ada@gmail.com",
    "bob@gmail.com",
    "cem@example.com",
    "dee@sub.example.com",
];

impl Feed {
    /// From the newest: 1 ada opened, 2 bob clicked, 3 cem bounced, 4 dee delivered (all `news`), 5 ada delivered (`offer`),
    /// 6 cem replied (`offer`), and 7 something that came in for nobody.
    async fn start() -> Self {
        use EventType::{Bounced, Clicked, Delivered, Opened, Received, Reply};
        let server = server().await;
        let brand = server.brand().await;
        people(&brand, &PEOPLE).await;
        let mut ids = Vec::new();
        for id in ["news", "offer"] {
            design(&server, &brand, campaign(id)).await;
            ids.push(accepted(&brand, json!({ "emailId": id })).await);
        }
        let (offer, news) = (ids.pop().unwrap(), ids.pop().unwrap());
        let told = vec![
            happened("2026-03-01T11:00:00Z", Opened)
                .to(PEOPLE[0])
                .of(&news),
            happened("2026-03-01T10:00:00Z", Clicked)
                .to(PEOPLE[1])
                .of(&news)
                .saying(json!({ "url": "https://example.com/2" })),
            happened("2026-03-01T09:00:00Z", Bounced)
                .to(PEOPLE[2])
                .of(&news)
                .saying(json!({ "bounceType": "hard", "smtpReply": "550 5.1.1 nobody" })),
            happened("2026-03-01T08:00:00Z", Delivered)
                .to(PEOPLE[3])
                .of(&news),
            happened("2026-02-28T07:00:00Z", Delivered)
                .to(PEOPLE[0])
                .of(&offer),
            happened("2026-02-27T06:00:00Z", Reply)
                .to(PEOPLE[2])
                .of(&offer)
                .saying(json!({ "subject": "Re: Hi" })),
            happened("2026-02-26T05:00:00Z", Received),
        ];
        write(&server, &brand, told).await;
        Self {
            server,
            brand,
            news,
            offer,
        }
    }

    async fn get(&self, query: &str) -> Answer {
        self.brand.get(&format!("{EVENTS}?{query}")).await
    }

    /// The events that a query finds, by their place in the list above.
    async fn found(&self, query: &str) -> String {
        let page = self.get(query).await.expect(200);
        assert_eq!(page["pagination"]["hasMore"], false, "{query}");
        places(&page)
    }
}

fn places(page: &Answer) -> String {
    let hours = [
        "11:00", "10:00", "09:00", "08:00", "07:00", "06:00", "05:00",
    ];
    let place = |event: &Value| {
        let at = event["occurredAt"].as_str().unwrap();
        let place = hours
            .iter()
            .position(|hour| at.contains(&format!("T{hour}")));
        (place.unwrap() + 1).to_string()
    };
    let events = page["data"].as_array().unwrap();
    events.iter().map(place).collect::<Vec<_>>().join(" ")
}
