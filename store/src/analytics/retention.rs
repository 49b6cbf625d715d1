//! What has been kept long enough.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Statement, Tx, Value, first_number};
use crate::{params, record, statements};

statements! {
    FORGET = "
        DELETE FROM events WHERE (org, brand, id) IN (
            SELECT org, brand, id FROM events
            WHERE org = $1 AND brand = $2 AND id < $3 ORDER BY id LIMIT $4)";
    ENDED_RUNS -> EndedRun = "
        SELECT {columns}
        FROM runs AS r {along}(runs__org__brand__status)
        WHERE r.org = $1 AND r.brand = $2 AND r.status = $3 AND r.id > $5 AND r.id < $6
        ORDER BY r.id LIMIT $7";
    // Links in the mail go on leading to its recipient, so the row stays and is a send no more.
    FORGET_MAILS = "
        UPDATE recipients SET run = NULL, number = NULL, public_id = NULL
        WHERE org = $1 AND brand = $2 AND run {in_ints}($3) AND run IS NOT NULL";
    FORGET_RUNS = "DELETE FROM runs WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    INSTANCES -> Fire = "
        SELECT {columns}
        FROM trigger_instances AS i
        WHERE i.org = $1 AND i.brand = $2 AND i.id > $3 AND i.id < $4
        ORDER BY i.id LIMIT $5";
    FORGET_INSTANCES = "
        DELETE FROM trigger_instances WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    FORGET_RECEIVED = "
        DELETE FROM received_events WHERE (org, brand, connection, event) IN (
            SELECT org, brand, connection, event FROM received_events
            WHERE received_at < $1 ORDER BY received_at LIMIT $2)";
}

/// How a run can have ended.
pub const ENDINGS: [&str; 3] = ["completed", "failed", "canceled"];

/// Deletes events that were written before a time, at most `limit` at once. `false`: no more are left.
pub async fn forget(tx: &Tx, brand: BrandKey, before: i64, limit: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, first_number(before), limit];
    Ok(tx.execute(&FORGET, values).await? == limit as u64)
}

record! {
    struct EndedRun {
        id: i64 = "r.id",
        /// A mail that still waits is written with what fired its run.
        is_old: bool = "r.completed_at < $4 AND NOT EXISTS (SELECT 1 FROM recipients AS p
            WHERE p.org = r.org AND p.brand = r.brand AND p.run = r.id AND p.state IN ({planned}, {deferred}))",
    }
}

record! {
    struct Fire {
        id: i64 = "i.id",
        has_no_run: bool = "NOT EXISTS (SELECT 1 FROM runs AS r
            WHERE r.org = i.org AND r.brand = i.brand AND r.instance = i.id)",
    }
}

/// Deletes runs that ended so (one of [`ENDINGS`]) before a time, with what tests brought along; their mails are sends
/// no more. Looks at `limit` of them behind the number `after`, and gives the last number that it looked at; nothing:
/// no more are left.
pub async fn forget_runs(
    tx: &Tx,
    brand: BrandKey,
    ending: &'static str,
    before: i64,
    (after, limit): (i64, i64),
) -> Result<Option<i64>, DbError> {
    let bound = first_number(before);
    let values = params![brand.org, brand.brand, ending, before, after, bound, limit];
    let runs = tx.all(&ENDED_RUNS, values).await?;
    let old = runs.iter().filter(|run| run.is_old);
    let old: Vec<i64> = old.map(|run| run.id).collect();
    if !old.is_empty() {
        run(tx, &FORGET_MAILS, brand, &old).await?;
        run(tx, &FORGET_RUNS, brand, &old).await?;
    }
    let is_full = runs.len() as i64 == limit;
    Ok(runs.last().filter(|_| is_full).map(|run| run.id))
}

/// Deletes fires of triggers that were received before a time and no run needs, the same way.
pub async fn forget_instances(
    tx: &Tx,
    brand: BrandKey,
    before: i64,
    (after, limit): (i64, i64),
) -> Result<Option<i64>, DbError> {
    let values = params![brand.org, brand.brand, after, first_number(before), limit];
    let fires = tx.all(&INSTANCES, values).await?;
    let old = fires.iter().filter(|fire| fire.has_no_run);
    let old: Vec<i64> = old.map(|fire| fire.id).collect();
    if !old.is_empty() {
        run(tx, &FORGET_INSTANCES, brand, &old).await?;
    }
    let is_full = fires.len() as i64 == limit;
    Ok(fires.last().filter(|_| is_full).map(|fire| fire.id))
}

/// Forgets which events of providers arrived before a time, of all brands. `false`: no more are left.
pub async fn forget_received(tx: &Tx, before: i64, limit: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&FORGET_RECEIVED, params![before, limit]).await? == limit as u64)
}

async fn run(
    tx: &Tx,
    statement: &'static Statement,
    brand: BrandKey,
    numbers: &[i64],
) -> Result<u64, DbError> {
    let numbers = Value::ints(numbers.iter().copied());
    tx.execute(statement, params![brand.org, brand.brand, numbers])
        .await
}
