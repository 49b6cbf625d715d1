//! Cancels a run. It never conflicts: a run that has ended stays as it is.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{members, run_list};
use postrider_store::db::Tx;

use crate::failure::Failure;

/// A run that was asked to end.
pub struct CanceledRun {
    /// `canceled`, or how it had ended before.
    pub status: SendStatus,
    /// The one it left.
    pub previous_status: SendStatus,
}

/// `process` counts what is canceled with it.
pub async fn cancel(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    process: i64,
    now: i64,
) -> Result<CanceledRun, Failure> {
    let run = run_list::get(tx, brand, id).await?;
    let run = run.ok_or_else(no_such_run)?;
    let canceled = members::cancel(tx, brand, &[run.id], process, now).await?;
    if let Some((_, left)) = canceled.first() {
        return Ok(CanceledRun {
            status: SendStatus::Canceled,
            previous_status: *left,
        });
    }
    // As it stands now: it may have ended since it was read.
    let run = run_list::get(tx, brand, id).await?;
    let ended = run.ok_or_else(no_such_run)?.status;
    Ok(CanceledRun {
        status: ended,
        previous_status: ended,
    })
}

pub fn no_such_run() -> Problem {
    Problem::new(Code::AutomationRunNotFound, "There is no such run.")
}
