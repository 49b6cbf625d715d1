//! Test runs: a version is walked at once, and its mail goes to one address. What was done at each node is written before
//! the next; a mail that may have left when the walk was cut off is never sent again.

use std::collections::HashSet;

use jiff::tz::TimeZone;
use postrider_domain::automations::automation::{
    Allowance, Effect, Ending, Facts, Left, Person, Program, RunPosition, step,
};
use postrider_domain::contacts::field::{CoreColumn, FieldValue};
use postrider_domain::contacts::filter::FieldRef;
use postrider_domain::sending::send::{EventType, SendStatus};
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::test_runs::{self, TestRun};
use postrider_store::automations::walkers::{self, Walker};
use postrider_store::automations::{self, VersionRecord, logs};
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::jobs::Claimed;
use serde_json::{Map, Value, json};

use super::log::Log;
use super::programs;
use super::test_run_mail::{Entered, PreparedMail, enter, prepare};
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};
use crate::sending::Mailer;

/// Tests that a process walks side by side.
const AT_ONCE: usize = 4;
/// Mails of one test: an inbox is no load test.
const MAX_MAILS: usize = 20;

pub struct TestRunJob {
    pub mailer: Mailer,
}

impl Work for TestRunJob {
    fn kind(&self) -> &'static str {
        test_runs::JOB
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.walk(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let Some(test_run) = test_runs::get(&tx, job.brand, job.subject).await? else {
                return Ok(());
            };
            let ending = failed("INTERNAL_ERROR", "The test could not be walked.");
            end(&tx, job.brand, &test_run, ending, now).await
        })
    }
}

/// All that a walk needs.
struct Walk {
    test_run: TestRun,
    version: VersionRecord,
    program: Program,
    zone: TimeZone,
    walker: Option<Walker>,
    payload: Map<String, Value>,
    /// Nodes that an earlier turn wrote down.
    done: HashSet<String>,
}

impl TestRunJob {
    async fn walk(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let (brand, number, now) = (turn.job.brand, turn.job.subject, turn.now());
        let begun = turn.piece(move |tx| async move { begin(&tx, brand, number, now).await });
        let walk = match begun.await? {
            Begun::Walk(walk) => walk,
            Begun::Over => return finish(&turn, None).await,
            Begun::Unusable(test_run, ending) => {
                return finish(&turn, Some((*test_run, ending))).await;
            }
        };
        let (mut order, mut mails, mut sending) = (0, 0, None);
        for effect in effects(&walk) {
            let log = match effect {
                Effect::Send { node } => {
                    (mails, sending) = (mails + 1, Some(node));
                    continue;
                }
                Effect::End(ending) => return finish(&turn, Some((walk.test_run, ending))).await,
                // A test neither sleeps nor waits for allowance.
                Effect::Sleep { .. } | Effect::WaitForAllowance => continue,
                Effect::Left {
                    node,
                    how,
                    branch,
                    entered_at,
                    error,
                } => Log {
                    node,
                    how,
                    branch,
                    entered_at,
                    error,
                    warning: None,
                    order: order + 1,
                    send: None,
                },
            };
            order += 1;
            let is_mail = sending.take() == Some(log.node);
            if walk.done.contains(&walk.program.node(log.node).id) {
                continue;
            }
            if turn.stopping() {
                return Ok(TurnEnd::Interrupted);
            }
            let log = match is_mail {
                true if mails > MAX_MAILS => Some(log.unmailed()),
                true => self.mail(&turn, &walk, log).await?,
                false => Some(log),
            };
            match leave(&turn, &walk, log).await? {
                Leaving::On => {}
                Leaving::Over => return finish(&turn, None).await,
                Leaving::Failed(ending) => {
                    return finish(&turn, Some((walk.test_run, ending))).await;
                }
            }
        }
        finish(&turn, Some((walk.test_run, Ending::Completed))).await
    }

