//! Commits whose reply never came. What one of them took, in this life or the one before, was not mailed: a database may
//! finish such a commit long after its client is gone.

use postrider_domain::numbers::ProcessNo;
use postrider_store::db::DbError;
use postrider_store::delivery::claims::{self, OpenClaim};
use postrider_store::delivery::settling::{self, Batch, RecipientOutcome, Settlement};
use postrider_store::processes;

use super::context::SendingContext;

/// Gives back what this process has taken beside the claims that it knows of.
pub async fn give_back(context: &SendingContext, known: &[i64]) -> Result<(), DbError> {
    let (owner, life, now) = (context.process, context.life, context.now());
    let taken = context
        .db
        .read(move |tx| async move { claims::of_owner(&tx, ProcessNo(owner), 0, u32::MAX).await })
        .await?;
    let is_unknown = |claim: &OpenClaim| !claim.is_abandoned && !known.contains(&claim.id);
    let mut batch = Batch::default();
    for claim in taken.into_iter().filter(is_unknown) {
        batch.finished.push(claim.id);
        let released = claim.ordinals.into_iter().map(|ordinal| Settlement {
            claim: claim.id,
            ordinal,
            outcome: RecipientOutcome::Released(now),
            at: now,
            mailbox: None,
            detail: None,
        });
        batch.settlements.extend(released);
    }
    if batch.finished.is_empty() {
        return Ok(());
    }
    tracing::info!(
        claims = batch.finished.len(),
        "recipients of claims whose commit was not heard of are given back"
    );
    let given_back = context.db.write(move |tx| {
        let batch = batch.clone();
        async move {
            processes::still(&tx, owner, life).await?;
            settling::settle(&tx, owner, batch).await?;
            Ok::<_, DbError>(())
        }
    });
    given_back.await
}
