//! The moment from which a send runs.

use postrider_domain::numbers::{Millis, SendNo};
use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts;
use postrider_store::db::Tx;
use postrider_store::delivery::heads::{self, Lane};
use postrider_store::sends::{Move, SendRecord, freezing, move_to};
use postrider_store::usage::{self, Account};
use serde_json::json;

use super::audience::audience_filter;
use crate::jobs::JobError;

/// A send that is about to run, with what it takes from the month's allowance.
pub(super) struct Beginning {
    pub(super) brand: BrandKey,
    pub(super) send: SendRecord,
    pub(super) account: Account,
    /// To how many it goes, as far as that counts already.
    pub(super) eligible: i64,
    pub(super) now: i64,
}

impl Beginning {
    /// Takes the allowance and lets the send run. When there is too little: when to look again.
    pub(super) async fn commit(&self, tx: &Tx) -> Result<Option<i64>, JobError> {
        let (brand, send, now) = (self.brand, &self.send, self.now);
        // Whoever paused or canceled it meanwhile was not seen above.
        let from = [send.status];
        if !usage::take_sends(tx, &self.account, self.eligible).await? {
            let error = json!({
                "code": "SEND_QUOTA_EXCEEDED",
                "message": "Too few deliveries are left of this month's. The send goes on when the next begins.",
            });
            let step = Move::paused(PauseReason::Quota, Some(error.to_string()), now);
            move_to(tx, brand, send.id, &from, &step).await?;
            return Ok(Some(self.account.period.end));
        }
        if move_to(
            tx,
            brand,
            send.id,
            &from,
            &Move::to(SendStatus::Running, now),
        )
        .await?
        .is_none()
        {
            // Nothing is taken from the allowance either.
            return Err(JobError::Lost);
        }
        freezing::set_allowance(
            tx,
            brand,
            SendNo(send.id),
            self.eligible,
            Millis(self.account.period.start),
        )
        .await?;
        let filter = audience_filter(tx, brand, send).await?;
        // Numbers follow clocks, and those of several machines differ a little.
        let newest = contacts::newest(tx, brand).await?.unwrap_or(0);
        let bound = tx.number().max(newest);
        freezing::begin(tx, brand, send.id, bound, filter.as_deref()).await?;
        heads::open(tx, brand, send.id, Lane::Campaign).await?;
        Ok(None)
    }
}
