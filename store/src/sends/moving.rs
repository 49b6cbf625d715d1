//! How whatever has a send's status goes from one to another: sends and audience runs alike.

use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Query, Statement, Tx};
use crate::params;

/// The status of a row, which nobody else changes before the transaction ends.
macro_rules! lock_status {
    ($table:literal) => {
        concat!(
            "SELECT status FROM ",
            $table,
            " WHERE org = $1 AND brand = $2 AND id = $3 {for_update}"
        )
    };
}

macro_rules! move_status {
    ($table:literal) => {
        concat!(
            "UPDATE ",
            $table,
            " SET status = $4, pause_reason = $5, error = $6,
                started_at = COALESCE(started_at, $7), completed_at = COALESCE(completed_at, $8),
                updated_at = CASE WHEN updated_at > $9 THEN updated_at ELSE $9 END
            WHERE org = $1 AND brand = $2 AND id = $3 AND status = $10"
        )
    };
}

pub(crate) use {lock_status, move_status};

/// Where something goes.
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

/// A table of what has a status.
pub(crate) struct Movable {
    pub(crate) lock: &'static Query<(SendStatus,)>,
    pub(crate) update: &'static Statement,
}

impl Movable {
    /// Moves what stands in one of `from`, and gives the status that it left. `None`: it stands in another one, or is not
    /// there. The first time that it runs is when it started, the first end is when it was completed.
    pub(crate) async fn move_to(
        &self,
        tx: &Tx,
        brand: BrandKey,
        id: i64,
        from: &[SendStatus],
        step: &Move,
    ) -> Result<Option<SendStatus>, DbError> {
        let key = params![brand.org, brand.brand, id];
        let Some(left) = tx.value(self.lock, key).await? else {
            return Ok(None);
        };
        if !from.contains(&left) {
            return Ok(None);
        }
        let values = params![
            brand.org,
            brand.brand,
            id,
            step.to.as_str(),
            step.reason.map(PauseReason::as_str),
            step.error.as_deref(),
            (step.to == SendStatus::Running).then_some(step.at),
            step.to.is_finished().then_some(step.at),
            step.at,
            left.as_str(),
        ];
        let moved = tx.execute(self.update, values).await? == 1;
        Ok(moved.then_some(left))
    }
}
