//! The job that starts a send, and goes on with it after an interruption.

use std::sync::Arc;

use postrider_domain::accounts::credits::Plans;
use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_store::contacts;
use postrider_store::db::{DbError, RowCost, Sleeper, Tx};
use postrider_store::jobs::{self, Claimed};
use postrider_store::sends::{self, Move, SendRecord, move_to};
use serde_json::json;

use super::audience::{audience_filter, listed, resolved};
use super::beginning::Beginning;
use super::page::Page;
use crate::credits::account_of;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

/// Sends that a process starts side by side.
const AT_ONCE: usize = 4;

pub struct SendJob {
    pub plans: Arc<Plans>,
    /// Who counts.
    pub process: i64,
}

impl Work for SendJob {
    fn kind(&self) -> &'static str {
        sends::JOB
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.start(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let message = "The send could not be started. It is tried again.";
            let error = json!({ "code": "INTERNAL_ERROR", "message": message }).to_string();
            let step = Move::paused(PauseReason::Refused, Some(error), now);
            let from = [
                SendStatus::Scheduled,
                SendStatus::Queued,
                SendStatus::Running,
            ];
            move_to(&tx, job.brand, job.subject, &from, &step).await?;
            Ok(())
        })
    }
}

impl SendJob {
    async fn start(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let Some(send) = self.load(&turn).await? else {
            return forget(&turn).await;
        };
        match (send.status, send.pause_reason) {
            (SendStatus::Scheduled, _) => match send.scheduled_at {
                Some(at) if at > turn.now() => return Ok(TurnEnd::Again { at }),
                _ => {}
            },
            (SendStatus::Queued | SendStatus::Running, _)
            | (SendStatus::Paused, Some(PauseReason::Quota)) => {}
            _ => return forget(&turn).await,
        }
        if send.freeze_bound.is_none()
            && let Some(at) = self.begin(&turn, &send).await?
        {
            return Ok(TurnEnd::Again { at });
        }
        self.freeze(&turn).await
    }

    async fn load(&self, turn: &Turn) -> Result<Option<SendRecord>, JobError> {
        let (brand, send) = (turn.job.brand, turn.job.subject);
        let read = turn
            .db
            .read(move |tx| async move { sends::by_number(&tx, brand, send).await });
        Ok(read.await?)
    }

    /// Lets the send run. When too little of the allowance is left: when to look again.
    async fn begin(&self, turn: &Turn, send: &SendRecord) -> Result<Option<i64>, JobError> {
        let (brand, now) = (turn.job.brand, turn.now());
        let plans = Arc::clone(&self.plans);
        let account = turn.db.read(move |tx| {
            let plans = Arc::clone(&plans);
            async move { account_of(&tx, &plans, brand.org, now).await }
        });
        let Some(account) = account.await? else {
            return Err(JobError::Failed("the organization has no plan".to_owned()));
        };
        let eligible = match account.sends {
            // What nobody limits is counted when it is known.
            None => 0,
            Some(_) => self.count(turn, send).await?,
        };
        let beginning = Arc::new(Beginning {
            brand,
            send: send.clone(),
            account,
            eligible,
            now,
        });
        turn.piece(move |tx| {
            let beginning = Arc::clone(&beginning);
            async move { beginning.commit(&tx).await }
        })
        .await
    }

    async fn count(&self, turn: &Turn, send: &SendRecord) -> Result<i64, JobError> {
        let (brand, send, now) = (turn.job.brand, send.clone(), turn.now());
        let counted = turn.db.read_heavy(move |tx| {
            let send = send.clone();
            async move {
                if let Some(addresses) = &send.addresses {
                    let listed = listed(addresses)?;
                    let once = listed.iter().filter(|(_, repeats)| !repeats);
                    let once: Vec<&str> = once.map(|(address, _)| address.as_str()).collect();
                    let tally = contacts::eligible_listed(&tx, brand, &once).await?;
                    return Ok::<_, JobError>(tally.planned);
                }
                let stored = audience_filter(&tx, brand, &send).await?;
                let filter = resolved(&tx, brand, stored.as_deref(), now).await?;
                let tally = contacts::eligible(&tx, brand, filter.as_ref()).await?;
                Ok(tally.planned)
            }
        });
        counted.await
    }

    async fn freeze(&self, turn: &Turn) -> Result<TurnEnd, JobError> {
        let (brand, send, process) = (turn.job.brand, turn.job.subject, self.process);
        let plans = Arc::clone(&self.plans);
        loop {
            if turn.stopping() {
                return Ok(TurnEnd::Interrupted);
            }
            let now = turn.now();
            let size = turn.db.rows_per_commit(RowCost::One) as i64;
            let plans = Arc::clone(&plans);
            let more = turn.piece(move |tx| {
                let page = Page {
                    brand,
                    send,
                    process,
                    size,
                    now,
                };
                let plans = Arc::clone(&plans);
                async move { page.freeze(&tx, &plans).await }
            });
            if !more.await? {
                return forget(turn).await;
            }
        }
    }
}

/// There is nothing more to do for the send here.
async fn forget(turn: &Turn) -> Result<TurnEnd, JobError> {
    let (brand, number, now) = (turn.job.brand, turn.job.subject, turn.now());
    turn.last_piece(move |tx| async move {
        // Whoever lets it go on right now is waited for.
        sends::lock_by_number(&tx, brand, number).await?;
        let send = sends::by_number(&tx, brand, number).await?;
        // Somebody let it go on since we looked, and found this job still there.
        if send.is_some_and(|send| is_to_be_frozen(&send)) {
            jobs::enqueue(&tx, brand, sends::JOB, number, now).await?;
        }
        // The dispatcher looks whether that was all.
        tx.wake(Sleeper::Mail);
        Ok(())
    })
    .await?;
    Ok(TurnEnd::Finished)
}

fn is_to_be_frozen(send: &SendRecord) -> bool {
    match send.status {
        SendStatus::Scheduled | SendStatus::Queued => true,
        SendStatus::Running => !send.frozen,
        _ => false,
    }
}
