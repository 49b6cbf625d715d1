//! The one way in which contacts are written: check, type the custom values, upsert, report.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use aws_lc_rs::hmac;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::contact::{
    Consent, ConsentInput, ContactWrite, CustomValues, FieldPlan, Intent, last_of_each,
};
use postrider_domain::contacts::field::{FieldName, FieldType, FieldValue, KnownFields};
use postrider_domain::contacts::validation::{AddressVerdict, DomainAnswer, Status};
use postrider_domain::contract::problem::{Problem, excerpt};
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{self, ContactUpsert, UpsertRules, Upserted};
use postrider_store::db::{DbError, Tx};
use postrider_store::fields::{self, NewField};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::validation::KnownDomains;
use crate::validation::domains::Look;

/// Characters of an address that a report shows. What is longer is no address.
const SHOWN_ADDRESS: usize = 320;

/// One row of a write, as the caller numbered it.
pub struct Numbered {
    pub index: usize,
    pub email: Option<String>,
    pub write: Result<ContactWrite, Problem>,
}

/// What became of a set of rows.
#[derive(Default)]
pub struct Written {
    pub created: usize,
    pub updated: usize,
    pub fields_created: Vec<String>,
    pub errors: Vec<RowError>,
    pub warnings: Vec<Warning>,
    /// The brand's fields after the write, if it had to look at them.
    pub known: Option<KnownFields>,
    /// The contacts that were written, by address.
    pub rows: Vec<Upserted>,
}

impl Written {
    /// The addresses of the contacts that were written.
    pub fn emails(&self) -> Vec<&str> {
        self.rows.iter().map(|row| row.email.as_str()).collect()
    }
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowError {
    pub index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    pub code: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// `RESUBSCRIBE_SKIPPED` or `DUPLICATE_ADDRESS`
    pub code: Cow<'static, str>,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

impl Warning {
    pub fn resubscribe_skipped() -> Self {
        Self {
            code: "RESUBSCRIBE_SKIPPED".into(),
            message: "The contact unsubscribed earlier and stays unsubscribed: only a consent captured after that, \
                      or a PATCH, subscribes it again."
                .to_owned(),
            index: None,
            email: None,
        }
    }
}

impl RowError {
    pub fn of(row: &Numbered, problem: &Problem) -> Self {
        Self {
            index: row.index,
            email: row
                .email
                .as_deref()
                .map(|email| excerpt(email, SHOWN_ADDRESS).into_owned()),
            code: problem.code.as_str().to_owned(),
            message: problem.message.clone(),
            param: problem.param.clone(),
        }
    }
}

/// Whose contacts are written, and when.
#[derive(Clone, Copy)]
pub struct WriteContext<'a> {
    pub brand: BrandKey,
    pub now: i64,
    /// Of the hashes under which opt-outs of deleted contacts are remembered.
    pub opt_outs: &'a hmac::Key,
    pub domains: &'a KnownDomains,
}

impl WriteContext<'_> {
    /// Under this a deleted contact's opt-out is remembered: nobody can read the address back.
    pub fn address_hash(self, email: &str) -> Vec<u8> {
        hmac::sign(self.opt_outs, email.as_bytes()).as_ref()[..16].to_vec()
    }
}

/// How a set of rows is meant.
#[derive(Clone, Copy)]
pub struct Manner {
    pub intent: Intent,
    /// The import that brought the rows.
    pub import: Option<i64>,
}

impl Manner {
    pub const UPLOAD: Self = Self {
        intent: Intent::Upload,
        import: None,
    };
}

/// A row that passed every check which needs no look at the brand.
type Good<'a> = (&'a Numbered, &'a ContactWrite);
/// A row that will be written, with its custom values as they are kept.
type Planned<'a> = (&'a Numbered, &'a ContactWrite, String);

