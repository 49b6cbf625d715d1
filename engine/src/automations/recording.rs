//! Writes down what became of fires: their rows, their runs and what there is to tell.

use futures_util::future::join3;
use postrider_domain::automations::trigger::{
    InstanceState, NotStarted, NotStartedReason, PayloadError, PayloadWarning, RETRY_AFTER_MS,
    Retried, Source,
};
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::mailbox::domain_number;
use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::Live;
use postrider_store::automations::runs::NewRun;
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::jobs;
use postrider_store::triggers::TriggerRecord;
use postrider_store::triggers::instances::{self, InstanceProgress, NewInstance, START_JOB};
use serde_json::{Value, json};

use super::fire::{Arrived, FireResult, Fired, Ground, Slot};
use super::starting::{self, Chosen, Occasion, StartConditions};

pub(super) async fn reject(
    tx: &Tx,
    ground: &Ground<'_>,
    trigger: &TriggerRecord,
    slot: Slot,
    errors: Vec<PayloadError>,
) -> Result<FireResult, DbError> {
    let (brand, now) = (ground.contacts.brand, ground.contacts.now);
    let (instance, instance_id, kind) = match slot {
        Slot::New { public_id } => {
            let new = new_instance(tx, trigger, public_id, now);
            let progress = InstanceProgress::rejected("invalid_payload", 1, now);
            instances::create(tx, brand, &[(&new, &progress)]).await?;
            (new.id, new.public_id, EventType::TriggerRejected)
        }
        Slot::Received {
            id,
            public_id,
            attempts,
        } => {
            let progress = InstanceProgress::rejected("invalid_payload", attempts + 1, now);
            advance(tx, brand, id, InstanceState::Received, &progress).await?;
            (id, public_id, EventType::InboundRejected)
        }
    };
    let message = errors.first().map(|error| error.message.as_str());
    let detail = json!({ "error": { "code": "INVALID_PAYLOAD", "message": message } });
    let event = NewEvent {
        instance: Some(instance),
        detail: Some(detail.to_string()),
        ..NewEvent::new(brand, tx.number(), kind, now)
    };
    events::append(tx, vec![event]).await?;
    Ok(FireResult::Rejected {
        instance_id,
        errors,
    })
}

fn new_instance(tx: &Tx, trigger: &TriggerRecord, public_id: String, now: i64) -> NewInstance {
    NewInstance {
        id: tx.number(),
        public_id,
        trigger: trigger.id,
        source: Source::Api,
        received_at: now,
    }
}

/// The row of a fire, and how often it was worked on.
fn instance_of(tx: &Tx, trigger: &TriggerRecord, slot: &Slot, now: i64) -> (NewInstance, i64) {
    match slot {
        Slot::New { public_id } => (new_instance(tx, trigger, public_id.clone(), now), 0),
        Slot::Received {
            id,
            public_id,
            attempts,
        } => {
            let new = new_instance(tx, trigger, public_id.clone(), now);
            (NewInstance { id: *id, ..new }, *attempts)
        }
    }
}

/// Starts what may start and writes down what came of it.
pub(super) async fn record(
    tx: &Tx,
    ground: &Ground<'_>,
    trigger: &TriggerRecord,
    arrived: Vec<Arrived>,
    live: &[Live],
) -> Result<Vec<Fired>, DbError> {
    if arrived.is_empty() {
        return Ok(Vec::new());
    }
    let (conditions, now) = (ground.conditions(), ground.contacts.now);
    let instances: Vec<(NewInstance, i64)> = arrived
        .iter()
        .map(|one| instance_of(tx, trigger, &one.slot, now))
        .collect();
    let occasions: Vec<Occasion> = arrived
        .iter()
        .zip(&instances)
        .map(|(one, (new, _))| Occasion {
            instance: new.id,
            instance_id: &new.public_id,
            contact: one.landed.contact,
            readiness: one.landed.readiness,
        })
        .collect();
    let chosen = Box::pin(starting::choose(tx, &conditions, trigger, &occasions, live)).await?;
    let matched: Vec<String> = live.iter().map(|one| one.public_id.clone()).collect();
    let mut runs = Vec::new();
    let mut outcomes = Vec::with_capacity(arrived.len());
    for ((one, (new, attempts)), chosen) in arrived.into_iter().zip(instances).zip(chosen) {
        let outcome = Outcome::of(one, new, attempts, &chosen, &matched, now);
        outcomes.push(outcome);
        runs.extend(chosen.new);
    }
    Box::pin(append(tx, &conditions, &outcomes, runs)).await?;
    for outcome in &outcomes {
        if is_unfinished(&outcome.progress.not_started) {
            let due_at = now + RETRY_AFTER_MS[0];
            jobs::enqueue(tx, conditions.brand, START_JOB, outcome.new.id, due_at).await?;
        }
    }
    Ok(outcomes.into_iter().map(Outcome::told).collect())
}

