//! Automations: what sleeping runs cost, how fast they wake, how many fires are answered, and how soon a mail leaves
//! while a campaign goes out beside it.

mod fires;
mod handover;
mod setup;
mod sleeping;
mod table;
mod wakes;

use fires::Fires;
use handover::Handover;
use wakes::Wakes;

use crate::child;
use crate::database::BenchDatabase;
use crate::machine::load_average;
use crate::outcome::Result;
use crate::progress::note;
use crate::sending::prepare;

pub const RUNS: u64 = 1_000_000;
/// At most: everybody gets the campaign, and runs are theirs too.
const CONTACTS: u64 = 100_000;

pub struct Automations {
    pub database: &'static str,
    pub conditions: String,
    pub load: String,
    pub runs: u64,
    /// Of the table of timers and its indexes, for each timer in it.
    pub timer_bytes: f64,
    wakes: Wakes,
    fires: Fires,
    handover: Handover,
}

pub async fn measure(place: &BenchDatabase, runs: u64) -> Result<Automations> {
    let progress = |what: &str| note(&format!("{}, automations: {what}", place.name()));
    let contacts = runs.min(CONTACTS);
    progress("importing the contacts");
    let prepared = prepare::contacts(place, contacts).await?;
    prepare::domain(place, &prepared).await?;
    progress("fires beside a campaign");
    let handover = handover::measure(place, &prepared, contacts).await?;
    let on = place.url("server");
    let again = || child::server_again((place.folder(), &on), &prepared.secret, &[]);
    let server = again().await?;
    let automation = setup::automation(&server, setup::Shape::SleepsTwice).await?;
    let sleepers = sleeping::Sleepers::of(place, &automation, contacts).await?;
    progress("fires alone");
    let fires = fires::measure(place, &server, (&automation, contacts)).await?;
    wakes::until_none_is_due(place, sleepers.brand).await?;
    server.end().await?;
    progress(&format!("writing {runs} sleeping runs"));
    sleepers.write_due(runs).await?;
    place.settle().await?;
    let timer_bytes = sleeping::bytes_a_timer(place).await?;
    progress("waking them");
    let server = again().await?;
    let wakes = wakes::measure(place, &server, &sleepers).await?;
    Ok(Automations {
        database: place.name(),
        conditions: place.conditions(),
        load: load_average(),
        runs,
        timer_bytes,
        wakes,
        fires,
        handover,
    })
}
