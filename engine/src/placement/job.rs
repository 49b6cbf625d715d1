//! The background work on a placement test: its mail is judged, its copies leave, mailboxes are looked into until all have
//! answered or the time is over. Each turn does one of these, and ends.

use std::sync::Arc;

use postrider_domain::accounts::credits::Plans;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_domain::placement::{LastLook, SeedState, progress};
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
/// Turns mostly wait for other servers: copies that leave side by side, for 45 seconds at most, or mailboxes that are looked
/// into, eight side by side for half a minute at most.
const AT_ONCE: usize = 8;
/// Whoever tests often leaves places to others.
const AT_ONCE_OF_ONE: usize = AT_ONCE / 2;
/// Whom the mail speaks to, whichever mailbox it goes to: a name that no receiver has (RFC 2606).
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

    fn at_once_of_one(&self) -> usize {
        AT_ONCE_OF_ONE
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

impl PlacementJob {
    async fn test(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let Some(test) = self.begin(&turn).await? else {
            return forget(&turn).await;
        };
        (self.moment)("placement.begun");
        if test.judged.is_none()
            && let Some(end) = self.judge(&turn, &test).await?
        {
            return Ok(end);
        }
        let Some(mailed_at) = self.mailed_at(&turn, &test).await? else {
            return self.complete(&turn).await;
        };
        self.doubt(&turn).await?;
        if let Some(end) = self.send(&turn, &test, mailed_at).await? {
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
                    subject: test.subject.unwrap_or_default(),
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
    async fn judge(&self, turn: &Turn, test: &TestRecord) -> Result<Option<TurnEnd>, JobError> {
        let mail = match self.mail(turn, test).await {
            Ok(mail) => mail,
            Err(failure) => return refuse(turn, failure).await.map(Some),
        };
        let copy = match self.mailer.write_copy(&mail, &mail.to).await {
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
        let percent = progress(0, test.seed_count, 0, self.judge.settings.within_ms);
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
    async fn mailed_at(&self, turn: &Turn, test: &TestRecord) -> Result<Option<i64>, JobError> {
        if test.seed_count == 0 || test.mailed_at.is_some() {
            return Ok(test.mailed_at);
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

    /// When the last copy may leave: whoever gets it later could not be looked for long enough.
    fn mails_until(&self, mailed_at: i64) -> i64 {
        mailed_at + self.judge.settings.within_ms / 2
    }

    /// Copies leave to a few of those that wait. `Some`: the turn ends here, so that hosts that hang hold no place for longer
    /// than one such handful takes; the next turn has the others.
    async fn send(
        &self,
        turn: &Turn,
        test: &TestRecord,
        mailed_at: i64,
    ) -> Result<Option<TurnEnd>, JobError> {
        let (every, now) = (self.judge.settings.every_ms, turn.now());
        let mut waiting = read_seeds(turn).await?;
        waiting.retain(|seed| seed.state == SeedState::Waiting && seed.due_at <= now);
        // Some hosts are slow, and a process may be suspended.
        if waiting.is_empty() || now > self.mails_until(mailed_at) {
            return Ok(None);
        }
        if turn.stopping() {
            return Ok(Some(TurnEnd::Interrupted));
        }
        let some = waiting.iter().take(mailing::AT_ONCE).cloned().collect();
        let prepared = match self.mail(turn, test).await {
            Ok(mail) => mailing::prepare(&self.mailer, &mail, some).await,
            Err(failure) => Err(failure),
        };
        let prepared = match prepared {
            Ok(prepared) => prepared,
            Err(failure) => return self.put_off(turn, &waiting, failure).await,
        };
        self.write(turn, mailing::leaving(&prepared, turn.now()))
            .await?;
        (self.moment)("placement.leaving");
        let handed = mailing::hand_over(&self.mailer, prepared).await;
        (self.moment)("placement.left");
        self.write(turn, mailing::outcomes(handed, turn.now(), every))
            .await?;
        (self.moment)("placement.sent");
        Ok(Some(TurnEnd::Again { at: turn.now() }))
    }

    /// The mail cannot be made any more. What was found out stays: those that wait are told why, and the test goes on.
    async fn put_off(
        &self,
        turn: &Turn,
        waiting: &[SeedRecord],
        failure: Failure,
    ) -> Result<Option<TurnEnd>, JobError> {
        let problem = match failure {
            Failure::Database(error) => return Err(error.into()),
            Failure::Problem(problem) => problem,
        };
        let every = self.judge.settings.every_ms;
        let changes = mailing::put_off(waiting, &problem.message, turn.now(), every);
        self.write(turn, changes).await?;
        Ok(None)
    }

    /// Mailboxes are looked into that may have it by now, and all of them once the time is over.
    async fn look(&self, turn: &Turn, mailed_at: i64) -> Result<TurnEnd, JobError> {
        let settings = &self.judge.settings;
        let (now, ends_at) = (turn.now(), mailed_at + settings.within_ms);
        let mut sought = read_seeds(turn).await?;
        // A slow host may have taken it a moment ago: a look into its mailbox would find nothing yet.
        let is_just_sent = |seed: &SeedRecord| {
            let was_sought = seed.last_look != LastLook::None;
            seed.state == SeedState::Sent && !was_sought && seed.due_at > now
        };
        let is_last = now >= ends_at && !sought.iter().any(is_just_sent);
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
        let until = self.mails_until(mailed_at);
        let is_open = |seed: &&SeedRecord| {
            let can_be_mailed = seed.due_at.max(now) <= until;
            seed.state.is_looked_for() || (seed.state == SeedState::Waiting && can_be_mailed)
        };
        let next = seeds.iter().filter(is_open).map(|seed| seed.due_at).min();
        match next {
            Some(due_at) if !is_last => {
                self.tell(turn, &seeds, mailed_at).await?;
                let at = if now < ends_at {
                    due_at.min(ends_at)
                } else {
                    due_at
                };
                Ok(TurnEnd::Again {
                    at: at.max(now + 1),
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
