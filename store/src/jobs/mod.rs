//! Work to be done in the background. A job is a row that names the row it works on; what is done of
//! it stands there and is written in the commit that also shows the claim to be still ours.

pub mod claim;

use postrider_domain::tenant::BrandKey;

pub use claim::{free, release, renew};

use crate::db::{DbError, Sleeper, Tx};
use crate::{params, record, statements};

statements! {
    ENQUEUE = "
        INSERT INTO jobs (org, id, brand, kind, subject, due_at, fence, attempts, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $7)
        ON CONFLICT (org, kind, subject) DO NOTHING";
    // Of one that runs, the due time is its lease: the wish waits beside it until it is put back.
    HASTEN = "
        UPDATE jobs SET
            due_at = CASE WHEN owner IS NULL AND due_at > $4 THEN $4 ELSE due_at END,
            wanted_at = CASE WHEN owner IS NULL OR wanted_at < $4 THEN wanted_at ELSE $4 END
        WHERE org = $1 AND kind = $2 AND subject = $3 AND (owner IS NOT NULL OR due_at > $4)";
    PROGRESS = "
        UPDATE jobs SET due_at = CASE WHEN due_at > $4 THEN due_at ELSE $4 END, attempts = 0,
            error = NULL
        WHERE org = $1 AND id = $2 AND fence = $3";
    FINISH = "DELETE FROM jobs WHERE org = $1 AND id = $2 AND fence = $3 AND wanted_at IS NULL";
    FINISH_WANTED = "
        UPDATE jobs SET owner = NULL, due_at = wanted_at, wanted_at = NULL, attempts = 0, error = NULL
        WHERE org = $1 AND id = $2 AND fence = $3";
    PUT_BACK = "
        UPDATE jobs SET owner = NULL, due_at = CASE WHEN wanted_at < $4 THEN wanted_at ELSE $4 END,
            wanted_at = NULL, attempts = $5, error = $6
        WHERE org = $1 AND id = $2 AND fence = $3";
    // What a suspended organization has does not wait for us.
    MEASURE -> Backlog = "
        SELECT {columns} FROM jobs
        WHERE kind = 'removal' OR NOT EXISTS (
            SELECT 1 FROM organizations AS o WHERE o.id = jobs.org AND o.suspended_at IS NOT NULL)
        GROUP BY kind";
}

record! {
    /// A claim on a job: every write of its work shows it, and one that is no longer the newest is refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct JobKey {
        pub org: i64 = "jobs.org",
        pub id: i64 = "jobs.id",
        pub fence: i64 = "jobs.fence",
    }
}

/// A job that this process has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    pub key: JobKey,
    pub brand: BrandKey,
    pub kind: String,
    pub subject: i64,
    /// This claim included, since the last progress.
    pub attempts: i64,
    /// What the attempt before came to.
    pub error: Option<String>,
}

/// A job for a row of a brand. One that is there already stays the only one.
pub async fn enqueue(
    tx: &Tx,
    brand: BrandKey,
    kind: &'static str,
    subject: i64,
    due_at: i64,
) -> Result<(), DbError> {
    let values = params![
        brand.org,
        tx.number(),
        brand.brand,
        kind,
        subject,
        due_at,
        due_at
    ];
    tx.execute(&ENQUEUE, values).await?;
    tx.wake(Sleeper::Jobs);
    Ok(())
}

/// Lets a job that waits for a later time start now. One that runs may have read already what has changed: it runs once
/// more after this turn, not before that time.
pub async fn hasten(
    tx: &Tx,
    brand: BrandKey,
    kind: &'static str,
    subject: i64,
    now: i64,
) -> Result<(), DbError> {
    tx.execute(&HASTEN, params![brand.org, kind, subject, now])
        .await?;
    tx.wake(Sleeper::Jobs);
    Ok(())
}

/// Shows the claim beside a piece of work, and extends it. `false`: it is somebody else's by now, and the
/// caller must let its transaction fail.
pub async fn progress(tx: &Tx, key: JobKey, lease_until: i64) -> Result<bool, DbError> {
    let values = params![key.org, key.id, key.fence, lease_until];
    Ok(tx.execute(&PROGRESS, values).await? == 1)
}

/// Ends the job in the commit of its last effect; `false` as in `progress`. One that was wanted meanwhile begins anew.
pub async fn finish(tx: &Tx, key: JobKey) -> Result<bool, DbError> {
    for statement in [&FINISH, &FINISH_WANTED] {
        let values = params![key.org, key.id, key.fence];
        if tx.execute(statement, values).await? == 1 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How a job goes on that is neither done nor given up.
#[derive(Clone, Debug)]
pub struct Later {
    pub due_at: i64,
    pub attempts: i64,
    pub error: Option<String>,
}

pub async fn put_back(tx: &Tx, key: JobKey, later: Later) -> Result<bool, DbError> {
    let values = params![
        key.org,
        key.id,
        key.fence,
        later.due_at,
        later.attempts,
        later.error
    ];
    Ok(tx.execute(&PUT_BACK, values).await? == 1)
}

record! {
    /// Jobs of one kind in the database.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Backlog {
        pub kind: String = "kind",
        pub waiting: i64 = "count(*) FILTER (WHERE owner IS NULL)",
        pub running: i64 = "count(*) FILTER (WHERE owner IS NOT NULL)",
        /// When the oldest of them was due, or was made if it runs.
        pub oldest: i64 = "min(CASE WHEN owner IS NULL THEN due_at ELSE created_at END)",
    }
}

pub async fn measure(tx: &Tx) -> Result<Vec<Backlog>, DbError> {
    tx.all(&MEASURE, params![]).await
}
