//! The one place where an audience run goes from one status to another, and the sends of its nodes with it.

use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;

use super::create::JOB;
use crate::db::{DbError, Tx, Value};
use crate::sends::{self, Movable, Move, lock_status, move_status};
use crate::{jobs, params, record, statements};

const UNFINISHED: &[SendStatus] = &[
    SendStatus::Queued,
    SendStatus::Scheduled,
    SendStatus::Running,
    SendStatus::Paused,
];

statements! {
    LOCK_STATUS -> (SendStatus,) = lock_status!("audience_runs");
    MOVE = move_status!("audience_runs");
    SENDS -> NodeSend = "
        SELECT {columns} FROM sends
        WHERE org = $1 AND brand = $2 AND audience_run {in_ints}($3) AND audience_run IS NOT NULL
        ORDER BY audience_run, id";
    SCHEDULE = "
        UPDATE sends SET status = 'scheduled', scheduled_at = $4
        WHERE org = $1 AND brand = $2 AND audience_run = $3 AND audience_run IS NOT NULL
            AND status = 'queued'";
    OF_AUTOMATION -> (i64,) = "
        SELECT id FROM audience_runs
        WHERE org = $1 AND brand = $2 AND automation = $3 AND created_at <= $4
            AND status IN ('queued', 'scheduled', 'running', 'paused')
        ORDER BY id";
}

const AUDIENCE_RUNS: Movable = Movable {
    lock: &LOCK_STATUS,
    update: &MOVE,
};

record! {
    /// The send of a node of an audience run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NodeSend {
        pub audience_run: i64 = "audience_run",
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub node: String = "COALESCE(node, '')",
        pub status: SendStatus = "status",
    }
}

pub async fn sends(
    tx: &Tx,
    brand: BrandKey,
    audience_runs: &[i64],
) -> Result<Vec<NodeSend>, DbError> {
    let ids = Value::ints(audience_runs.iter().copied());
    let values = params![brand.org, brand.brand, ids];
    tx.all(&SENDS, values).await
}

/// Unfinished ones of an automation that were made up to a time.
pub async fn open_of_automation(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    until: i64,
) -> Result<Vec<i64>, DbError> {
    let values = params![brand.org, brand.brand, automation, until];
    tx.values(&OF_AUTOMATION, values).await
}

/// The mail of one that is to start later waits with it.
pub async fn schedule_sends(tx: &Tx, brand: BrandKey, id: i64, at: i64) -> Result<(), DbError> {
    tx.execute(&SCHEDULE, params![brand.org, brand.brand, id, at])
        .await?;
    Ok(())
}

/// Lets one run that waited for its time: `None` if it was stopped meanwhile.
pub async fn start(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    now: i64,
) -> Result<Option<SendStatus>, DbError> {
    // One that was paused before it began and goes on now runs already.
    let from = [
        SendStatus::Queued,
        SendStatus::Scheduled,
        SendStatus::Running,
    ];
    let step = Move::to(SendStatus::Running, now);
    let left = move_to(tx, brand, id, &from, &step).await?;
    if left.is_some() {
        move_sends(tx, brand, id, &from, &step).await?;
    }
    Ok(left)
}

/// Pauses one that runs or is about to, and its mail. `None`: it does neither.
pub async fn pause(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    now: i64,
) -> Result<Option<SendStatus>, DbError> {
    let from = [SendStatus::Queued, SendStatus::Running];
    let step = Move::paused(PauseReason::Manual, None, now);
    let left = move_to(tx, brand, id, &from, &step).await?;
    if left.is_some() {
        // One that waits because it was refused must not go on by itself either.
        let open = [SendStatus::Queued, SendStatus::Running, SendStatus::Paused];
        move_sends(tx, brand, id, &open, &step).await?;
    }
    Ok(left)
}

/// Lets one go on where it stood. `None`: it is not paused. Members that were kept back follow in the job.
pub async fn resume(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    now: i64,
) -> Result<Option<SendStatus>, DbError> {
    let (from, step) = ([SendStatus::Paused], Move::to(SendStatus::Running, now));
    let left = move_to(tx, brand, id, &from, &step).await?;
    if left.is_some() {
        move_sends(tx, brand, id, &from, &step).await?;
        work_on(tx, brand, id, now).await?;
    }
    Ok(left)
}

/// Lets its mail go on that waits for another reason than a pause of the whole: we were refused, or the database was
/// restored. Gives how many sends waited.
pub async fn resume_mail(tx: &Tx, brand: BrandKey, id: i64, now: i64) -> Result<usize, DbError> {
    let step = Move::to(SendStatus::Running, now);
    move_sends(tx, brand, id, &[SendStatus::Paused], &step).await
}

/// Ends one before its time, and its mail. `None`: it has ended already. Its members' runs are canceled by the job: there
/// may be a million.
pub async fn cancel(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    now: i64,
) -> Result<Option<SendStatus>, DbError> {
    end_early(tx, brand, id, &Move::to(SendStatus::Canceled, now)).await
}

/// The same for one that cannot go on; the error is JSON `{ code, message }`.
pub async fn fail(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    error: String,
    now: i64,
) -> Result<Option<SendStatus>, DbError> {
    let step = Move {
        error: Some(error),
        ..Move::to(SendStatus::Failed, now)
    };
    end_early(tx, brand, id, &step).await
}

async fn end_early(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    step: &Move,
) -> Result<Option<SendStatus>, DbError> {
    let left = move_to(tx, brand, id, UNFINISHED, step).await?;
    if left.is_some() {
        let to = Move::to(SendStatus::Canceled, step.at);
        move_sends(tx, brand, id, UNFINISHED, &to).await?;
        work_on(tx, brand, id, step.at).await?;
    }
    Ok(left)
}

/// Has the job look at it now.
pub async fn work_on(tx: &Tx, brand: BrandKey, id: i64, now: i64) -> Result<(), DbError> {
    jobs::enqueue(tx, brand, JOB, id, now).await?;
    jobs::hasten(tx, brand, JOB, id, now).await
}

pub(super) async fn move_to(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    from: &[SendStatus],
    step: &Move,
) -> Result<Option<SendStatus>, DbError> {
    AUDIENCE_RUNS.move_to(tx, brand, id, from, step).await
}

async fn move_sends(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    from: &[SendStatus],
    step: &Move,
) -> Result<usize, DbError> {
    let mut moved = 0;
    for send in sends(tx, brand, &[id]).await? {
        let left = sends::move_to(tx, brand, send.id, from, step).await?;
        moved += usize::from(left.is_some());
    }
    Ok(moved)
}