    /// Hands over the mail of a node, and says in its log what came of it. `None`: the run was canceled, and nothing
    /// was mailed.
    async fn mail(&self, turn: &Turn, walk: &Walk, mut log: Log) -> Result<Option<Log>, JobError> {
        let place = log.node as i64;
        if walk.test_run.node == Some(place) {
            let message = "in doubt: the mail may have been sent before the test was interrupted";
            log.fail("IN_DOUBT", message.to_owned());
            return Ok(Some(log));
        }
        let id = &walk.program.node(log.node).id;
        let Some(prepared) = prepare(turn, &walk.test_run, &walk.version, &walk.zone, id).await?
        else {
            let message = "The design is not there any more.".to_owned();
            log.fail("EMAIL_NOT_FOUND", message);
            return Ok(Some(log));
        };
        let PreparedMail { mail, own_sender } = prepared;
        match enter(turn, walk.test_run.id, place, self.mailer.tests, &mail).await? {
            Entered::Canceled => return Ok(None),
            Entered::UsedUp(message) => {
                (log.how, log.error) = (Left::Skipped, Some(("RATE_LIMITED", message)));
                return Ok(Some(log));
            }
            Entered::Yes => {}
        }
        match self.mailer.test(mail).await {
            Ok(()) => log.warning = own_sender.map(|why| ("INSTALLATION_SENDER", why)),
            Err(problem) => log.fail(problem.code.as_str(), problem.message),
        }
        Ok(Some(log))
    }
}

impl Log {
    /// One mail too many: the walk goes on without it.
    fn unmailed(self) -> Self {
        let message = format!("A test sends at most {MAX_MAILS} mails: this one was left out.");
        Self {
            how: Left::Skipped,
            error: Some(("TEST_MAIL_LIMIT", message)),
            ..self
        }
    }

    fn fail(&mut self, code: &'static str, message: String) {
        (self.how, self.error) = (Left::Failed, Some((code, message)));
    }
}

/// Whether the walk goes on behind a node.
enum Leaving {
    On,
    /// The run was canceled meanwhile.
    Over,
    Failed(Ending),
}

enum Begun {
    Walk(Box<Walk>),
    /// It was canceled, or has ended.
    Over,
    Unusable(Box<TestRun>, Ending),
}

async fn begin(tx: &Tx, brand: BrandKey, number: i64, now: i64) -> Result<Begun, JobError> {
    if test_runs::start(tx, brand, number, now).await?
        && let Some(test_run) = test_runs::get(tx, brand, number).await?
    {
        let event = event(tx, brand, &test_run, EventType::RunStarted, now);
        events::append(tx, vec![event]).await?;
    }
    let Some(test_run) = test_runs::get(tx, brand, number).await? else {
        return Ok(Begun::Over);
    };
    if test_run.status != SendStatus::Running {
        return Ok(Begun::Over);
    }
    if test_run.address.is_empty() {
        let ending = failed("CONTACT_NOT_FOUND", "The recipient was deleted.");
        return Ok(Begun::Unusable(Box::new(test_run), ending));
    }
    let message = "The version cannot be walked.";
    let ending = failed("AUTOMATION_VERSION_NOT_FOUND", message);
    let Some(version) = automations::version(tx, brand, test_run.version).await? else {
        return Ok(Begun::Unusable(Box::new(test_run), ending));
    };
    let Some((program, zone)) = programs::compile(tx, brand, &version).await? else {
        return Ok(Begun::Unusable(Box::new(test_run), ending));
    };
    let logged = logs::of_run(tx, brand, number).await?;
    let name = |detail: &str| -> Option<String> {
        let detail: Value = serde_json::from_str(detail).ok()?;
        Some(detail.get("node")?.as_str()?.to_owned())
    };
    Ok(Begun::Walk(Box::new(Walk {
        walker: walkers::with_address(tx, brand, &test_run.address).await?,
        payload: serde_json::from_str(&test_run.payload).unwrap_or_default(),
        done: logged
            .iter()
            .filter_map(|node| name(&node.detail))
            .collect(),
        test_run,
        version,
        program,
        zone,
    })))
}

