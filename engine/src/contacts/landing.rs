//! What an event says about a contact is written as far as it fits; what does not is told and left out.

use std::collections::{BTreeMap, HashMap};

use jiff::tz::TimeZone;
use postrider_domain::automations::trigger::{Landing, PayloadWarning};
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::contact::{Intent, person_name};
use postrider_domain::contacts::field::{
    ContactExcess, FieldBounds, FieldName, FieldType, FieldValue,
};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::patch::Patch;
use postrider_store::contacts::{self, ContactUpsert, Upserted};
use postrider_store::db::{DbError, Tx};
use postrider_store::fields::{self, FieldRecord, NewField};
use postrider_store::triggers::ContactReadiness;
use serde_json::Value;

use super::fitting::{NumberedValue, fit};
use super::planning::spell;
use super::write::{WriteContext, put_step};

/// The contact of an event.
#[derive(Clone, Debug)]
pub struct Landed {
    pub contact: i64,
    pub created: bool,
    /// Whether mail may go there, where the write has told it.
    pub readiness: Option<ContactReadiness>,
    pub warnings: Vec<PayloadWarning>,
}

/// Upserts the contact; fields that the brand does not have are made with the type that the event gives them.
pub async fn land(
    tx: &Tx,
    context: WriteContext<'_>,
    email: &EmailAddress,
    landing: &Landing,
    intent: Intent,
) -> Result<Landed, DbError> {
    let landed = land_all(tx, context, &[(email, landing)], intent).await?;
    landed.into_iter().next().ok_or_else(not_written)
}

/// The same for events of several contacts, each of which is there once.
pub async fn land_all(
    tx: &Tx,
    context: WriteContext<'_>,
    events: &[(&EmailAddress, &Landing)],
    intent: Intent,
) -> Result<Vec<Landed>, DbError> {
    let mut arriving = arriving(tx, context, events).await?;
    let upserts = arriving.iter().map(|one| (one.email, one.upsert()));
    let outcome = put_step(tx, context, upserts.collect(), intent).await?;
    let mut written: HashMap<String, Upserted> = by_email(outcome.written);
    for overfull in outcome.overfull {
        let fits = |one: &&mut Arriving<'_>| one.email.as_str() == overfull.email;
        if let Some(one) = arriving.iter_mut().find(fits) {
            written.extend(by_email(one.land_in_part(tx, context, intent).await?));
        }
    }
    let landed = |one: Arriving<'_>| {
        let row = written.remove(one.email.as_str());
        let row = row.ok_or_else(not_written)?;
        let readiness = row.record.map(|record| ContactReadiness {
            is_subscribed: record.subscribed,
            is_suppressed: record.suppressed_reason.is_some(),
        });
        Ok(Landed {
            contact: row.id,
            created: row.created,
            readiness,
            warnings: one.warnings,
        })
    };
    arriving.into_iter().map(landed).collect()
}

fn by_email(rows: Vec<Upserted>) -> HashMap<String, Upserted> {
    let rows = rows.into_iter().map(|row| (row.email.clone(), row));
    rows.collect()
}

fn not_written() -> DbError {
    DbError::Other("a contact was not written".into())
}

/// What an event says about its contact, as far as it can be written.
struct Arriving<'a> {
    email: &'a EmailAddress,
    first_name: Patch<String>,
    last_name: Patch<String>,
    subscribed: Option<bool>,
    custom: CustomOf,
    warnings: Vec<PayloadWarning>,
}

impl Arriving<'_> {
    fn upsert(&self) -> ContactUpsert {
        ContactUpsert {
            email: self.email.as_str().to_owned(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            subscribed: self.subscribed,
            custom: self.custom.spelled(),
            consent: None,
            import: None,
            verdict: None,
            suppress: false,
        }
    }

    /// For a contact that has so much already that it cannot get all of this too.
    async fn land_in_part(
        &mut self,
        tx: &Tx,
        context: WriteContext<'_>,
        intent: Intent,
    ) -> Result<Vec<Upserted>, DbError> {
        let stored = contacts::get(tx, context.brand, self.email.as_str()).await?;
        let stored = stored.map_or_else(|| "{}".to_owned(), |contact| contact.custom);
        let fitted = self
            .custom
            .fitted(context.bounds, &stored, &mut self.warnings);
        let all = std::mem::replace(&mut self.custom, fitted);
        let step = vec![(self.email, self.upsert())];
        let outcome = put_step(tx, context, step, intent).await?;
        if outcome.overfull.is_empty() {
            return Ok(outcome.written);
        }
        // Somebody else has written to it meanwhile: then nothing is added.
        all.skip_all(context.bounds, &mut self.warnings);
        self.custom = CustomOf::default();
        let step = vec![(self.email, self.upsert())];
        Ok(put_step(tx, context, step, intent).await?.written)
    }
}

async fn arriving<'a>(
    tx: &Tx,
    context: WriteContext<'_>,
    events: &[(&'a EmailAddress, &'a Landing)],
) -> Result<Vec<Arriving<'a>>, DbError> {
    let zone = context.zone();
    let mut warnings: Vec<Vec<PayloadWarning>> = vec![Vec::new(); events.len()];
    let mut wanted: Vec<Vec<FieldAssignment<'a>>> = Vec::with_capacity(events.len());
    for ((_, landing), warnings) in events.iter().zip(&mut warnings) {
        let custom = landing.custom.iter();
        let custom = custom
            .filter_map(|(name, kind, value)| self::wanted(name, *kind, value, &zone, warnings));
        wanted.push(custom.collect());
    }
    let known = known_fields(tx, context, wanted.iter().flatten()).await?;
    let each = events.iter().zip(warnings).zip(wanted);
    let arriving = each.map(|(((email, landing), mut warnings), wanted)| {
        let custom = custom_values(context, &known, &wanted, &mut warnings);
        Arriving {
            email,
            first_name: name(landing.first_name.as_ref(), "firstName", &mut warnings),
            last_name: name(landing.last_name.as_ref(), "lastName", &mut warnings),
            subscribed: landing.subscribed,
            custom,
            warnings,
        }
    });
    Ok(arriving.collect())
}

