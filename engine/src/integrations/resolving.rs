//! Whose event it is.

use postrider_domain::automations::integration::Whereabouts;
use postrider_domain::contacts::contact::fold;
use postrider_domain::contacts::field::{FieldType, FieldValue};
use postrider_domain::contacts::filter::{Comparison, FieldRef, Filter};
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{self, ContactQuery, ContactRecord, Direction, SortKey};
use postrider_store::db::{DbError, Tx};
use postrider_store::fields;
use serde_json::{Map, Value};

/// Contacts that are looked at: ids that differ in case alone are rare, and so are people with two addresses.
const CANDIDATES: i64 = 20;
const CANDIDATES_BYTES: usize = 8 << 20;

/// The person's address, as far as it is known by now.
pub async fn address(
    tx: &Tx,
    brand: BrandKey,
    email: &Whereabouts,
) -> Result<Option<String>, DbError> {
    match email {
        Whereabouts {
            address: Some(address),
            ..
        } => Ok(Some(address.clone())),
        Whereabouts {
            known_as: Some((field, value)),
            ..
        } => known_as(tx, brand, field, value).await,
        _ => Ok(None),
    }
}

/// Of the contact whose field has exactly this value; of several the one that was written last.
async fn known_as(
    tx: &Tx,
    brand: BrandKey,
    field: &str,
    value: &str,
) -> Result<Option<String>, DbError> {
    let field = fields::get(tx, brand, field).await?;
    let Some(field) = field.filter(|field| field.field_type == FieldType::String) else {
        return Ok(None);
    };
    let query = ContactQuery {
        // Filters do not tell upper and lower case apart.
        filter: Some(Filter::Condition {
            field: FieldRef::Custom {
                number: field.id,
                field_type: field.field_type,
            },
            test: Comparison::OneOf(vec![FieldValue::Text(fold(value))]),
            negated: false,
        }),
        search: None,
        sort: SortKey::Number,
        direction: Direction::Descending,
        after: None,
        limit: CANDIDATES,
        bytes: CANDIDATES_BYTES,
    };
    let found = contacts::page(tx, brand, &query).await?;
    let has_value =
        |contact: &ContactRecord| stored(contact, field.id).is_some_and(|stored| stored == value);
    Ok(found
        .rows
        .into_iter()
        .map(|(contact, _)| contact)
        .filter(has_value)
        .max_by_key(|contact| contact.updated_at)
        .map(|contact| contact.email))
}

/// What a contact holds in a field.
pub fn stored(contact: &ContactRecord, field: i64) -> Option<Value> {
    let mut custom: Map<String, Value> = serde_json::from_str(&contact.custom).ok()?;
    custom.remove(&field.to_string())
}
