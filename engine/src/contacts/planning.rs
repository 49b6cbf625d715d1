//! What becomes of the custom values of a write.

use std::collections::BTreeSet;
use std::fmt::Write;

use postrider_domain::contacts::contact::{CustomValues, FieldPlan, FieldRoom};
use postrider_domain::contacts::field::{FieldName, FieldType, FieldValue, KnownFields};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::fields::{self, NewField};
use serde_json::Value;

use super::rows::{Good, Planned, RowError, WriteContext, Written};

/// Types the custom values of rows, creating fields that are new to the brand. A row whose values do not fit the fields
/// is reported.
pub(super) async fn plan<'a>(
    tx: &Tx,
    context: WriteContext<'_>,
    good: Vec<Good<'a>>,
    written: &mut Written,
) -> Result<Vec<Planned<'a>>, DbError> {
    let mut room = FieldRoom {
        bounds: context.bounds,
        new_fields: context.bounds.fields,
    };
    let zone = context.zone();
    let writes = || good.iter().map(|(_, write)| *write);
    let mut known = named_in(tx, context.brand, &good).await?;
    let mut plan = FieldPlan::make(&known, room, &zone, writes());
    if !plan.new_fields.is_empty() {
        room.new_fields = fields::lock_room(tx, context.brand, context.bounds.fields).await?;
        // Another writer may have made one of them meanwhile with another type: plan on what stands now.
        known = named_in(tx, context.brand, &good).await?;
        plan = FieldPlan::make(&known, room, &zone, writes());
        let new: Vec<NewField> = plan.new_fields.drain(..).map(new_field).collect();
        known.extend(make(tx, context, &new).await?);
        written.fields_created = new.into_iter().map(|field| field.name).collect();
    }
    let mut planned = Vec::with_capacity(good.len());
    for ((row, write), values) in good.into_iter().zip(plan.rows) {
        match values {
            Ok(values) => planned.push((row, write, by_number(&known, values))),
            Err(problem) => written.errors.push(RowError::of(row, &problem)),
        }
    }
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

fn new_field((name, field_type): (FieldName, FieldType)) -> NewField {
    NewField {
        name: name.to_string(),
        field_type,
        label: None,
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
