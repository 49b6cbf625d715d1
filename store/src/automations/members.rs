//! Runs that are to be canceled together: those of an audience run, of an automation that was stopped, of people who
//! were deleted.

use postrider_domain::numbers::{Millis, RunNo};
use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use super::{audience_runs, runs};
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    list OF_AUDIENCE_RUN -> Member = "
        SELECT {columns} FROM runs {along}(runs__org__brand__audience_run)
        WHERE org = $1 AND brand = $2 AND audience_run = $3 AND id > $4 ORDER BY id LIMIT $5";
    list OF_AUTOMATION -> (i64,) = "
        SELECT id FROM runs {along}(runs__open)
        WHERE org = $1 AND brand = $2 AND automation = $3 AND created_at <= $4
            AND status IN ('queued', 'running')
        ORDER BY id LIMIT $5";
    OF_CONTACTS -> (i64,) = "
        SELECT id FROM runs
        WHERE org = $1 AND brand = $2 AND contact {in_ints}($3) AND status IN ('queued', 'running')
        ORDER BY id";
    AUDIENCE_RUNS -> (i64,) = "
        SELECT DISTINCT audience_run FROM runs
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3) AND audience_run IS NOT NULL
        ORDER BY audience_run";
}

record! {
    struct Member {
        run: i64 = "id",
        status: SendStatus = "status",
    }
}

/// A stretch of the runs of an audience run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Those of it that have not ended.
    pub open: Vec<i64>,
    /// The last of it; nothing: there are no more.
    pub last: Option<i64>,
}

/// The next runs of an audience run behind one: read along an index that tells nothing of their status, so that what is
/// read at once is bounded and not what is found.
pub async fn of_audience_run(
    tx: &Tx,
    brand: BrandKey,
    audience_run: i64,
    after: RunNo,
    limit: u32,
) -> Result<Stretch, DbError> {
    let values = params![brand.org, brand.brand, audience_run, after, limit];
    let members = tx.all(&OF_AUDIENCE_RUN, values).await?;
    let is_open =
        |member: &&Member| matches!(member.status, SendStatus::Queued | SendStatus::Running);
    let open = members.iter().filter(is_open);
    Ok(Stretch {
        open: open.map(|member| member.run).collect(),
        last: members.last().map(|member| member.run),
    })
}

/// Open runs of an automation that began up to a time.
pub async fn of_automation(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    until: Millis,
    limit: u32,
) -> Result<Vec<i64>, DbError> {
    let values = params![brand.org, brand.brand, automation, until, limit];
    tx.values(&OF_AUTOMATION, values).await
}

/// Open runs of some people.
pub async fn of_contacts(tx: &Tx, brand: BrandKey, contacts: &[i64]) -> Result<Vec<i64>, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        Value::ints(contacts.iter().copied())
    ];
    tx.values(&OF_CONTACTS, values).await
}

/// Cancels runs, and ends the audience runs of which they were the last; gives those that were open, with the status
/// that they left.
pub async fn cancel(
    tx: &Tx,
    brand: BrandKey,
    ids: &[i64],
    process: i64,
    now: i64,
) -> Result<Vec<(i64, SendStatus)>, DbError> {
    let canceled = runs::cancel(tx, brand, ids, process, now).await?;
    if canceled.is_empty() {
        return Ok(canceled);
    }
    let ids = Value::ints(canceled.iter().map(|(id, _)| *id));
    let values = params![brand.org, brand.brand, ids];
    for audience_run in tx.values(&AUDIENCE_RUNS, values).await? {
        audience_runs::end_if_done(tx, brand, audience_run, now).await?;
    }
    Ok(canceled)
}
