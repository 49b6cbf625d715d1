//! The brand's own fields of contacts: made once with their type, deleted when nobody looks at them any more.

use postrider_domain::contacts::field::{CoreColumn, FieldBounds};
use postrider_domain::contacts::filter::FilterGroup;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{self, Used};
use postrider_store::db::Tx;
use postrider_store::fields::{self, FieldRecord, NewField};
use postrider_store::{audiences, brands};
use serde_json::json;

use crate::failure::Failure;
use crate::in_use::referencing;

/// A field that was asked for.
pub enum CreatedField {
    New(FieldRecord),
    /// The same field again is no mistake.
    Known(FieldRecord),
}

/// The same name with another type is refused.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: NewField,
    bounds: FieldBounds,
    now: i64,
) -> Result<CreatedField, Failure> {
    let wanted = new.field_type;
    let created = if let Some(record) = fields::get(tx, brand, &new.name).await? {
        CreatedField::Known(record)
    } else {
        let refusal = bounds.too_many_fields("fieldName", &new.name);
        let made = fields::create(tx, brand, &[new], bounds.fields, now).await?;
        CreatedField::New(made.into_iter().next().ok_or(refusal)?)
    };
    let (CreatedField::New(stands) | CreatedField::Known(stands)) = &created;
    if stands.field_type != wanted {
        let (name, kind) = (&stands.name, stands.field_type.as_str());
        let message = format!("`{name}` is a {kind} field.");
        return Err(Problem::new(Code::FieldTypeMismatch, message)
            .param("fieldType")
            .into());
    }
    Ok(created)
}

/// The values are gone for every reader at once; the rows are cleaned in the background.
pub async fn delete(tx: &Tx, brand: BrandKey, name: &str) -> Result<(), Failure> {
    if CoreColumn::parse(name).is_some() {
        return Err(Problem::new(
            Code::CoreFieldImmutable,
            format!("`{name}` is a core column."),
        )
        .param("fieldName")
        .into());
    }
    // No audience can begin to use the field while this looks for one that does.
    brands::lock(tx, brand).await?;
    if fields::get(tx, brand, name).await?.is_none() {
        return Err(not_found().into());
    }
    refuse_if_used(tx, brand, name).await?;
    fields::delete(tx, brand, name).await?;
    Ok(())
}

/// An audience whose filter lost its field would silently change its members, and an automation its ways.
async fn refuse_if_used(tx: &Tx, brand: BrandKey, name: &str) -> Result<(), Failure> {
    let audiences: Vec<_> = audiences::list_all(tx, brand)
        .await?
        .into_iter()
        .filter(|audience| {
            FilterGroup::from_stored(&audience.filters)
                .is_some_and(|group| group.names_custom(name))
        })
        .map(|audience| json!({ "audienceId": audience.public_id, "name": audience.name }))
        .collect();
    let automations = automations::using(tx, brand, Used::Field(name)).await?;
    let message = match (audiences.is_empty(), automations.is_empty()) {
        (true, true) => return Ok(()),
        (false, _) => "Audiences filter by this field.",
        (true, false) => "Published automations look at this field.",
    };
    Err(Problem::new(Code::FieldInUse, message)
        .details(json!({
            "audiences": audiences,
            "referencingAutomations": referencing(&automations),
            "sends": [],
        }))
        .into())
}

pub fn not_found() -> Problem {
    Problem::new(Code::FieldNotFound, "There is no such field.")
}
