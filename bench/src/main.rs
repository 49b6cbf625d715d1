//! `postrider-bench [sqlite|postgres] [requests|scale|designs|shelf|words|eyes|website|sending|tracking|processes|feed|automations]`: what the release build costs on
//! this machine. A number says to how many is sent, or how many events or sleeping runs there are.
//!
//! The server is the real binary in a process of its own, and so are the bare parts beside it: a
//! process's CPU time is then the cost of one thing, without that of the load. Rates depend on the
//! machine and on what else it does; CPU per item and ratios within one run say more.

mod automations;
mod bare;
mod child;
mod contacts;
mod database;
mod designs;
mod eyes;
mod feed;
mod http;
mod items;
mod line;
mod looks;
mod machine;
mod outcome;
mod plain;
mod processes;
mod progress;
mod raw;
mod report;
mod rounds;
mod run;
mod scale;
mod sending;
mod shelf;
mod sites;
mod tracking;
mod website;
mod words;

use std::process::ExitCode;

use database::BenchDatabase;
use machine::load_average;
use outcome::Result;
use processes::Processes;
use report::Report;
use scale::Scaled;
use sending::{Sending, Size};
use tokio::signal::unix::{SignalKind, signal};

/// The server's, so that the bare parts are measured with it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        [bare::COMMAND, database_url] => bare::serve(database_url),
        wanted => bench(wanted),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            progress::note(&format!("postrider-bench: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// What is measured; the rest of the words say where.
const PARTS: [&str; 13] = [
    "requests",
    "scale",
    "designs",
    "shelf",
    "words",
    "website",
    "eyes",
    "sending",
    "tracking",
    "processes",
    "sites",
    "feed",
    "automations",
];
const PLACES: [&str; 2] = ["sqlite", "postgres"];

fn bench(wanted: &[&str]) -> Result<()> {
    let words = [PLACES.as_slice(), &PARTS].concat();
    let is_known = |word: &&&str| words.contains(word) || word.parse::<u64>().is_ok();
    if let Some(unknown) = wanted.iter().find(|word| !is_known(word)) {
        return Err(format!("`{unknown}` is none of {}", words.join(", ")).into());
    }
    // One thread is enough to keep the server busy, and the cheapest way to do it.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut report = Report::begin();
        let all = !wanted.iter().any(|word| PARTS.contains(word));
        let is_wanted = |part| all || wanted.contains(&part);
        if is_wanted("designs") {
            report.add_designs(designs::measure()?);
        }
        if is_wanted("shelf") {
            report.add_shelf(shelf::measure()?);
        }
        on_sqlite(is_wanted, &mut report).await?;
        for database in databases(wanted)? {
            if is_wanted("requests") {
                let place = database.place().await?;
                let measured = until_interrupted(Box::pin(rounds::measure(&place))).await;
                place.remove().await?;
                report.add(measured?);
            }
            if is_wanted("scale") {
                report.add_scaled(scaled(&database).await?);
            }
        }
        for database in mailing(wanted)? {
            if is_wanted("sending") {
                report.add_sending(sent(&database, &sizes(wanted)).await?);
            }
            if is_wanted("tracking") {
                let place = database.place().await?;
                let measured = until_interrupted(Box::pin(tracking::measure(&place))).await;
                place.remove().await?;
                report.add_tracking(measured?);
            }
        }
        by_name(wanted, &mut report).await?;
        report.finish()
    })
}

