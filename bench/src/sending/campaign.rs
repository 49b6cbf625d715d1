//! One campaign from the request to its end, into a sink.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::prepare::{self, Prepared};
use crate::child::{self, Served};
use crate::database::BenchDatabase;
use crate::http::{Connection, request};
use crate::machine::{self, Meter, Sample};
use crate::outcome::Result;

const LOOK: Duration = Duration::from_millis(100);
/// Where links lead in real mails: longer than an address of this machine.
const PUBLIC_URL: &str = "https://links.example.com";

/// Who signs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Signing {
    Relay,
    /// RSA-2048 and Ed25519, here.
    Both,
}

pub struct Campaign {
    pub signing: Signing,
    pub sample: Sample,
    /// Of a server that did nothing else, in MB.
    pub memory: f64,
    /// From the answer to the first message at the sink.
    pub first_ms: f64,
    /// Messages a second at the sink, from the first to the last.
    pub per_second: f64,
}

/// Everybody gets it; a server of its own sends it.
pub async fn run(
    place: &BenchDatabase,
    prepared: &Prepared,
    contacts: u64,
    signing: Signing,
) -> Result<Campaign> {
    let file = place.folder().join("sink.json");
    let sink = child::sink(&file).await?;
    let relay = format!("smtp://{}", sink.address);
    let settings = [
        ("POSTRIDER_MAIL", relay.as_str()),
        ("POSTRIDER_PUBLIC_URL", PUBLIC_URL),
        (
            "POSTRIDER_DKIM",
            match signing {
                Signing::Relay => "relay",
                Signing::Both => "sign",
            },
        ),
    ];
    let on = place.url("server");
    let server = child::server_again((place.folder(), &on), &prepared.secret, &settings).await?;
    let email = prepare::design(&server).await?;
    let meter = Meter {
        process: server.pid,
        database: place.postgres_process(),
    };
    let mut accepted_at = 0;
    let sample = meter
        .measure(contacts as usize, async {
            let send = start(&server, &email).await?;
            accepted_at = machine::wall_clock();
            wait(&server, &send, contacts).await
        })
        .await?;
    let memory = machine::peak_memory(server.pid)?;
    server.end().await?;
    let report = report(&file, contacts).await?;
    sink.end().await?;
    let at = |key: &str| report[key].as_f64().unwrap_or(f64::NAN);
    Ok(Campaign {
        signing,
        sample,
        memory,
        first_ms: at("firstAt") - accepted_at as f64,
        per_second: contacts as f64 * 1e3 / (at("lastAt") - at("firstAt")),
    })
}

pub async fn start(server: &Served, email: &str) -> Result<String> {
    let body = json!({ "emailId": email, "audienceId": "all" });
    let made = prepare::call(server, "/v1/sends", &body).await?;
    Ok(made["sendId"].as_str().unwrap_or_default().to_owned())
}

/// Until it is over and everybody has it.
pub async fn wait(server: &Served, send: &str, contacts: u64) -> Result<()> {
    let mut connection = Connection::open(&server.address).await?;
    let look = request("GET", &format!("/v1/sends/{send}"), &server.secret, "");
    loop {
        let answer = connection.exchange(&look).await?;
        let send: Value = serde_json::from_slice(&answer.body)?;
        match send["status"].as_str() {
            Some("completed") if send["delivery"]["delivered"] == contacts => return Ok(()),
            Some("queued" | "running") => tokio::time::sleep(LOOK).await,
            _ => return Err(format!("the send ended so: {}", answer.text()).into()),
        }
    }
}

/// What the sink says of them all, once it has written it down.
pub async fn report(file: &Path, contacts: u64) -> Result<Value> {
    for _ in 0..100 {
        let text = std::fs::read_to_string(file)?;
        let report: Value = serde_json::from_str(&text)?;
        if report["distinct"] == contacts && report["duplicates"] == 0 {
            return Ok(report);
        }
        tokio::time::sleep(LOOK).await;
    }
    Err("the sink has not got each message once".into())
}
