//! Runs a handler in its shape, with the idempotency claim, the charge and the stored answer around it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use postrider_domain::accounts::credits::Metering;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::{DbError, Tx};
use postrider_store::idempotency::{KeptBody, KeyState};
use serde_json::Value;
use tracing::Instrument;

use super::idempotency::{self, Claim, LEASE_MS, Resolved};
use super::meter;
use super::respond::Answered;
use super::told::Telling;
use crate::api::cx::Cx;
use crate::api::failure::{ApiResult, Failure};
use crate::api::handler::{Erased, Handler, InTransaction, OutsideSteps, WriteSteps};
use crate::api::reply::Answer;

/// A request whose input is known and whose handler is to run. A cheap handle: transactions repeat.
#[derive(Clone)]
pub struct Job {
    pub cx: Cx,
    /// What this input costs.
    pub metering: Metering,
    pub claim: Option<Claim>,
    /// How the audit log tells of it, if a person calls.
    pub telling: Option<Arc<Telling>>,
}

impl Job {
    pub async fn run(self, handler: Handler, input: Erased) -> ApiResult<Answered> {
        let answered = self.handled(handler, input).await?;
        match answered.answer.refusal {
            Some(problem) => Err(Failure::Problem(problem)),
            None => Ok(answered),
        }
    }

    async fn handled(self, handler: Handler, input: Erased) -> ApiResult<Answered> {
        let db = self.cx.db();
        match handler {
            Handler::HeavyRead { run, may_scan } if may_scan(&input) => {
                let cx = self.cx.clone();
                cx.app().fault("heavy.asked");
                let read = db.read_heavy(move |tx| run(tx, cx.clone(), input.clone()));
                self.kept(read.await?).await
            }
            Handler::Read(run) | Handler::HeavyRead { run, .. } => {
                let cx = self.cx.clone();
                let read = db.read(move |tx| run(tx, cx.clone(), input.clone()));
                self.kept(read.await?).await
            }
            Handler::ReadOutside(run) => {
                let answer = run(self.cx.clone(), input).await?;
                self.kept(answer).await
            }
            Handler::Write(steps) => {
                self.clone()
                    .finish_alone(async move { self.write(steps, input).await })
                    .await
            }
            Handler::Outside(steps) => {
                self.clone()
                    .finish_alone(async move { self.outside(steps, input).await })
                    .await
            }
            Handler::NotBuilt
            | Handler::Upload(_)
            | Handler::Download(_)
            | Handler::File(_)
            | Handler::Page(_) => {
                Err(Problem::new(Code::NotImplemented, "This is not available yet.").into())
            }
        }
    }

    /// In a task of its own: a caller that hangs up cuts nothing in half.
    async fn finish_alone(
        self,
        work: impl Future<Output = ApiResult<Answered>> + Send + 'static,
    ) -> ApiResult<Answered> {
        let span = tracing::Span::current();
        // Dropped with this request, not with the task.
        let _here = self.cx.gone().clone().drop_guard();
        let task = self
            .cx
            .app()
            .writes
            // Boxed once: the task would be copied several times on its way, and it is large.
            .spawn(Box::pin(work.instrument(span)));
        task.await.unwrap_or_else(|error| {
            Err(DbError::Other(format!("a write ended early: {error}")).into())
        })
    }

    /// What was read under an idempotency key is noted afterwards, and what is paid for is paid then, so that no read waits
    /// for the writer.
    async fn kept(self, mut answer: Answer) -> ApiResult<Answered> {
        if self.claim.is_none() && self.metering == Metering::Free {
            return Ok(Answered::fresh(answer));
        }
        answer.changed_nothing = true;
        let job = self.clone();
        let step = self
            .cx
            .db()
            .write(move |tx| {
                let (job, answer) = (job.clone(), answer.clone());
                async move {
                    let fence = tx.number();
                    let claimed = job.claimed(&tx, fence).await?;
                    if let Claimed::Twin(twin) = claimed {
                        return Ok(Step::Twin(twin));
                    }
                    let answered = job.settled(&tx, fence, &claimed, (answer, None)).await?;
                    Ok::<_, Failure>(Step::Done(answered))
                }
            })
            .await?;
        match step {
            Step::Done(answered) => Ok(answered),
            Step::Twin(found) => self.twin_answer(found).await,
        }
    }

    async fn write(self, steps: WriteSteps, input: Erased) -> ApiResult<Answered> {
        let prepared = (steps.prepare)(self.cx.clone(), input).await?;
        let outcome = match self.with_others(&steps, &prepared) {
            Some((together, member)) => self.commit_together(together, member, &steps.run).await,
            None => self.commit(steps.run, Arc::clone(&prepared)).await,
        };
        if let Some(undo) = steps.undo
            && is_without_effect(&outcome)
        {
            undo(self.cx.clone(), prepared).await;
        }
        outcome
    }

