//! What an event writes to its contact.

use postrider_domain::automations::integration::{InboundEvent, Invoice, Provider, field_type};
use postrider_domain::automations::trigger::Landing;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::contact::Intent;
use postrider_domain::contacts::field::{FieldName, FieldType, FieldValue};
use postrider_store::connections::{self, Seen};
use postrider_store::contacts;
use postrider_store::db::{DbError, Tx};
use postrider_store::fields::{self, FieldRecord, NewField};
use serde_json::Value;

use super::resolving::stored;
use crate::contacts::landing::land;
use crate::contacts::write::WriteContext;

const FIRST_NAME: &str = "firstName";
const LAST_NAME: &str = "lastName";

/// A field of a contact, the type that it is made with, and its value.
type Custom = (String, FieldType, Value);

/// Only the fields of the provider's own, and the name; nothing that a newer event has told. Nobody is subscribed by an
/// event; somebody new starts as one who is not mailed if the provider knows of no consent. The contact is there, and
/// locked, when this returns.
pub async fn landing(
    tx: &Tx,
    context: WriteContext<'_>,
    provider: Provider,
    email: &EmailAddress,
    event: &InboundEvent,
) -> Result<Landing, DbError> {
    let mut custom = known_or_set(tx, context, event).await?;
    // Fields before contacts, as every write does it: two that took them in different orders would wait for each other.
    let fields = make_fields(tx, context, event, &custom).await?;
    // Writing the contact locks it: what is decided from here on nobody else decides at the same time.
    let landed = land(tx, context, email, &Landing::default(), Intent::Upload).await?;
    let news = fresh(tx, context, provider, landed.contact, event).await?;
    custom.retain(|(name, _, _)| news.contains(&name.as_str()));
    if let Some(invoice) = &event.invoice {
        custom.extend(sum_with(tx, context, email, invoice, &fields).await?);
    }
    let name = |key: &str| {
        let name = event.payload.get(key)?.as_str()?;
        news.contains(&key).then(|| name.to_owned())
    };
    Ok(Landing {
        first_name: name(FIRST_NAME),
        last_name: name(LAST_NAME),
        subscribed: (landed.created && !event.subscribes).then_some(false),
        custom,
    })
}

/// The event's fields. To say that something is not there makes no field for it.
async fn known_or_set(
    tx: &Tx,
    context: WriteContext<'_>,
    event: &InboundEvent,
) -> Result<Vec<Custom>, DbError> {
    let cleared = event.fields.iter().filter(|(_, value)| value.is_null());
    let cleared: Vec<&str> = cleared.map(|(name, _)| name.as_str()).collect();
    let known = if cleared.is_empty() {
        Vec::new()
    } else {
        fields::named(tx, context.brand, cleared).await?
    };
    let is_known = |name: &str| known.iter().any(|field| field.name == name);
    Ok(event
        .fields
        .iter()
        .filter(|(name, value)| !value.is_null() || is_known(name))
        .map(|(name, value)| (name.clone(), field_type(name, value), value.clone()))
        .collect())
}

/// The fields that the event writes to, made where they are missing.
async fn make_fields(
    tx: &Tx,
    context: WriteContext<'_>,
    event: &InboundEvent,
    custom: &[Custom],
) -> Result<Vec<FieldRecord>, DbError> {
    let zone = context.zone();
    let is_fit = |(name, kind, value): &&Custom| {
        FieldName::parse(name, name).is_ok() && FieldValue::read(value, *kind, &zone, name).is_ok()
    };
    let own = custom.iter().filter(is_fit);
    let own = own.map(|(name, kind, _)| (name, *kind));
    let sum = event.invoice.iter();
    let sum = sum.map(|invoice| (&invoice.field, FieldType::Number));
    let new = own.chain(sum).map(|(name, field_type)| NewField {
        name: name.clone(),
        field_type,
        label: None,
    });
    let new: Vec<NewField> = new.collect();
    fields::create(tx, context.brand, &new, context.bounds.fields, context.now).await
}

/// What of the event is not older than what is known; from now on it is what is known.
async fn fresh<'a>(
    tx: &Tx,
    context: WriteContext<'_>,
    provider: Provider,
    contact: i64,
    event: &'a InboundEvent,
) -> Result<Vec<&'a str>, DbError> {
    let mut times = connections::told(tx, context.brand, contact, provider).await?;
    let names = [FIRST_NAME, LAST_NAME].into_iter();
    let names = names.filter(|name| event.payload.contains_key(*name));
    let said = event.fields.keys().map(String::as_str).chain(names);
    let is_news = |name: &&str| times.get(*name).is_none_or(|at| *at <= event.occurred_at);
    let news: Vec<&str> = said.filter(is_news).collect();
    for name in &news {
        times.insert((*name).to_owned(), event.occurred_at);
    }
    if !news.is_empty() {
        connections::tell(tx, context.brand, contact, provider, &times).await?;
    }
    Ok(news)
}

/// What the contact has paid with this invoice, if it is not part of the sum already. It counts only where the sum can
/// be written.
async fn sum_with(
    tx: &Tx,
    context: WriteContext<'_>,
    email: &EmailAddress,
    invoice: &Invoice,
    fields: &[FieldRecord],
) -> Result<Option<Custom>, DbError> {
    let field = fields.iter().find(|field| field.name == invoice.field);
    let Some(field) = field.filter(|field| field.field_type == FieldType::Number) else {
        return Ok(None);
    };
    if connections::count_invoice(tx, context.brand, &invoice.id).await? == Seen::Before {
        return Ok(None);
    }
    let contact = contacts::get(tx, context.brand, email.as_str()).await?;
    let before = contact.and_then(|contact| stored(&contact, field.id)?.as_f64());
    let sum = Value::from(before.unwrap_or(0.0) + invoice.cents as f64);
    Ok(Some((invoice.field.clone(), FieldType::Number, sum)))
}
