//! The one road from an event to runs: the fire route, changes of contacts and the events of providers all take it.
//!
//! Contact, instance, runs and event are one commit, the caller's. Nothing of the graph is walked here.

use futures_util::future::join3;
use postrider_domain::automations::trigger::{
    InstanceState, Landing, NotStarted, NotStartedReason, PayloadError, PayloadWarning,
    RETRY_AFTER_MS, Retried, Source, check_payload,
};
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::contact::Intent;
use postrider_domain::contacts::mailbox::domain_number;
use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::runs::NewRun;
use postrider_store::automations::{self, Live};
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::domains::Sandbox;
use postrider_store::jobs;
use postrider_store::triggers::TriggerRecord;
use postrider_store::triggers::instances::{self, InstanceProgress, NewInstance, START_JOB};
use postrider_store::usage::Account;
use serde_json::{Map, Value, json};

use super::starting::{self, Chosen, Occasion, StartConditions};
use crate::contacts::landing::{Landed, land};
use crate::contacts::write::WriteContext;

/// Whose event it is, and what its start depends on.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    pub contacts: WriteContext<'a>,
    /// The allowance of deliveries.
    pub account: Account,
    pub sandbox: Sandbox,
}

impl Ground<'_> {
    fn conditions(&self) -> StartConditions {
        StartConditions {
            brand: self.contacts.brand,
            now: self.contacts.now,
            account: self.account,
            sandbox: self.sandbox,
        }
    }
}

/// The row of a fire.
#[derive(Clone, Debug)]
pub enum Slot {
    /// To be made: a caller's fire, `tin_…`.
    New { public_id: String },
    /// There since the provider's event arrived, in the state `received`.
    Received {
        id: i64,
        public_id: String,
        attempts: i64,
    },
}

/// Which automations a fire may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    Published,
    /// A rehearsal of the provider: the contact is written, and that is all.
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Fire {
    pub slot: Slot,
    /// What is written to the contact; nothing: what the contract says.
    pub landing: Option<Landing>,
    pub starts: Starts,
}

impl Fire {
    /// By a caller of the API.
    pub fn by_caller(public_id: String) -> Self {
        Self {
            slot: Slot::New { public_id },
            landing: None,
            starts: Starts::Published,
        }
    }
}

pub enum FireResult {
    Fired(Fired),
    /// The payload does not fit; that is recorded, and no contact is written.
    Rejected {
        instance_id: String,
        errors: Vec<PayloadError>,
    },
    /// Nobody's automation waits for it; nothing is recorded. Only of a caller's fire.
    NothingPublished,
}

pub struct Fired {
    pub instance_id: String,
    pub state: InstanceState,
    pub contact: i64,
    /// Ids of the runs.
    pub runs: Vec<String>,
    /// Ids of the automations.
    pub matched: Vec<String>,
    pub not_started: Vec<NotStarted>,
    pub warnings: Vec<PayloadWarning>,
}

/// A payload that passed.
struct Passed {
    email: EmailAddress,
    values: Map<String, Value>,
    warnings: Vec<PayloadWarning>,
}

pub async fn fire(
    tx: &Tx,
    ground: &Ground<'_>,
    trigger: &TriggerRecord,
    payload: Map<String, Value>,
    fire: Fire,
) -> Result<FireResult, DbError> {
    let brand = ground.contacts.brand;
    let passed = match check(trigger, payload) {
        Ok(passed) => passed,
        Err(errors) => return reject(tx, ground, trigger, fire.slot, errors).await,
    };
    let live = match fire.starts {
        Starts::Published => automations::live_for_trigger(tx, brand, trigger.id).await?,
        Starts::Nothing => Vec::new(),
    };
    let (landing, intent) = match (&fire.slot, fire.landing) {
        (Slot::New { .. }, _) if live.is_empty() => return Ok(FireResult::NothingPublished),
        (Slot::Received { .. }, Some(landing)) => (landing, Intent::Upload),
        (_, Some(landing)) => (landing, Intent::Explicit),
        (_, None) => (declared(trigger, &passed.values), Intent::Explicit),
    };
    let landed = land(tx, ground.contacts, &passed.email, &landing, intent).await?;
    record(tx, ground, trigger, fire.slot, (passed, landed, live))
        .await
        .map(FireResult::Fired)
}

