//! Looks at a domain again and again: soon and ever less often while it is not verified, daily once it is. Once it is
//! gone, what was reported about it goes too.

use postrider_domain::sending::sending_domain::Look;
use postrider_store::db::{DbError, Tx};
use postrider_store::jobs::{self, Claimed};
use postrider_store::{domains, reports};

use super::apply::{Applied, apply};
use super::look::Lookout;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

pub const KIND: &str = "domain";
/// How long it rests when it could not do anything.
const TROUBLED_MS: i64 = 60 * 60_000;
/// Rows of a domain that is gone, deleted at once.
const PIECE: i64 = 500;

pub struct DomainJob {
    pub lookout: Lookout,
}

impl Work for DomainJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn at_once(&self) -> usize {
        4
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.work(turn))
    }

    /// What hinders it now may be gone later.
    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        let at = now + TROUBLED_MS;
        Box::pin(async move { jobs::enqueue(&tx, job.brand, KIND, job.subject, at).await })
    }
}

impl DomainJob {
    async fn work(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let (brand, id) = (turn.job.brand, turn.job.subject);
        let domain = turn
            .db
            .read(move |tx| async move { domains::by_number(&tx, brand, id).await })
            .await?;
        let Some(domain) = domain else {
            return remove(&turn).await;
        };
        let findings = tokio::select! {
            findings = self.lookout.look(&domain) => findings,
            () = turn.stopped() => return Ok(TurnEnd::Interrupted),
        };
        let now = turn.now();
        let applied = turn
            .piece(move |tx| {
                let findings = findings.clone();
                async move { Ok(apply(&tx, brand, id, (&findings, Look::Watch), now).await?) }
            })
            .await?;
        match applied {
            Applied::Now(_, Some(at)) => return Ok(TurnEnd::Again { at }),
            // It was deleted while DNS was asked.
            Applied::Gone => return remove(&turn).await,
            Applied::Now(_, None) | Applied::Elsewhere => {}
        }
        turn.last_piece(|_| async { Ok(()) }).await?;
        Ok(TurnEnd::Finished)
    }
}

/// What was reported about a domain that is gone.
async fn remove(turn: &Turn) -> Result<TurnEnd, JobError> {
    let (brand, id) = (turn.job.brand, turn.job.subject);
    while turn
        .piece(move |tx| async move { Ok(reports::remove(&tx, brand, id, PIECE).await?) })
        .await?
    {}
    turn.last_piece(|_| async { Ok(()) }).await?;
    Ok(TurnEnd::Finished)
}
