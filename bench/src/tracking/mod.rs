//! Opens and clicks of a campaign that was really sent, as fast as they are answered. An answer comes after the commit.

mod table;
mod tokens;

use std::cell::RefCell;
use std::time::Duration;

use crate::child;
use crate::database::BenchDatabase;
use crate::http::Load;
use crate::machine::{self, Meter, Sample, load_average};
use crate::outcome::Result;
use crate::progress::note;
use crate::sending::{self, prepare};

/// As many mails as are kept of one brand.
const RECIPIENTS: u64 = 10_000;
/// People open mails side by side; each waits for the disk.
const CALLERS: usize = 128;
const ROUNDS: usize = 3;
/// A click sooner after the delivery is a machine's; one of another round sooner would be of a burst.
const BETWEEN: Duration = Duration::from_secs(11);

pub struct Tracking {
    pub database: &'static str,
    pub conditions: String,
    pub load: String,
    pub rounds: Vec<Round>,
    /// Most memory that the server had in use, in MB.
    pub memory: f64,
}

pub struct Round {
    pub sample: Sample,
    pub p50: Duration,
    pub p99: Duration,
    /// Answered although their commit was still to come.
    pub late: i64,
}

pub async fn measure(place: &BenchDatabase) -> Result<Tracking> {
    let progress = |what: &str| note(&format!("{}, tracking: {what}", place.name()));
    progress("importing and sending");
    let prepared = prepare::contacts(place, RECIPIENTS).await?;
    let on = place.url("server");
    let server = child::server_again((place.folder(), &on), &prepared.secret, &[]).await?;
    let email = prepare::design(&server).await?;
    let send = sending::start(&server, &email).await?;
    sending::wait(&server, &send, RECIPIENTS).await?;
    let mails = tokens::read(&place.folder().join("data/captured"))?;
    let meter = Meter {
        process: server.pid,
        database: place.postgres_process(),
    };
    let mut rounds = Vec::new();
    for number in 0..ROUNDS {
        tokio::time::sleep(BETWEEN).await;
        progress(&format!("round {} of {ROUNDS}", number + 1));
        rounds.push(round(place, meter, &server.address, &mails, number).await?);
    }
    Ok(Tracking {
        database: place.name(),
        conditions: place.conditions(),
        load: load_average(),
        rounds,
        memory: machine::peak_memory(server.pid)?,
    })
}

/// Everybody opens the mail and follows one of its links.
async fn round(
    place: &BenchDatabase,
    meter: Meter,
    address: &str,
    mails: &[tokens::Tokens],
    number: usize,
) -> Result<Round> {
    let opens = mails.iter().map(|mail| tokens::request(&mail.open));
    let opens = Load {
        callers: CALLERS,
        ..Load::answered(200, opens.collect())
    };
    let clicks = mails
        .iter()
        .map(|mail| tokens::request(&mail.links[number]));
    let clicks = Load {
        callers: CALLERS,
        ..Load::answered(302, clicks.collect())
    };
    let mut connections = opens.open(address).await?;
    let times = RefCell::default();
    let items = opens.requests.len() + clicks.requests.len();
    let before = events(place).await?;
    let sample = meter
        .measure(items, async {
            opens.send_timed(&mut connections, &times).await?;
            clicks.send_timed(&mut connections, &times).await
        })
        .await?;
    let durable = events(place).await? - before;
    let mut times = times.into_inner();
    times.sort_unstable();
    Ok(Round {
        sample,
        p50: times[times.len() / 2],
        p99: times[times.len() * 99 / 100],
        late: items as i64 - durable,
    })
}

async fn events(place: &BenchDatabase) -> Result<i64> {
    place.number("SELECT count(*) FROM events").await
}
