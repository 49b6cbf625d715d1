//! The end of an audience run.

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use super::super::steps::Count;
use super::counts;
use super::record::by_number;
use super::status::{NodeSend, move_to, sends};
use crate::db::{DbError, Sleeper, Tx};
use crate::sends::Move;
use crate::tenants::brand_is_stopped;
use crate::{params, record, statements};

statements! {
    // From here on nobody adds recipients: the dispatcher ends the sends once all have their outcome.
    CLOSE_SENDS = "
        UPDATE sends SET frozen = TRUE
        WHERE org = $1 AND brand = $2 AND audience_run = $3 AND audience_run IS NOT NULL AND NOT frozen";
    OPEN_SENDS -> (i64,) = "
        SELECT 1 FROM sends
        WHERE org = $1 AND brand = $2 AND audience_run = $3 AND audience_run IS NOT NULL
            AND status IN ('queued', 'scheduled', 'running', 'paused') LIMIT 1";
    UNFINISHED -> Unfinished = concat!(
        "SELECT {columns} FROM audience_runs
        WHERE status IN ('queued', 'scheduled', 'running', 'paused') AND (org, brand, id) > ($1, $2, $3)
            AND NOT ",
        brand_is_stopped!("audience_runs.org", "audience_runs.brand"),
        " ORDER BY org, brand, id LIMIT $4"
    );
}

/// Ends an audience run whose members all have a run, whose runs have all ended and whose mail is all out; gives the status
/// that it has then. For whoever ended runs or sends of it, in the same transaction; of two processes that end the last two
/// at the same time
/// neither sees the other's, so somebody has to look again later.
pub async fn end_if_done(
    tx: &Tx,
    brand: BrandKey,
    audience_run: i64,
    now: i64,
) -> Result<Option<SendStatus>, DbError> {
    let Some(record) = by_number(tx, brand, audience_run).await? else {
        return Ok(None);
    };
    // Paused with nobody left to hold: that is the end all the same.
    let from = [SendStatus::Running, SendStatus::Paused];
    if !record.frozen || !from.contains(&record.status) {
        return Ok(None);
    }
    let count = counts::of_runs(tx, brand, record.automation, audience_run).await?;
    if count.completed + count.failed + count.skipped < record.total {
        return Ok(None);
    }
    let key = params![brand.org, brand.brand, audience_run];
    if tx.execute(&CLOSE_SENDS, key.clone()).await? > 0 {
        tx.wake(Sleeper::Mail);
    }
    // While mail leaves it can still be paused or canceled.
    if tx.value(&OPEN_SENDS, key).await?.is_some() {
        return Ok(None);
    }
    let mail = sends(tx, brand, &[audience_run]).await?;
    let to = ending(count, &mail);
    let step = Move::to(to, now);
    if move_to(tx, brand, audience_run, &from, &step)
        .await?
        .is_none()
    {
        return Ok(None);
    }
    Ok(Some(to))
}

/// Whoever was canceled, because the contact was deleted for instance, is no failure. Mail that nobody got is one, although
/// the members have walked on.
fn ending(count: Count, mail: &[NodeSend]) -> SendStatus {
    use SendStatus::{Completed, Failed, PartiallyCompleted};
    let has_failed = |send: &NodeSend| matches!(send.status, Failed | PartiallyCompleted);
    let is_all_lost = !mail.is_empty() && mail.iter().all(|send| send.status == Failed);
    if count.failed == 0 && !mail.iter().any(has_failed) {
        Completed
    } else if count.completed == 0 || is_all_lost {
        Failed
    } else {
        PartiallyCompleted
    }
}

record! {
    struct Unfinished {
        org: i64 = "org",
        brand: i64 = "brand",
        id: i64 = "id",
    }
}

/// Those of any brand that have not ended, from behind this one.
pub async fn unfinished(
    tx: &Tx,
    after: (BrandKey, i64),
    limit: i64,
) -> Result<Vec<(BrandKey, i64)>, DbError> {
    let (brand, id) = after;
    let values = params![brand.org, brand.brand, id, limit];
    let unfinished = tx.all(&UNFINISHED, values).await?;
    let key = |Unfinished { org, brand, id }| (BrandKey { org, brand }, id);
    Ok(unfinished.into_iter().map(key).collect())
}
