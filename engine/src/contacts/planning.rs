//! Which rows of a write count, and what becomes of their custom values.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

use jiff::tz::TimeZone;
use postrider_domain::contacts::contact::{CustomValues, FieldPlan, FieldRoom, last_of_each};
use postrider_domain::contacts::field::{FieldName, FieldType, FieldValue, KnownFields};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::fields::{self, NewField};
use serde_json::Value;

use super::rows::{Good, Planned, RowError, Warning, WriteContext, Written};

/// Decides which rows count and types their custom values, creating fields that are new to the brand.
pub(super) async fn plan<'a>(
    tx: &Tx,
    context: WriteContext<'_>,
    mut good: Vec<Good<'a>>,
    written: &mut Written,
) -> Result<Vec<Planned<'a>>, DbError> {
    let mut room = FieldRoom {
        bounds: context.bounds,
        new_fields: context.bounds.fields,
    };
    let zone = context.zone();
    let mut known = named_in(tx, context.brand, &good).await?;
    let (mut kept, mut plan) = settle(&known, room, &zone, &mut good, written);
    if !plan.new_fields.is_empty() {
        room.new_fields = fields::lock_room(tx, context.brand, context.bounds.fields).await?;
        // Another writer may have made one of them meanwhile with another type: plan on what stands now.
        known = named_in(tx, context.brand, &good).await?;
        (kept, plan) = settle(&known, room, &zone, &mut good, written);
        let new: Vec<NewField> = plan.new_fields.drain(..).map(new_field).collect();
        known.extend(make(tx, context, &new).await?);
        written.fields_created = new.into_iter().map(|field| field.name).collect();
    }
    warn_of_duplicates(&good, &kept, written);
    let rows = kept.into_iter().zip(plan.rows);
    let planned = rows
        .filter_map(|(index, values)| {
            let (row, write) = good[index];
            Some((row, write, by_number(&known, values.ok()?)))
        })
        .collect();
    written.known = known;
    Ok(planned)
}

/// Those fields that the rows name: everybody else who writes waits for this, and a brand may have many others.
async fn named_in(tx: &Tx, brand: BrandKey, good: &[Good<'_>]) -> Result<KnownFields, DbError> {
    let custom = good.iter().flat_map(|(_, write)| &write.custom);
    let names: BTreeSet<&str> = custom.map(|(name, _)| name.as_str()).collect();
    if names.is_empty() {
        return Ok(KnownFields::default());
    }
    Ok(fields::by_name(fields::named(tx, brand, names).await?))
}

async fn make(
    tx: &Tx,
    context: WriteContext<'_>,
    new: &[NewField],
) -> Result<KnownFields, DbError> {
    let most = context.bounds.fields;
    let made = fields::create(tx, context.brand, new, most, context.now).await?;
    Ok(fields::by_name(made))
}

/// The last row of each address counts, of those whose values fit the fields: one that does not fit is
/// reported and leaves the place to the row before it.
fn settle(
    known: &KnownFields,
    room: FieldRoom,
    zone: &TimeZone,
    good: &mut Vec<Good<'_>>,
    written: &mut Written,
) -> (Vec<usize>, FieldPlan) {
    loop {
        let kept = last_of_each(good.iter().map(|(_, write)| &write.email));
        let writes = kept.iter().map(|index| good[*index].1);
        let plan = FieldPlan::make(known, room, zone, writes);
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
