//! What a turn is about, and whether anybody still waits for it.

use std::time::Duration;

use postrider_domain::accounts::brand::{ExtractionError, Missing, Steps};
use postrider_domain::tenant::BrandKey;
use postrider_store::brands::{self, BrandRecord};
use postrider_store::db::{DbError, Tx};
use url::Url;

use crate::jobs::{JobError, Turn, TurnEnd};

/// How soon one finds out that nobody waits any more.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// What is left to be done for a brand.
#[derive(Clone, Debug)]
pub struct Order {
    pub website: Url,
    pub steps: Steps,
    pub missing: Missing,
}

/// Says that somebody works on it. No piece of the job: a website that ends whoever reads it is not read for ever. `None`:
/// nobody waits for it.
pub async fn take(turn: &Turn) -> Result<Option<Order>, DbError> {
    let (brand, extraction, now) = (turn.job.brand, turn.job.subject, turn.now());
    let taken = turn.db.write(move |tx| async move {
        let Some(mut record) = awaited(&tx, brand, extraction).await? else {
            return Ok(None);
        };
        let address = record.website_url.clone().unwrap_or_default();
        let Ok(website) = Url::parse(&address) else {
            return Ok(None);
        };
        record.readiness = record.readiness.at_work();
        record.updated_at = now;
        brands::update(&tx, &record).await?;
        Ok::<_, DbError>(Some(Order {
            website,
            steps: record.readiness.steps(),
            missing: record.extracted.missing_on(&address),
        }))
    });
    taken.await
}

/// The brand, which nobody else changes before this transaction ends, if it waits for this extraction.
pub async fn awaited(
    tx: &Tx,
    brand: BrandKey,
    extraction: i64,
) -> Result<Option<BrandRecord>, DbError> {
    let record = brands::lock(tx, brand).await?;
    Ok(record.filter(|record| waits_for(record, extraction)))
}

fn waits_for(record: &BrandRecord, extraction: i64) -> bool {
    let is_newest = record
        .extraction
        .is_some_and(|newest| newest.number == extraction);
    is_newest && !record.readiness.is_ready()
}

/// Ends when another website was named, or none. A database that does not answer says nothing about that.
pub async fn unwanted(turn: &Turn) {
    let (brand, extraction) = (turn.job.brand, turn.job.subject);
    loop {
        tokio::time::sleep(LOOK_AGAIN).await;
        let found = turn
            .db
            .read(move |tx| async move { brands::get(&tx, brand).await });
        if let Ok(found) = found.await
            && !found.is_some_and(|record| waits_for(&record, extraction))
        {
            return;
        }
    }
}

/// Nobody waits for it.
pub async fn forget(turn: &Turn) -> Result<TurnEnd, JobError> {
    turn.last_piece(|_| async { Ok(()) }).await?;
    Ok(TurnEnd::Finished)
}

/// What is not done yet has failed, and the brand says why.
pub async fn fail(
    tx: &Tx,
    brand: BrandKey,
    extraction: i64,
    (error, now): (&ExtractionError, i64),
) -> Result<(), DbError> {
    let Some(mut record) = awaited(tx, brand, extraction).await? else {
        return Ok(());
    };
    record.readiness = record.readiness.failed(error.clone());
    end(&mut record, now);
    brands::update(tx, &record).await.map(drop)
}

/// Notes the time if nothing is left to be done.
pub fn end(record: &mut BrandRecord, now: i64) {
    record.status = record.readiness.status();
    record.updated_at = now;
    if let Some(extraction) = &mut record.extraction
        && record.readiness.is_ready()
    {
        extraction.ended_at = Some(now);
    }
}
