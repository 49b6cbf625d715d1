//! What was said about many runs at once: stop, pause, go on.

use std::collections::HashMap;

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    STOPS -> Stop = "
        SELECT {columns} FROM automations
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3) AND stop_before IS NOT NULL";
    AUDIENCE_RUNS -> AudienceRunRow = "
        SELECT {columns} FROM audience_runs WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
}

record! {
    struct Stop {
        automation: i64 = "id",
        before: i64 = "stop_before",
    }
}

record! {
    struct AudienceRunRow {
        audience_run: i64 = "id",
        status: SendStatus = "status",
    }
}

/// Automations whose runs are to be canceled that began before a time.
pub async fn stops(
    tx: &Tx,
    brand: BrandKey,
    automations: Vec<i64>,
) -> Result<HashMap<i64, i64>, DbError> {
    let values = params![brand.org, brand.brand, distinct(automations)];
    let stops = tx.all(&STOPS, values).await?.into_iter();
    Ok(stops.map(|stop| (stop.automation, stop.before)).collect())
}

/// Where audience runs stand.
pub async fn audience_runs(
    tx: &Tx,
    brand: BrandKey,
    audience_runs: Vec<i64>,
) -> Result<HashMap<i64, SendStatus>, DbError> {
    if audience_runs.is_empty() {
        return Ok(HashMap::new());
    }
    let values = params![brand.org, brand.brand, distinct(audience_runs)];
    let runs = tx.all(&AUDIENCE_RUNS, values).await?.into_iter();
    Ok(runs.map(|one| (one.audience_run, one.status)).collect())
}

fn distinct(mut numbers: Vec<i64>) -> Value {
    numbers.sort_unstable();
    numbers.dedup();
    Value::ints(numbers)
}
