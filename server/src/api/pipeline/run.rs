//! Runs a handler in its shape, with the idempotency claim, the charge and the stored answer around it.

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::db::{DbError, Tx};
use postrider_store::idempotency::Found;

use super::idempotency::{self, Claim, LEASE_MS, Resolved};
use super::meter;
use super::respond::Answered;
use crate::api::cx::Cx;
use crate::api::failure::{Failure, Outcome};
use crate::api::handler::{Erased, Handler};
use crate::api::reply::Answer;
use crate::api::row::Row;

pub async fn run(cx: Cx, row: Row, claim: Option<Claim>, input: Erased) -> Outcome<Answered> {
    match row.handler {
        Handler::Read(_) | Handler::HeavyRead(_) => read(cx, row, input).await,
        // In a task of its own: a caller that hangs up cuts nothing in half.
        Handler::Write { .. } => finish_alone(cx.clone(), write(cx, row, claim, input)).await,
        Handler::Outside { .. } => finish_alone(cx.clone(), outside(cx, row, claim, input)).await,
        Handler::NotBuilt => {
            Err(Problem::new(Code::NotImplemented, "This is not available yet.").into())
        }
    }
}

async fn finish_alone(
    cx: Cx,
    work: impl Future<Output = Outcome<Answered>> + Send + 'static,
) -> Outcome<Answered> {
    let span = tracing::Span::current();
    let task = cx
        .app()
        .writes
        .spawn(tracing::Instrument::instrument(work, span));
    task.await
        .unwrap_or_else(|error| Err(DbError::Other(format!("a write ended early: {error}")).into()))
}

async fn read(cx: Cx, row: Row, input: Erased) -> Outcome<Answered> {
    let db = cx.app().db.clone();
    let answer = match row.handler {
        Handler::HeavyRead(run) => {
            db.read_heavy(move |tx| run(tx, cx.clone(), input.clone()))
                .await?
        }
        Handler::Read(run) => {
            db.read(move |tx| run(tx, cx.clone(), input.clone()))
                .await?
        }
        _ => return Err(Problem::new(Code::InternalError, "Not a read.").into()),
    };
    Ok(fresh(answer))
}

fn fresh(answer: Answer) -> Answered {
    Answered {
        answer,
        cost: None,
        credits_remaining: None,
        replayed: false,
    }
}

/// What one transaction of a write came to.
enum Step {
    Done(Answered),
    /// A twin was first.
    Twin(Found),
}

async fn write(cx: Cx, row: Row, claim: Option<Claim>, input: Erased) -> Outcome<Answered> {
    let Handler::Write { prepare, run } = row.handler.clone() else {
        return Err(Problem::new(Code::InternalError, "Not a write.").into());
    };
    let prepared = prepare(cx.clone(), input).await?;
    let db = cx.app().db.clone();
    let (call, twin_claim) = (cx.clone(), claim.clone());
    let step = db
        .write(move |tx| {
            let (cx, row, claim) = (call.clone(), row.clone(), twin_claim.clone());
            let (run, prepared) = (run.clone(), prepared.clone());
            async move {
                let fence = tx.number();
                if let Some(twin) = taken(&tx, &cx, claim.as_ref(), fence).await? {
                    return Ok(Step::Twin(twin));
                }
                cx.app().fault("write.claimed");
                let answer = run(tx.clone(), cx.clone(), prepared).await?;
                let answered = charged(&tx, &cx, &row, answer).await?;
                if let Some(claim) = &claim {
                    claim.settle(&tx, &cx, fence, &answered).await?;
                }
                cx.app().fault("write.settled");
                Ok::<_, Failure>(Step::Done(answered))
            }
        })
        .await
        .map_err(|failure| busy_twin(failure, claim.is_some()))?;
    cx.app().fault("write.committed");
    match step {
        Step::Done(answered) => Ok(answered),
        Step::Twin(found) => twin_answer(&cx, found, claim.as_ref()).await,
    }
}

/// Takes the idempotency key, if there is one; `Some` is what a twin left there.
async fn taken(tx: &Tx, cx: &Cx, claim: Option<&Claim>, fence: i64) -> Outcome<Option<Found>> {
    let Some(claim) = claim else { return Ok(None) };
    Ok(match claim.take(tx, cx, fence).await? {
        Found::Free => None,
        other => Some(other),
    })
}

async fn charged(tx: &Tx, cx: &Cx, row: &Row, answer: Answer) -> Outcome<Answered> {
    let charged = meter::charge(tx, cx, row, answer.usage).await?;
    Ok(Answered {
        cost: charged.cost,
        credits_remaining: charged.remaining,
        ..fresh(answer)
    })
}

