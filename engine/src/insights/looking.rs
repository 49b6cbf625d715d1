//! One look at a brand.

use std::collections::HashMap;

use postrider_domain::insights::life::{Change, next};
use postrider_domain::insights::stats::Share;
use postrider_domain::insights::{Detector, Reading, judge};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::insights::{self, LookRecord, Unresolved};

/// Contacts that are counted in one read.
const PAGE: i64 = 10_000;

/// Counts those who are silent, page by page: no snapshot is held from one to the next. `None`: it was stopped.
pub async fn count_silence(
    db: &Db,
    brand: BrandKey,
    now: i64,
    stopping: impl Fn() -> bool,
) -> Result<Option<LookRecord>, DbError> {
    let (mut after, mut silence) = (0, Share::default());
    loop {
        if stopping() {
            return Ok(None);
        }
        let page = db.read_heavy(move |tx| async move {
            insights::count_silence(&tx, brand, after, PAGE, now).await
        });
        let page = page.await?;
        silence = silence.plus(Share::of(page.silent, page.mailed));
        let Some(last) = page.last else {
            return Ok(Some(LookRecord {
                counted_at: now,
                silence,
            }));
        };
        after = last;
    }
}

/// What the detectors say. `None`: there is no such brand.
pub async fn look(
    db: &Db,
    brand: BrandKey,
    silence: Share,
    now: i64,
) -> Result<Option<Vec<Reading>>, DbError> {
    let counters =
        db.read_heavy(move |tx| async move { insights::counters(&tx, brand, now).await });
    let Some(mut counters) = Box::pin(counters).await? else {
        return Ok(None);
    };
    counters.silence = Some(silence);
    Ok(Some(judge(&counters)))
}

/// Writes what becomes of each finding.
pub async fn write(
    tx: &Tx,
    brand: BrandKey,
    readings: &[Reading],
    make_id: impl Fn() -> String,
    now: i64,
) -> Result<(), DbError> {
    let mut said: HashMap<(Detector, String), &Reading> = readings
        .iter()
        .map(|reading| ((reading.detector, reading.subject_key()), reading))
        .collect();
    for told in insights::unresolved(tx, brand).await? {
        let key = told.detector.map(|of| (of, told.subject_key.clone()));
        let reading = key.and_then(|key| said.remove(&key));
        change(tx, brand, &told, reading, now).await?;
    }
    for reading in readings {
        // Those that were known before are gone from here.
        let is_new = said.contains_key(&(reading.detector, reading.subject_key()));
        if is_new && next(None, Some(reading), now) == Change::Open {
            insights::open(tx, brand, &make_id(), reading, now).await?;
        }
    }
    Ok(())
}

async fn change(
    tx: &Tx,
    brand: BrandKey,
    told: &Unresolved,
    reading: Option<&Reading>,
    now: i64,
) -> Result<(), DbError> {
    match (next(Some(&told.known), reading, now), reading) {
        (Change::Rewrite, Some(reading)) => {
            insights::rewrite(tx, brand, told, reading, now).await?;
        }
        (Change::Calm(runs), _) => {
            insights::calm(tx, brand, told.id, runs).await?;
        }
        (Change::Resolve, _) => {
            insights::resolve(tx, brand, told.id, now).await?;
        }
        (Change::Nothing | Change::Open | Change::Rewrite, _) => {}
    }
    Ok(())
}
