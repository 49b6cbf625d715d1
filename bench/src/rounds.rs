//! The rounds of one database. Every round measures every item once, so that what disturbs the machine
//! for a while disturbs all of them.

use std::collections::HashMap;

use crate::contacts::{BATCH, SEEDED};
use crate::database::BenchDatabase;
use crate::items::Item;
use crate::machine::{self, Sample};
use crate::outcome::Result;
use crate::progress::note;
use crate::raw::Rows::{Existing, New};
use crate::run::{Run, UPSERTS};

/// The rounds of one database.
pub struct Measured {
    pub database: &'static str,
    pub conditions: String,
    pub rounds: Vec<Round>,
    pub peak_memory: f64,
}

const ROUNDS: u64 = 5;
const BATCHES: u64 = 10;
/// Single new contacts get numbers that no batch reaches.
const SINGLES_FROM: u64 = 1_000_000;

pub type Round = HashMap<Item, Sample>;

pub async fn measure(place: &BenchDatabase) -> Result<Measured> {
    let start = machine::now();
    let progress = |what: String| {
        let seconds = start.elapsed().as_secs();
        note(&format!("{}, {seconds:>2} s: {what}", place.name()));
    };
    progress(format!("starting, {SEEDED} contacts"));
    let mut run = Run::start(place).await?;
    run.seed().await?;
    place.settle().await?;
    progress("warming up".to_owned());
    round(&mut run, 0).await?;
    let mut rounds = Vec::new();
    for number in 1..=ROUNDS {
        progress(format!("round {number} of {ROUNDS}"));
        rounds.push(round(&mut run, number).await?);
    }
    Ok(Measured {
        database: place.name(),
        conditions: place.conditions(),
        rounds,
        peak_memory: machine::peak_memory(run.server.pid)?,
    })
}

async fn round(run: &mut Run, number: u64) -> Result<Round> {
    let first_new = SEEDED / BATCH + number * BATCHES;
    let (new, existing) = (first_new..first_new + BATCHES, 0..BATCHES);
    let first_single = SINGLES_FROM + number * UPSERTS;
    let version = number + 1;
    let mut round = Round::new();
    round.insert(Item::EmptyHandler, run.empty().await?);
    round.insert(Item::PointRead, run.reads().await?);
    round.insert(Item::BareRead, run.bare_reads().await?);
    round.insert(Item::UpsertNew, run.upserts(New, first_single, 0).await?);
    round.insert(
        Item::UpsertExisting,
        run.upserts(Existing, 0, version).await?,
    );
    round.insert(Item::BatchNew, run.batches(New, new.clone(), 0).await?);
    round.insert(Item::RawInsert, run.raw_batches(New, new, 0).await?);
    round.insert(
        Item::BatchExisting,
        run.batches(Existing, existing.clone(), version).await?,
    );
    round.insert(
        Item::RawOverwrite,
        run.raw_batches(Existing, existing, version).await?,
    );
    Ok(round)
}
