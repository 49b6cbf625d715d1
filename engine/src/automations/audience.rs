//! Audience runs: the members of an audience become runs, page by page, while the first of them are walked already. The
//! same job lets members go on that a pause held back, and cancels them when the audience run is canceled.

use postrider_domain::numbers::{Millis, ProcessNo, RunNo, SendNo};
use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;
use postrider_store::audiences;
use postrider_store::automations::audience_runs::{self, AudienceRunRecord, freezing};
use postrider_store::automations::{members, runs, streams};
use postrider_store::contacts;
use postrider_store::db::{Db, DbError, RowCost, Tx};
use postrider_store::delivery::heads;
use postrider_store::jobs::{self, Claimed};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::audience_page::Page;
pub use super::audience_page::judging;
use crate::assets::Entropy;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

/// Audience runs that a process works on side by side.
const AT_ONCE: usize = 4;
/// Runs that one commit cancels or lets go on.
const PIECE: u32 = 500;
/// Runs that are read at once to find those that are open.
const STRETCH: u32 = 2_000;
/// What could not be done to the end is begun again.
const LATER_MS: i64 = 10 * 60 * 1000;
/// Audience runs that a sweep looks at together.
const SWEPT: i64 = 100;

pub struct AudienceJob {
    /// Ids of runs come from here.
    pub entropy: Entropy,
    /// Who counts.
    pub process: i64,
}

impl Work for AudienceJob {
    fn kind(&self) -> &'static str {
        audience_runs::JOB
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.work(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let error = error("INTERNAL_ERROR", "The audience run could not go on.");
            let failed = audience_runs::fail(&tx, job.brand, job.subject, error, now).await?;
            if failed.is_none() {
                // Its members may not be canceled yet.
                let at = now + LATER_MS;
                jobs::enqueue(&tx, job.brand, audience_runs::JOB, job.subject, at).await?;
            }
            Ok(())
        })
    }
}

/// What there is to do for an audience run.
enum Next {
    Wait { at: i64 },
    Begin,
    Freeze,
    LetGo,
    Cancel,
    Nothing,
}

fn next(run: &AudienceRunRecord, now: i64) -> Next {
    match (run.status, run.freeze_bound) {
        (SendStatus::Scheduled, _) => match run.scheduled_at {
            Some(at) if at > now => Next::Wait { at },
            _ => Next::Begin,
        },
        (SendStatus::Queued, _) | (SendStatus::Running, None) => Next::Begin,
        (SendStatus::Running, Some(_)) if !run.frozen => Next::Freeze,
        (SendStatus::Running, Some(_)) => Next::LetGo,
        (SendStatus::Canceled | SendStatus::Failed, _) => Next::Cancel,
        _ => Next::Nothing,
    }
}

impl AudienceJob {
    async fn work(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let (brand, number, process) = (turn.job.brand, turn.job.subject, self.process);
        loop {
            if turn.stopping() {
                return Ok(TurnEnd::Interrupted);
            }
            let read = turn
                .db
                .read(move |tx| async move { audience_runs::by_number(&tx, brand, number).await });
            let Some(run) = read.await? else {
                return forget(&turn).await;
            };
            let now = turn.now();
            match next(&run, now) {
                Next::Wait { at } => return Ok(TurnEnd::Again { at }),
                Next::Begin => {
                    turn.piece(move |tx| async move { begin(&tx, brand, number, now).await })
                        .await?;
                }
                Next::Freeze => self.freeze(&turn).await?,
                Next::LetGo => {
                    let_go(&turn).await?;
                    return forget(&turn).await;
                }
                Next::Cancel => {
                    if !cancel_members(&turn, process).await?
                        || !cancel_mails(&turn, process).await?
                    {
                        return Ok(TurnEnd::Interrupted);
                    }
                    return close(&turn).await;
                }
                Next::Nothing => return forget(&turn).await,
            }
        }
    }

    /// One page of members.
    async fn freeze(&self, turn: &Turn) -> Result<(), JobError> {
        let page = Page {
            brand: turn.job.brand,
            audience_run: turn.job.subject,
            size: turn.db.rows_per_commit(RowCost::Several) as i64,
            now: turn.now(),
        };
        let entropy = self.entropy.clone();
        turn.piece(move |tx| {
            let entropy = entropy.clone();
            async move { page.freeze(&tx, &entropy).await }
        })
        .await
    }
}

/// Fixes who can be a member and lets the audience run and its mail go.
async fn begin(tx: &Tx, brand: BrandKey, number: i64, now: i64) -> Result<(), JobError> {
    audience_runs::lock_by_number(tx, brand, number).await?;
    let Some(run) = audience_runs::by_number(tx, brand, number).await? else {
        return Ok(());
    };
    if !matches!(next(&run, now), Next::Begin) {
        return Ok(());
    }
    let audience = match run.audience {
        None => None,
        Some(audience) => audiences::by_number(tx, brand, audience).await?,
    };
    if run.audience.is_some() && audience.is_none() {
        let error = error("AUDIENCE_NOT_FOUND", "The audience was deleted.");
        audience_runs::fail(tx, brand, number, error, now).await?;
        return Ok(());
    }
    let filter = audience.map(|audience| audience.filters);
    audience_runs::start(tx, brand, number, now).await?;
    // Numbers follow clocks, and those of several machines differ a little.
    let newest = contacts::newest(tx, brand).await?.unwrap_or(0);
    let bound = tx.number().max(newest);
    freezing::begin(tx, brand, number, bound, filter.as_deref()).await?;
    Ok(())
}

