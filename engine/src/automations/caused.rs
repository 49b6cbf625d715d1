//! What a batch of runs causes, gathered and written at once.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join;
use postrider_domain::automations::automation::{Effect, Ending, Left, RunPosition};
use postrider_domain::contacts::mailbox;
use postrider_domain::contract::ids;
use postrider_domain::numbers::Millis;
use postrider_domain::sending::send::{EventType, SendStatus};
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::audience_runs;
use postrider_store::automations::runs::{self, OpenRun, Stand};
use postrider_store::automations::steps::{CounterKey, Counts};
use postrider_store::automations::streams::{self, NewMail};
use postrider_store::automations::walkers::Walker;
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::events::{self, NewEvent};
use serde_json::json;

use super::log::Log;
use super::programs::Loaded;
use crate::assets::Entropy;

pub(super) struct Caused {
    brand: BrandKey,
    now: i64,
    stands: Vec<Stand>,
    events: Vec<NewEvent>,
    counts: Counts,
    /// By send.
    mails: BTreeMap<i64, Vec<NewMail>>,
    /// Audience runs of which a member has ended.
    audience_runs: BTreeSet<i64>,
}

/// One run that was stepped.
pub(super) struct Stepped<'a> {
    pub run: &'a OpenRun,
    pub loaded: &'a Loaded,
    pub position: RunPosition,
    pub effects: Vec<Effect>,
    pub walker: Option<&'a Walker>,
    /// When to look for allowance again.
    pub retry_at: i64,
}

impl Caused {
    pub(super) fn new(brand: BrandKey, now: i64) -> Self {
        Self {
            brand,
            now,
            stands: Vec::new(),
            events: Vec::new(),
            counts: Counts::default(),
            mails: BTreeMap::new(),
            audience_runs: BTreeSet::new(),
        }
    }

    pub(super) fn stand(&mut self, stand: Stand) {
        self.stands.push(stand);
    }

    /// How many mails are handed to the delivery path.
    pub(super) fn mails(&self) -> i64 {
        self.mails.values().map(Vec::len).sum::<usize>() as i64
    }

    pub(super) fn take(&mut self, tx: &Tx, stepped: Stepped<'_>, entropy: &Entropy) {
        let Stepped {
            run,
            loaded,
            position,
            effects,
            walker,
            retry_at,
        } = stepped;
        let mut stand = Stand {
            status: SendStatus::Running,
            node: position.node.map(|node| node as i64),
            entered_at: position.node.map(|_| position.entered_at),
            wake_at: None,
            window_ends: position.window_ends,
            steps: position.steps,
            started_at: Some(run.started_at.unwrap_or(self.now)),
            ..Stand::of(run)
        };
        self.begin(tx, run, walker);
        let stood_at = run.node.and_then(|node| usize::try_from(node).ok());
        let mut order = run.steps;
        let mut sent = None;
        for effect in effects {
            match effect {
                Effect::Send { node } => sent = self.mail(run, loaded, node, entropy),
                Effect::Left {
                    node,
                    how,
                    branch,
                    entered_at,
                    error,
                } => {
                    order += 1;
                    let log = Log {
                        node,
                        how,
                        branch,
                        entered_at,
                        error,
                        warning: None,
                        order,
                        send: sent.take(),
                    };
                    self.count(run, loaded, &log, stood_at);
                    self.events.push(self.log(tx, run, loaded, log, walker));
                }
                Effect::Sleep { until, awaits } => {
                    stand.wake_at = Some(until);
                    let watched = awaits.and_then(|node| loaded.sends.get(node)?.as_ref());
                    stand.awaits = watched.map(|send| send.id);
                    self.arrive(run, loaded, position.node, stood_at);
                }
                Effect::WaitForAllowance => {
                    stand.wake_at = Some(retry_at);
                    self.arrive(run, loaded, position.node, stood_at);
                }
                Effect::End(ending) => self.end(tx, run, &mut stand, ending, walker),
            }
        }
        self.stands.push(stand);
    }

    /// A run whose version cannot be walked.
    pub(super) fn fail(&mut self, tx: &Tx, run: &OpenRun) {
        self.begin(tx, run, None);
        let mut stand = Stand {
            wake_at: None,
            started_at: Some(run.started_at.unwrap_or(self.now)),
            ..Stand::of(run)
        };
        let ending = Ending::Failed {
            code: "AUTOMATION_VERSION_NOT_FOUND",
            message: "The version that this run walks cannot be read any more.".to_owned(),
        };
        self.end(tx, run, &mut stand, ending, None);
        self.stands.push(stand);
    }