/// Writes the rows that can be written, whatever becomes of the others.
pub async fn write_rows(
    tx: &Tx,
    context: WriteContext<'_>,
    rows: &[Numbered],
    manner: Manner,
) -> Result<Written, DbError> {
    let mut written = Written::default();
    let mut good: Vec<Good> = Vec::with_capacity(rows.len());
    for row in rows {
        match &row.write {
            Ok(write) => good.push((row, write)),
            Err(problem) => written.errors.push(RowError::of(row, problem)),
        }
    }
    let planned = plan(tx, context, good, &mut written).await?;
    let rows = planned.iter().map(|(_, write, custom)| {
        let upsert = upsert_of(write, custom, manner.import);
        (&write.email, upsert)
    });
    let upserted = put(tx, context, rows.collect(), manner.intent).await?;
    report(&planned, &upserted, &mut written);
    written.rows = upserted;
    written.errors.sort_by_key(|error| error.index);
    written.warnings.sort_by_key(|warning| warning.index);
    Ok(written)
}

/// Writes contacts whose values are typed already.
pub(super) async fn put(
    tx: &Tx,
    context: WriteContext<'_>,
    rows: Vec<(&EmailAddress, ContactUpsert)>,
    intent: Intent,
) -> Result<Vec<Upserted>, DbError> {
    let domains = rows.iter().map(|(email, _)| email.domain());
    let domains = context
        .domains
        .look(tx, domains.collect(), context.now)
        .await?;
    let judged = |(email, upsert)| ContactUpsert {
        verdict: first_verdict(email, &domains),
        ..upsert
    };
    let upserts = rows.into_iter().map(judged).collect();
    let rules = UpsertRules {
        intent,
        now: context.now,
        address_hash: &|email| context.address_hash(email),
    };
    // Boxed: it is large, and whoever writes contacts would carry it along.
    let upserted = Box::pin(contacts::upsert(tx, context.brand, upserts, rules)).await?;
    // After the contacts, as every write does it: two that took them in different orders would wait for each
    // other.
    domains.register(tx, context.now).await?;
    Ok(upserted)
}

/// Decides which rows count and types their custom values, creating fields that are new to the brand.
async fn plan<'a>(
    tx: &Tx,
    context: WriteContext<'_>,
    mut good: Vec<Good<'a>>,
    written: &mut Written,
) -> Result<Vec<Planned<'a>>, DbError> {
    let brand = context.brand;
    let mut known = KnownFields::default();
    if good.iter().any(|(_, write)| !write.custom.is_empty()) {
        known = fields::known(tx, brand).await?;
        written.known = Some(known.clone());
    }
    let (mut kept, mut plan) = settle(&known, &mut good, written);
    if !plan.new_fields.is_empty() {
        let new: Vec<NewField> = plan.new_fields.drain(..).map(new_field).collect();
        fields::create(tx, brand, &new, context.now).await?;
        // Another writer may have made one of them meanwhile with another type: plan on what stands now.
        known = fields::known(tx, brand).await?;
        written.known = Some(known.clone());
        (kept, plan) = settle(&known, &mut good, written);
        written.fields_created = new.into_iter().map(|field| field.name).collect();
    }
    warn_of_duplicates(&good, &kept, written);
    let rows = kept.into_iter().zip(plan.rows);
    Ok(rows
        .filter_map(|(index, values)| {
            let (row, write) = good[index];
            Some((row, write, by_number(&known, values.ok()?)))
        })
        .collect())
}

/// The last row of each address counts, of those whose values fit the fields: one that does not fit is
/// reported and leaves the place to the row before it.
fn settle(
    known: &KnownFields,
    good: &mut Vec<Good<'_>>,
    written: &mut Written,
) -> (Vec<usize>, FieldPlan) {
    loop {
        let kept = last_of_each(good.iter().map(|(_, write)| &write.email));
        let plan = FieldPlan::make(known, kept.iter().map(|index| good[*index].1));
        let mut unfit = HashSet::new();
        for (index, values) in kept.iter().zip(&plan.rows) {
            if let Err(problem) = values {
                let row = good[*index].0;
                written.errors.push(RowError::of(row, problem));
                unfit.insert(row.index);
            }
        }
        if unfit.is_empty() {
            return (kept, plan);
        }
        good.retain(|(row, _)| !unfit.contains(&row.index));
    }
}