fn name(
    given: Option<&String>,
    field: &'static str,
    warnings: &mut Vec<PayloadWarning>,
) -> Patch<String> {
    let Some(name) = given else {
        return Patch::Keep;
    };
    person_name(Patch::Set(name.clone()), field).unwrap_or_else(|problem| {
        warnings.push(skipped(field, &problem));
        Patch::Keep
    })
}

/// A value and the field that it is for.
struct FieldAssignment<'a> {
    name: FieldName,
    kind: FieldType,
    value: &'a Value,
}

fn custom_values(
    context: WriteContext<'_>,
    known: &[FieldRecord],
    wanted: &[FieldAssignment<'_>],
    warnings: &mut Vec<PayloadWarning>,
) -> CustomOf {
    let zone = context.zone();
    let mut custom = CustomOf::default();
    for one in wanted {
        let name = one.name.as_str();
        let Some(field) = known.iter().find(|field| field.name == name) else {
            let problem = context.bounds.too_many_fields(name, name);
            warnings.push(skipped(name, &problem));
            continue;
        };
        match FieldValue::read(one.value, field.field_type, &zone, name) {
            Ok(value) => {
                custom.values.push((field.id, value));
                custom.names.insert(field.id, field.name.clone());
            }
            Err(problem) => warnings.push(skipped(name, &problem)),
        }
    }
    // What is too much for a contact that is new.
    custom.fitted(context.bounds, "{}", warnings)
}

/// The custom values of an event.
#[derive(Default)]
struct CustomOf {
    values: Vec<NumberedValue>,
    names: HashMap<i64, String>,
}

impl CustomOf {
    fn spelled(&self) -> String {
        spell(self.values.iter().cloned())
    }

    /// As far as a contact that has this already can get them.
    fn fitted(
        &self,
        bounds: FieldBounds,
        stored: &str,
        warnings: &mut Vec<PayloadWarning>,
    ) -> Self {
        let (values, left) = fit(bounds, stored, self.values.clone());
        for (number, excess) in left {
            self.skip(bounds, number, excess, warnings);
        }
        Self {
            values,
            names: self.names.clone(),
        }
    }

    fn skip_all(&self, bounds: FieldBounds, warnings: &mut Vec<PayloadWarning>) {
        warnings.retain(|warning| self.names.values().all(|name| *name != warning.field));
        for (number, _) in &self.values {
            self.skip(bounds, *number, ContactExcess::Keys, warnings);
        }
    }

    fn skip(
        &self,
        bounds: FieldBounds,
        number: i64,
        excess: ContactExcess,
        warnings: &mut Vec<PayloadWarning>,
    ) {
        if let Some(name) = self.names.get(&number) {
            warnings.push(skipped(name, &bounds.too_much(excess, name)));
        }
    }
}

/// What could not be a custom field, or is no value of its own type, stays out and makes no field.
fn wanted<'a>(
    key: &str,
    kind: FieldType,
    value: &'a Value,
    zone: &TimeZone,
    warnings: &mut Vec<PayloadWarning>,
) -> Option<FieldAssignment<'a>> {
    let Ok(name) = FieldName::parse(key, key) else {
        warnings.push(PayloadWarning {
            code: "RESERVED_NAME",
            field: key.to_owned(),
            message: format!("`{key}` cannot be a custom field: it stays in the payload."),
        });
        return None;
    };
    match FieldValue::read(value, kind, zone, key) {
        Ok(_) => Some(FieldAssignment { name, kind, value }),
        Err(problem) => {
            warnings.push(skipped(key, &problem));
            None
        }
    }
}

/// The fields that are named; what is new is made with the type that its first event gives it.
async fn known_fields<'w, 'a: 'w>(
    tx: &Tx,
    context: WriteContext<'_>,
    wanted: impl Iterator<Item = &'w FieldAssignment<'a>> + Send,
) -> Result<Vec<FieldRecord>, DbError> {
    let mut kinds: BTreeMap<&str, FieldType> = BTreeMap::new();
    for one in wanted {
        kinds.entry(one.name.as_str()).or_insert(one.kind);
    }
    if kinds.is_empty() {
        return Ok(Vec::new());
    }
    let known = fields::named(tx, context.brand, kinds.keys().copied()).await?;
    let is_new = |(name, _): &(&str, FieldType)| known.iter().all(|field| field.name != *name);
    let new: Vec<NewField> = kinds
        .into_iter()
        .filter(is_new)
        .map(|(name, field_type)| NewField {
            name: name.to_owned(),
            field_type,
            label: None,
        })
        .collect();
    if new.is_empty() {
        return Ok(known);
    }
    let most = context.bounds.fields;
    let made = fields::create(tx, context.brand, &new, most, context.now).await?;
    Ok([known, made].concat())
}

/// Says nothing of the value itself.
fn skipped(field: &str, problem: &Problem) -> PayloadWarning {
    PayloadWarning {
        code: match problem.code {
            Code::FieldTypeMismatch => Code::FieldTypeMismatch.as_str(),
            _ => "FIELD_VALUE_SKIPPED",
        },
        field: field.to_owned(),
        message: format!(
            "`{field}` was not written to the contact. {}",
            problem.message
        ),
    }
}
