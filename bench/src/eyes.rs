//! What looking at mails costs: a picture by a browser that is warm, the twelve mail clients that are shown by default, and the
//! findings about a brand with many sends. The first two are asked of a server; the CPU of its browser is its own.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use postrider_domain::contacts::mailbox::Provider;
use postrider_domain::designs::design::EmailType;
use postrider_domain::insights::counters::{
    Counters, DomainFacts, Named, ProviderCounts, SendCounts,
};
use postrider_domain::insights::judge;
use postrider_domain::sending::send::Tally;
use serde_json::{Value, json};

use crate::child::{self, Served};
use crate::database::BenchDatabase;
use crate::http::{Connection, request};
use crate::line::{Goal, Line, table};
use crate::looks::whole_look;
use crate::machine::{descendants, family_times, memory, now, thread_cpu};
use crate::outcome::Result;
use crate::sending::prepare::call;

/// Of the tests: tables, conditional comments and VML.
const NEWSLETTER: &str =
    include_str!("../../content/tests/newsletters/02-outlook-conditionals.html");
const PROGRAMS: [&str; 2] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/// The kernel counts children that have ended in hundredths of a second: enough of them for some.
const SHOTS: u32 = 40;
const PREVIEWS: u32 = 8;
const SENDS: i64 = 1_000;
const RUNS: u32 = 200;
/// After which a server has put away what its start needed.
const REST: Duration = Duration::from_secs(3);
/// A browser that nobody wants is ended after a minute.
const IDLE: Duration = Duration::from_secs(75);

/// What a server may keep of all that it has shown.
const KEPT_MB: f64 = 32.0;

const DAY_MS: i64 = 24 * 3_600_000;

pub struct Eyes(Vec<Line>);

pub async fn measure(place: &BenchDatabase) -> Result<Eyes> {
    let mut lines = vec![findings()?];
    lines.extend(of_server(place).await?);
    Ok(Eyes(lines))
}

fn line(name: &str, ours: f64, unit: &'static str, most: Option<f64>) -> Line {
    Line {
        name: name.to_owned(),
        ours,
        unit,
        goal: most.map(Goal::AtMost),
    }
}

/// Every detector over the counters of a brand that sends eleven times a day.
fn findings() -> Result<Line> {
    let counters = counters();
    let before = thread_cpu()?;
    for _ in 0..RUNS {
        black_box(judge(black_box(&counters)));
    }
    let taken = thread_cpu()?.saturating_sub(before);
    let each = taken.as_secs_f64() * 1e3 / f64::from(RUNS);
    Ok(line("detectors over 1,000 sends", each, "ms", Some(50.0)))
}

fn counters() -> Counters {
    let now = 1_800_000_000_000;
    let tally = |n: i64| Tally {
        accepted: 20_000,
        delivered: 19_900 - n % 7 * 10,
        bounced: 100 + n % 7 * 10,
        opened: 4_000 + n % 13 * 100,
        clicked: 500 + n % 11 * 20,
        complained: n % 5,
        unsubscribed: 20 + n % 17,
        ..Tally::default()
    };
    let sends = (0..SENDS).map(|n| SendCounts {
        public_id: format!("snd_{n}"),
        title: format!("News {}", n % 40),
        kind: EmailType::Campaign,
        started_at: now - n * 90 * DAY_MS / SENDS,
        hour: n % 24,
        tally: tally(n),
    });
    let providers = Provider::ALL.iter().map(|provider| ProviderCounts {
        provider: *provider,
        day: tally(1),
        before: tally(2),
    });
    let mut counters = Counters {
        now,
        sends: sends.collect(),
        providers: providers.collect(),
        ..Counters::default()
    };
    counters.brand.has_address = true;
    for number in 0..3 {
        counters.domains.push(DomainFacts {
            number,
            domain: Named {
                id: format!("dom_{number}"),
                name: format!("{number}.example.com"),
            },
            has_lost_records: false,
            tally: tally(number),
            reports: None,
        });
    }
    counters
}

