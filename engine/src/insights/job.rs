//! The background work: once a day, and after sends have ended.

use std::sync::Arc;

use postrider_domain::contract::ids;
use postrider_domain::time::DAY_MS;
use postrider_store::db::{DbError, Tx};
use postrider_store::insights::{self, JOB};
use postrider_store::jobs::Claimed;

use super::looking::look;
use super::silence::silence;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

/// Random bytes for the ids of findings.
pub type Entropy = Arc<dyn Fn() -> [u8; 32] + Send + Sync>;
/// Called at named points. Fault tests end the process there; the product leaves it empty.
pub type Moment = Arc<dyn Fn(&'static str) + Send + Sync>;

pub struct InsightJob {
    pub entropy: Entropy,
    pub moment: Moment,
}

impl Work for InsightJob {
    fn kind(&self) -> &'static str {
        JOB
    }

    /// A brand with millions of contacts is looked at for minutes: the others do not wait for it.
    fn at_once(&self) -> usize {
        2
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.look(turn))
    }

    /// Tomorrow is another day.
    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move { insights::look_daily(&tx, job.brand, now).await })
    }
}

impl InsightJob {
    async fn look(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let (brand, now) = (turn.job.brand, turn.now());
        let Some(counted) = silence(&turn, now).await? else {
            return Ok(TurnEnd::Interrupted);
        };
        let readings = look(&turn.db, brand, counted.silence, now).await?;
        let Some(readings) = readings else {
            return end(&turn).await;
        };
        (self.moment)("insights.judged");
        let (readings, entropy) = (Arc::new(readings), Arc::clone(&self.entropy));
        turn.piece(move |tx| {
            let (readings, entropy) = (Arc::clone(&readings), Arc::clone(&entropy));
            async move {
                let make_id = || ids::lower32(entropy());
                super::looking::write(&tx, brand, &readings, make_id, now).await?;
                insights::prune(&tx, brand, now).await?;
                Ok(insights::looked(&tx, brand, now).await?)
            }
        })
        .await?;
        (self.moment)("insights.written");
        Ok(TurnEnd::Again { at: now + DAY_MS })
    }
}

/// There is no such brand any more.
async fn end(turn: &Turn) -> Result<TurnEnd, JobError> {
    turn.last_piece(|_| async { Ok(()) }).await?;
    Ok(TurnEnd::Finished)
}
