//! Taking jobs and giving them back.

use postrider_domain::tenant::BrandKey;

use super::{Claimed, JobKey};
use crate::db::{DbError, Tx, Value};
use crate::tenants::brand_is_stopped;
use crate::{params, record, statements};

statements! {
    // A database may finish a commit long after its client is gone. So a claim holds the row of its process: the next life
    // waits there before it frees what this one held, and a claim that comes later finds another life and takes nothing.
    // A subquery in the condition may run more than once on PostgreSQL, and find others each time.
    // What is stopped holds, but for what belongs to no brand.
    CLAIM -> ClaimedRow = concat!(
        "WITH alive AS MATERIALIZED (
            SELECT id FROM processes WHERE id = $2 AND life = $6 {for_update}),
        due AS MATERIALIZED (
            SELECT org, id FROM jobs
            WHERE kind = $1 AND org = $7 AND due_at <= $4 AND EXISTS (SELECT 1 FROM alive)
                AND (brand = 0 OR NOT ",
        brand_is_stopped!("jobs.org", "jobs.brand"),
        ")
            ORDER BY due_at LIMIT $5 {skip_locked})
        UPDATE jobs SET owner = $2, due_at = $3, fence = fence + 1, attempts = attempts + 1,
            wanted_at = CASE WHEN wanted_at > $4 THEN wanted_at ELSE NULL END
        WHERE (org, id) IN (SELECT org, id FROM due)
        RETURNING {columns}"
    );
    // From one organization to the next along the index, however many jobs each has.
    // One that is suspended is passed over as a whole: nobody counts what it has.
    DUE_BY_ORGANIZATION -> DueJobs = concat!(
        "WITH RECURSIVE askers (org) AS (
            SELECT min(org) FROM jobs WHERE kind = $1
            UNION ALL
            SELECT (SELECT min(later.org) FROM jobs AS later WHERE later.kind = $1 AND later.org > askers.org)
            FROM askers WHERE askers.org IS NOT NULL),
        due AS (
            SELECT askers.org,
                (SELECT count(*) FROM (
                    SELECT 1 AS one FROM jobs AS few
                    WHERE few.kind = $1 AND few.org = askers.org AND few.due_at <= $2
                        AND (few.brand = 0 OR NOT ",
        brand_is_stopped!("few.org", "few.brand"),
        ")
                    LIMIT $3) AS counted) AS jobs
            FROM askers WHERE askers.org IS NOT NULL AND ($1 = 'removal' OR NOT EXISTS (
                SELECT 1 FROM organizations AS o WHERE o.id = askers.org AND o.suspended_at IS NOT NULL)))
        SELECT {columns} FROM due WHERE due.jobs > 0 ORDER BY due.org"
    );
    NEXT_DUE -> NextDue = "
        SELECT {columns} FROM {texts}($1) AS k
        WHERE EXISTS (SELECT 1 FROM jobs WHERE jobs.kind = k.value)";
    bulk(org: Int, id: Int, fence: Int, due_at: Int) RENEW -> JobKey = "
        UPDATE jobs SET due_at = r.due_at FROM {rows} AS r
        WHERE jobs.org = r.org AND jobs.id = r.id AND jobs.fence = r.fence AND jobs.owner IS NOT NULL
        RETURNING {columns}";
    RELEASE = "
        UPDATE jobs SET owner = NULL, due_at = $4, attempts = 0
        WHERE org = $1 AND id = $2 AND fence = $3";
    // One that was begun again and again may be what ends the process: it waits longer each time. The fence rises, so that
    // no late word of whoever held it keeps it from the next.
    FREE = "
        UPDATE jobs SET owner = NULL, fence = fence + 1,
            due_at = $2 + CASE WHEN attempts > 1 THEN 1000 * attempts * attempts ELSE 0 END
        WHERE owner = $1";
}

/// Who claims, and until when the claim holds by itself.
#[derive(Clone, Copy, Debug)]
pub struct Claimant {
    pub owner: i64,
    pub life: i64,
    pub now: i64,
    pub lease_until: i64,
}

/// Takes so many jobs of each organization that are due, new or left by the dead; none if the owner's number is another
/// life's by now.
pub async fn claim(
    tx: &Tx,
    kind: &str,
    by: Claimant,
    shares: &[(i64, usize)],
) -> Result<Vec<Claimed>, DbError> {
    let mut claimed = Vec::new();
    for (org, count) in shares {
        let count = *count as i64;
        let values = params![kind, by.owner, by.lease_until, by.now, count, by.life, *org];
        let rows = tx.all(&CLAIM, values).await?;
        claimed.extend(rows.into_iter().map(Claimed::from));
    }
    Ok(claimed)
}

/// The organizations that have jobs of a kind which are due, and how many; no more than `most` of each are counted.
pub async fn due(tx: &Tx, kind: &str, now: i64, most: i64) -> Result<Vec<DueJobs>, DbError> {
    tx.all(&DUE_BY_ORGANIZATION, params![kind, now, most]).await
}

/// When the next job of each of these kinds is due, where there are any; of those that run, when their lease ends.
pub async fn next_due(tx: &Tx, kinds: &[&str]) -> Result<Vec<NextDue>, DbError> {
    let kinds = Value::texts(kinds.iter().copied());
    tx.all(&NEXT_DUE, params![kinds]).await
}

/// Extends claims; gives those that are still ours.
pub async fn renew(tx: &Tx, keys: &[JobKey], lease_until: i64) -> Result<Vec<JobKey>, DbError> {
    let mut keys = keys.to_vec();
    keys.sort_unstable_by_key(|key| (key.org, key.id));
    let rows = keys
        .iter()
        .map(|key| params![key.org, key.id, key.fence, lease_until].into())
        .collect();
    tx.bulk_all(&RENEW, rows).await
}

/// Gives a job back that was interrupted by nobody's fault.
pub async fn release(tx: &Tx, key: JobKey, now: i64) -> Result<(), DbError> {
    tx.execute(&RELEASE, params![key.org, key.id, key.fence, now])
        .await?;
    Ok(())
}

/// Gives back all that an owner held before it died: for a process that starts again in its folder, and has joined in this
/// transaction, so that no claim of the dead is still under way.
pub async fn free(tx: &Tx, owner: i64, now: i64) -> Result<u64, DbError> {
    tx.execute(&FREE, params![owner, now]).await
}

record! {
    /// Jobs of one organization that are due.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct DueJobs {
        pub org: i64 = "due.org",
        pub jobs: i64 = "due.jobs",
    }
}

record! {
    /// When there is something to do of one kind.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NextDue {
        pub kind: String = "k.value",
        pub due_at: i64 = "(SELECT min(jobs.due_at) FROM jobs WHERE jobs.kind = k.value)",
    }
}

record! {
    struct ClaimedRow {
        key: JobKey = ..,
        brand: i64 = "brand",
        kind: String = "kind",
        subject: i64 = "subject",
        attempts: i64 = "attempts",
        error: Option<String> = "error",
    }
}

impl From<ClaimedRow> for Claimed {
    fn from(row: ClaimedRow) -> Self {
        Self {
            key: row.key,
            brand: BrandKey {
                org: row.key.org,
                brand: row.brand,
            },
            kind: row.kind,
            subject: row.subject,
            attempts: row.attempts,
            error: row.error,
        }
    }
}