async fn of_server(place: &BenchDatabase) -> Result<Vec<Line>> {
    let program = PROGRAMS.into_iter().find(|path| Path::new(path).is_file());
    let program = program.ok_or("no browser is installed: scripts/install")?;
    let server = seeing(place, program).await?;
    let body = json!({ "format": "html", "content": NEWSLETTER, "subject": "News" });
    let made = call(&server, "/v1/emails/import", &body).await?;
    let id = made["emailId"].as_str().unwrap_or_default().to_owned();
    tokio::time::sleep(REST).await;
    let idle = memory(server.pid)?;
    let shot = json!({ "emailId": id });
    let previews = format!("/v1/emails/{id}/client-previews");
    let all = json!({});
    // The first picture starts the browser, and the first previews find out which images are not there.
    call(&server, "/v1/content/html-to-png", &shot).await?;
    call(&server, &previews, &all).await?;
    let begun = memory(server.pid)?;
    let warm = repeated(&server, ("/v1/content/html-to-png", &shot), SHOTS).await?;
    let twelve = repeated(&server, (&previews, &all), PREVIEWS).await?;
    let with_browser = memory(server.pid)?;
    tokio::time::sleep(IDLE).await;
    let left = descendants(server.pid)?.len();
    let after = memory(server.pid)?;
    let look = whole_look(place, &server).await?;
    server.end().await?;
    let mut lines = vec![
        line("a picture of a mail, warm", warm.cpu_ms, "ms", Some(300.0)),
        line("the same, until it is answered", warm.wall_ms, "ms", None),
        line(
            "12 clients of a newsletter",
            twelve.cpu_ms,
            "ms",
            Some(4_000.0),
        ),
        line("the same, until it is answered", twelve.wall_ms, "ms", None),
        line(
            "processes of the browser that are left",
            left as f64,
            "",
            Some(0.0),
        ),
        line("a whole look at 1,000 sends", look, "ms", None),
    ];
    let memory = [
        ("no picture taken", idle, None),
        ("first pictures taken", begun, None),
        ("all pictures taken", with_browser, None),
        ("the browser gone", after, Some(idle + KEPT_MB)),
    ];
    lines.extend(memory.map(|(when, taken, most)| {
        line(&format!("memory of the server, {when}"), taken, "MB", most)
    }));
    Ok(lines)
}

/// One with a browser that is held, if the kernel allows that, else with one that is not.
async fn seeing(place: &BenchDatabase, program: &str) -> Result<Served> {
    let settings = |sandbox| {
        [
            ("POSTRIDER_BROWSER", program),
            ("POSTRIDER_BROWSER_SANDBOX", sandbox),
            ("PATH", PATH),
        ]
    };
    let url = place.url("server");
    let held = child::server_with(place.folder(), &url, &settings("on")).await?;
    if is_seeing(&held).await? {
        return Ok(held);
    }
    let secret = held.secret.clone();
    held.end().await?;
    let unheld = child::server_again((place.folder(), &url), &secret, &settings("off")).await?;
    if is_seeing(&unheld).await? {
        return Ok(unheld);
    }
    Err("the browser cannot be used".into())
}

async fn is_seeing(server: &Served) -> Result<bool> {
    let asked = request("GET", "/v1/help", &server.secret, "");
    let answer = Connection::open(&server.address)
        .await?
        .exchange(&asked)
        .await?;
    let help: Value = serde_json::from_slice(&answer.body)?;
    let operations = help["credits"]["operations"]
        .as_array()
        .into_iter()
        .flatten();
    let mut previews = operations.filter(|one| one["name"] == "emails.clientPreviews");
    Ok(previews.any(|one| one["available"] == true))
}

/// What one of some calls took: of the server's CPU and its browser's, and until its answer.
struct Taken {
    cpu_ms: f64,
    wall_ms: f64,
}

async fn repeated(server: &Served, (path, body): (&str, &Value), times: u32) -> Result<Taken> {
    let (cpu, start) = (family_times(server.pid)?, now());
    for _ in 0..times {
        call(server, path, body).await?;
    }
    let wall = start.elapsed();
    let cpu = family_times(server.pid)?.saturating_sub(cpu);
    let each = |all: Duration| all.as_secs_f64() * 1e3 / f64::from(times);
    Ok(Taken {
        cpu_ms: each(cpu),
        wall_ms: each(wall),
    })
}

impl Eyes {
    pub fn text(&self) -> String {
        table("eyes (CPU of one, with the browser's)", &self.0)
    }

    pub fn json(&self) -> Value {
        self.0.iter().map(Line::json).collect()
    }
}