async fn twin_answer(cx: &Cx, found: Found, claim: Option<&Claim>) -> Outcome<Answered> {
    match idempotency::answer_of(cx, found).await? {
        Resolved::Answered(answered) => Ok(answered),
        // The twin runs outside a transaction, or freed the key just now: wait as at the start.
        Resolved::Free | Resolved::Running => idempotency::replay(cx, claim)
            .await?
            .ok_or_else(|| idempotency::in_progress().into()),
    }
}

/// On PostgreSQL a twin waits at the row of the first; past the lock time-out the first is still at it.
fn busy_twin(failure: Failure, has_key: bool) -> Failure {
    match failure {
        Failure::Database(DbError::Busy) if has_key => idempotency::in_progress().into(),
        other => other,
    }
}

async fn outside(cx: Cx, row: Row, claim: Option<Claim>, input: Erased) -> Outcome<Answered> {
    let Handler::Outside { work, .. } = row.handler.clone() else {
        return Err(Problem::new(Code::InternalError, "Not work outside a transaction.").into());
    };
    let begun = match begin(&cx, &row, claim.as_ref(), input).await? {
        Begun::Ours(begun) => begun,
        Begun::Twin(found) => return twin_answer(&cx, found, claim.as_ref()).await,
    };
    cx.app().fault("outside.begun");
    let worked = work(cx.clone(), begun.input).await;
    cx.app().fault("outside.worked");
    let finished = match worked {
        Ok(made) => finish(&cx, &row, claim.as_ref(), begun.fence, made).await,
        Err(failure) => Err(failure),
    };
    cx.app().fault("outside.finished");
    if finished.is_err() {
        abandon(&cx, claim.as_ref(), begun.fence).await;
    }
    finished
}

enum Begun {
    Ours(Ours),
    Twin(Found),
}

struct Ours {
    input: Erased,
    /// The number of the claim and of the credit hold.
    fence: i64,
}

async fn begin(cx: &Cx, row: &Row, claim: Option<&Claim>, input: Erased) -> Outcome<Begun> {
    let Handler::Outside { begin, .. } = row.handler.clone() else {
        return Err(Problem::new(Code::InternalError, "Not work outside a transaction.").into());
    };
    let (call, row, claim) = (cx.clone(), row.clone(), claim.cloned());
    cx.app()
        .db
        .write(move |tx| {
            let (cx, row, claim) = (call.clone(), row.clone(), claim.clone());
            let (begin, input) = (begin.clone(), input.clone());
            async move {
                let fence = tx.number();
                if let Some(twin) = taken(&tx, &cx, claim.as_ref(), fence).await? {
                    return Ok(Begun::Twin(twin));
                }
                let input = begin(tx.clone(), cx.clone(), input).await?;
                meter::hold(&tx, &cx, &row, fence, cx.now() + LEASE_MS).await?;
                Ok::<_, Failure>(Begun::Ours(Ours { input, fence }))
            }
        })
        .await
}

async fn finish(
    cx: &Cx,
    row: &Row,
    claim: Option<&Claim>,
    fence: i64,
    made: Erased,
) -> Outcome<Answered> {
    let Handler::Outside { finish, .. } = row.handler.clone() else {
        return Err(Problem::new(Code::InternalError, "Not work outside a transaction.").into());
    };
    let (call, row, claim) = (cx.clone(), row.clone(), claim.cloned());
    cx.app()
        .db
        .write(move |tx| {
            let (cx, row, claim) = (call.clone(), row.clone(), claim.clone());
            let (finish, made) = (finish.clone(), made.clone());
            async move {
                meter::release(&tx, &cx, fence).await?;
                let answer = finish(tx.clone(), cx.clone(), made).await?;
                let answered = charged(&tx, &cx, &row, answer).await?;
                if let Some(claim) = &claim {
                    claim.settle(&tx, &cx, fence, &answered).await?;
                }
                Ok::<_, Failure>(answered)
            }
        })
        .await
}

/// A failure had no effect: the key and the held credits are free again at once. If even this
/// fails, the lease frees them.
async fn abandon(cx: &Cx, claim: Option<&Claim>, fence: i64) {
    let (call, claim) = (cx.clone(), claim.cloned());
    let freed = cx
        .app()
        .db
        .write(move |tx| {
            let (cx, claim) = (call.clone(), claim.clone());
            async move {
                meter::release(&tx, &cx, fence).await?;
                if let Some(claim) = &claim {
                    postrider_store::idempotency::release(&tx, cx.caller().org, &claim.key, fence)
                        .await?;
                }
                Ok::<_, Failure>(())
            }
        })
        .await;
    if let Err(failure) = freed {
        tracing::warn!(error = ?failure, "a claim could not be freed; its lease will");
    }
}
