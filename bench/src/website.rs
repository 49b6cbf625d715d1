//! What it takes to read a brand from its website: from the call that names it until nothing is awaited any more, of a site
//! that answers at once, and of one that takes as long for each answer as sites do.

use std::path::Path;
use std::time::Duration;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::child::{self, Served};
use crate::database::BenchDatabase;
use crate::http::{Connection, request};
use crate::line::{Goal, Line, table};
use crate::machine::{cpu, memory, now, peak_memory};
use crate::outcome::Result;

/// The shop of the tests: a page, two style sheets, a manifest, a drawing.
const SITE: &str = "../server/tests/api/brand_site/sites/shop";
const FAR: Duration = Duration::from_millis(150);
const ROUNDS: usize = 15;
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(5);
/// Somebody looks at a form meanwhile.
const GOAL_MS: f64 = 2_000.0;
const BRAND: &str = "/v1/brand";

pub struct Website(Vec<Line>);

struct Site {
    address: String,
    _serving: JoinSet<()>,
}

/// Medians over the rounds.
struct Took {
    ms: f64,
    cpu_ms: f64,
}

pub async fn measure(place: &BenchDatabase) -> Result<Website> {
    let (near, far) = (Site::open(Duration::ZERO).await?, Site::open(FAR).await?);
    // Introduced by a first start, which makes the key; the one that is measured may reach the site on this machine.
    let first = child::server(place.folder(), &place.url("server")).await?;
    let secret = first.secret.clone();
    first.end().await?;
    let folder = (place.folder(), place.url("server"));
    let both = format!("{},{}", near.address, far.address);
    let settings = [("POSTRIDER_ALLOW_PRIVATE", both.as_str())];
    let server = child::server_again((folder.0, &folder.1), &secret, &settings).await?;
    let before = memory(server.pid)?;
    let (near, far) = (read(&server, &near).await?, read(&server, &far).await?);
    let grown = peak_memory(server.pid)? - before;
    server.end().await?;
    let line = |name: &str, ours, unit, goal: Option<f64>| Line {
        name: name.to_owned(),
        ours,
        unit,
        goal: goal.map(Goal::AtMost),
    };
    Ok(Website(vec![
        line(
            "a website that answers at once",
            near.ms,
            "ms",
            Some(GOAL_MS),
        ),
        line(
            "one that takes 150 ms for each answer",
            far.ms,
            "ms",
            Some(GOAL_MS),
        ),
        line("CPU of one reading", near.cpu_ms, "ms", None),
        line("memory at most, beside that at rest", grown, "MB", None),
    ]))
}

impl Site {
    async fn open(takes: Duration) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let router = Router::new()
            .fallback(move |asked: Uri| file(asked, takes))
            .into_make_service();
        let mut serving = JoinSet::new();
        // It ends with the site.
        serving.spawn(async move { drop(axum::serve(listener, router).await) });
        Ok(Self {
            address,
            _serving: serving,
        })
    }
}

async fn file(asked: Uri, takes: Duration) -> Response {
    tokio::time::sleep(takes).await;
    let path = match asked.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(SITE);
    match std::fs::read(folder.join(path)) {
        Ok(bytes) => ([(CONTENT_TYPE, kind)], bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A website is read anew only when another one took its place.
async fn read(server: &Served, site: &Site) -> Result<Took> {
    let (mut ms, mut cpu_ms) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let named = json!({ "websiteUrl": format!("http://{}/?{round}", site.address) });
        let (begun, used) = (now(), cpu(server.pid)?);
        let answer = asked(server, "PATCH", &named.to_string()).await?;
        if answer["status"] != "extracting" {
            return Err(format!("a website is not read: {answer}").into());
        }
        let waiting = async {
            loop {
                let brand = asked(server, "GET", "").await?;
                match brand["status"].as_str() {
                    Some("extracting") => tokio::time::sleep(LOOK).await,
                    Some("completed") => return Ok(()),
                    _ => return Err(format!("a website was not read: {brand}").into()),
                }
            }
        };
        let waited: Result<()> = tokio::time::timeout(PATIENCE, waiting).await?;
        waited?;
        ms.push(begun.elapsed().as_secs_f64() * 1e3);
        cpu_ms.push(cpu(server.pid)?.saturating_sub(used).as_secs_f64() * 1e3);
    }
    Ok(Took {
        ms: median(ms),
        cpu_ms: median(cpu_ms),
    })
}

async fn asked(server: &Served, method: &str, body: &str) -> Result<Value> {
    let mut connection = Connection::open(&server.address).await?;
    let asked = request(method, BRAND, &server.secret, body);
    let answer = connection.exchange(&asked).await?;
    if answer.status != 200 {
        return Err(format!("{BRAND}: {}", answer.text()).into());
    }
    Ok(serde_json::from_slice(&answer.body)?)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_unstable_by(f64::total_cmp);
    figures[figures.len() / 2]
}

impl Website {
    pub fn text(&self) -> String {
        table("website (a brand read from it, medians)", &self.0)
    }

    pub fn json(&self) -> Value {
        self.0.iter().map(Line::json).collect()
    }
}
