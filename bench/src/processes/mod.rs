//! One campaign by one process and by two, to receivers that take their time: connections are the limit then, and not
//! this machine or the database.

mod table;

use serde_json::Value;

use crate::child::{self, Served};
use crate::database::BenchDatabase;
use crate::machine::load_average;
use crate::outcome::Result;
use crate::progress::note;
use crate::sending::prepare::{self, Prepared};
use crate::sending::{self, report};

const RECIPIENTS: u64 = 5_000;
/// What each answer costs its connection: 16 of them mail some 80 messages a second, which is nothing for two cores.
const BEHAVE: &str = "tarpit=100";
const CONNECTIONS: &str = "16";
/// One process and two, in turn.
const ROUNDS: usize = 2;

pub struct Processes {
    pub conditions: String,
    pub load: String,
    /// Messages a second at the sink.
    pub one: Vec<f64>,
    pub two: Vec<f64>,
}

pub async fn measure(place: &BenchDatabase) -> Result<Processes> {
    let progress = |what: &str| note(&format!("{}, processes: {what}", place.name()));
    progress("importing");
    let prepared = prepare::contacts(place, RECIPIENTS).await?;
    prepare::domain(place, &prepared).await?;
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        progress("one mails");
        one.push(campaign(place, &prepared, &["data"]).await?);
        progress("two mail");
        two.push(campaign(place, &prepared, &["data", "beside"]).await?);
    }
    Ok(Processes {
        conditions: place.conditions(),
        load: load_average(),
        one,
        two,
    })
}

/// A campaign by a process in each of these data folders; messages a second at the sink.
async fn campaign(place: &BenchDatabase, prepared: &Prepared, folders: &[&str]) -> Result<f64> {
    let file = place.folder().join("sink.json");
    let sink = child::sink_that(&file, BEHAVE).await?;
    let relay = format!("smtp://{}", sink.address);
    let mut servers = Vec::new();
    for folder in folders {
        servers.push(process(place, prepared, folder, &relay).await?);
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