fn new_field((name, field_type): (FieldName, FieldType)) -> NewField {
    NewField {
        name: name.to_string(),
        field_type,
        label: None,
    }
}

fn warn_of_duplicates(good: &[Good<'_>], kept: &[usize], written: &mut Written) {
    if kept.len() == good.len() {
        return;
    }
    let kept: HashSet<usize> = kept.iter().copied().collect();
    for (position, (row, write)) in good.iter().enumerate() {
        if !kept.contains(&position) {
            written.warnings.push(Warning {
                code: "DUPLICATE_ADDRESS".into(),
                message: "The address stands again further down; the last row counts.".to_owned(),
                index: Some(row.index),
                email: Some(write.email.as_str().to_owned()),
            });
        }
    }
}

/// The values as the contact's row keeps them, `null` where one is to be cleared. Spelled directly:
/// a map of values would be built and dropped for every row of a batch.
fn by_number(known: &KnownFields, values: CustomValues) -> String {
    let numbered = values.into_iter().filter_map(|(name, value)| {
        let field = known.get(name.as_str())?;
        Some((field.number, value))
    });
    spell(numbered)
}

pub(super) fn spell(values: impl Iterator<Item = (i64, Option<FieldValue>)>) -> String {
    let mut json = String::from("{");
    for (number, value) in values {
        if json.len() > 1 {
            json.push(',');
        }
        let value = value.as_ref().map_or(Value::Null, FieldValue::to_json);
        let _ = write!(json, "\"{number}\":{value}");
    }
    json.push('}');
    json
}

fn upsert_of(write: &ContactWrite, custom: &str, import: Option<i64>) -> ContactUpsert {
    ContactUpsert {
        email: write.email.as_str().to_owned(),
        first_name: write.first_name.clone(),
        last_name: write.last_name.clone(),
        subscribed: write.subscribed,
        custom: custom.to_owned(),
        consent: write
            .consent
            .as_ref()
            .map(|consent| (consent_json(consent), consent.captured_at)),
        import,
        verdict: None,
    }
}

/// What a contact that is new begins with, if anything speaks against its address.
fn first_verdict(email: &EmailAddress, domains: &Look<'_>) -> Option<AddressVerdict> {
    let verdict = AddressVerdict::of(email);
    if domains.dead.contains(email.domain()) {
        return Some(verdict.with_domain(DomainAnswer::NoMail));
    }
    matches!(verdict.status, Status::Risky | Status::Invalid).then_some(verdict)
}

fn consent_json(consent: &Consent) -> String {
    serde_json::to_string(&ConsentInput::from(consent.clone())).unwrap_or_default()
}

fn report(planned: &[Planned<'_>], upserted: &[Upserted], written: &mut Written) {
    let skipped: Vec<&str> = upserted
        .iter()
        .filter(|row| row.resubscribe_skipped)
        .map(|row| row.email.as_str())
        .collect();
    written.created = upserted.iter().filter(|row| row.created).count();
    written.updated = upserted.len() - written.created;
    if skipped.is_empty() {
        return;
    }
    let indexes: HashMap<&str, usize> = planned
        .iter()
        .map(|(row, write, _)| (write.email.as_str(), row.index))
        .collect();
    for email in skipped {
        written.warnings.push(Warning {
            index: indexes.get(email).copied(),
            email: Some(email.to_owned()),
            ..Warning::resubscribe_skipped()
        });
    }
}

#[cfg(test)]
mod tests {
    use postrider_domain::contract::problem::Problem;

    use super::{Numbered, RowError};

    #[test]
    fn a_row_error_shows_the_beginning_of_a_long_address() {
        let shown = |email: &str| {
            let problem = Problem::invalid("email", "The email address has no `@`.");
            let row = Numbered {
                index: 1,
                email: Some(email.to_owned()),
                write: Err(problem.clone()),
            };
            RowError::of(&row, &problem).email.unwrap()
        };
        let longest = "ü".repeat(320);
        assert_eq!(shown(&longest), longest);
        assert_eq!(shown(&"ü".repeat(1 << 20)), format!("{longest}…"));
    }
}
