//! Pauses, resumes and cancels audience runs. Each answers at once, whatever the size of the audience: a job sees to the
//! members.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::audience_runs::{self, AudienceRunRecord};
use postrider_store::db::Tx;

use crate::failure::Failure;

/// An audience run that stands elsewhere now.
pub struct MovedAudienceRun {
    pub public_id: String,
    pub status: SendStatus,
    /// The one it left.
    pub previous_status: SendStatus,
}

pub async fn pause(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    now: i64,
) -> Result<MovedAudienceRun, Failure> {
    let run = lock(tx, brand, id).await?;
    let paused = audience_runs::pause(tx, brand, run.id, now).await?;
    if paused.is_some() {
        return Ok(moved(run, SendStatus::Paused));
    }
    let message = format!("The audience run is `{}`.", run.status.as_str());
    let problem = Problem::new(Code::RunNotPausable, message);
    Err(match run.status {
        SendStatus::Scheduled => problem.suggest("Cancel it, and launch it again when it is time."),
        _ => problem,
    }
    .into())
}

pub async fn resume(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    now: i64,
) -> Result<MovedAudienceRun, Failure> {
    let run = lock(tx, brand, id).await?;
    let resumed = audience_runs::resume(tx, brand, run.id, now).await?;
    if resumed.is_some() {
        return Ok(moved(run, SendStatus::Running));
    }
    // Its members may have gone through while mail of theirs waits.
    let waits = match run.status {
        SendStatus::Canceled => 0,
        _ => audience_runs::resume_mail(tx, brand, run.id, now).await?,
    };
    if waits > 0 {
        let status = run.status;
        return Ok(moved(run, status));
    }
    let message = format!("The audience run is `{}`.", run.status.as_str());
    Err(Problem::new(Code::RunNotResumable, message).into())
}

/// It never conflicts: one that has ended stays as it is.
pub async fn cancel(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    now: i64,
) -> Result<MovedAudienceRun, Failure> {
    let run = lock(tx, brand, id).await?;
    let canceled = audience_runs::cancel(tx, brand, run.id, now).await?;
    let status = canceled.map_or(run.status, |_| SendStatus::Canceled);
    Ok(moved(run, status))
}

async fn lock(tx: &Tx, brand: BrandKey, id: &str) -> Result<AudienceRunRecord, Failure> {
    let run = audience_runs::lock(tx, brand, id).await?;
    Ok(run.ok_or_else(no_such_audience_run)?)
}

pub fn no_such_audience_run() -> Problem {
    Problem::new(Code::AudienceRunNotFound, "There is no such audience run.")
}

fn moved(run: AudienceRunRecord, status: SendStatus) -> MovedAudienceRun {
    MovedAudienceRun {
        public_id: run.public_id,
        status,
        previous_status: run.status,
    }
}
