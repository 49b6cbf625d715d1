//! The background work on a placement test: its mail is judged, its copies leave, mailboxes are looked into until all have
//! answered or the time is over. Each turn does what is due, and ends.

use std::sync::Arc;

use postrider_domain::accounts::credits::Plans;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_domain::placement::{SeedState, progress};
use postrider_mail::smtp::TrustedCertificate;
use postrider_store::db::{DbError, Tx};
use postrider_store::jobs::Claimed;
use postrider_store::placement::{self, SeedChange, SeedRecord, TestRecord, seeds};
use postrider_store::{domains, emails, usage};

use super::judging::Judge;
use super::looking::Looker;
use super::settings::HELD_MS;
use super::{ending, mailing};
use crate::designs;
use crate::failure::Failure;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};
use crate::sending::{Mailer, TestMail, TestSender};

pub const KIND: &str = "placement";
/// Turns mostly wait for other servers, half a minute at most.
const AT_ONCE: usize = 8;
/// Who the mail is judged for where there is no seed: a name that no receiver has (RFC 2606).
const NOBODY: &str = "reader@example.net";
const OFTEN_TRIED: &str =
    "The test came to no end, though it was tried several times. Nothing was charged.";

/// Called at named points between the steps. Fault tests end the process there; the product leaves it empty.
pub type Moment = Arc<dyn Fn(&'static str) + Send + Sync>;

pub struct PlacementJob {
    pub mailer: Mailer,
    pub judge: Judge,
    pub trusted: TrustedCertificate,
    pub plans: Arc<Plans>,
    pub moment: Moment,
}

impl Work for PlacementJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.test(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let why = (Code::InternalError, OFTEN_TRIED);
            ending::fail(&tx, job.brand, job.subject, why, now).await
        })
    }
}

/// What one turn is about.
struct Trial {
    test: TestRecord,
    mail: TestMail,
}

impl PlacementJob {
    async fn test(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let Some(test) = self.begin(&turn).await? else {
            return forget(&turn).await;
        };
        let mail = match self.mail(&turn, &test).await {
            Ok(mail) => mail,
            Err(failure) => return refuse(&turn, failure).await,
        };
        let trial = Trial { test, mail };
        (self.moment)("placement.begun");
        if trial.test.judged.is_none()
            && let Some(end) = self.judge(&turn, &trial).await?
        {
            return Ok(end);
        }
        let Some(mailed_at) = self.mailed_at(&turn, &trial).await? else {
            return self.complete(&turn).await;
        };
        self.doubt(&turn).await?;
        if let Some(end) = self.send(&turn, &trial, mailed_at).await? {
            return Ok(end);
        }
        self.look(&turn, mailed_at).await
    }

    /// Says that somebody works on it. `None`: nobody waits for it.
    async fn begin(&self, turn: &Turn) -> Result<Option<TestRecord>, JobError> {
        let (brand, id, now) = (turn.job.brand, turn.job.subject, turn.now());
        let held_until = Millis(now + self.judge.settings.within_ms + HELD_MS);
        // No piece of the job: a mail that ends whoever judges it is not judged for ever.
        let begun = turn.db.write(move |tx| async move {
            placement::begin(&tx, brand, id, now).await?;
            let test = placement::by_number(&tx, brand, id).await?;
            let test = test.filter(|test| !test.status.is_over());
            if test.is_some() {
                usage::extend(&tx, brand.org, id, held_until).await?;
            }
            Ok::<_, DbError>(test)
        });
        Ok(begun.await?)
    }

    /// The mail as a campaign would send it.
    async fn mail(&self, turn: &Turn, test: &TestRecord) -> Result<TestMail, Failure> {
        let (brand, test) = (turn.job.brand, test.clone());
        let read = turn.db.read(move |tx| {
            let test = test.clone();
            async move {
                let email = emails::by_number(&tx, brand, test.email).await?;
                let email = email.ok_or_else(designs::not_found)?;
                let domain = domains::by_number(&tx, brand, test.domain).await?;
                let domain = domain.ok_or_else(crate::domains::not_found)?;
                let (from_email, from_name) =
                    crate::domains::default_from(&tx, brand, &domain).await?;
                Ok::<_, Failure>(TestMail {
                    brand,
                    number: test.id,
                    email: email.id,
                    version: test.version,
                    to: NOBODY.to_owned(),
                    subject: test.subject.or(email.subject).unwrap_or(email.title),
                    preview_text: None,
                    payload: serde_json::Map::new(),
                    sender: Some(TestSender {
                        domain: domain.id,
                        from_email,
                        from_name,
                        reply_to: domain.default_reply_to,
                    }),
                    run: None,
                })
            }
        });
        Box::pin(read).await
    }