/// What is measured on `SQLite` alone: another database would change little.
async fn on_sqlite(is_wanted: impl Fn(&'static str) -> bool, report: &mut Report) -> Result<()> {
    if is_wanted("words") {
        let place = BenchDatabase::sqlite()?;
        let measured = until_interrupted(Box::pin(words::measure(&place))).await;
        place.remove().await?;
        report.add_words(measured?);
    }
    if is_wanted("website") {
        let place = BenchDatabase::sqlite()?;
        let measured = until_interrupted(Box::pin(website::measure(&place))).await;
        place.remove().await?;
        report.add_website(measured?);
    }
    if is_wanted("sites") {
        let place = BenchDatabase::sqlite()?;
        let measured = until_interrupted(Box::pin(sites::measure(&place))).await;
        place.remove().await?;
        report.add_sites(measured?);
    }
    Ok(())
}

/// What is measured only when asked for: so many events and runs take their time.
async fn by_name(wanted: &[&str], report: &mut Report) -> Result<()> {
    // It needs a browser.
    if wanted.contains(&"eyes") {
        let place = BenchDatabase::sqlite()?;
        let measured = until_interrupted(Box::pin(eyes::measure(&place))).await;
        place.remove().await?;
        report.add_eyes(measured?);
    }
    if wanted.contains(&"feed") {
        for database in databases(wanted)? {
            let events = wanted.iter().find_map(|word| word.parse().ok());
            let place = database.place().await?;
            let measured = feed::measure(&place, events.unwrap_or(feed::EVENTS));
            let measured = until_interrupted(Box::pin(measured)).await;
            place.remove().await?;
            report.add_feed(measured?);
        }
    }
    if wanted.contains(&"automations") {
        for database in databases(wanted)? {
            let runs = wanted.iter().find_map(|word| word.parse().ok());
            let place = database.place().await?;
            let measured = automations::measure(&place, runs.unwrap_or(automations::RUNS));
            let measured = until_interrupted(Box::pin(measured)).await;
            place.remove().await?;
            report.add_automations(measured?);
        }
    }
    // It needs a database that several processes can share.
    if wanted.contains(&"processes") {
        report.add_processes(by_several().await?);
    }
    Ok(())
}

async fn by_several() -> Result<Processes> {
    let url = postgres_url();
    let url = url.ok_or("POSTRIDER_TEST_POSTGRES is not set: use scripts/with-postgres")?;
    let place = BenchDatabase::postgres(&url).await?;
    let measured = until_interrupted(Box::pin(processes::measure(&place))).await;
    place.remove().await?;
    measured
}

/// A database to measure on.
enum Database {
    Sqlite,
    Postgres(String),
}

impl Database {
    async fn place(&self) -> Result<BenchDatabase> {
        match self {
            Self::Sqlite => BenchDatabase::sqlite(),
            Self::Postgres(url) => BenchDatabase::postgres(url).await,
        }
    }
}

fn databases(wanted: &[&str]) -> Result<Vec<Database>> {
    let (sqlite, postgres) = (wanted.contains(&"sqlite"), wanted.contains(&"postgres"));
    let mut all = Vec::new();
    if sqlite || !postgres {
        all.push(Database::Sqlite);
    }
    match postgres_url() {
        Some(url) if postgres || !sqlite => all.push(Database::Postgres(url)),
        None if postgres => {
            return Err("POSTRIDER_TEST_POSTGRES is not set: use scripts/with-postgres".into());
        }
        _ => {}
    }
    Ok(all)
}

/// Where mail is sent from: PostgreSQL is asked for by name, a million recipients take their time.
fn mailing(wanted: &[&str]) -> Result<Vec<Database>> {
    if wanted.contains(&"postgres") {
        return databases(wanted);
    }
    Ok(vec![Database::Sqlite])
}

fn sizes(wanted: &[&str]) -> Vec<u64> {
    let sizes: Vec<u64> = wanted.iter().filter_map(|word| word.parse().ok()).collect();
    if sizes.is_empty() {
        return sending::SIZES.to_vec();
    }
    sizes
}

async fn sent(database: &Database, sizes: &[u64]) -> Result<Sending> {
    let mut sending = Sending {
        database: "",
        conditions: String::new(),
        load: String::new(),
        sizes: Vec::new(),
        bare_signatures: Vec::new(),
    };
    for contacts in sizes.iter().copied() {
        let mut campaigns = Vec::new();
        for _ in 0..sending::rounds(contacts) {
            let place = database.place().await?;
            (sending.database, sending.conditions) = (place.name(), place.conditions());
            let bare = &mut sending.bare_signatures;
            let measured = sending::measure(&place, contacts, bare);
            let measured = until_interrupted(Box::pin(measured)).await;
            place.remove().await?;
            campaigns.extend(measured?);
        }
        sending.sizes.push(Size {
            contacts,
            campaigns,
        });
    }
    sending.load = load_average();
    Ok(sending)
}

async fn scaled(database: &Database) -> Result<Scaled> {
    let mut scaled = Scaled {
        database: "",
        conditions: String::new(),
        sizes: Vec::new(),
    };
    for contacts in scale::SIZES {
        let place = database.place().await?;
        (scaled.database, scaled.conditions) = (place.name(), place.conditions());
        let size = until_interrupted(Box::pin(scale::measure(&place, contacts))).await;
        place.remove().await?;
        scaled.sizes.push(size?);
    }
    Ok(scaled)
}

/// Whatever ends the work, its processes end with it.
async fn until_interrupted<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::select! {
        outcome = work => outcome,
        signal = interrupted() => signal.and_then(|()| Err("interrupted".into())),
    }
}

async fn interrupted() -> Result<()> {
    let (mut interrupt, mut terminate) = (
        signal(SignalKind::interrupt())?,
        signal(SignalKind::terminate())?,
    );
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    Ok(())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one setting, as scripts/with-postgres gives it"
)]
fn postgres_url() -> Option<String> {
    std::env::var("POSTRIDER_TEST_POSTGRES")
        .ok()
        .filter(|url| !url.is_empty())
}
