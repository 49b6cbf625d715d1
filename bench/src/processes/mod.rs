//! One campaign by one process and by several, to receivers that take their time: connections are the limit then, and not
//! this machine or the database, until there are too many of them.

mod table;

use serde_json::Value;

use crate::child::{self, Served};
use crate::database::BenchDatabase;
use crate::machine::load_average;
use crate::outcome::Result;
use crate::progress::note;
use crate::sending::prepare::{self, Prepared};
use crate::sending::{self, report};

const RECIPIENTS: u64 = 20_000;
/// What each answer costs its connection: 16 of them mail some 400 messages a second, which leaves two cores room for more.
const BEHAVE: &str = "tarpit=20";
const CONNECTIONS: &str = "16";
/// So many mail together, in turn.
const PROCESSES: [usize; 3] = [1, 2, 5];
const ROUNDS: usize = 2;

pub struct Processes {
    pub conditions: String,
    pub load: String,
    /// Messages a second at the sink, by how many mailed.
    pub rates: Vec<(usize, Vec<f64>)>,
}

pub async fn measure(place: &BenchDatabase) -> Result<Processes> {
    let progress = |what: &str| note(&format!("{}, processes: {what}", place.name()));
    progress("importing");
    let prepared = prepare::contacts(place, RECIPIENTS).await?;
    prepare::domain(place, &prepared).await?;
    let mut rates = PROCESSES.map(|processes| (processes, Vec::new())).to_vec();
    for _ in 0..ROUNDS {
        for (processes, rates) in &mut rates {
            progress(&format!("{processes} mail"));
            rates.push(campaign(place, &prepared, *processes).await?);
        }
    }
    Ok(Processes {
        conditions: place.conditions(),
        load: load_average(),
        rates,
    })
}

/// A campaign by so many processes, each with a data folder of its own; messages a second at the sink.
async fn campaign(place: &BenchDatabase, prepared: &Prepared, processes: usize) -> Result<f64> {
    let file = place.folder().join("sink.json");
    let sink = child::sink_that(&file, BEHAVE).await?;
    let relay = format!("smtp://{}", sink.address);
    let mut servers = Vec::new();
    for number in 0..processes {
        let folder = match number {
            0 => "data".to_owned(),
            number => format!("data-{number}"),
        };
        servers.push(process(place, prepared, &folder, &relay).await?);
    }
    let first = servers.first().ok_or("no process")?;
    let email = prepare::design(first).await?;
    let send = sending::start(first, &email).await?;
    sending::wait(first, &send, RECIPIENTS).await?;
    for server in servers {
        server.end().await?;
    }
    let report = report(&file, RECIPIENTS).await?;
    sink.end().await?;
    Ok(per_second(&report))
}

async fn process(
    place: &BenchDatabase,
    prepared: &Prepared,
    folder: &str,
    relay: &str,
) -> Result<Served> {
    let path = |name: &str| place.folder().join(name).display().to_string();
    let secret = std::fs::read_to_string(place.folder().join("data/secret"))?;
    let (data, objects) = (path(folder), path("data/objects"));
    let settings = [
        ("POSTRIDER_DATA", data.as_str()),
        ("POSTRIDER_SECRET", secret.trim()),
        ("POSTRIDER_OBJECTS", objects.as_str()),
        ("POSTRIDER_MAIL", relay),
        ("POSTRIDER_MAIL_CONNECTIONS", CONNECTIONS),
        ("POSTRIDER_DKIM", "relay"),
    ];
    let on = place.url("server");
    child::server_again((place.folder(), &on), &prepared.secret, &settings).await
}

fn per_second(report: &Value) -> f64 {
    let at = |key: &str| report[key].as_f64().unwrap_or(f64::NAN);
    RECIPIENTS as f64 * 1e3 / (at("lastAt") - at("firstAt"))
}
