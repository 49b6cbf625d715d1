//! Works on one event: whose it is, what the contact gets, what it starts. One whose address is not known yet is tried
//! again; the event that tells it may be on its way.

use std::sync::Arc;

use aws_lc_rs::hmac;
use postrider_domain::accounts::credits::Plans;
use postrider_domain::automations::integration::InboundEvent;
use postrider_domain::automations::trigger::{InstanceState, Landing, check_payload};
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::contacts::mailbox::domain_number;
use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;
use postrider_store::brands;
use postrider_store::connections::{self, ConnectionRecord};
use postrider_store::contacts;
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::domains::Sandbox;
use postrider_store::jobs::Claimed;
use postrider_store::triggers::instances::{self, InstanceProgress, InstanceRecord};
use postrider_store::triggers::{self, TriggerRecord};
use serde_json::{Value, json};

use super::{resolving, writing};
use crate::automations::firing::{self, Fire, FireResult, Ground, Slot, Starts};
use crate::contacts::write::WriteContext;
use crate::credits::account_of;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};
use crate::validation::KnownDomains;

pub const KIND: &str = "inbound_event";
/// Between one try and the next: the tries are 1, 5 and 30 minutes after the first.
const RETRY_AFTER_MS: [i64; 3] = [60_000, 240_000, 1_500_000];
const UNRESOLVED: &str = "email_unresolved";

/// What work on events needs.
pub struct InboundContext {
    pub plans: Arc<Plans>,
    pub sandbox: Sandbox,
    /// Of the hashes under which opt-outs of deleted contacts are remembered.
    pub opt_outs: hmac::Key,
    pub domains: Arc<KnownDomains>,
    pub bounds: FieldBounds,
}

pub struct InboundJob {
    pub context: Arc<InboundContext>,
}

impl Work for InboundJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn at_once(&self) -> usize {
        4
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.work(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let instance = instances::by_number(&tx, job.brand, job.subject).await?;
            match instance.filter(|one| one.state == InstanceState::Received) {
                Some(instance) => reject(&tx, job.brand, &instance, "internal_error", now).await,
                None => Ok(()),
            }
        })
    }
}

