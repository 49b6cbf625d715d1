//! How far the freeze of a send has come, and what it took from the month's allowance.

use postrider_domain::numbers::{Millis, SendNo};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    BEGIN = "
        UPDATE sends SET freeze_bound = $4, freeze_filter = $5
        WHERE org = $1 AND brand = $2 AND id = $3 AND freeze_bound IS NULL";
    ADVANCE = "
        UPDATE sends SET frozen_to = $5, last_ordinal = $6, frozen = $7
        WHERE org = $1 AND brand = $2 AND id = $3 AND frozen_to = $4 AND NOT frozen
            AND status = 'running'";
    SET_COUNT = "
        UPDATE sends SET recipient_count = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND automation IS NULL";
    SET_ALLOWANCE = "
        UPDATE sends SET allowance = $4, allowance_month = $5
        WHERE org = $1 AND brand = $2 AND id = $3";
}

/// One step of the freeze.
#[derive(Clone, Copy, Debug)]
pub struct FreezeStep {
    /// Where the freeze stood: a step that begins elsewhere was made by somebody else already.
    pub from: i64,
    pub to: i64,
    pub last_ordinal: i64,
    pub is_last: bool,
}

/// Fixes who can be a member: contacts up to the bound that the filter (JSON) finds.
pub async fn begin(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    bound: i64,
    filter: Option<&str>,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, send, bound, filter];
    tx.execute(&BEGIN, values).await?;
    Ok(())
}

/// `false`: the freeze does not stand where the step begins.
pub async fn advance(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    step: FreezeStep,
) -> Result<bool, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        send,
        step.from,
        step.to,
        step.last_ordinal,
        step.is_last
    ];
    Ok(tx.execute(&ADVANCE, values).await? == 1)
}

/// The number that is shown as the send's recipients. What runs add to counts by itself.
pub async fn set_recipient_count(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    count: i64,
) -> Result<(), DbError> {
    tx.execute(&SET_COUNT, params![brand.org, brand.brand, send, count])
        .await?;
    Ok(())
}

/// Deliveries that were taken from the allowance of the month that began at `month`.
pub async fn set_allowance(
    tx: &Tx,
    brand: BrandKey,
    send: SendNo,
    taken: i64,
    month: Millis,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, send, taken, month];
    tx.execute(&SET_ALLOWANCE, values).await?;
    Ok(())
}