    pub async fn commit(
        &self,
        run: InTransaction<Answer>,
        prepared: Erased,
    ) -> ApiResult<Answered> {
        let job = self.clone();
        let step = self
            .cx
            .db()
            .write(move |tx| {
                let (job, run, prepared) = (job.clone(), run.clone(), prepared.clone());
                async move {
                    let fence = tx.number();
                    let claimed = job.claimed(&tx, fence).await?;
                    if let Claimed::Twin(twin) = claimed {
                        return Ok(Step::Twin(twin));
                    }
                    job.cx.app().fault("write.claimed");
                    let before = job.before(&tx).await?;
                    let answer = run(tx.clone(), job.cx.clone(), prepared).await?;
                    // After what the handler has to say: an unknown id is a 404, whatever is left.
                    meter::require_balance(&tx, &job.cx, job.metering).await?;
                    let answered = job.settled(&tx, fence, &claimed, (answer, before)).await?;
                    job.cx.app().fault("write.settled");
                    Ok::<_, Failure>(Step::Done(answered))
                }
            })
            .await?;
        self.cx.app().fault("write.committed");
        match step {
            Step::Done(answered) => {
                if let Some(tried) = &answered.answer.forgives {
                    self.cx.app().tries.forgive(tried);
                }
                Ok(answered)
            }
            Step::Twin(found) => self.twin_answer(found).await,
        }
    }

    /// How what it is about stands, where that is told of.
    async fn before(&self, tx: &Tx) -> ApiResult<Option<Value>> {
        match &self.telling {
            Some(telling) => Box::pin(telling.before(tx, &self.cx)).await,
            None => Ok(None),
        }
    }

    /// Takes the idempotency key, if there is one. On PostgreSQL a twin waits at the row of the first; past the
    /// lock time-out the first is still at it.
    async fn claimed(&self, tx: &Tx, fence: i64) -> ApiResult<Claimed> {
        let Some(claim) = &self.claim else {
            return Ok(Claimed::Ours);
        };
        match claim.take(tx, &self.cx, fence).await {
            Ok(KeyState::Free) => Ok(Claimed::Ours),
            Ok(KeyState::Done(stored)) if stored.body == KeptBody::Anew => Ok(Claimed::Again),
            Ok(other) => Ok(Claimed::Twin(other)),
            Err(Failure::Database(DbError::Busy)) => Err(idempotency::in_progress().into()),
            Err(failure) => Err(failure),
        }
    }

    /// Charges for the answer and stores it, in the transaction of its effect. A refusal that stands beside an effect costs
    /// nothing, nor does an answer that is not whole, and whoever asks again is answered anew. With it, how what it is
    /// about stood before.
    async fn settled(
        &self,
        tx: &Tx,
        fence: i64,
        claimed: &Claimed,
        (answer, before): (Answer, Option<Value>),
    ) -> ApiResult<Answered> {
        // What a refusal leaves behind is a change like any other.
        if let Some(telling) = &self.telling {
            // Boxed, as below: the future of every write would hold it, and only people's need it.
            Box::pin(telling.tell(tx, &self.cx, &answer, before)).await?;
        }
        if answer.refusal.is_some() || answer.is_partial {
            if let Some(claim) = &self.claim {
                claim.release(tx, &self.cx, fence).await?;
            }
            let spared = meter::spare(tx, &self.cx, self.metering).await?;
            return Ok(Answered::charged(answer, spared));
        }
        let charged = meter::settle(tx, &self.cx, self.metering, &answer).await?;
        let answered = Answered::charged(answer, charged);
        // Where the first changed nothing there is nothing new to note; if this one did change something after all, the
        // key is not its own and `settle` undoes it.
        let is_noted = matches!(claimed, Claimed::Again) && answered.is_made_anew();
        if let Some(claim) = &self.claim
            && !is_noted
        {
            claim.settle(tx, &self.cx, fence, &answered).await?;
        }
        Ok(answered)
    }

    async fn twin_answer(&self, found: KeyState) -> ApiResult<Answered> {
        let Some(claim) = &self.claim else {
            return Err(idempotency::in_progress().into());
        };
        match claim.answer_of(&self.cx, found).await? {
            Resolved::Answered(answered) => Ok(answered),
            // The twin runs outside a transaction, or freed the key just now: wait as at the start.
            Resolved::Free | Resolved::Running => {
                idempotency::replay(&self.cx, self.claim.as_ref())
                    .await?
                    .ok_or_else(|| idempotency::in_progress().into())
            }
        }
    }