impl InboundJob {
    async fn work(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let (brand, id, now) = (turn.job.brand, turn.job.subject, turn.now());
        let context = Arc::clone(&self.context);
        let again = turn
            .piece(move |tx| {
                let context = Arc::clone(&context);
                async move {
                    let instance = instances::by_number(&tx, brand, id).await?;
                    match instance.filter(|one| one.state == InstanceState::Received) {
                        Some(instance) => {
                            Box::pin(context.process(&tx, brand, &instance, now)).await
                        }
                        None => Ok(None),
                    }
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

impl InboundContext {
    /// Everything that an event causes; or when it is to be looked at again.
    async fn process(
        &self,
        tx: &Tx,
        brand: BrandKey,
        instance: &InstanceRecord,
        now: i64,
    ) -> Result<Option<i64>, JobError> {
        let event: InboundEvent = serde_json::from_str(&instance.payload)
            .map_err(|error| JobError::Hopeless(format!("an event cannot be read: {error}")))?;
        let trigger = triggers::by_number(tx, brand, instance.trigger).await?;
        let connection = match trigger.as_ref().and_then(|trigger| trigger.connection) {
            Some(number) => connections::by_number(tx, brand, number).await?,
            None => None,
        };
        let Some((trigger, connection)) = trigger.zip(connection) else {
            reject(tx, brand, instance, "connection_deleted", now).await?;
            return Ok(None);
        };
        let address = resolving::address(tx, brand, &event.email).await?;
        let Some(email) = address.and_then(|address| EmailAddress::parse(&address).ok()) else {
            return Ok(unresolved(tx, brand, instance, &event, now).await?);
        };
        let contact = contacts::get(tx, brand, email.as_str()).await?;
        if event.is_deletion && contact.is_none() {
            nobody(tx, brand, instance, now).await?;
            return Ok(None);
        }
        let about = About {
            instance,
            trigger: &trigger,
            connection: &connection,
        };
        self.fire(tx, about, event, &email, now).await?;
        Ok(None)
    }

    async fn fire(
        &self,
        tx: &Tx,
        about: About<'_>,
        mut event: InboundEvent,
        email: &EmailAddress,
        now: i64,
    ) -> Result<(), JobError> {
        let brand = about.connection.brand;
        let is_real = event.is_live || about.connection.settings.sandbox;
        if !is_real {
            event.invoice = None;
        }
        let account = account_of(tx, &self.plans, brand.org, now).await?;
        let account =
            account.ok_or_else(|| JobError::Failed("the organization has no plan".to_owned()))?;
        let identity = brands::identity(tx, brand).await?;
        let time_zone = identity.map_or_else(String::new, |identity| identity.time_zone);
        let contacts = WriteContext {
            brand,
            time_zone: &time_zone,
            now,
            opt_outs: &self.opt_outs,
            domains: &self.domains,
            bounds: self.bounds,
        };
        let mut payload = event.payload.clone();
        payload.insert("email".to_owned(), Value::from(email.as_str()));
        // What will be refused leaves nothing behind, and counts no money.
        let landing = match check_payload(&about.trigger.contract, payload.clone()) {
            Ok(_) => {
                writing::landing(tx, contacts, about.connection.provider, email, &event).await?
            }
            Err(_) => Landing::default(),
        };
        let fire = Fire {
            slot: Slot::Received {
                id: about.instance.id,
                public_id: about.instance.public_id.clone(),
                attempts: about.instance.attempts,
            },
            landing: Some(landing),
            starts: if is_real {
                Starts::Published
            } else {
                Starts::Nothing
            },
        };
        let ground = Ground {
            contacts,
            account,
            sandbox: self.sandbox,
        };
        // Numbered before the events of what it starts.
        let number = tx.number();
        let verdict = Box::pin(firing::fire(tx, &ground, about.trigger, payload, fire)).await?;
        if let FireResult::Fired(fired) = verdict {
            let event = NewEvent {
                instance: Some(about.instance.id),
                contact: Some(fired.contact),
                domain: Some(domain_number(email.domain())),
                ..NewEvent::new(brand, number, EventType::Verified, now)
            };
            events::append(tx, vec![event]).await?;
        }
        Ok(())
    }
}

/// The event that is worked on, and whose it is.
#[derive(Clone, Copy)]
struct About<'a> {
    instance: &'a InstanceRecord,
    trigger: &'a TriggerRecord,
    connection: &'a ConnectionRecord,
}

/// When to look again; nothing once there is no hope left.
async fn unresolved(
    tx: &Tx,
    brand: BrandKey,
    instance: &InstanceRecord,
    event: &InboundEvent,
    now: i64,
) -> Result<Option<i64>, DbError> {
    let tries = usize::try_from(instance.attempts).unwrap_or(usize::MAX);
    // Who is named nowhere will not be found later either.
    let wait = RETRY_AFTER_MS
        .get(tries)
        .filter(|_| event.email.known_as.is_some());
    let Some(wait) = wait else {
        reject(tx, brand, instance, UNRESOLVED, now).await?;
        return Ok(None);
    };
    let progress = InstanceProgress {
        attempts: instance.attempts + 1,
        payload: None,
        ..InstanceProgress::received(String::new())
    };
    move_on(tx, brand, instance, &progress).await?;
    Ok(Some(now + wait))
}

/// Somebody is gone whom nobody knows: that is all there is to it. What it held is not kept either.
async fn nobody(
    tx: &Tx,
    brand: BrandKey,
    instance: &InstanceRecord,
    now: i64,
) -> Result<(), DbError> {
    let progress = InstanceProgress {
        state: InstanceState::Verified,
        attempts: instance.attempts + 1,
        processed_at: Some(now),
        ..InstanceProgress::received("{}".to_owned())
    };
    move_on(tx, brand, instance, &progress).await?;
    let event = NewEvent {
        instance: Some(instance.id),
        ..NewEvent::new(brand, tx.number(), EventType::Verified, now)
    };
    events::append(tx, vec![event]).await
}

async fn reject(
    tx: &Tx,
    brand: BrandKey,
    instance: &InstanceRecord,
    why: &str,
    now: i64,
) -> Result<(), DbError> {
    let progress = InstanceProgress::rejected(why, instance.attempts + 1, now);
    move_on(tx, brand, instance, &progress).await?;
    let event = NewEvent {
        instance: Some(instance.id),
        detail: Some(json!({ "error": { "code": why, "message": said(why) } }).to_string()),
        ..NewEvent::new(brand, tx.number(), EventType::InboundRejected, now)
    };
    events::append(tx, vec![event]).await
}

fn said(why: &str) -> &'static str {
    match why {
        UNRESOLVED => "Nobody is known whose event this is.",
        "connection_deleted" => "The connection was deleted before the event was worked on.",
        _ => "The event could not be worked on.",
    }
}

async fn move_on(
    tx: &Tx,
    brand: BrandKey,
    instance: &InstanceRecord,
    to: &InstanceProgress,
) -> Result<(), DbError> {
    let from = InstanceState::Received;
    if instances::advance(tx, brand, instance.id, from, to).await? {
        return Ok(());
    }
    // Whoever else was at it has done it.
    Err(DbError::Busy)
}
