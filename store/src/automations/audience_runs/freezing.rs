//! How far the members of an audience run have become runs.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    // What was shown before were those eligible then; from here on it is those who have a run.
    BEGIN = "
        UPDATE audience_runs SET freeze_bound = $4, freeze_filter = $5, total = 0, excluded = 0
        WHERE org = $1 AND brand = $2 AND id = $3 AND freeze_bound IS NULL";
    ADVANCE = "
        UPDATE audience_runs SET frozen_to = $5, total = total + $6, excluded = excluded + $7, frozen = $8
        WHERE org = $1 AND brand = $2 AND id = $3 AND frozen_to = $4 AND NOT frozen
            AND status = 'running'";
}

/// One page of members.
#[derive(Clone, Copy, Debug)]
pub struct FreezeStep {
    /// Where it stood: a step that begins elsewhere was made by somebody else already.
    pub from: i64,
    pub to: i64,
    pub started: i64,
    pub excluded: i64,
    pub is_last: bool,
}

/// Fixes who can be a member: contacts up to the bound that the filter (JSON) finds.
pub async fn begin(
    tx: &Tx,
    brand: BrandKey,
    audience_run: i64,
    bound: i64,
    filter: Option<&str>,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, audience_run, bound, filter];
    tx.execute(&BEGIN, values).await?;
    Ok(())
}

/// `false`: it does not stand where the step begins, or does not run.
pub async fn advance(
    tx: &Tx,
    brand: BrandKey,
    audience_run: i64,
    step: FreezeStep,
) -> Result<bool, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        audience_run,
        step.from,
        step.to,
        step.started,
        step.excluded,
        step.is_last
    ];
    Ok(tx.execute(&ADVANCE, values).await? == 1)
}
