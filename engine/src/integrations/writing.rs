//! What an event writes to its contact.

use postrider_domain::address::EmailAddress;
use postrider_domain::contact::Intent;
use postrider_domain::field::FieldType;
use postrider_domain::integration::{InboundEvent, Invoice, field_type};
use postrider_domain::trigger::Landing;
use postrider_store::connections::{self, Seen};
use postrider_store::contacts;
use postrider_store::db::{DbError, Tx};
use postrider_store::fields::{self, NewField};
use serde_json::Value;

use super::resolving::stored;
use crate::contacts::landing::land;
use crate::contacts::write::Place;

/// Only the fields of the provider's own, and the name. Nobody is subscribed by an event; somebody new starts as one
/// who is not mailed if the provider knows of no consent.
pub async fn landing(
    tx: &Tx,
    place: Place<'_>,
    email: &EmailAddress,
    event: &InboundEvent,
) -> Result<Landing, DbError> {
    let name = |key: &str| event.payload.get(key)?.as_str().map(str::to_owned);
    let mut custom = known_or_set(tx, place, event).await?;
    let is_new = contacts::get(tx, place.brand, email.as_str())
        .await?
        .is_none();
    if let Some(invoice) = &event.invoice
        && let Some(sum) = sum_with(tx, place, email, invoice, &custom).await?
    {
        custom.push((invoice.field.clone(), FieldType::Number, sum));
    }
    Ok(Landing {
        first_name: name("firstName"),
        last_name: name("lastName"),
        subscribed: (is_new && !event.subscribes).then_some(false),
        custom,
    })
}

/// The event's fields. To say that something is not there makes no field for it.
async fn known_or_set(
    tx: &Tx,
    place: Place<'_>,
    event: &InboundEvent,
) -> Result<Vec<(String, FieldType, Value)>, DbError> {
    let cleared = event.fields.iter().filter(|(_, value)| value.is_null());
    let cleared: Vec<&str> = cleared.map(|(name, _)| name.as_str()).collect();
    let known = if cleared.is_empty() {
        Vec::new()
    } else {
        fields::named(tx, place.brand, cleared).await?
    };
    let is_known = |name: &str| known.iter().any(|field| field.name == name);
    Ok(event
        .fields
        .iter()
        .filter(|(name, value)| !value.is_null() || is_known(name))
        .map(|(name, value)| (name.clone(), field_type(name, value), value.clone()))
        .collect())
}

/// What the contact has paid with this invoice, if it is not part of the sum already.
async fn sum_with(
    tx: &Tx,
    place: Place<'_>,
    email: &EmailAddress,
    invoice: &Invoice,
    custom: &[(String, FieldType, Value)],
) -> Result<Option<Value>, DbError> {
    if connections::count_invoice(tx, place.brand, &invoice.id).await? == Seen::Before {
        return Ok(None);
    }
    let field = NewField {
        name: invoice.field.clone(),
        field_type: FieldType::Number,
        label: None,
    };
    // Fields before contacts, as every write does it: two that took them in different orders would wait for each other.
    let field = fields::create(tx, place.brand, &[field], place.now).await?;
    let landing = Landing {
        custom: custom.to_vec(),
        ..Landing::default()
    };
    // Writing the contact locks it: nobody else adds to a sum that was read before.
    land(tx, place, email, &landing, Intent::Upload).await?;
    let contact = contacts::get(tx, place.brand, email.as_str()).await?;
    let before = contact
        .zip(field.first())
        .and_then(|(contact, field)| stored(&contact, field.id)?.as_f64());
    let sum = before.unwrap_or(0.0) + invoice.cents as f64;
    Ok(Some(Value::from(sum)))
}