    async fn outside(self, steps: OutsideSteps, input: Erased) -> ApiResult<Answered> {
        let input = (steps.prepare)(self.cx.clone(), input).await?;
        let (begun, fence) = match self.begin(steps.begin, input).await? {
            Begun::Ours { input, fence } => (input, fence),
            Begun::Twin(found) => return self.twin_answer(found).await,
        };
        self.cx.app().fault("outside.begun");
        // A panic is a failure like any other: it must not keep the key until its lease ends.
        let work = AssertUnwindSafe((steps.work)(self.cx.clone(), begun)).catch_unwind();
        let worked = self
            .leased(fence, work)
            .await
            .unwrap_or_else(|_| Err(DbError::Other("the work panicked".to_owned()).into()));
        self.cx.app().fault("outside.worked");
        let finished = match worked {
            Ok(made) => {
                let finished = self.finish(steps.finish, fence, Arc::clone(&made)).await;
                match (&finished, steps.undo, steps.done) {
                    (Ok(answered), _, Some(done)) if !answered.replayed => {
                        done(self.cx.clone(), made).await;
                    }
                    (_, Some(undo), _) if is_without_effect(&finished) => {
                        undo(self.cx.clone(), made).await;
                    }
                    _ => {}
                }
                finished
            }
            Err(failure) => Err(failure),
        };
        self.cx.app().fault("outside.finished");
        if finished.is_err() {
            self.abandon(fence).await;
        }
        finished
    }

    async fn begin(&self, begin: InTransaction<Erased>, input: Erased) -> ApiResult<Begun> {
        let job = self.clone();
        self.cx
            .db()
            .write(move |tx| {
                let (job, begin, input) = (job.clone(), begin.clone(), input.clone());
                async move {
                    let fence = tx.number();
                    if let Claimed::Twin(twin) = job.claimed(&tx, fence).await? {
                        return Ok(Begun::Twin(twin));
                    }
                    let input = begin(tx.clone(), job.cx.clone(), input).await?;
                    meter::hold(&tx, &job.cx, job.metering, fence, job.cx.now() + LEASE_MS).await?;
                    Ok::<_, Failure>(Begun::Ours { input, fence })
                }
            })
            .await
    }

    async fn finish(
        &self,
        finish: InTransaction<Answer>,
        fence: i64,
        made: Erased,
    ) -> ApiResult<Answered> {
        let job = self.clone();
        self.cx
            .db()
            .write(move |tx| {
                let (job, finish, made) = (job.clone(), finish.clone(), made.clone());
                async move {
                    meter::release(&tx, &job.cx, fence).await?;
                    let before = job.before(&tx).await?;
                    let answer = finish(tx.clone(), job.cx.clone(), made).await?;
                    let answered = job
                        .settled(&tx, fence, &Claimed::Ours, (answer, before))
                        .await?;
                    job.cx.app().fault("outside.settled");
                    Ok(answered)
                }
            })
            .await
    }

    /// A failure had no effect: the key and the held credits are free again at once. If even this
    /// fails, the lease frees them.
    async fn abandon(&self, fence: i64) {
        let job = self.clone();
        let freed = self
            .cx
            .app()
            .db // not in line behind what else the organization asks for
            .write(move |tx| {
                let job = job.clone();
                async move {
                    meter::release(&tx, &job.cx, fence).await?;
                    if let Some(claim) = &job.claim {
                        claim.release(&tx, &job.cx, fence).await?;
                    }
                    Ok::<_, Failure>(())
                }
            })
            .await;
        if let Err(failure) = freed {
            tracing::warn!(error = ?failure, "an idempotency key could not be freed; it is free when its lease ends");
        }
    }
}

/// A refusal and the answer of an earlier twin. A fault of the database may have come after its commit:
/// nobody can say here what it left.
pub fn is_without_effect(outcome: &ApiResult<Answered>) -> bool {
    match outcome {
        Ok(answered) => answered.replayed,
        Err(Failure::Problem(_) | Failure::Database(DbError::QueueFull)) => true,
        Err(Failure::Database(_)) => false,
    }
}

/// Whose an idempotency key is.
enum Claimed {
    /// Ours, or there is none.
    Ours,
    /// The same request came before and changed nothing.
    Again,
    /// A twin was first.
    Twin(KeyState),
}

/// What the transaction of a write came to.
enum Step {
    Done(Answered),
    /// A twin was first.
    Twin(KeyState),
}

enum Begun {
    /// `fence` is the number of the claim and of the credit hold.
    Ours {
        input: Erased,
        fence: i64,
    },
    Twin(KeyState),
}