    fn begin(&mut self, tx: &Tx, run: &OpenRun, walker: Option<&Walker>) {
        if run.started_at.is_some() {
            return;
        }
        self.counts.at(self.counter_key(run)).entered += 1;
        let event = self.event(tx, run, EventType::RunStarted, walker);
        self.events.push(event);
    }

    fn end(
        &mut self,
        tx: &Tx,
        run: &OpenRun,
        stand: &mut Stand,
        ending: Ending,
        walker: Option<&Walker>,
    ) {
        let counter_key = self.counter_key(run);
        stand.completed_at = Some(self.now);
        stand.window_ends = None;
        stand.wake_at = None;
        let mut event = self.event(tx, run, EventType::RunCompleted, walker);
        match ending {
            Ending::Completed => {
                stand.status = SendStatus::Completed;
                self.counts.at(counter_key).completed += 1;
            }
            Ending::Failed { code, message } => {
                let error = json!({ "code": code, "message": message });
                stand.status = SendStatus::Failed;
                stand.error = Some(error.to_string());
                self.counts.at(counter_key).failed += 1;
                event.kind = EventType::RunFailed;
                event.detail = Some(json!({ "error": error }).to_string());
            }
        }
        self.events.push(event);
        self.audience_runs.extend(run.audience_run);
    }

    /// Hands a mail to the delivery path; gives the name of the send that it belongs to.
    fn mail(
        &mut self,
        run: &OpenRun,
        loaded: &Loaded,
        node: usize,
        entropy: &Entropy,
    ) -> Option<String> {
        let (send, contact) = (loaded.sends.get(node)?.as_ref()?, run.contact?);
        let public_id = match &send.public_id {
            Some(_) => None,
            None => Some(ids::prefixed("as_", first21(entropy()))),
        };
        let name = send.public_id.clone().or_else(|| public_id.clone());
        self.mails.entry(send.id).or_default().push(NewMail {
            run: run.id,
            contact,
            public_id,
        });
        name
    }

    fn counter_key(&self, run: &OpenRun) -> CounterKey {
        CounterKey::of_run(run.automation, run.audience_run, Millis(self.now))
    }

    /// Somebody sleeps at a node who did not before.
    fn arrive(
        &mut self,
        run: &OpenRun,
        loaded: &Loaded,
        node: Option<usize>,
        stood_at: Option<usize>,
    ) {
        if let Some(node) = node
            && stood_at != Some(node)
        {
            let counter_key = self.counter_key(run).at_node(&loaded.program.node(node).id);
            self.counts.at(counter_key).entered += 1;
        }
    }

    fn count(&mut self, run: &OpenRun, loaded: &Loaded, log: &Log, stood_at: Option<usize>) {
        let counter_key = self
            .counter_key(run)
            .at_node(&loaded.program.node(log.node).id);
        let count = self.counts.at(counter_key);
        // Nodes behind one that ended the run were never entered.
        let was_there = log.how != Left::Skipped || log.error.is_some();
        count.entered += i64::from(was_there && stood_at != Some(log.node));
        match log.how {
            Left::Completed => count.completed += 1,
            Left::Skipped => count.skipped += 1,
            Left::Failed => count.failed += 1,
        }
    }

    fn log(
        &self,
        tx: &Tx,
        run: &OpenRun,
        loaded: &Loaded,
        log: Log,
        walker: Option<&Walker>,
    ) -> NewEvent {
        let kind = log.kind();
        NewEvent {
            detail: Some(log.detail(&loaded.program)),
            ..self.event(tx, run, kind, walker)
        }
    }

    fn event(&self, tx: &Tx, run: &OpenRun, kind: EventType, walker: Option<&Walker>) -> NewEvent {
        let domain = |walker: &Walker| mailbox::domain_number(mailbox::domain_of(&walker.email));
        NewEvent {
            contact: run.contact,
            domain: walker.map(domain),
            automation: Some(run.automation),
            run: Some(run.id),
            ..NewEvent::new(self.brand, tx.number(), kind, self.now)
        }
    }

    pub(super) async fn write(self, tx: &Tx, process: i64) -> Result<(), DbError> {
        let (saved, told) = join(
            runs::save(tx, self.brand, self.stands),
            events::append(tx, self.events),
        )
        .await;
        saved?;
        told?;
        for (send, mails) in self.mails {
            streams::append(tx, self.brand, send, mails, process).await?;
        }
        self.counts.add(tx, self.brand, process).await?;
        for audience_run in self.audience_runs {
            audience_runs::end_if_done(tx, self.brand, audience_run, self.now).await?;
        }
        Ok(())
    }
}

fn first21(entropy: [u8; 32]) -> [u8; 21] {
    std::array::from_fn(|index| entropy[index])
}
