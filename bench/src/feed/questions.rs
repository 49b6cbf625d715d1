//! What is asked of the feed, each question many times with other values.

use std::sync::Arc;
use std::time::Duration;

use postrider_domain::sending::event_feed::{Range, RecipientFilter};
use postrider_domain::tenant::BrandKey;
use postrider_store::analytics::{self, FeedQuery, OfSend};
use postrider_store::db::{Db, DbError, DbOptions};

use super::data::{AUTOMATIONS, SENDS, Size};
use crate::child::Served;
use crate::contacts::email;
use crate::http::{Connection, request};
use crate::machine::{now, wall_clock};
use crate::outcome::Result;

const TIMES: u64 = 100;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How long answers to one question took.
pub struct Asked {
    pub question: &'static str,
    pub p50: Duration,
    pub p99: Duration,
    /// What must not be exceeded.
    pub at_most: Duration,
}

const PAGE_MS: u64 = 50;
/// A part of addresses is bounded, and no more.
const PART_MS: u64 = 2000;

pub async fn ask(server: &Served, url: &str, brand: BrandKey, size: &Size) -> Result<Vec<Asked>> {
    let mut connection = Connection::open(&server.address).await?;
    let mut asked = Vec::new();
    // The first answer of a server takes longer than any other.
    let first = request("GET", "/v1/analytics/events", &server.secret, "");
    connection.exchange(&first).await?;
    for (question, at_most_ms, path, query) in OVER_HTTP {
        let mut times = Vec::new();
        for n in 0..TIMES {
            let path = format!("{path}{}", filled(query, n, size));
            let wanted = request("GET", &path, &server.secret, "");
            let start = now();
            let answer = connection.exchange(&wanted).await?;
            times.push(start.elapsed());
            if answer.status != 200 {
                return Err(format!("{question}: {path}: {}", answer.text()).into());
            }
        }
        asked.push(Asked::of(question, at_most_ms, times));
    }
    asked.extend(of_automations(url, brand, size).await?);
    Ok(asked)
}

const EVENTS: &str = "/v1/analytics/events?from=2020-01-01&";
const OVERVIEW: &str = "/v1/analytics/overview?";

/// What is asked, how long it may take, and the path with words in braces that differ each time.
const OVER_HTTP: [(&str, u64, &str, &str); 19] = [
    ("send", PAGE_MS, EVENTS, "sendId={send}"),
    (
        "send and type",
        PAGE_MS,
        EVENTS,
        "sendId={send}&eventType=bounced",
    ),
    (
        "send and rare type",
        PAGE_MS,
        EVENTS,
        "sendId={send}&eventType=complained",
    ),
    ("exact recipient", PAGE_MS, EVENTS, "recipient={address}"),
    (
        "@domain, one in four",
        PAGE_MS,
        EVENTS,
        "recipient=@gmail.com",
    ),
    (
        "@domain, one contact",
        PAGE_MS,
        EVENTS,
        "recipient=@rare.example",
    ),
    (
        "@domain and rare type",
        PAGE_MS,
        EVENTS,
        "recipient=@gmail.com&eventType=complained",
    ),
    ("all but a domain", PAGE_MS, EVENTS, "recipient=!@gmail.com"),
    ("type, every second", PAGE_MS, EVENTS, "eventType=delivered"),
    ("type, one in 1000", PAGE_MS, EVENTS, "eventType=complained"),
    ("time, newest", PAGE_MS, EVENTS, "limit=50"),
    ("time, up to some day", PAGE_MS, EVENTS, "to={day}"),
    ("time, the last week", PAGE_MS, "/v1/analytics/events?", ""),
    ("part of one address", PART_MS, EVENTS, "recipient={part}"),
    (
        "part of some addresses",
        PART_MS,
        EVENTS,
        "recipient={digits}",
    ),
    (
        "part of every address",
        PART_MS,
        EVENTS,
        "recipient=example",
    ),
    ("part that nobody has", PART_MS, EVENTS, "recipient=zzz"),
    ("overview, 30 days", PAGE_MS, OVERVIEW, ""),
    ("overview of a send", PAGE_MS, OVERVIEW, "sendId={send}"),
];

/// The `n`-th time that a question is asked.
fn filled(query: &str, n: u64, size: &Size) -> String {
    let address = email(n * 7919 % size.contacts);
    let day = wall_clock() - (n % 29) as i64 * DAY_MS;
    query
        .replace("{send}", &format!("snd_{}", n % SENDS))
        .replace("{part}", &address[..12])
        .replace("{address}", &address)
        .replace("{digits}", &format!("{:03x}", n * 37 % 4096))
        .replace("{day}", &postrider_domain::time::format(day))
}

/// The events name automations that are not there, which the API would refuse: the page alone, as the API reads it.
async fn of_automations(url: &str, brand: BrandKey, size: &Size) -> Result<Vec<Asked>> {
    let db = Db::open(DbOptions::new(url, Arc::new(wall_clock))).await?;
    let all = FeedQuery {
        range: Range {
            from: 0,
            to: wall_clock(),
        },
        types: Vec::new(),
        of: OfSend::Any,
        automation: None,
        run: None,
        recipient: RecipientFilter::default(),
        before: None,
        limit: 51,
    };
    let of_automation = |n: u64| FeedQuery {
        automation: Some((1 + n % AUTOMATIONS) as i64),
        ..all.clone()
    };
    let of_run = |n: u64| FeedQuery {
        run: Some((1 + n * 31 % size.runs()) as i64),
        ..all.clone()
    };
    let automation = timed(&db, brand, of_automation).await?;
    let run = timed(&db, brand, of_run).await?;
    db.close().await;
    Ok(vec![
        Asked::of("automation (without HTTP)", PAGE_MS, automation),
        Asked::of("run (without HTTP)", PAGE_MS, run),
    ])
}

async fn timed(
    db: &Db,
    brand: BrandKey,
    query: impl Fn(u64) -> FeedQuery,
) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    for n in 0..TIMES {
        let query = query(n);
        let start = now();
        let page = db
            .read_heavy(move |tx| async move {
                Ok::<_, DbError>(analytics::events(&tx, brand, &query).await?.len())
            })
            .await?;
        times.push(start.elapsed());
        if page == 0 {
            return Err("a page of an automation is empty".into());
        }
    }
    Ok(times)
}

impl Asked {
    fn of(question: &'static str, at_most_ms: u64, mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self {
            question,
            p50: times[times.len() / 2],
            p99: times[times.len() * 99 / 100],
            at_most: Duration::from_millis(at_most_ms),
        }
    }
}