    /// What is said of the mail itself. `Some`: the turn ends here.
    async fn judge(&self, turn: &Turn, trial: &Trial) -> Result<Option<TurnEnd>, JobError> {
        let first = read_seeds(turn).await?.into_iter().next();
        let mail = TestMail {
            to: first.map_or_else(|| NOBODY.to_owned(), |seed| seed.address),
            ..trial.mail.clone()
        };
        let copy = match self.mailer.write_copy(&mail).await {
            Ok(copy) => copy,
            Err(failure) => return refuse(turn, failure).await.map(Some),
        };
        let judged = tokio::select! {
            () = turn.stopped() => return Ok(Some(TurnEnd::Interrupted)),
            judged = Box::pin(self.judge.judge(&mail, copy)) => judged,
        };
        let judged = judged.map_err(|error| JobError::Failed(error.to_string()))?;
        let judged = serde_json::to_string(&judged)
            .map_err(|error| JobError::Hopeless(error.to_string()))?;
        (self.moment)("placement.judging");
        let (brand, id, now) = (turn.job.brand, turn.job.subject, turn.now());
        let percent = progress(0, trial.test.seed_count, 0, self.judge.settings.within_ms);
        turn.piece(move |tx| {
            let judged = judged.clone();
            async move {
                placement::judged(&tx, brand, id, (&judged, percent), now).await?;
                Ok(())
            }
        })
        .await?;
        (self.moment)("placement.judged");
        Ok(None)
    }

    /// When the first copies leave, or left. `None`: there is nobody to mail.
    async fn mailed_at(&self, turn: &Turn, trial: &Trial) -> Result<Option<i64>, JobError> {
        if trial.test.seed_count == 0 || trial.test.mailed_at.is_some() {
            return Ok(trial.test.mailed_at);
        }
        let (brand, id, now) = (turn.job.brand, turn.job.subject, turn.now());
        turn.piece(move |tx| async move { Ok(placement::mailed(&tx, brand, id, now).await?) })
            .await?;
        Ok(Some(now))
    }

    /// Whoever was cut off before this turn cannot say what left.
    async fn doubt(&self, turn: &Turn) -> Result<(), JobError> {
        let changes = mailing::cut_off(&read_seeds(turn).await?, turn.now());
        self.write(turn, changes).await
    }

    /// Copies leave to those that wait. `Some`: the turn ends here.
    async fn send(
        &self,
        turn: &Turn,
        trial: &Trial,
        mailed_at: i64,
    ) -> Result<Option<TurnEnd>, JobError> {
        let settings = &self.judge.settings;
        // Whoever gets it later than this could not be looked for long enough.
        let until = mailed_at + settings.within_ms / 2;
        let now = turn.now();
        let mut waiting = read_seeds(turn).await?;
        waiting.retain(|seed| {
            let is_first = seed.failures == 0;
            seed.state == SeedState::Waiting && seed.due_at <= now && (is_first || now <= until)
        });
        while !waiting.is_empty() {
            if turn.stopping() {
                return Ok(Some(TurnEnd::Interrupted));
            }
            let some = waiting
                .drain(..waiting.len().min(mailing::AT_ONCE))
                .collect();
            let prepared = match mailing::prepare(&self.mailer, &trial.mail, some).await {
                Ok(prepared) => prepared,
                Err(failure) => return refuse(turn, failure).await.map(Some),
            };
            self.write(turn, mailing::leaving(&prepared, turn.now()))
                .await?;
            (self.moment)("placement.leaving");
            let every = settings.every_ms;
            let handed = mailing::hand_over(&self.mailer, prepared, turn.now(), every).await;
            (self.moment)("placement.left");
            self.write(turn, handed).await?;
            (self.moment)("placement.sent");
        }
        Ok(None)
    }