/// The whole walk: a test waits for nothing. Whoever asked for it gets the mail, whatever they once unsubscribed from.
fn effects(walk: &Walk) -> Vec<Effect> {
    let address = &walk.test_run.address;
    let value_of = |field: &FieldRef| match (&walk.walker, field) {
        (Some(walker), field) => walker.value_of(field),
        (None, FieldRef::Core(CoreColumn::Email)) => Some(FieldValue::Text(address.clone())),
        (None, _) => None,
    };
    let person = Person {
        email: address,
        subscribed: true,
        suppressed: false,
        value_of: &value_of,
    };
    let facts = Facts {
        now: walk.test_run.started_at.unwrap_or(walk.test_run.created_at),
        zone: &walk.zone,
        person: Some(&person),
        payload: &walk.payload,
        mails: &[],
        is_test: true,
    };
    let mut allowance = Allowance::UNLIMITED;
    step(
        &walk.program,
        RunPosition::default(),
        &facts,
        &mut allowance,
    )
    .1
}

/// Writes down what became of a node; nothing if the run was canceled at it.
async fn leave(turn: &Turn, walk: &Walk, log: Option<Log>) -> Result<Leaving, JobError> {
    let Some(log) = log else {
        return Ok(Leaving::Over);
    };
    let (brand, test_run, now) = (turn.job.brand, walk.test_run.clone(), turn.now());
    let (kind, order) = (log.kind(), log.order);
    let why = log.error.clone().filter(|_| log.how == Left::Failed);
    let detail = log.detail(&walk.program);
    let left = turn.piece(move |tx| {
        let (test_run, detail) = (test_run.clone(), detail.clone());
        async move {
            if !test_runs::leave(&tx, brand, test_run.id, order).await? {
                return Ok(false);
            }
            let event = NewEvent {
                detail: Some(detail),
                ..event(&tx, brand, &test_run, kind, now)
            };
            events::append(&tx, vec![event]).await?;
            Ok(true)
        }
    });
    Ok(match (left.await?, why) {
        (false, _) => Leaving::Over,
        (true, None) => Leaving::On,
        (true, Some((code, message))) => Leaving::Failed(Ending::Failed { code, message }),
    })
}

/// Ends the job, and the run if it has not ended yet.
async fn finish(turn: &Turn, ending: Option<(TestRun, Ending)>) -> Result<TurnEnd, JobError> {
    let (brand, now) = (turn.job.brand, turn.now());
    turn.last_piece(move |tx| {
        let ending = ending.clone();
        async move {
            if let Some((test_run, ending)) = ending {
                end(&tx, brand, &test_run, ending, now).await?;
            }
            Ok(())
        }
    })
    .await?;
    Ok(TurnEnd::Finished)
}

async fn end(
    tx: &Tx,
    brand: BrandKey,
    test_run: &TestRun,
    ending: Ending,
    now: i64,
) -> Result<(), DbError> {
    let (status, kind, error) = match ending {
        Ending::Completed => (SendStatus::Completed, EventType::RunCompleted, None),
        Ending::Failed { code, message } => {
            let error = json!({ "code": code, "message": message });
            (SendStatus::Failed, EventType::RunFailed, Some(error))
        }
    };
    let stored = error.as_ref().map(Value::to_string);
    if !test_runs::end(tx, brand, test_run.id, status, stored, now).await? {
        return Ok(());
    }
    let event = NewEvent {
        detail: error.map(|error| json!({ "error": error }).to_string()),
        ..event(tx, brand, test_run, kind, now)
    };
    events::append(tx, vec![event]).await
}

fn event(tx: &Tx, brand: BrandKey, test_run: &TestRun, kind: EventType, now: i64) -> NewEvent {
    NewEvent {
        automation: Some(test_run.automation),
        run: Some(test_run.id),
        ..NewEvent::new(brand, tx.number(), kind, now)
    }
}

fn failed(code: &'static str, message: &str) -> Ending {
    Ending::Failed {
        code,
        message: message.to_owned(),
    }
}
