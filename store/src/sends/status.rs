//! The one place where a send goes from one status to another.

use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;

use super::create::JOB;
use super::record::SendRecord;
use crate::db::{DbError, Tx};
use crate::{jobs, params, statements};

statements! {
    // Writes nothing new, so that the row is locked from here on: SQLite has no FOR UPDATE.
    STATUS -> (SendStatus,) = "
        UPDATE sends SET status = status WHERE org = $1 AND brand = $2 AND id = $3 RETURNING status";
    MOVE = "
        UPDATE sends SET status = $4, pause_reason = $5, error = $6,
            started_at = COALESCE(started_at, $7), completed_at = COALESCE(completed_at, $8),
            updated_at = CASE WHEN updated_at > $9 THEN updated_at ELSE $9 END
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = $10";
}

/// Where a send goes.
#[derive(Clone, Debug)]
pub struct Move {
    pub to: SendStatus,
    /// Beside `paused` alone.
    pub reason: Option<PauseReason>,
    /// JSON `{ code, message }`: why it waits or failed; whatever stood there goes.
    pub error: Option<String>,
    pub at: i64,
}

impl Move {
    pub fn to(to: SendStatus, at: i64) -> Self {
        Self {
            to,
            reason: None,
            error: None,
            at,
        }
    }

    pub fn paused(reason: PauseReason, error: Option<String>, at: i64) -> Self {
        Self {
            to: SendStatus::Paused,
            reason: Some(reason),
            error,
            at,
        }
    }
}

/// Moves a send that stands in one of `from`, and gives the status that it left. `None`: it stands in
/// another one, or is not there. The first time that it runs is when it started, the first end is when it
/// was completed. Workers are woken: what waited may go on, what runs has to stop.
pub async fn move_to(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    from: &[SendStatus],
    step: &Move,
) -> Result<Option<SendStatus>, DbError> {
    let key = params![brand.org, brand.brand, send];
    let Some(left) = tx.value(&STATUS, key).await? else {
        return Ok(None);
    };
    if !from.contains(&left) {
        return Ok(None);
    }
    let values = params![
        brand.org,
        brand.brand,
        send,
        step.to.as_str(),
        step.reason.map(PauseReason::as_str),
        step.error.as_deref(),
        (step.to == SendStatus::Running).then_some(step.at),
        step.to.is_finished().then_some(step.at),
        step.at,
        left.as_str(),
    ];
    if tx.execute(&MOVE, values).await? == 0 {
        return Ok(None);
    }
    tx.wake_workers();
    Ok(Some(left))
}

/// Lets a paused send go on where it stood, and gives the status that it has then. `None`: it is not paused. The job
/// that starts sends looks at it again: the freeze may not have ended, or not have begun.
pub async fn resume(
    tx: &Tx,
    brand: BrandKey,
    send: &SendRecord,
    now: i64,
) -> Result<Option<SendStatus>, DbError> {
    let to = match (send.freeze_bound, send.scheduled_at) {
        (Some(_), _) => SendStatus::Running,
        (None, Some(at)) if at > now => SendStatus::Scheduled,
        (None, _) => SendStatus::Queued,
    };
    let step = Move::to(to, now);
    let left = move_to(tx, brand, send.id, &[SendStatus::Paused], &step).await?;
    if left.is_none() {
        return Ok(None);
    }
    // What runs add to has no audience to freeze.
    if send.origin.is_some() {
        return Ok(Some(to));
    }
    jobs::enqueue(tx, brand, JOB, send.id, now).await?;
    jobs::hasten(tx, brand, JOB, send.id, now).await?;
    Ok(Some(to))
}
