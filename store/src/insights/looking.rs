//! When a brand is looked at: every day once it has sent, and some minutes after a send has ended.

use postrider_domain::insights::stats::Share;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{jobs, params, record, statements};

/// The kind of job that looks for findings; its subject is the brand.
pub const JOB: &str = "insights";
const DAY_MS: i64 = 24 * 3_600_000;
/// After a send has ended, its first bounces and complaints come in; and of several that end, one look is for all.
const SETTLING_MS: i64 = 10 * 60_000;

statements! {
    LAST -> LookRow = "SELECT {columns} FROM insight_runs WHERE org = $1 AND brand = $2";
    LOOKED = "
        INSERT INTO insight_runs (org, brand, ran_at, counted_at, mailed, silent)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (org, brand) DO UPDATE SET ran_at = excluded.ran_at, counted_at = excluded.counted_at,
            mailed = excluded.mailed, silent = excluded.silent";
}

record! {
    struct LookRow {
        counted_at: Option<i64> = "counted_at",
        mailed: i64 = "mailed",
        silent: i64 = "silent",
    }
}

/// What is counted less often than a brand is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookRecord {
    pub counted_at: i64,
    /// Of those who are mailed, the silent ones.
    pub silence: Share,
}

/// Nothing: nobody has counted yet.
pub async fn last_look(tx: &Tx, brand: BrandKey) -> Result<Option<LookRecord>, DbError> {
    let row = tx.one(&LAST, params![brand.org, brand.brand]).await?;
    Ok(row.and_then(|row| {
        Some(LookRecord {
            counted_at: row.counted_at?,
            silence: Share::of(row.silent, row.mailed),
        })
    }))
}

/// The brand was looked at now.
pub async fn looked(
    tx: &Tx,
    brand: BrandKey,
    counted: Option<LookRecord>,
    now: i64,
) -> Result<(), DbError> {
    let silence = counted.map_or_else(Share::default, |counted| counted.silence);
    let values = params![
        brand.org,
        brand.brand,
        now,
        counted.map(|counted| counted.counted_at),
        silence.all,
        silence.some
    ];
    tx.execute(&LOOKED, values).await?;
    Ok(())
}

/// The brand sends: it is looked at from now on.
pub async fn look_daily(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    jobs::enqueue(tx, brand, JOB, brand.brand, now + DAY_MS).await
}

/// A send has ended: the brand is looked at soon, once for all that end until then.
pub async fn look_after_send(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    let soon = now + SETTLING_MS;
    jobs::enqueue(tx, brand, JOB, brand.brand, soon).await?;
    jobs::hasten(tx, brand, JOB, brand.brand, soon).await
}
