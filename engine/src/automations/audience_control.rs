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

/// What is asked of an audience run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Pause,
    Resume,
    Cancel,
}

pub async fn control(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    control: Control,
    now: i64,
) -> Result<MovedAudienceRun, Failure> {
    let run = audience_runs::lock(tx, brand, id).await?;
    let run = run.ok_or_else(no_such_audience_run)?;
    let status = match control {
        Control::Pause => pause(tx, brand, &run, now).await?,
        Control::Resume => resume(tx, brand, &run, now).await?,
        Control::Cancel => cancel(tx, brand, &run, now).await?,
    };
    Ok(MovedAudienceRun {
        public_id: run.public_id,
        status,
        previous_status: run.status,
    })
}

async fn pause(
    tx: &Tx,
    brand: BrandKey,
    run: &AudienceRunRecord,
    now: i64,
) -> Result<SendStatus, Failure> {
    let paused = audience_runs::pause(tx, brand, run.id, now).await?;
    if paused.is_some() {
        return Ok(SendStatus::Paused);
    }
    let problem = refused(run, Code::RunNotPausable);
    Err(match run.status {
        SendStatus::Scheduled => problem.suggest("Cancel it, and launch it again when it is time."),
        _ => problem,
    }
    .into())
}

async fn resume(
    tx: &Tx,
    brand: BrandKey,
    run: &AudienceRunRecord,
    now: i64,
) -> Result<SendStatus, Failure> {
    let resumed = audience_runs::resume(tx, brand, run.id, now).await?;
    if resumed.is_some() {
        return Ok(SendStatus::Running);
    }
    // Its members may have gone through while mail of theirs waits.
    let waits = match run.status {
        SendStatus::Canceled => 0,
        _ => audience_runs::resume_mail(tx, brand, run.id, now).await?,
    };
    if waits > 0 {
        return Ok(run.status);
    }
    Err(refused(run, Code::RunNotResumable).into())
}

/// It never conflicts: one that has ended stays as it is.
async fn cancel(
    tx: &Tx,
    brand: BrandKey,
    run: &AudienceRunRecord,
    now: i64,
) -> Result<SendStatus, Failure> {
    let canceled = audience_runs::cancel(tx, brand, run.id, now).await?;
    Ok(canceled.map_or(run.status, |_| SendStatus::Canceled))
}

fn refused(run: &AudienceRunRecord, code: Code) -> Problem {
    let message = format!("The audience run is `{}`.", run.status.as_str());
    Problem::new(code, message)
}

pub fn no_such_audience_run() -> Problem {
    Problem::new(Code::AudienceRunNotFound, "There is no such audience run.")
}
