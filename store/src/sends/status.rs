//! The one place where a send goes from one status to another.

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use super::create::JOB;
use super::moving::{Movable, Move, lock_status, move_status};
use super::record::SendRecord;
use crate::db::{DbError, Sleeper, Tx};
use crate::{jobs, statements};

statements! {
    LOCK_STATUS -> (SendStatus,) = lock_status!("sends");
    MOVE = move_status!("sends");
}

const SENDS: Movable = Movable {
    lock: &LOCK_STATUS,
    update: &MOVE,
};

/// Moves a send that stands in one of `from`, and gives the status that it left. `None`: it stands in
/// another one, or is not there. Workers are woken: what waited may go on, what runs has to stop.
pub async fn move_to(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    from: &[SendStatus],
    step: &Move,
) -> Result<Option<SendStatus>, DbError> {
    let left = SENDS.move_to(tx, brand, send, from, step).await?;
    if left.is_some() {
        tx.wake(Sleeper::Mail);
    }
    Ok(left)
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
