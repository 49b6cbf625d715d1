//! What an event says about a contact is written as far as it fits; what does not is told and left out.

use std::collections::HashMap;

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
use postrider_store::contacts::{self, ContactUpsert};
use postrider_store::db::{DbError, Tx};
use postrider_store::fields::{self, FieldRecord, NewField};
use serde_json::Value;

use super::fitting::{NumberedValue, fit};
use super::planning::spell;
use super::write::{WriteContext, put_one};

/// The contact of an event.
#[derive(Clone, Debug)]
pub struct Landed {
    pub contact: i64,
    pub created: bool,
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
    let mut warnings = Vec::new();
    let custom = custom_values(tx, context, landing, &mut warnings).await?;
    let mut upsert = ContactUpsert {
        email: email.as_str().to_owned(),
        first_name: name(landing.first_name.as_ref(), "firstName", &mut warnings),
        last_name: name(landing.last_name.as_ref(), "lastName", &mut warnings),
        subscribed: landing.subscribed,
        custom: custom.spelled(),
        consent: None,
        import: None,
        verdict: None,
        suppress: false,
    };
    let mut outcome = put_one(tx, context, (email, upsert.clone()), intent).await?;
    if !outcome.overfull.is_empty() {
        let stored = contacts::get(tx, context.brand, email.as_str()).await?;
        let stored = stored.map_or_else(|| "{}".to_owned(), |contact| contact.custom);
        upsert.custom = custom
            .fitted(context.bounds, &stored, &mut warnings)
            .spelled();
        outcome = put_one(tx, context, (email, upsert.clone()), intent).await?;
    }
    if !outcome.overfull.is_empty() {
        // Somebody else has written to it meanwhile: then nothing is added.
        custom.skip_all(context.bounds, &mut warnings);
        upsert.custom = CustomOf::default().spelled();
        outcome = put_one(tx, context, (email, upsert), intent).await?;
    }
    let row = outcome
        .written
        .first()
        .ok_or_else(|| DbError::Other("a contact was not written".into()))?;
    Ok(Landed {
        contact: row.id,
        created: row.created,
        warnings,
    })
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

async fn custom_values(
    tx: &Tx,
    context: WriteContext<'_>,
    landing: &Landing,
    warnings: &mut Vec<PayloadWarning>,
) -> Result<CustomOf, DbError> {
    let zone = context.zone();
    let wanted: Vec<FieldAssignment> = landing
        .custom
        .iter()
        .filter_map(|(name, kind, value)| wanted(name, *kind, value, &zone, warnings))
        .collect();
    if wanted.is_empty() {
        return Ok(CustomOf::default());
    }
    let known = known_fields(tx, context, &wanted).await?;
    let mut values = Vec::with_capacity(wanted.len());
    for one in &wanted {
        let name = one.name.as_str();
        let Some(field) = known.iter().find(|field| field.name == name) else {
            let problem = context.bounds.too_many_fields(name, name);
            warnings.push(skipped(name, &problem));
            continue;
        };
        match FieldValue::read(one.value, field.field_type, &zone, name) {
            Ok(value) => values.push((field.id, value)),
            Err(problem) => warnings.push(skipped(name, &problem)),
        }
    }
    let names = known.into_iter().map(|field| (field.id, field.name));
    let custom = CustomOf {
        values,
        names: names.collect(),
    };
    // What is too much for a contact that is new.
    Ok(custom.fitted(context.bounds, "{}", warnings))
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

async fn known_fields(
    tx: &Tx,
    context: WriteContext<'_>,
    wanted: &[FieldAssignment<'_>],
) -> Result<Vec<FieldRecord>, DbError> {
    let names = wanted.iter().map(|one| one.name.as_str());
    let known = fields::named(tx, context.brand, names).await?;
    let is_new = |one: &&FieldAssignment| known.iter().all(|field| field.name != one.name.as_str());
    let new: Vec<NewField> = wanted
        .iter()
        .filter(is_new)
        .map(|one| NewField {
            name: one.name.to_string(),
            field_type: one.kind,
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
