//! Ending a send before its time.

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use super::{heads, tallies};
use crate::db::{DbError, Tx, Value};
use crate::sends::{Move, SendRecord, move_to};
use crate::{params, statements};

const UNFINISHED: &[SendStatus] = &[
    SendStatus::Queued,
    SendStatus::Scheduled,
    SendStatus::Running,
    SendStatus::Paused,
];

statements! {
    FREE_EMAIL = "
        UPDATE emails SET live_send = NULL
        WHERE org = $1 AND brand = $2 AND id = $3 AND live_send = $4";
    list CLAIMED -> (Vec<i64>,) = "
        SELECT ordinals FROM claims WHERE org = $1 AND brand = $2 AND send = $3";
    // A claim names those of its own too that were settled since.
    UNSETTLED -> (i64,) = "
        SELECT count(*) FROM recipients
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal {in_ints}($4) AND state IN ({planned}, {deferred})";
    SET_ALLOWANCE = "
        UPDATE sends SET allowance = $4 WHERE org = $1 AND brand = $2 AND id = $3";
}

/// A send that was canceled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canceled {
    pub previous: SendStatus,
    /// Deliveries that were taken from the month of `SendRecord::allowance_month` and will not happen, which the
    /// caller gives back. Below zero: so many more were begun than were taken, which it takes.
    pub unused: i64,
}

/// `None`: the send has ended already. A design of which nobody was mailed can be sent again. Takes the same
/// time for any number of recipients: they stay as they stand.
pub async fn cancel(
    tx: &Tx,
    brand: BrandKey,
    send: &SendRecord,
    now: i64,
) -> Result<Option<Canceled>, DbError> {
    let step = Move::to(SendStatus::Canceled, now);
    let Some(previous) = move_to(tx, brand, send.id, UNFINISHED, &step).await? else {
        return Ok(None);
    };
    // Taken away and not read: whoever was about to take recipients finds nothing to take from, and the claim of
    // whoever was faster is seen here.
    heads::close(tx, brand, send.id).await?;
    // Before the counts: what is settled between the two reads counts twice as used, never as unused.
    let claimed = claimed(tx, brand, send.id).await?;
    let tally = tallies::read(tx, brand, send.id).await?;
    // Whoever waits for another try has got nothing so far.
    let used = tally.planned - tally.open() + claimed;
    if tally.accepted + tally.in_doubt + claimed == 0 {
        let values = params![brand.org, brand.brand, send.email, send.id];
        tx.execute(&FREE_EMAIL, values).await?;
    }
    let unused = send.allowance - used;
    if unused != 0 {
        let values = params![brand.org, brand.brand, send.id, used];
        tx.execute(&SET_ALLOWANCE, values).await?;
    }
    Ok(Some(Canceled { previous, unused }))
}

/// How many recipients somebody has taken and not settled.
async fn claimed(tx: &Tx, brand: BrandKey, send: i64) -> Result<i64, DbError> {
    let key = params![brand.org, brand.brand, send];
    let claims = tx.values(&CLAIMED, key).await?;
    let ordinals = Value::ints(claims.into_iter().flatten());
    let values = params![brand.org, brand.brand, send, ordinals];
    Ok(tx.value(&UNSETTLED, values).await?.unwrap_or(0))
}
