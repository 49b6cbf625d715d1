//! An event becomes durable: what the provider is answered is true whatever happens next.

use postrider_domain::automations::integration::InboundEvent;
use postrider_domain::automations::trigger::Source;
use postrider_domain::sending::send::EventType;
use postrider_store::connections::{self, ConnectionRecord, Seen};
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::jobs;
use postrider_store::triggers;
use postrider_store::triggers::instances::{self, InstanceProgress, NewInstance};

use super::job::KIND;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// The connection has no trigger for it.
    Ignored,
    /// It has come before.
    Duplicate,
    Received {
        instance_id: String,
    },
}

/// Writes a genuine event down, once, with the job that works on it.
pub async fn receive(
    tx: &Tx,
    connection: &ConnectionRecord,
    event: &InboundEvent,
    instance_id: String,
    now: i64,
) -> Result<Receipt, DbError> {
    let (brand, provider) = (connection.brand, connection.provider);
    let trigger_id = provider.trigger_id(&connection.public_id, &event.event_type);
    let Some(trigger) = triggers::get(tx, brand, &trigger_id).await? else {
        return ignore(tx, connection, &event.ids, now).await;
    };
    let seen = connections::remember(tx, brand, connection.id, &event.ids, now).await?;
    if seen == Seen::Before {
        return Ok(Receipt::Duplicate);
    }
    let new = NewInstance {
        id: tx.number(),
        public_id: instance_id,
        trigger: trigger.id,
        source: Source::Integration,
        received_at: now,
    };
    let said = serde_json::to_string(event).map_err(|error| DbError::Other(error.to_string()))?;
    let progress = InstanceProgress::received(said);
    instances::create(tx, brand, &[(&new, &progress)]).await?;
    let told = NewEvent {
        instance: Some(new.id),
        ..NewEvent::new(brand, tx.number(), EventType::Received, now)
    };
    events::append(tx, vec![told]).await?;
    connections::touch(tx, brand, connection.id, now).await?;
    jobs::enqueue(tx, brand, KIND, new.id, now).await?;
    Ok(Receipt::Received {
        instance_id: new.public_id,
    })
}

/// Nobody asked for it.
pub async fn ignore(
    tx: &Tx,
    connection: &ConnectionRecord,
    ids: &[String],
    now: i64,
) -> Result<Receipt, DbError> {
    if !connection.provider.signs_event_type() {
        connections::remember(tx, connection.brand, connection.id, ids, now).await?;
    }
    Ok(Receipt::Ignored)
}
