//! Pages of the feed of events, and the overview, with as many events as a busy sender has in a month.

mod data;
mod questions;
mod table;

use questions::Asked;

use crate::child;
use crate::database::BenchDatabase;
use crate::machine::{load_average, now};
use crate::outcome::Result;
use crate::progress::note;
use crate::scale::{file, importing};

pub const EVENTS: u64 = 10_000_000;
/// Each contact has a hundred.
const EVENTS_A_CONTACT: u64 = 100;
const FEWEST_CONTACTS: u64 = 10_000;

pub struct Feed {
    pub database: &'static str,
    pub conditions: String,
    pub load: String,
    pub events: u64,
    /// Bytes that the database has on the disk.
    pub bytes: i64,
    pub asked: Vec<Asked>,
}

pub async fn measure(place: &BenchDatabase, events: u64) -> Result<Feed> {
    let progress = |what: &str| note(&format!("{}, {events} events: {what}", place.name()));
    let contacts = (events / EVENTS_A_CONTACT).max(FEWEST_CONTACTS);
    progress("importing the contacts");
    let on = place.url("server");
    let server = child::server(place.folder(), &on).await?;
    importing::import(&server, &file::csv(0..contacts)).await?;
    let secret = server.secret.clone();
    server.end().await?;
    progress("writing the events");
    let start = now();
    let size = data::Size { events, contacts };
    let brand = data::write(place, &size).await?;
    progress(&format!("written in {:.0?}", start.elapsed()));
    place.settle().await?;
    progress("asking");
    let server = child::server_again((place.folder(), &on), &secret, &[]).await?;
    let asked = questions::ask(&server, &on, brand, &size).await?;
    Ok(Feed {
        database: place.name(),
        conditions: place.conditions(),
        load: load_average(),
        events,
        bytes: data::bytes(place).await?,
        asked,
    })
}
