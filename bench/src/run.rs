//! What is running for one database, and how each item is measured on it.

use std::ops::Range;

use serde_json::{Value, json};

use crate::bare::READS as BARE_READS;
use crate::child::{self, Served};
use crate::contacts::{BATCH, Contact, SEEDED, batch, contact, email};
use crate::database::BenchDatabase;
use crate::http::{Load, request};
use crate::machine::{Meter, Sample};
use crate::outcome::Result;
use crate::raw::{Raw, Rows};

/// How many of each a round has: enough to be about a second, few enough for a minute in all.
const EMPTY: usize = 20_000;
const READS: usize = 10_000;
pub const UPSERTS: u64 = 4_000;

pub struct Run {
    pub server: Served,
    bare: Served,
    raw: Raw,
    postgres: Option<u32>,
}

impl Run {
    pub async fn start(place: &BenchDatabase) -> Result<Self> {
        Ok(Self {
            server: child::server(place.folder(), &place.url("server")).await?,
            bare: child::bare_parts(&place.url("bare")).await?,
            raw: Raw::open(place).await?,
            postgres: place.postgres_process(),
        })
    }

    pub async fn seed(&mut self) -> Result<()> {
        let numbers = 0..SEEDED / BATCH;
        self.batches(Rows::New, numbers.clone(), 0).await?;
        self.raw_batches(Rows::New, numbers, 0).await?;
        Ok(())
    }

    fn meter(&self, process: u32) -> Meter {
        Meter {
            process,
            database: self.postgres,
        }
    }

    async fn send(&self, to: &Served, load: Load, items: usize) -> Result<Sample> {
        let mut connections = load.open(&to.address).await?;
        self.meter(to.pid)
            .measure(items, load.send(&mut connections))
            .await
    }

    pub async fn empty(&self) -> Result<Sample> {
        let requests = vec![request("GET", "/empty", "none", ""); EMPTY];
        self.send(&self.bare, Load::answered(200, requests), EMPTY)
            .await
    }

    pub async fn bare_reads(&self) -> Result<Sample> {
        let requests = vec![request("POST", "/reads", "none", "")];
        self.send(&self.bare, Load::answered(200, requests), BARE_READS)
            .await
    }

    pub async fn reads(&self) -> Result<Sample> {
        let read = |n: usize| {
            let path = format!("/v1/contacts/{}", email(n as u64 % SEEDED));
            request("GET", &path, &self.server.secret, "")
        };
        let requests = (0..READS).map(read).collect();
        self.send(&self.server, Load::answered(200, requests), READS)
            .await
    }

    pub async fn upserts(&self, rows: Rows, first: u64, version: u64) -> Result<Sample> {
        let upsert = |n| self.post(&contact(n, version).body());
        let requests = (first..first + UPSERTS).map(upsert).collect();
        let status = match rows {
            Rows::New => 201,
            Rows::Existing => 200,
        };
        self.send(
            &self.server,
            Load::answered(status, requests),
            UPSERTS as usize,
        )
        .await
    }

    pub async fn batches(&self, rows: Rows, numbers: Range<u64>, version: u64) -> Result<Sample> {
        let post = |number| {
            let contacts: Vec<_> = batch(number, version).iter().map(Contact::body).collect();
            self.post(&json!({ "contacts": contacts }))
        };
        let requests: Vec<_> = numbers.map(post).collect();
        let items = requests.len() * BATCH as usize;
        let load = Load {
            // One batch after the other: what a single import gets.
            callers: 1,
            contains: match rows {
                Rows::New => format!("\"created\":{BATCH}"),
                Rows::Existing => format!("\"updated\":{BATCH}"),
            },
            ..Load::answered(200, requests)
        };
        self.send(&self.server, load, items).await
    }

    fn post(&self, body: &Value) -> Vec<u8> {
        request(
            "POST",
            "/v1/contacts",
            &self.server.secret,
            &body.to_string(),
        )
    }

    pub async fn raw_batches(
        &mut self,
        rows: Rows,
        numbers: Range<u64>,
        version: u64,
    ) -> Result<Sample> {
        let batches: Vec<_> = numbers.map(|number| batch(number, version)).collect();
        let meter = self.meter(std::process::id());
        let work = async {
            for batch in &batches {
                self.raw.write(rows, batch).await?;
            }
            Ok(())
        };
        meter.measure(batches.len() * BATCH as usize, work).await
    }
}
