//! What was said about many runs at once: stop, pause, go on.

use std::collections::HashMap;

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, statements};

statements! {
    STOPS = "
        SELECT id, stop_before FROM automations
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3) AND stop_before IS NOT NULL";
    AUDIENCE_RUNS = "
        SELECT id, status FROM audience_runs WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
}

/// Automations whose runs are to be canceled that began before a time.
pub async fn stops(
    tx: &Tx,
    brand: BrandKey,
    automations: Vec<i64>,
) -> Result<HashMap<i64, i64>, DbError> {
    let values = params![brand.org, brand.brand, distinct(automations)];
    let rows = tx.rows(&STOPS, values).await?;
    rows.iter()
        .map(|row| Ok((row.int(0)?, row.int(1)?)))
        .collect()
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
    let rows = tx.rows(&AUDIENCE_RUNS, values).await?;
    let mut statuses = HashMap::with_capacity(rows.len());
    for row in &rows {
        if let Some(status) = SendStatus::parse(row.str(1)?) {
            statuses.insert(row.int(0)?, status);
        }
    }
    Ok(statuses)
}

fn distinct(mut numbers: Vec<i64>) -> Value {
    numbers.sort_unstable();
    numbers.dedup();
    Value::ints(numbers)
}
