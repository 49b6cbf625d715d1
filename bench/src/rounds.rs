//! The rounds of one database. Every round measures every item once, so that what disturbs the machine
//! for a while disturbs all of them.

use std::collections::HashMap;

use crate::Result;
use crate::bare::READS as BARE_READS;
use crate::child::{self, Served};
use crate::contacts::{BATCH, SEEDED, batch, contact, email};
use crate::http::{Callers, Connection, request};
use crate::items::Item;
use crate::machine::{self, Meter, Sample};
use crate::place::Place;
use crate::raw::{Raw, Rows};
use crate::report::{self, Measured};

const ROUNDS: u64 = 5;
const EMPTY: usize = 20_000;
const READS: u64 = 10_000;
const UPSERTS: u64 = 4_000;
const BATCHES: u64 = 10;
/// Single new contacts get numbers that no batch reaches.
const SINGLES_FROM: u64 = 1_000_000;

pub type Round = HashMap<Item, Sample>;

struct Run {
    server: Served,
    callers: Callers,
    single: Connection,
    bare: Served,
    bare_callers: Callers,
    bare_single: Connection,
    raw: Raw,
    postgres: Option<u32>,
}

pub async fn measure(place: &Place) -> Result<Measured> {
    report::note(&format!("{}: starting, {SEEDED} contacts", place.name()));
    let mut run = Run::start(place).await?;
    run.seed().await?;
    // The first round only warms everything up: caches, connections, prepared statements.
    run.round(0).await?;
    let mut rounds = Vec::new();
    for number in 1..=ROUNDS {
        report::note(&format!("{}: round {number} of {ROUNDS}", place.name()));
        rounds.push(run.round(number).await?);
    }
    Ok(Measured {
        database: place.name(),
        conditions: place.conditions(),
        rounds,
        peak_memory: machine::peak_memory(run.server.pid)?,
    })
}

impl Run {
    async fn start(place: &Place) -> Result<Self> {
        let server = child::server(place.folder(), &place.url("server")).await?;
        let bare = child::bare_parts(&place.url("bare")).await?;
        Ok(Self {
            callers: Callers::open(&server.address).await?,
            single: Connection::open(&server.address).await?,
            server,
            bare_callers: Callers::open(&bare.address).await?,
            bare_single: Connection::open(&bare.address).await?,
            bare,
            raw: Raw::open(place).await?,
            postgres: place.postgres_process(),
        })
    }

    async fn seed(&mut self) -> Result<()> {
        let batches: Vec<u64> = (0..SEEDED / BATCH).collect();
        self.batches(Rows::New, &batches, 0).await?;
        self.raw_batches(Rows::New, &batches, 0).await?;
        Ok(())
    }

    async fn round(&mut self, number: u64) -> Result<Round> {
        let new: Vec<u64> = (0..BATCHES)
            .map(|n| SEEDED / BATCH + number * BATCHES + n)
            .collect();
        let existing: Vec<u64> = (0..BATCHES).collect();
        let first_single = SINGLES_FROM + number * UPSERTS;
        Ok(HashMap::from([
            (Item::EmptyHandler, self.empty().await?),
            (Item::PointRead, self.reads().await?),
            (Item::BareRead, self.bare_reads().await?),
            (
                Item::UpsertNew,
                self.upserts(Rows::New, first_single, 0).await?,
            ),
            (
                Item::UpsertExisting,
                self.upserts(Rows::Existing, 0, number + 1).await?,
            ),
            (Item::BatchNew, self.batches(Rows::New, &new, 0).await?),
            (Item::RawInsert, self.raw_batches(Rows::New, &new, 0).await?),
            (
                Item::BatchExisting,
                self.batches(Rows::Existing, &existing, number + 1).await?,
            ),
            (
                Item::RawOverwrite,
                self.raw_batches(Rows::Existing, &existing, number + 1)
                    .await?,
            ),
        ]))
    }

    fn meter(&self, process: u32) -> Meter {
        Meter {
            process,
            database: self.postgres,
        }
    }

    async fn empty(&mut self) -> Result<Sample> {
        let requests = vec![request("GET", "/empty", "none", ""); EMPTY];
        let work = self.bare_callers.send_all(&requests, 200);
        // No database is involved, whatever it does meanwhile.
        Meter {
            process: self.bare.pid,
            database: None,
        }
        .measure(EMPTY, work)
        .await
    }

    async fn bare_reads(&mut self) -> Result<Sample> {
        let meter = self.meter(self.bare.pid);
        let request = request("POST", "/reads", "none", "");
        let work = async {
            self.bare_single
                .exchange(&request)
                .await?
                .expect(200)
                .map(drop)
        };
        meter.measure(BARE_READS, work).await
    }

    async fn reads(&mut self) -> Result<Sample> {
        let read = |n| {
            let path = format!("/v1/contacts/{}", email(n % SEEDED));
            request("GET", &path, &self.server.secret, "")
        };
        let requests: Vec<_> = (0..READS).map(read).collect();
        let meter = self.meter(self.server.pid);
        meter
            .measure(requests.len(), self.callers.send_all(&requests, 200))
            .await
    }

    async fn upserts(&mut self, rows: Rows, first: u64, version: u64) -> Result<Sample> {
        let upsert = |n| {
            let body = contact(n, version).body().to_string();
            request("POST", "/v1/contacts", &self.server.secret, &body)
        };
        let requests: Vec<_> = (first..first + UPSERTS).map(upsert).collect();
        let status = match rows {
            Rows::New => 201,
            Rows::Existing => 200,
        };
        let meter = self.meter(self.server.pid);
        meter
            .measure(requests.len(), self.callers.send_all(&requests, status))
            .await
    }

    /// One caller, one batch after the other: what a single import gets.
    async fn batches(&mut self, rows: Rows, numbers: &[u64], version: u64) -> Result<Sample> {
        let post = |number: &u64| {
            let contacts: Vec<_> = batch(*number, version)
                .iter()
                .map(|row| row.body())
                .collect();
            let body = serde_json::json!({ "contacts": contacts }).to_string();
            request("POST", "/v1/contacts", &self.server.secret, &body)
        };
        let requests: Vec<_> = numbers.iter().map(post).collect();
        let expected = match rows {
            Rows::New => format!("\"created\":{BATCH}"),
            Rows::Existing => format!("\"updated\":{BATCH}"),
        };
        let meter = self.meter(self.server.pid);
        let work = async {
            for request in &requests {
                let body = self.single.exchange(request).await?.expect(200)?;
                let body = String::from_utf8_lossy(&body);
                if !body.contains(&expected) {
                    return Err(format!("a batch without {expected}: {body}").into());
                }
            }
            Ok(())
        };
        meter.measure(numbers.len() * BATCH as usize, work).await
    }

    async fn raw_batches(&mut self, rows: Rows, numbers: &[u64], version: u64) -> Result<Sample> {
        let batches: Vec<_> = numbers
            .iter()
            .map(|number| batch(*number, version))
            .collect();
        let meter = self.meter(std::process::id());
        let work = async {
            for batch in &batches {
                self.raw.write(rows, batch).await?;
            }
            Ok(())
        };
        meter.measure(numbers.len() * BATCH as usize, work).await
    }
}
