//! Credits held by work that runs outside a transaction. A hold that its worker never gave back, since
//! it crashed, ends by itself.

use postrider_domain::numbers::Millis;
use std::collections::BTreeMap;

use super::{Account, RESERVE, checked, take};
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    CREATE = "
        INSERT INTO credit_holds (org, id, starts_at, amount, expires_at)
        VALUES ($1, $2, $3, $4, $5)";
    EXTEND = "UPDATE credit_holds SET expires_at = $3 WHERE org = $1 AND id = $2";
    DELETE -> Held = "
        DELETE FROM credit_holds WHERE org = $1 AND id = $2
        RETURNING {columns}";
    // A subquery in the condition may run more than once on PostgreSQL, and lock others each time.
    DELETE_EXPIRED -> Held = "
        WITH expired AS MATERIALIZED (
            SELECT org, id FROM credit_holds WHERE expires_at <= $1
            ORDER BY expires_at LIMIT $2 {skip_locked})
        DELETE FROM credit_holds WHERE (org, id) IN (SELECT org, id FROM expired)
        RETURNING {columns}";
    // A malformed row stays as it is, to be noticed where it is read.
    bulk(org: Int, starts_at: Int, amount: Int) GIVE_BACK = "
        UPDATE usage_periods
        SET credits_reserved = CASE WHEN credits_reserved > r.amount
            THEN credits_reserved - r.amount ELSE 0 END
        FROM {rows} AS r
        WHERE usage_periods.org = r.org AND usage_periods.starts_at = r.starts_at
          AND usage_periods.credits_reserved >= 0";
}

/// `false`: too little is left, and nothing is held.
pub async fn hold(
    tx: &Tx,
    account: &Account,
    id: i64,
    amount: i64,
    expires_at: Millis,
) -> Result<bool, DbError> {
    if !take(tx, &RESERVE, account, amount, account.credits).await? {
        return Ok(false);
    }
    let values = params![
        account.org,
        id,
        account.period.start,
        checked(amount)?,
        expires_at
    ];
    tx.execute(&CREATE, values).await?;
    Ok(true)
}

/// Its work goes on until then; one that is gone stays gone.
pub async fn extend(tx: &Tx, org: i64, id: i64, expires_at: Millis) -> Result<(), DbError> {
    tx.execute(&EXTEND, params![org, id, expires_at]).await?;
    Ok(())
}

/// Gives the credits back; a hold that is gone already gave them back.
pub async fn release(tx: &Tx, org: i64, id: i64) -> Result<(), DbError> {
    let held = tx.all(&DELETE, params![org, id]).await?;
    give_back(tx, &held).await
}

/// Ends at most `limit` holds whose time is over, and says how many.
pub async fn release_expired(tx: &Tx, now: i64, limit: i64) -> Result<u64, DbError> {
    let held = tx.all(&DELETE_EXPIRED, params![now, limit]).await?;
    give_back(tx, &held).await?;
    Ok(held.len() as u64)
}

record! {
    /// What a hold held, and in which period.
    struct Held {
        org: i64 = "org",
        starts_at: i64 = "starts_at",
        amount: i64 = "amount",
    }
}

async fn give_back(tx: &Tx, held: &[Held]) -> Result<(), DbError> {
    // One row a period, in order: a key twice in one statement would be given back once.
    let mut sums = BTreeMap::<(i64, i64), i64>::new();
    for hold in held {
        *sums.entry((hold.org, hold.starts_at)).or_default() += hold.amount;
    }
    let rows: Vec<Vec<Value>> = sums
        .into_iter()
        .map(|((org, starts_at), amount)| params![org, starts_at, amount].into())
        .collect();
    if !rows.is_empty() {
        tx.bulk(&GIVE_BACK, rows).await?;
    }
    Ok(())
}
