//! `postrider-bench [sqlite] [postgres]`: what the release build costs on this machine.
//!
//! The server is the real binary in a process of its own, and so are the bare parts beside it: a
//! process's CPU time is then the cost of one thing, without that of the load. Rates depend on the
//! machine and on what else it does; CPU per item and ratios within one run say more.

mod bare;
mod child;
mod contacts;
mod http;
mod items;
mod machine;
mod place;
mod progress;
mod raw;
mod report;
mod rounds;
mod run;

use std::error::Error;
use std::process::ExitCode;

use place::Place;
use report::Report;
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

fn bench(wanted: &[&str]) -> Result<()> {
    if let Some(unknown) = wanted
        .iter()
        .find(|word| !["sqlite", "postgres"].contains(word))
    {
        return Err(format!("`{unknown}` is neither sqlite nor postgres").into());
    }
    let is_wanted = |name| wanted.is_empty() || wanted.contains(&name);
    // One thread is enough to keep the server busy, and the cheapest way to do it.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut report = Report::begin();
        if is_wanted("sqlite") {
            report.add(measured(Place::sqlite()?).await?);
        }
        match postgres_url() {
            Some(url) if is_wanted("postgres") => {
                report.add(measured(Place::postgres(&url).await?).await?);
            }
            None if wanted.contains(&"postgres") => {
                return Err("POSTRIDER_TEST_POSTGRES is not set: use scripts/with-postgres".into());
            }
            _ => {}
        }
        report.finish()
    })
}

/// Whatever ends the rounds, their processes end with them and the databases go.
async fn measured(place: Place) -> Result<rounds::Measured> {
    let outcome = tokio::select! {
        outcome = rounds::measure(&place) => outcome,
        signal = interrupted() => signal.and_then(|()| Err("interrupted".into())),
    };
    place.remove().await?;
    outcome
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