/// What became of a fire that reached its contact.
struct Outcome {
    slot: Slot,
    new: NewInstance,
    progress: InstanceProgress,
    email: EmailAddress,
    contact: i64,
    /// Ids of the runs.
    runs: Vec<String>,
    warnings: Vec<PayloadWarning>,
}

impl Outcome {
    fn of(
        arrived: Arrived,
        new: NewInstance,
        attempts: i64,
        chosen: &Chosen,
        matched: &[String],
        now: i64,
    ) -> Self {
        let Arrived {
            slot,
            passed,
            landed,
        } = arrived;
        let not_started = chosen.not_started.clone();
        let progress = InstanceProgress {
            state: InstanceState::after(chosen.new.len(), &not_started, Retried::Yes),
            contact: Some(landed.contact),
            payload: Some(Value::Object(passed.values).to_string()),
            matched: matched.to_vec(),
            not_started,
            rejection: None,
            attempts: attempts + 1,
            starts: 1,
            processed_at: Some(now),
        };
        let runs = chosen.new.iter().map(|run| run.public_id.clone());
        Self {
            slot,
            new,
            progress,
            email: passed.email,
            contact: landed.contact,
            runs: runs.collect(),
            warnings: [passed.warnings, landed.warnings].concat(),
        }
    }

    fn told(self) -> Fired {
        Fired {
            instance_id: self.new.public_id,
            state: self.progress.state,
            contact: self.contact,
            runs: self.runs,
            matched: self.progress.matched,
            not_started: self.progress.not_started,
            warnings: self.warnings,
        }
    }
}

/// Rows of tables that do not know each other, on one journey to the database.
async fn append(
    tx: &Tx,
    conditions: &StartConditions,
    outcomes: &[Outcome],
    runs: Vec<NewRun>,
) -> Result<(), DbError> {
    let events = outcomes.iter().filter_map(|outcome| {
        let told = Told {
            instance: outcome.new.id,
            contact: Some(outcome.contact),
            mail_domain: Some(outcome.email.domain()),
        };
        told.event(tx, conditions.brand, outcome.progress.state, conditions.now)
    });
    let (runs, instances, told) = join3(
        starting::begin(tx, conditions, runs),
        write_instances(tx, conditions.brand, outcomes),
        events::append(tx, events.collect()),
    )
    .await;
    instances.and(told).and(runs)
}

async fn write_instances(tx: &Tx, brand: BrandKey, outcomes: &[Outcome]) -> Result<(), DbError> {
    let mut new = Vec::new();
    for outcome in outcomes {
        match outcome.slot {
            Slot::New { .. } => new.push((&outcome.new, &outcome.progress)),
            Slot::Received { id, .. } => {
                advance(tx, brand, id, InstanceState::Received, &outcome.progress).await?;
            }
        }
    }
    instances::create(tx, brand, &new).await
}

/// Whether something failed that is worth another try.
pub(super) fn is_unfinished(not_started: &[NotStarted]) -> bool {
    let mut left = not_started.iter();
    left.any(|one| one.reason == NotStartedReason::StartError)
}

async fn advance(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    from: InstanceState,
    to: &InstanceProgress,
) -> Result<(), DbError> {
    if instances::advance(tx, brand, id, from, to).await? {
        return Ok(());
    }
    // Whoever else was at it has done it: nothing of this attempt may stay.
    Err(DbError::Busy)
}

/// A fire of which there may be something to tell.
pub(super) struct Told<'a> {
    pub instance: i64,
    pub contact: Option<i64>,
    pub mail_domain: Option<&'a str>,
}

impl Told<'_> {
    /// Tells of a fire that has come to where it stands.
    pub async fn append(
        self,
        tx: &Tx,
        brand: BrandKey,
        state: InstanceState,
        now: i64,
    ) -> Result<(), DbError> {
        let event = self.event(tx, brand, state, now);
        events::append(tx, event.into_iter().collect()).await
    }

    /// The event of it; on the way there is nothing to tell.
    fn event(self, tx: &Tx, brand: BrandKey, state: InstanceState, now: i64) -> Option<NewEvent> {
        let kind = match state {
            InstanceState::Fired => EventType::Fired,
            InstanceState::PartiallyFired => EventType::PartiallyFired,
            InstanceState::DeadLetter => EventType::DeadLetter,
            InstanceState::Received
            | InstanceState::Verified
            | InstanceState::Matched
            | InstanceState::Rejected => return None,
        };
        Some(NewEvent {
            contact: self.contact,
            domain: self.mail_domain.map(domain_number),
            instance: Some(self.instance),
            is_stamped: true,
            ..NewEvent::new(brand, tx.number(), kind, now)
        })
    }
}
