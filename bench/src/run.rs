//! What is running for one database, and how each item is measured on it.

use std::ops::Range;

use crate::Result;
use crate::bare::READS as BARE_READS;
use crate::child::{self, Served};
use crate::contacts::{BATCH, Contact, SEEDED, batch, contact, email};
use crate::http::{Callers, Connection, request};
use crate::machine::{Meter, Sample};
use crate::place::Place;
use crate::raw::{Raw, Rows};

/// How many of each a round has: enough to be about a second, few enough for a minute in all.
const EMPTY: usize = 20_000;
const READS: u64 = 10_000;
pub const UPSERTS: u64 = 4_000;

pub struct Run {
    pub server: Served,
    bare: Served,
    raw: Raw,
    postgres: Option<u32>,
}

impl Run {
    pub async fn start(place: &Place) -> Result<Self> {
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

    pub async fn empty(&mut self) -> Result<Sample> {
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

    pub async fn bare_reads(&mut self) -> Result<Sample> {
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

    pub async fn reads(&mut self) -> Result<Sample> {
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

    pub async fn upserts(&mut self, rows: Rows, first: u64, version: u64) -> Result<Sample> {
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
    pub async fn batches(
        &mut self,
        rows: Rows,
        numbers: Range<u64>,
        version: u64,
    ) -> Result<Sample> {
        let post = |number| {
            let contacts: Vec<_> = batch(number, version).iter().map(Contact::body).collect();
            let body = serde_json::json!({ "contacts": contacts }).to_string();
            request("POST", "/v1/contacts", &self.server.secret, &body)
        };
        let requests: Vec<_> = numbers.map(post).collect();
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
        meter.measure(requests.len() * BATCH as usize, work).await
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
