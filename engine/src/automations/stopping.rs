//! The runs of an automation that was stopped are canceled, a few in each commit: there may be many.

use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{self, STOP_JOB, audience_runs, members};
use postrider_store::db::{DbError, Tx};
use postrider_store::jobs::{self, Claimed};

use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

/// Runs that one commit cancels.
const PIECE: u32 = 500;
/// What could not be done to the end is begun again.
const LATER_MS: i64 = 10 * 60 * 1000;

pub struct StopJob {
    /// Who counts.
    pub process: i64,
}

impl Work for StopJob {
    fn kind(&self) -> &'static str {
        STOP_JOB
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.stop(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            jobs::enqueue(&tx, job.brand, STOP_JOB, job.subject, now + LATER_MS).await
        })
    }
}

impl StopJob {
    async fn stop(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let (brand, automation, process) = (turn.job.brand, turn.job.subject, self.process);
        loop {
            if turn.stopping() {
                return Ok(TurnEnd::Interrupted);
            }
            let now = turn.now();
            let more = turn.piece(move |tx| async move {
                let Some(until) = until(&tx, brand, automation).await? else {
                    return Ok(false);
                };
                for audience_run in
                    audience_runs::open_of_automation(&tx, brand, automation, until).await?
                {
                    audience_runs::cancel(&tx, brand, audience_run, now).await?;
                }
                let some =
                    members::of_automation(&tx, brand, automation, Millis(until), PIECE).await?;
                members::cancel(&tx, brand, &some, process, now).await?;
                Ok(!some.is_empty())
            });
            if !more.await? {
                break;
            }
        }
        let now = turn.now();
        turn.last_piece(move |tx| async move {
            // It may have been stopped again since, and whoever did that found this job still there.
            let Some(until) = until(&tx, brand, automation).await? else {
                return Ok(());
            };
            let left = members::of_automation(&tx, brand, automation, Millis(until), 1).await?;
            let launched = audience_runs::open_of_automation(&tx, brand, automation, until).await?;
            if !left.is_empty() || !launched.is_empty() {
                jobs::enqueue(&tx, brand, STOP_JOB, automation, now).await?;
            }
            Ok(())
        })
        .await?;
        Ok(TurnEnd::Finished)
    }
}

/// Runs that began up to then are to be canceled.
async fn until(tx: &Tx, brand: BrandKey, automation: i64) -> Result<Option<i64>, DbError> {
    let automation = automations::by_number(tx, brand, automation).await?;
    Ok(automation.and_then(|automation| automation.stop_before))
}
