//! A campaign straight to its receivers, one of which takes seconds over every answer: what that costs the others.

mod table;

use std::fmt::Write;
use std::net::Ipv4Addr;
use std::path::Path;
use std::time::Duration;

use postrider_test_support::dns_server::{DnsServer, Published, Says};
use serde_json::Value;
use tokio::net::TcpListener;

use crate::child::{self, Served};
use crate::database::BenchDatabase;
use crate::machine::load_average;
use crate::outcome::Result;
use crate::progress::note;
use crate::scale::importing;
use crate::sending;
use crate::sending::prepare::{self, Prepared};

/// Recipients at sites that answer at once, and at the one that does not.
const OTHERS: u64 = 20_000;
const SLOW: u64 = 4_000;
/// Sites that answer at once.
const SITES: u64 = 8;
const PATIENCE: Duration = Duration::from_mins(5);
const LOOK: Duration = Duration::from_millis(100);
const ROUNDS: usize = 3;

const FAST_ADDRESS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const SLOW_ADDRESS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

pub struct Sites {
    pub database: &'static str,
    pub conditions: String,
    pub load: String,
    /// Mails a second to the others, without and with a site that takes its time.
    pub alone: Vec<f64>,
    pub beside: Vec<f64>,
}

pub async fn measure(place: &BenchDatabase) -> Result<Sites> {
    let progress = |what: &str| note(&format!("{}, sites: {what}", place.name()));
    progress("importing");
    let prepared = people(place).await?;
    prepare::domain(place, &prepared).await?;
    let dns = names().await;
    let mut sites = Sites {
        database: place.name(),
        conditions: place.conditions(),
        load: String::new(),
        alone: Vec::new(),
        beside: Vec::new(),
    };
    for number in 1..=ROUNDS {
        progress(&format!("round {number} of {ROUNDS}"));
        sites.alone.push(run(place, &prepared, &dns, "ok").await?);
        let beside = run(place, &prepared, &dns, "tarpit=3000").await?;
        sites.beside.push(beside);
    }
    sites.load = load_average();
    Ok(sites)
}

/// Contacts at all sites, mixed.
async fn people(place: &BenchDatabase) -> Result<Prepared> {
    let server = child::server(place.folder(), &place.url("server")).await?;
    let mut csv = String::from("Email\r\n");
    for n in 0..OTHERS + SLOW {
        // Writing to a string cannot fail.
        let _ = match n % (OTHERS / SLOW + 1) {
            0 => write!(csv, "p{n}@slow.test\r\n"),
            _ => write!(csv, "p{n}@fast{}.test\r\n", n % SITES),
        };
    }
    importing::import(&server, &csv).await?;
    let secret = server.secret.clone();
    server.end().await?;
    place.settle().await?;
    Ok(Prepared { secret })
}

async fn names() -> DnsServer {
    let dns = DnsServer::start().await;
    let site = |domain: String, address| {
        let host = format!("mx.{domain}");
        let exchange = Published::Exchange(10, host.clone());
        dns.says(&domain, Says::Publishes(vec![exchange]));
        dns.says(&host, Says::Publishes(vec![Published::Address(address)]));
    };
    site("slow.test".to_owned(), SLOW_ADDRESS);
    for number in 0..SITES {
        site(format!("fast{number}.test"), FAST_ADDRESS);
    }
    dns
}

/// Mails a second that the others got. The slow ones are not waited for.
async fn run(
    place: &BenchDatabase,
    prepared: &Prepared,
    dns: &DnsServer,
    behave: &str,
) -> Result<f64> {
    let free = TcpListener::bind((FAST_ADDRESS, 0)).await?;
    let port = free.local_addr()?.port().to_string();
    drop(free);
    let (fast_file, slow_file) = (
        place.folder().join("fast.json"),
        place.folder().join("slow.json"),
    );
    let fast = child::sink_at(&format!("{FAST_ADDRESS}:{port}"), &fast_file, "ok").await?;
    let slow = child::sink_at(&format!("{SLOW_ADDRESS}:{port}"), &slow_file, behave).await?;
    let resolver = dns.address().to_string();
    let settings = [
        ("POSTRIDER_MAIL", "mx"),
        ("POSTRIDER_MAIL_HOST", "mail.example.com"),
        ("POSTRIDER_PUBLIC_URL", "https://links.example.com"),
        ("POSTRIDER_DNS", resolver.as_str()),
        ("POSTRIDER_MX_PORT", port.as_str()),
        ("POSTRIDER_ALLOW_PRIVATE", "127.0.0.0/8"),
        ("POSTRIDER_DKIM", "relay"),
    ];
    let on = place.url("server");
    let server = child::server_again((place.folder(), &on), &prepared.secret, &settings).await?;
    let email = prepare::design(&server).await?;
    let send = sending::start(&server, &email).await?;
    let rate = tokio::time::timeout(PATIENCE, rate(&fast_file)).await??;
    cancel(&server, &send).await?;
    for process in [server, fast, slow] {
        process.end().await?;
    }
    Ok(rate)
}

/// Once the others have all of it.
async fn rate(report: &Path) -> Result<f64> {
    loop {
        tokio::time::sleep(LOOK).await;
        let Ok(report) = serde_json::from_str::<Value>(&std::fs::read_to_string(report)?) else {
            continue;
        };
        if report["distinct"] == OTHERS {
            let at = |key: &str| report[key].as_f64().unwrap_or(f64::NAN);
            return Ok(OTHERS as f64 * 1e3 / (at("lastAt") - at("firstAt")));
        }
    }
}

/// What the next round would have to mail beside its own.
async fn cancel(server: &Served, send: &str) -> Result<()> {
    let path = format!("/v1/sends/{send}/cancel");
    // It may have ended by itself.
    let _ = prepare::call(server, &path, &serde_json::json!({})).await;
    Ok(())
}
