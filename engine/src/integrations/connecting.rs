//! Connections come and go with the triggers of their events.

use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{self, AutomationName};
use postrider_store::connections::{self, ConnectionRecord, NewConnection};
use postrider_store::db::{DbError, Tx};
use postrider_store::triggers::{self, NewProviderTrigger};

/// Makes a connection and a trigger for each of its events.
pub async fn connect(
    tx: &Tx,
    brand: BrandKey,
    new: &NewConnection,
    now: i64,
) -> Result<(), DbError> {
    let number = connections::create(tx, brand, new, now).await?;
    let provider = new.provider;
    let triggers = provider
        .events(&new.settings)
        .into_iter()
        .map(|event| NewProviderTrigger {
            public_id: provider.trigger_id(&new.public_id, &event.event_type),
            title: format!("{}: {}", provider.name(), event.title),
            provider: provider.as_str().to_owned(),
            contract: event.contract(),
            event_key: event.event_type,
        });
    triggers::provision(tx, brand, number, triggers.collect(), now).await
}

/// What came of a wish to delete a connection.
pub enum Deleted {
    Done,
    /// Automations wait for its events.
    InUse(Vec<AutomationName>),
    /// Somebody else did it.
    Gone,
}

/// Deletes a connection and its triggers, unless somebody needs them.
pub async fn delete(tx: &Tx, connection: &ConnectionRecord, now: i64) -> Result<Deleted, DbError> {
    let brand = connection.brand;
    let mut users: Vec<AutomationName> = Vec::new();
    for (owner, public_id) in connections::triggers(tx, brand).await? {
        if owner != connection.id {
            continue;
        }
        // Locked, so that no automation is bound to it meanwhile.
        if let Some(trigger) = triggers::lock(tx, brand, &public_id).await? {
            users.extend(automations::referencing_trigger(tx, brand, trigger.id).await?);
        }
    }
    if !users.is_empty() {
        users.sort_by_key(|automation| automation.id);
        users.dedup_by_key(|automation| automation.id);
        return Ok(Deleted::InUse(users));
    }
    triggers::retire(tx, brand, connection.id, &[], now).await?;
    if connections::delete(tx, brand, connection.id).await? {
        Ok(Deleted::Done)
    } else {
        Ok(Deleted::Gone)
    }
}