    /// Mailboxes are looked into that may have it by now, and all of them once the time is over.
    async fn look(&self, turn: &Turn, mailed_at: i64) -> Result<TurnEnd, JobError> {
        let settings = &self.judge.settings;
        let (now, ends_at) = (turn.now(), mailed_at + settings.within_ms);
        let is_last = now >= ends_at;
        let mut sought = read_seeds(turn).await?;
        sought.retain(|seed| seed.state.is_looked_for() && (is_last || seed.due_at <= now));
        let looker = Looker {
            settings,
            trusted: &self.trusted,
            mailed_at,
            now,
        };
        let found = tokio::select! {
            () = turn.stopped() => return Ok(TurnEnd::Interrupted),
            found = looker.look(sought) => found,
        };
        (self.moment)("placement.looked");
        self.write(turn, found).await?;
        let seeds = read_seeds(turn).await?;
        let is_open = |seed: &&SeedRecord| {
            let can_be_mailed = now <= mailed_at + settings.within_ms / 2;
            seed.state.is_looked_for() || (seed.state == SeedState::Waiting && can_be_mailed)
        };
        let next = seeds.iter().filter(is_open).map(|seed| seed.due_at).min();
        match next {
            Some(due_at) if !is_last => {
                self.tell(turn, &seeds, mailed_at).await?;
                Ok(TurnEnd::Again {
                    at: due_at.min(ends_at).max(now + 1),
                })
            }
            _ => self.complete(turn).await,
        }
    }

    async fn write(&self, turn: &Turn, changes: Vec<SeedChange>) -> Result<(), JobError> {
        if changes.is_empty() {
            return Ok(());
        }
        let (brand, id) = (turn.job.brand, turn.job.subject);
        turn.piece(move |tx| {
            let changes = changes.clone();
            async move { Ok(seeds::change(&tx, brand, id, &changes).await?) }
        })
        .await
    }

    /// How far it is.
    async fn tell(
        &self,
        turn: &Turn,
        seeds: &[SeedRecord],
        mailed_at: i64,
    ) -> Result<(), JobError> {
        let settled = seeds.iter().filter(|seed| seed.state.is_settled()).count();
        let (brand, id, now) = (turn.job.brand, turn.job.subject, turn.now());
        let within = self.judge.settings.within_ms;
        let percent = progress(settled as i64, seeds.len() as i64, now - mailed_at, within);
        turn.piece(
            move |tx| async move { Ok(placement::progress(&tx, brand, id, percent, now).await?) },
        )
        .await
    }

    async fn complete(&self, turn: &Turn) -> Result<TurnEnd, JobError> {
        (self.moment)("placement.ending");
        let plans = Arc::clone(&self.plans);
        let (brand, id, now) = (turn.job.brand, turn.job.subject, turn.now());
        turn.last_piece(move |tx| {
            let plans = Arc::clone(&plans);
            async move { Ok(ending::complete(&tx, &plans, brand, id, now).await?) }
        })
        .await?;
        (self.moment)("placement.ended");
        Ok(TurnEnd::Finished)
    }
}

async fn read_seeds(turn: &Turn) -> Result<Vec<SeedRecord>, DbError> {
    let (brand, id) = (turn.job.brand, turn.job.subject);
    turn.db
        .read(move |tx| async move { seeds::of_test(&tx, brand, id).await })
        .await
}

/// The mail cannot be made as things stand.
async fn refuse(turn: &Turn, failure: Failure) -> Result<TurnEnd, JobError> {
    let problem: Arc<Problem> = match failure {
        Failure::Database(error) => return Err(error.into()),
        Failure::Problem(problem) => Arc::from(problem),
    };
    let (brand, id, now) = (turn.job.brand, turn.job.subject, turn.now());
    turn.last_piece(move |tx| {
        let problem = Arc::clone(&problem);
        async move { Ok(ending::refuse(&tx, brand, id, &problem, now).await?) }
    })
    .await?;
    Ok(TurnEnd::Finished)
}

/// Nobody waits for it: it went with its design.
async fn forget(turn: &Turn) -> Result<TurnEnd, JobError> {
    turn.last_piece(|_| async { Ok(()) }).await?;
    Ok(TurnEnd::Finished)
}
