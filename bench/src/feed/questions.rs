//! What is asked of the feed, each question many times with other values.

use std::sync::Arc;
use std::time::Duration;

use postrider_domain::event_feed::{Range, RecipientFilter};
use postrider_domain::tenant::BrandKey;
use postrider_store::analytics::{self, FeedQuery};
use postrider_store::db::{Db, DbError, DbOptions};

use super::data::{AUTOMATIONS, SENDS, Size};
use crate::Result;
use crate::child::Served;
use crate::contacts::email;
use crate::http::{Connection, request};
use crate::machine::{now, wall_clock};

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
    for (question, at_most_ms, query) in over_http(size) {
        let mut times = Vec::new();
        for n in 0..TIMES {
            let path = query(n);
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

type Query<'a> = Box<dyn Fn(u64) -> String + 'a>;

fn over_http(size: &Size) -> Vec<(&'static str, u64, Query<'_>)> {
    const MONTH: &str = "/v1/analytics/events?from=2020-01-01";
    let somebody = |n: u64| email(n * 7919 % size.contacts);
    let asked = |query: &str| {
        let path = format!("{MONTH}&{query}");
        Box::new(move |_| path.clone())
    };
    let days_ago = |n: u64| {
        let at = wall_clock() - (n % 29) as i64 * DAY_MS;
        postrider_domain::time::format(at)
    };
    vec![
        (
            "send",
            PAGE_MS,
            Box::new(|n| format!("{MONTH}&sendId=snd_{}", n % SENDS)),
        ),
        (
            "send and type",
            PAGE_MS,
            Box::new(|n| format!("{MONTH}&sendId=snd_{}&eventType=bounced", n % SENDS)),
        ),
        (
            "send and rare type",
            PAGE_MS,
            Box::new(|n| format!("{MONTH}&sendId=snd_{}&eventType=complained", n % SENDS)),
        ),
        (
            "exact recipient",
            PAGE_MS,
            Box::new(move |n| format!("{MONTH}&recipient={}", somebody(n))),
        ),
        (
            "@domain, one in four",
            PAGE_MS,
            asked("recipient=@gmail.com"),
        ),
        (
            "@domain, one contact",
            PAGE_MS,
            asked("recipient=@rare.example"),
        ),
        (
            "@domain and rare type",
            PAGE_MS,
            asked("recipient=@gmail.com&eventType=complained"),
        ),
        ("all but a domain", PAGE_MS, asked("recipient=!@gmail.com")),
        ("type, every second", PAGE_MS, asked("eventType=delivered")),
        ("type, one in 1000", PAGE_MS, asked("eventType=complained")),
        ("time, newest", PAGE_MS, asked("limit=50")),
        (
            "the last week",
            PAGE_MS,
            Box::new(|_| "/v1/analytics/events".to_owned()),
        ),
        (
            "time, up to a day",
            PAGE_MS,
            Box::new(move |n| format!("{MONTH}&to={}", days_ago(n))),
        ),
        (
            "part of one address",
            PART_MS,
            Box::new(move |n| format!("{MONTH}&recipient={}", &somebody(n)[..12])),
        ),
        (
            "part of some addresses",
            PART_MS,
            Box::new(|n| format!("{MONTH}&recipient={:03x}", n * 37 % 4096)),
        ),
        ("part of every address", PART_MS, asked("recipient=example")),
        ("part that nobody has", PART_MS, asked("recipient=zzz")),
        (
            "overview, 30 days",
            PAGE_MS,
            Box::new(|_| "/v1/analytics/overview".to_owned()),
        ),
        (
            "overview of a send",
            PAGE_MS,
            Box::new(|n| format!("/v1/analytics/overview?sendId=snd_{}", n % SENDS)),
        ),
    ]
}

/// The API has no automations yet that it could name: the page alone, as the API reads it.
async fn of_automations(url: &str, brand: BrandKey, size: &Size) -> Result<Vec<Asked>> {
    let db = Db::open(DbOptions::new(url, Arc::new(wall_clock))).await?;
    let all = FeedQuery {
        range: Range {
            from: 0,
            to: wall_clock(),
        },
        types: Vec::new(),
        send: None,
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
