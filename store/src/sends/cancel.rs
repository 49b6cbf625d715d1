//! Ending a send before its time.

use postrider_domain::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use super::record::SendRecord;
use super::status::{Move, move_to};
use crate::db::{DbError, Row, Tx};
use crate::delivery::tallies;
use crate::{params, statements};

const UNFINISHED: &[SendStatus] = &[
    SendStatus::Queued,
    SendStatus::Scheduled,
    SendStatus::Running,
    SendStatus::Paused,
];

statements! {
    // Taken away and not read: whoever was about to take recipients finds nothing to take from, and whoever was
    // faster is seen here.
    TAKE_HEAD = "
        DELETE FROM heads WHERE org = $1 AND brand = $2 AND send = $3 RETURNING next_ordinal";
    FREE_EMAIL = "
        UPDATE emails SET live_send = NULL
        WHERE org = $1 AND brand = $2 AND id = $3 AND live_send = $4";
    list CLAIMED = "
        SELECT ordinals FROM claims WHERE org = $1 AND brand = $2 AND send = $3";
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
    let key = params![brand.org, brand.brand, send.id];
    let head = tx.row(&TAKE_HEAD, &key).await?;
    let head = head.map(|row| row.int(0)).transpose()?;
    // Before the counts: what is settled between the two reads counts twice as used, never as unused.
    let claimed = claimed(tx, brand, send.id).await?;
    let tally = tallies::read(tx, brand, send.id).await?;
    let used = tally.planned - tally.open() + tally.deferred + claimed;
    // Ordinals begin at 1, and excluded members have some too.
    if head.is_none_or(|next| next <= 1) && used == 0 {
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
    let count = |row: &Row| {
        let ordinals = row.str(0)?;
        serde_json::from_str::<Vec<i64>>(ordinals)
            .map(|ordinals| ordinals.len() as i64)
            .map_err(|error| DbError::Other(format!("a claim cannot be read: {error}")))
    };
    let rows = tx.rows(&CLAIMED, key).await?;
    rows.iter().map(count).sum()
}
