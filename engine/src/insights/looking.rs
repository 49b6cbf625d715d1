//! One look at a brand.

use std::collections::HashMap;

use postrider_domain::insights::counters::{Counters, DomainFacts};
use postrider_domain::insights::life::{Change, next};
use postrider_domain::insights::stats::Share;
use postrider_domain::insights::{Detector, Reading, judge};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::insights::{self, Unresolved};

/// What the detectors say. `None`: there is no such brand. Each count is a read of its own: together they may be more than
/// one read has time for, and nothing is compared that has to be of the same moment.
pub async fn look(
    db: &Db,
    brand: BrandKey,
    silence: Share,
    now: i64,
) -> Result<Option<Vec<Reading>>, DbError> {
    let facts = db.read(move |tx| async move { insights::brand_facts(&tx, brand).await });
    let Some((facts, zone)) = facts.await? else {
        return Ok(None);
    };
    let sends = db
        .read_heavy(move |tx| async move { insights::sends(&tx, brand, &zone, now).await })
        .await?;
    let (automations, designs) = db
        .read_heavy(move |tx| async move { insights::of_automations(&tx, brand, now).await })
        .await?;
    let domains = domains(db, brand, now).await?;
    let providers = db
        .read_heavy(move |tx| async move { insights::providers(&tx, brand, now).await })
        .await?;
    let dead_letters = db
        .read_heavy(move |tx| async move { insights::dead_letters(&tx, brand, now).await })
        .await?;
    let growth = db.read_heavy(move |tx| async move { insights::growth(&tx, brand, now).await });
    let (gains, losses) = growth.await?;
    let clipped = db.read_heavy(move |tx| async move { insights::clipped(&tx, brand, now).await });
    Ok(Some(judge(&Counters {
        now,
        brand: facts,
        sends,
        automations,
        designs,
        domains,
        providers,
        dead_letters,
        silence: Some(silence),
        gains,
        losses,
        clipped: clipped.await?,
    })))
}

/// Domains, and what receivers have reported about them.
async fn domains(db: &Db, brand: BrandKey, now: i64) -> Result<Vec<DomainFacts>, DbError> {
    let known = db.read_heavy(move |tx| async move {
        let reported = insights::reported(&tx, brand).await?;
        Ok::<_, DbError>((insights::domains(&tx, brand, now).await?, reported))
    });
    let (mut domains, reported) = known.await?;
    for facts in &mut domains {
        let number = facts.number;
        if reported.contains(&number) {
            let reports = db.read_heavy(move |tx| async move {
                insights::reports_of(&tx, brand, number, now).await
            });
            facts.reports = Some(reports.await?);
        }
    }
    Ok(domains)
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
        let key = told.known.detector.map(|of| (of, told.subject_key.clone()));
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
        (Change::Calm, _) => {
            insights::calm(tx, brand, told.id, Some(now)).await?;
        }
        (Change::Stir, _) => {
            insights::calm(tx, brand, told.id, None).await?;
        }
        (Change::Resolve, _) => {
            insights::resolve(tx, brand, told.id, now).await?;
        }
        (Change::Nothing | Change::Open | Change::Rewrite, _) => {}
    }
    Ok(())
}
