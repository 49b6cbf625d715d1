//! When a brand is looked at: every day once it has sent or is reported about, some minutes after a send has ended, and some
//! time after a report has come.

use postrider_domain::insights::stats::Share;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::DAY_MS;

use crate::db::{DbError, Tx};
use crate::{jobs, params, record, statements};

/// The kind of job that looks for findings; its subject is the brand.
pub const JOB: &str = "insights";
/// After a send has ended, its first bounces and complaints come in; and of several that end, one look is for all.
const SETTLING_MS: i64 = 10 * 60_000;
/// Reports of a day come one by one, and strangers write them: however many come, they make a look an hour at most.
const REPORTS_MS: i64 = 3_600_000;

statements! {
    LAST -> LookRow = "SELECT {columns} FROM insight_runs WHERE org = $1 AND brand = $2";
    COUNTING = "
        INSERT INTO insight_runs (org, brand, mailed, silent, counting_since, counting_after, counting_mailed,
            counting_silent)
        VALUES ($1, $2, 0, 0, $3, $4, $5, $6)
        ON CONFLICT (org, brand) DO UPDATE SET counting_since = excluded.counting_since,
            counting_after = excluded.counting_after, counting_mailed = excluded.counting_mailed,
            counting_silent = excluded.counting_silent";
    COUNTED = "
        INSERT INTO insight_runs (org, brand, counted_at, mailed, silent)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (org, brand) DO UPDATE SET counted_at = excluded.counted_at, mailed = excluded.mailed,
            silent = excluded.silent, counting_since = NULL, counting_after = NULL, counting_mailed = NULL,
            counting_silent = NULL";
    LOOKED = "
        INSERT INTO insight_runs (org, brand, ran_at, mailed, silent)
        VALUES ($1, $2, $3, 0, 0)
        ON CONFLICT (org, brand) DO UPDATE SET ran_at = excluded.ran_at";
}

record! {
    #[derive(Default)]
    struct LookRow {
        counted_at: Option<i64> = "counted_at",
        mailed: i64 = "mailed",
        silent: i64 = "silent",
        counting_since: Option<i64> = "counting_since",
        counting_after: Option<i64> = "counting_after",
        counting_mailed: Option<i64> = "counting_mailed",
        counting_silent: Option<i64> = "counting_silent",
    }
}

/// What is counted less often than a brand is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookRecord {
    pub counted_at: i64,
    /// Of those who are mailed, the silent ones.
    pub silence: Share,
}

/// A count that is under way: whoever was cut off goes on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// When it began.
    pub since: i64,
    /// The contact up to which it has come.
    pub after: i64,
    pub silence: Share,
}

/// What has been counted, and what is being counted.
pub async fn last_look(
    tx: &Tx,
    brand: BrandKey,
) -> Result<(Option<LookRecord>, Option<Counting>), DbError> {
    let row = tx.one(&LAST, params![brand.org, brand.brand]).await?;
    let row = row.unwrap_or_default();
    let counted = row.counted_at.map(|counted_at| LookRecord {
        counted_at,
        silence: Share::of(row.silent, row.mailed),
    });
    let silence = Share::of(
        row.counting_silent.unwrap_or_default(),
        row.counting_mailed.unwrap_or_default(),
    );
    let counting = row.counting_since.zip(row.counting_after);
    let counting = counting.map(|(since, after)| Counting {
        since,
        after,
        silence,
    });
    Ok((counted, counting))
}

/// How far a count has come.
pub async fn note_counting(tx: &Tx, brand: BrandKey, counting: Counting) -> Result<(), DbError> {
    let values = params![
        brand.org,
        brand.brand,
        counting.since,
        counting.after,
        counting.silence.all,
        counting.silence.some
    ];
    tx.execute(&COUNTING, values).await?;
    Ok(())
}

/// A count has ended.
pub async fn note_counted(tx: &Tx, brand: BrandKey, counted: LookRecord) -> Result<(), DbError> {
    let values = params![
        brand.org,
        brand.brand,
        counted.counted_at,
        counted.silence.all,
        counted.silence.some
    ];
    tx.execute(&COUNTED, values).await?;
    Ok(())
}

/// The brand was looked at now.
pub async fn looked(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, now];
    tx.execute(&LOOKED, values).await?;
    Ok(())
}

/// The brand sends: it is looked at from now on.
pub async fn look_daily(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    jobs::enqueue(tx, brand, JOB, brand.brand, now + DAY_MS).await
}

/// A send has ended: the brand is looked at soon, once for all that end until then; again, if it is just being looked at.
pub async fn look_after_send(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    look_at(tx, brand, now + SETTLING_MS).await
}

/// A report about a domain was counted. Others may mail in the name of one that never sends.
pub async fn look_after_report(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    look_at(tx, brand, now + REPORTS_MS).await
}

async fn look_at(tx: &Tx, brand: BrandKey, soon: i64) -> Result<(), DbError> {
    jobs::enqueue(tx, brand, JOB, brand.brand, soon).await?;
    jobs::hasten(tx, brand, JOB, brand.brand, soon).await
}
