//! Runs that are to go on at a time, found brand by brand: nobody's backlog keeps another's runs waiting.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Sleeper, Tx, Value};
use crate::tenants::brand_is_stopped;
use crate::{params, record, statements};

statements! {
    // From one brand to the next through the index, whatever number of timers each has. Not by comparing pairs:
    // SQLite reads all timers of a brand to find the one behind it.
    BRANDS -> FirstOfBrand = concat!(
        "WITH RECURSIVE b (org, brand) AS (
            SELECT (SELECT min(t.org) FROM timers AS t),
                (SELECT min(t.brand) FROM timers AS t WHERE t.org = (SELECT min(o.org) FROM timers AS o))
            UNION ALL
            SELECT
                CASE WHEN EXISTS (SELECT 1 FROM timers AS t WHERE t.org = b.org AND t.brand > b.brand) THEN b.org
                    ELSE (SELECT min(t.org) FROM timers AS t WHERE t.org > b.org) END,
                COALESCE(
                    (SELECT min(t.brand) FROM timers AS t WHERE t.org = b.org AND t.brand > b.brand),
                    (SELECT min(t.brand) FROM timers AS t
                        WHERE t.org = (SELECT min(o.org) FROM timers AS o WHERE o.org > b.org)))
            FROM b WHERE b.org IS NOT NULL)
        SELECT {columns} FROM b WHERE b.org IS NOT NULL AND NOT ",
        brand_is_stopped!("b.org", "b.brand")
    );
    list DUE -> Timer = "
        SELECT {columns} FROM timers AS t
        WHERE t.org = $1 AND t.brand = $2 AND t.due_at <= $3
        ORDER BY t.due_at, t.run LIMIT $4 {skip_locked}";
    bulk(org: Int, brand: Int, due_at: Int, run: Int) SET = "
        INSERT INTO timers (org, brand, due_at, run)
        SELECT r.org, r.brand, r.due_at, r.run FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, due_at, run) DO NOTHING";
    // What the runner has in its hands it clears itself: whoever waited for it while holding a run would wait in a circle.
    // A statement of its own: below the DELETE it would run once for each timer of the brand.
    bulk(org: Int, brand: Int, due_at: Int, run: Int) FREE -> Timer = "
        SELECT {columns} FROM {rows} AS r
        JOIN timers AS t ON t.org = r.org AND t.brand = r.brand AND t.due_at = r.due_at AND t.run = r.run
        {skip_locked}";
    bulk(org: Int, brand: Int, due_at: Int, run: Int) CLEAR = "
        DELETE FROM timers WHERE (org, brand, due_at, run) IN (
            SELECT r.org, r.brand, r.due_at, r.run FROM {rows} AS r)";
}

record! {
    /// A run and when it is to go on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Timer {
        pub due_at: i64 = "t.due_at",
        pub run: i64 = "t.run",
    }
}

record! {
    struct FirstOfBrand {
        org: i64 = "b.org",
        brand: i64 = "b.brand",
        /// Another process may have taken the last one meanwhile.
        due_at: Option<i64> =
            "(SELECT min(t.due_at) FROM timers AS t WHERE t.org = b.org AND t.brand = b.brand)",
    }
}

/// The brands that have timers and are not stopped, each with the time of its first.
pub async fn brands(tx: &Tx) -> Result<Vec<(BrandKey, i64)>, DbError> {
    let firsts = tx.all(&BRANDS, params![]).await?;
    let brand = |FirstOfBrand { org, brand, due_at }| Some((BrandKey { org, brand }, due_at?));
    Ok(firsts.into_iter().filter_map(brand).collect())
}

/// Timers whose time has come, for this transaction alone.
pub async fn due(tx: &Tx, brand: BrandKey, now: i64, limit: i64) -> Result<Vec<Timer>, DbError> {
    let values = params![brand.org, brand.brand, now, limit];
    tx.all(&DUE, values).await
}

pub async fn set(tx: &Tx, brand: BrandKey, timers: &[Timer]) -> Result<(), DbError> {
    if timers.is_empty() {
        return Ok(());
    }
    tx.bulk(&SET, rows(brand, timers)).await?;
    Ok(())
}

/// The same for runs that can go on at once: workers are woken.
pub(super) async fn set_now(
    tx: &Tx,
    brand: BrandKey,
    runs: &[i64],
    now: i64,
) -> Result<(), DbError> {
    let due = |run: &i64| Timer {
        due_at: now,
        run: *run,
    };
    let due: Vec<Timer> = runs.iter().map(due).collect();
    set(tx, brand, &due).await?;
    tx.wake(Sleeper::Runs);
    Ok(())
}

/// Clears timers that this transaction took.
pub async fn clear(tx: &Tx, brand: BrandKey, timers: &[Timer]) -> Result<(), DbError> {
    if timers.is_empty() {
        return Ok(());
    }
    tx.bulk(&CLEAR, rows(brand, timers)).await?;
    Ok(())
}

/// The same by somebody who did not take them.
pub(super) async fn forget(tx: &Tx, brand: BrandKey, timers: &[Timer]) -> Result<(), DbError> {
    if timers.is_empty() {
        return Ok(());
    }
    let free = tx.bulk_all(&FREE, rows(brand, timers)).await?;
    clear(tx, brand, &free).await
}

fn rows(brand: BrandKey, timers: &[Timer]) -> Vec<Vec<Value>> {
    let row = |timer: &Timer| {
        vec![
            brand.org.into(),
            brand.brand.into(),
            timer.due_at.into(),
            timer.run.into(),
        ]
    };
    timers.iter().map(row).collect()
}
