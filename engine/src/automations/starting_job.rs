//! Tries failed starts of a fire again, a few times and ever later.

use std::collections::HashSet;
use std::sync::Arc;

use postrider_domain::accounts::credits::Plans;
use postrider_domain::automations::trigger::{
    InstanceState, NotStarted, NotStartedReason, RETRY_AFTER_MS, Retried,
};
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{self, Live};
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::Sandbox;
use postrider_store::jobs::Claimed;
use postrider_store::triggers;
use postrider_store::triggers::instances::{self, InstanceProgress, InstanceRecord, START_JOB};

use super::recording::{Told, is_unfinished};
use super::starting::{self, Occasion, StartConditions};
use crate::credits::account_of;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

pub struct StartJob {
    pub plans: Arc<Plans>,
    pub sandbox: Sandbox,
}

impl Work for StartJob {
    fn kind(&self) -> &'static str {
        START_JOB
    }

    fn at_once(&self) -> usize {
        2
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.work(turn))
    }

    /// What has not started by now does not start any more.
    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let Some(instance) = instances::by_number(&tx, job.brand, job.subject).await? else {
                return Ok(());
            };
            if !is_unfinished(&instance.not_started) {
                return Ok(());
            }
            let not_started = instance.not_started.clone();
            let progress = progress(&instance, not_started, Retried::No, now);
            settle(&tx, job.brand, &instance, &progress, now).await
        })
    }
}

impl StartJob {
    async fn work(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let (brand, id, now) = (turn.job.brand, turn.job.subject, turn.now());
        let (plans, sandbox) = (Arc::clone(&self.plans), self.sandbox);
        let again = turn
            .piece(move |tx| {
                let plans = Arc::clone(&plans);
                async move {
                    let Some(instance) = instances::by_number(&tx, brand, id).await? else {
                        return Ok(None);
                    };
                    let account = account_of(&tx, &plans, brand.org, now).await?;
                    let account = account
                        .ok_or_else(|| JobError::Failed("the organization has no plan".into()))?;
                    let conditions = StartConditions {
                        brand,
                        now,
                        account,
                        sandbox,
                    };
                    Ok(start_again(&tx, &conditions, instance).await?)
                }
            })
            .await?;
        if let Some(at) = again {
            return Ok(TurnEnd::Again { at });
        }
        turn.last_piece(|_| async { Ok(()) }).await?;
        Ok(TurnEnd::Finished)
    }
}

/// One try; when the next is due, if there is to be one.
async fn start_again(
    tx: &Tx,
    conditions: &StartConditions,
    instance: InstanceRecord,
) -> Result<Option<i64>, DbError> {
    if !is_unfinished(&instance.not_started) {
        return Ok(None);
    }
    let (refused, left) = Box::pin(try_to_start(tx, conditions, &instance)).await?;
    let tries = usize::try_from(instance.starts).unwrap_or(usize::MAX);
    let next = RETRY_AFTER_MS.get(tries).copied();
    let next = next.filter(|_| is_unfinished(&left));
    let not_started = [refused, left].concat();
    let retried = match next {
        Some(_) => Retried::Yes,
        None => Retried::No,
    };
    let progress = progress(&instance, not_started, retried, conditions.now);
    settle(tx, conditions.brand, &instance, &progress, conditions.now).await?;
    Ok(next.map(|after| conditions.now + after))
}

/// Writes down where a fire stands now, and tells of it if that is elsewhere.
async fn settle(
    tx: &Tx,
    brand: BrandKey,
    instance: &InstanceRecord,
    progress: &InstanceProgress,
    now: i64,
) -> Result<(), DbError> {
    if !instances::advance(tx, brand, instance.id, instance.state, progress).await? {
        return Err(DbError::Busy);
    }
    if progress.state == instance.state {
        return Ok(());
    }
    let email = instance.email.as_deref();
    let told = Told {
        instance: instance.id,
        contact: instance.contact,
        mail_domain: email.and_then(|email| email.rsplit('@').next()),
    };
    told.append(tx, brand, progress.state, now).await
}

/// Those that are not tried again, and those that did not start this time. Without its contact, who was deleted, nothing can
/// start any more.
async fn try_to_start(
    tx: &Tx,
    conditions: &StartConditions,
    instance: &InstanceRecord,
) -> Result<(Vec<NotStarted>, Vec<NotStarted>), DbError> {
    let trigger = triggers::by_number(tx, conditions.brand, instance.trigger).await?;
    let (Some(trigger), Some(contact)) = (trigger, instance.contact) else {
        return Ok((instance.not_started.clone(), Vec::new()));
    };
    let live = automations::live_for_trigger(tx, conditions.brand, trigger.id).await?;
    let (refused, live) = still_to_start(instance, live);
    let occasion = Occasion {
        instance: instance.id,
        instance_id: &instance.public_id,
        contact,
        readiness: None,
    };
    let chosen = starting::choose(tx, conditions, &trigger, &[occasion], &live).await?;
    let chosen = chosen.into_iter().next().unwrap_or_default();
    starting::begin(tx, conditions, chosen.new).await?;
    Ok((refused, chosen.not_started))
}

/// Those that were refused, or are not there any more, and those to be tried.
fn still_to_start(instance: &InstanceRecord, live: Vec<Live>) -> (Vec<NotStarted>, Vec<Live>) {
    let failed = |one: &NotStarted| one.reason == NotStartedReason::StartError;
    let live: Vec<Live> = live
        .into_iter()
        .filter(|one| {
            let mut left = instance.not_started.iter();
            left.any(|left| failed(left) && left.automation_id == one.public_id)
        })
        .collect();
    let tried: HashSet<&str> = live.iter().map(|one| one.public_id.as_str()).collect();
    let refused = instance
        .not_started
        .iter()
        .filter(|one| !tried.contains(one.automation_id.as_str()))
        .cloned()
        .collect();
    (refused, live)
}

fn progress(
    instance: &InstanceRecord,
    not_started: Vec<NotStarted>,
    retried: Retried,
    now: i64,
) -> InstanceProgress {
    let running = instance.matched.len().saturating_sub(not_started.len());
    InstanceProgress {
        state: InstanceState::after(running, &not_started, retried),
        contact: instance.contact,
        payload: None,
        matched: instance.matched.clone(),
        not_started,
        rejection: instance.rejection.clone(),
        attempts: instance.attempts + 1,
        starts: instance.starts + 1,
        processed_at: Some(now),
    }
}