/// Members that were held while it was paused.
async fn let_go(turn: &Turn) -> Result<(), JobError> {
    let (brand, number) = (turn.job.brand, turn.job.subject);
    loop {
        let now = turn.now();
        let more =
            turn.piece(move |tx| async move { Ok(release(&tx, brand, number, now).await? > 0) });
        if !more.await? || turn.stopping() {
            return Ok(());
        }
    }
}

/// Nothing of one that does not run.
async fn release(tx: &Tx, brand: BrandKey, number: i64, now: i64) -> Result<usize, DbError> {
    audience_runs::lock_by_number(tx, brand, number).await?;
    match audience_runs::by_number(tx, brand, number).await? {
        Some(run) if run.status == SendStatus::Running => {
            runs::release_held(tx, brand, number, PIECE, Millis(now)).await
        }
        _ => Ok(0),
    }
}

/// `false`: the process stops before all are canceled.
async fn cancel_members(turn: &Turn, process: i64) -> Result<bool, JobError> {
    let (brand, number) = (turn.job.brand, turn.job.subject);
    let mut after = 0;
    loop {
        let stretch = turn.db.read(move |tx| async move {
            members::of_audience_run(&tx, brand, number, RunNo(after), STRETCH).await
        });
        let stretch = stretch.await?;
        for some in stretch.open.chunks(PIECE as usize) {
            if turn.stopping() {
                return Ok(false);
            }
            let (some, now) = (some.to_vec(), turn.now());
            turn.piece(move |tx| {
                let some = some.clone();
                async move {
                    Ok(members::cancel(&tx, brand, &some, process, now)
                        .await?
                        .len())
                }
            })
            .await?;
        }
        match stretch.last {
            Some(last) => after = last,
            None => return Ok(true),
        }
    }
}

/// Runs that have ended may have left mails that nobody has taken yet: they will not be sent, and are given back.
async fn cancel_mails(turn: &Turn, process: i64) -> Result<bool, JobError> {
    let (brand, number) = (turn.job.brand, turn.job.subject);
    let sends = turn
        .db
        .read(move |tx| async move { audience_runs::sends(&tx, brand, &[number]).await });
    for send in sends.await? {
        if send.status != SendStatus::Canceled {
            continue;
        }
        let id = send.id;
        loop {
            if turn.stopping() {
                return Ok(false);
            }
            let now = turn.now();
            let canceled = turn.piece(move |tx| async move {
                Ok(streams::cancel_some(
                    &tx,
                    brand,
                    SendNo(id),
                    PIECE,
                    ProcessNo(process),
                    Millis(now),
                )
                .await?)
            });
            if canceled.await? == 0 {
                break;
            }
        }
    }
    Ok(true)
}

/// All of it is canceled, for good. The heads of its mail were kept till now: what was canceled is what nobody had taken.
async fn close(turn: &Turn) -> Result<TurnEnd, JobError> {
    let (brand, number) = (turn.job.brand, turn.job.subject);
    turn.last_piece(move |tx| async move {
        for send in audience_runs::sends(&tx, brand, &[number]).await? {
            if send.status == SendStatus::Canceled {
                heads::close(&tx, brand, send.id).await?;
            }
        }
        Ok(())
    })
    .await?;
    Ok(TurnEnd::Finished)
}

/// There is nothing more to do here, unless somebody found this job still there and changed something meanwhile.
async fn forget(turn: &Turn) -> Result<TurnEnd, JobError> {
    let (brand, number, now) = (turn.job.brand, turn.job.subject, turn.now());
    turn.last_piece(move |tx| async move {
        audience_runs::lock_by_number(&tx, brand, number).await?;
        let Some(run) = audience_runs::by_number(&tx, brand, number).await? else {
            return Ok(());
        };
        let goes_on = match next(&run, now) {
            Next::Wait { .. } | Next::Begin | Next::Freeze | Next::Cancel => true,
            Next::LetGo => {
                let released = runs::release_held(&tx, brand, number, PIECE, Millis(now)).await?;
                audience_runs::end_if_done(&tx, brand, number, now).await?;
                released > 0
            }
            Next::Nothing => false,
        };
        if goes_on {
            let at = run
                .scheduled_at
                .filter(|_| run.status == SendStatus::Scheduled);
            let at = at.unwrap_or(now);
            jobs::enqueue(&tx, brand, audience_runs::JOB, number, at).await?;
        }
        Ok(())
    })
    .await?;
    Ok(TurnEnd::Finished)
}

/// Ends audience runs whose last members two processes ended at the same time, and lets members go on that were held in
/// the moment of a resume: in both cases neither saw the other.
pub async fn sweep(db: &Db, now: i64, stop: &CancellationToken) -> Result<(), DbError> {
    let mut after = (BrandKey { org: 0, brand: 0 }, 0);
    loop {
        let some =
            db.read(move |tx| async move { audience_runs::unfinished(&tx, after, SWEPT).await });
        let some = some.await?;
        let Some(last) = some.last() else {
            return Ok(());
        };
        after = *last;
        for (brand, number) in some {
            if stop.is_cancelled() {
                return Ok(());
            }
            db.write_bulk(move |tx| async move {
                release(&tx, brand, number, now).await?;
                audience_runs::end_if_done(&tx, brand, number, now).await?;
                Ok::<_, DbError>(())
            })
            .await?;
        }
    }
}

fn error(code: &str, message: &str) -> String {
    json!({ "code": code, "message": message }).to_string()
}
