//! `postrider-bench [sqlite|postgres] [requests|scale|designs]`: what the release build costs on this machine.
//!
//! The server is the real binary in a process of its own, and so are the bare parts beside it: a
//! process's CPU time is then the cost of one thing, without that of the load. Rates depend on the
//! machine and on what else it does; CPU per item and ratios within one run say more.

mod bare;
mod child;
mod contacts;
mod designs;
mod http;
mod items;
mod machine;
mod place;
mod progress;
mod raw;
mod report;
mod rounds;
mod run;
mod scale;

use std::error::Error;
use std::process::ExitCode;

use place::Place;
use report::Report;
use scale::Scaled;
use tokio::signal::unix::{SignalKind, signal};

/// The server's, so that the bare parts are measured with it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

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

const WORDS: [&str; 5] = ["sqlite", "postgres", "requests", "scale", "designs"];
/// What is measured; the rest of the words say where.
const PARTS: [&str; 3] = ["requests", "scale", "designs"];

fn bench(wanted: &[&str]) -> Result<()> {
    if let Some(unknown) = wanted.iter().find(|word| !WORDS.contains(word)) {
        return Err(format!("`{unknown}` is none of {}", WORDS.join(", ")).into());
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
        report.finish()
    })
}

/// A database to measure on.
enum Database {
    Sqlite,
    Postgres(String),
}

impl Database {
    async fn place(&self) -> Result<Place> {
        match self {
            Self::Sqlite => Place::sqlite(),
            Self::Postgres(url) => Place::postgres(url).await,
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
