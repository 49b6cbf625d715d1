//! One tenant and many strangers do their worst at the same time, while another tenant works. Five minutes of it are part
//! of the long runs, some seconds of every run.

mod attacks;
mod neighbour;
mod process;

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use crate::support::{Binary, Caller, Installation, free_port, settings};
use attacks::Attacker;
use neighbour::Neighbour;
use process::Watched;

/// Connections of callers that the service may have.
const CONNECTIONS: usize = 256;
/// Beside those: mail, the database, files.
const OTHER_DESCRIPTORS: usize = 256;
const MEMORY_MEGABYTES: u64 = 512;
/// Whoever takes more was not bounded at all.
const CRASH_MEGABYTES: u64 = 1024;
/// What the neighbour's calls may take at the 99th percentile.
const P99: Duration = Duration::from_millis(500);

/// Another organization with a brand and a key, made as an operator would.
async fn stranger(installation: &Installation, server: &Binary) -> Caller {
    let made = |value: Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let command = async |arguments: &[&str]| installation.command(arguments).await.json();
    let org = command(&["--json", "org", "create", "Worst"]).await;
    let org = made(org, "organizationId");
    let brand = command(&["--json", "brand", "create", "Worst", "--org", &org]).await;
    let brand = made(brand, "brandId");
    let key = [
        "--json", "key", "create", "--brand", &brand, "--scopes", "all",
    ];
    let key = command(&key).await;
    server.caller(&made(key, "secret"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_abuse_stops_nobody_else() {
    let is_long = settings::torture();
    // The tests beside it want some of the machine too.
    let (long, quarters) = if is_long { (300, 4) } else { (5, 1) };
    let inbound = SocketAddr::from(([127, 0, 0, 1], free_port().await));
    let installation = Installation::new()
        .await
        .set("POSTRIDER_CONNECTIONS", &CONNECTIONS.to_string())
        .set("POSTRIDER_INBOUND_SMTP", &inbound.to_string());
    let mut server = installation.serve().await;
    let made = server.made();
    let secret = made["secret"].as_str().unwrap_or_default();
    let neighbour = Neighbour::new(server.caller(secret)).await;
    let caller = stranger(&installation, &server).await;
    Attacker::fill(&caller).await;
    let attacker = Attacker {
        caller,
        inbound,
        until: Instant::now() + Duration::from_secs(long),
        quarters,
    };
    let watched = Watched::new(server.pid());
    let (calls, peak, ()) = tokio::join!(
        neighbour.work_apart(attacker.until),
        watched.watch(attacker.until),
        attacker.attack(),
    );
    println!(
        "{long} s of abuse: neighbour {} calls, p50 {:?}, p99 {:?}, longest {:?}; peak {} MB, {} descriptors",
        calls.count(),
        calls.percentile(50),
        calls.percentile(99),
        calls.percentile(100),
        peak.megabytes,
        peak.descriptors
    );
    println!("p99 by kind: {:?}", calls.by_kind(99));
    assert!(server.is_running(), "it ended: {}", server.raw_log());
    assert!(peak.megabytes < CRASH_MEGABYTES, "{} MB", peak.megabytes);
    assert!(peak.descriptors < CONNECTIONS + OTHER_DESCRIPTORS);
    // A short run on a machine that does much else says nothing of time, nor of what a moment takes.
    if is_long {
        assert_eq!(calls.refused, Vec::<String>::new(), "all is answered");
        assert!(peak.megabytes < MEMORY_MEGABYTES, "{} MB", peak.megabytes);
        assert!(calls.percentile(99) < P99);
    }
}
