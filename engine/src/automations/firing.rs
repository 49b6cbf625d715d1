//! The one road from an event to runs: the fire route, changes of contacts and the events of providers all take it.
//!
//! Contact, instance, runs and event are one commit, the caller's. Nothing of the graph is walked here.

use postrider_domain::automations::trigger::{Landing, PayloadError, check_payload};
use postrider_domain::contacts::contact::Intent;
use postrider_store::automations;
use postrider_store::db::{DbError, Tx};
use postrider_store::triggers::TriggerRecord;
use serde_json::{Map, Value};

use super::fire::{Arrived, Passed};
pub use super::fire::{Fire, FireResult, Fired, Ground, Slot, Starts};
use super::recording::{record, reject};
use crate::contacts::landing::land_all;

pub async fn fire(
    tx: &Tx,
    ground: &Ground<'_>,
    trigger: &TriggerRecord,
    payload: Map<String, Value>,
    fire: Fire,
) -> Result<FireResult, DbError> {
    let results = fire_all(tx, ground, trigger, vec![(payload, fire)]).await?;
    let result = results.into_iter().next();
    result.ok_or_else(|| DbError::Other("a fire came to nothing".into()))
}

/// Fires of one trigger for several contacts, each of which is there once: all of callers, or all of its provider. Of
/// each what became of it, in the same order.
pub async fn fire_all(
    tx: &Tx,
    ground: &Ground<'_>,
    trigger: &TriggerRecord,
    fires: Vec<(Map<String, Value>, Fire)>,
) -> Result<Vec<FireResult>, DbError> {
    let mut results: Vec<Option<FireResult>> = fires.iter().map(|_| None).collect();
    let mut passing = Vec::with_capacity(fires.len());
    for (position, (payload, fire)) in fires.into_iter().enumerate() {
        match check(trigger, payload) {
            Ok(passed) => passing.push((position, passed, fire)),
            Err(errors) => {
                let rejected = reject(tx, ground, trigger, fire.slot, errors).await?;
                results[position] = Some(rejected);
            }
        }
    }
    let brand = ground.contacts.brand;
    let starts = |(_, _, fire): &(usize, Passed, Fire)| fire.starts == Starts::Published;
    let live = if passing.iter().any(starts) {
        automations::live_for_trigger(tx, brand, trigger.id).await?
    } else {
        Vec::new()
    };
    if live.is_empty() {
        let is_new = |(_, _, fire): &(usize, Passed, Fire)| matches!(fire.slot, Slot::New { .. });
        for (position, ..) in passing.extract_if(.., |one| is_new(one)) {
            results[position] = Some(FireResult::NothingPublished);
        }
    }
    let positions: Vec<usize> = passing.iter().map(|(position, ..)| *position).collect();
    let arrived = land_passed(tx, ground, trigger, passing).await?;
    let recorded = record(tx, ground, trigger, arrived, &live).await?;
    for (position, one) in positions.into_iter().zip(recorded) {
        results[position] = Some(FireResult::Fired(one));
    }
    Ok(results.into_iter().flatten().collect())
}

async fn land_passed(
    tx: &Tx,
    ground: &Ground<'_>,
    trigger: &TriggerRecord,
    passing: Vec<(usize, Passed, Fire)>,
) -> Result<Vec<Arrived>, DbError> {
    let mut intent = Intent::Explicit;
    let mut landings = Vec::with_capacity(passing.len());
    for (_, passed, fire) in &passing {
        if let (Slot::Received { .. }, Some(_)) = (&fire.slot, &fire.landing) {
            intent = Intent::Upload;
        }
        let landing = fire.landing.clone();
        landings.push(landing.unwrap_or_else(|| declared(trigger, &passed.values)));
    }
    let events = passing.iter().map(|(_, passed, _)| &passed.email);
    let events: Vec<_> = events.zip(&landings).collect();
    let landed = land_all(tx, ground.contacts, &events, intent).await?;
    let arrived = passing.into_iter().zip(landed);
    let arrived = arrived.map(|((_, passed, fire), landed)| Arrived {
        slot: fire.slot,
        passed,
        landed,
    });
    Ok(arrived.collect())
}

fn check(
    trigger: &TriggerRecord,
    payload: Map<String, Value>,
) -> Result<Passed, Vec<PayloadError>> {
    let checked = check_payload(&trigger.contract, payload)?;
    Ok(Passed {
        email: checked.email,
        values: checked.values,
        warnings: checked.warnings,
    })
}

/// A provider's own keys are not fields of contacts: its adapter knows what they are called there.
fn declared(trigger: &TriggerRecord, values: &Map<String, Value>) -> Landing {
    let landing = trigger.contract.landing(values);
    if trigger.is_provided() {
        return Landing {
            custom: Vec::new(),
            ..landing
        };
    }
    landing
}