fn check(
    trigger: &TriggerRecord,
    payload: Map<String, Value>,
) -> Result<Passed, Vec<PayloadError>> {
    let checked = check_payload(&trigger.contract, payload)?;
    Ok(Passed {
        email: checked.email,
        values: checked.values,
        warnings: checked.warnings,
    })
}

/// A provider's own keys are not fields of contacts: its adapter knows what they are called there.
fn declared(trigger: &TriggerRecord, values: &Map<String, Value>) -> Landing {
    let landing = trigger.contract.landing(values);
    if trigger.is_provided() {
        return Landing {
            custom: Vec::new(),
            ..landing
        };
    }
    landing
}

async fn reject(
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
            instances::create(tx, brand, &new, &progress).await?;
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
async fn record(
    tx: &Tx,
    ground: &Ground<'_>,
    trigger: &TriggerRecord,
    slot: Slot,
    (passed, landed, live): (Passed, Landed, Vec<Live>),
) -> Result<Fired, DbError> {
    let (conditions, now) = (ground.conditions(), ground.contacts.now);
    let (new, attempts) = instance_of(tx, trigger, &slot, now);
    let occasion = Occasion {
        trigger,
        instance: new.id,
        instance_id: &new.public_id,
        contact: landed.contact,
    };
    let Chosen {
        new: starting_runs,
        not_started,
    } = Box::pin(starting::choose(tx, &conditions, &occasion, &live)).await?;
    let matched: Vec<String> = live.into_iter().map(|one| one.public_id).collect();
    let state = InstanceState::after(starting_runs.len(), &not_started, Retried::Yes);
    let progress = InstanceProgress {
        state,
        contact: Some(landed.contact),
        payload: Some(Value::Object(passed.values).to_string()),
        matched: matched.clone(),
        not_started: not_started.clone(),
        rejection: None,
        attempts: attempts + 1,
        starts: 1,
        processed_at: Some(now),
    };
    let written = Written {
        slot,
        new: &new,
        progress: &progress,
        mail_domain: passed.email.domain(),
    };
    let runs = Box::pin(written.append(tx, &conditions, starting_runs)).await?;
    if is_unfinished(&not_started) {
        let due_at = now + RETRY_AFTER_MS[0];
        jobs::enqueue(tx, conditions.brand, START_JOB, new.id, due_at).await?;
    }
    Ok(Fired {
        state,
        contact: landed.contact,
        runs,
        matched,
        not_started,
        warnings: [passed.warnings, landed.warnings].concat(),
        instance_id: new.public_id,
    })
}

/// What is written of a fire beside its contact.
struct Written<'a> {
    slot: Slot,
    new: &'a NewInstance,
    progress: &'a InstanceProgress,
    mail_domain: &'a str,
}

impl Written<'_> {
    /// Rows of tables that do not know each other, on one journey to the database; gives the ids of the runs.
    async fn append(
        self,
        tx: &Tx,
        conditions: &StartConditions,
        runs: Vec<NewRun>,
    ) -> Result<Vec<String>, DbError> {
        let (brand, new, progress) = (conditions.brand, self.new, self.progress);
        let instance = async {
            match self.slot {
                Slot::New { .. } => instances::create(tx, brand, new, progress).await,
                Slot::Received { id, .. } => {
                    advance(tx, brand, id, InstanceState::Received, progress).await
                }
            }
        };
        let told = Told {
            instance: new.id,
            contact: progress.contact,
            mail_domain: Some(self.mail_domain),
        };
        let (runs, instance, told) = join3(
            starting::begin(tx, conditions, runs),
            instance,
            told.append(tx, brand, progress.state, conditions.now),
        )
        .await;
        instance.and(told)?;
        runs
    }
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
    /// The event of a fire that has come to where it stands. On the way there is nothing to tell.
    pub async fn append(
        self,
        tx: &Tx,
        brand: BrandKey,
        state: InstanceState,
        now: i64,
    ) -> Result<(), DbError> {
        let kind = match state {
            InstanceState::Fired => EventType::Fired,
            InstanceState::PartiallyFired => EventType::PartiallyFired,
            InstanceState::DeadLetter => EventType::DeadLetter,
            InstanceState::Received
            | InstanceState::Verified
            | InstanceState::Matched
            | InstanceState::Rejected => return Ok(()),
        };
        let event = NewEvent {
            contact: self.contact,
            domain: self.mail_domain.map(domain_number),
            instance: Some(self.instance),
            ..NewEvent::new(brand, tx.number(), kind, now)
        };
        events::append(tx, vec![event]).await
    }
}
