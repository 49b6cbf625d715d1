//! PostgreSQL's indexes over `folded` and `folded_custom`. The latter holds every custom value under a key that says brand
//! and field, texts in lower case and numbers so that they sort: folding a million texts while they are asked for takes a
//! second.

use postrider_domain::contacts::contact::fold;
use postrider_domain::contacts::field::{FieldType, FieldValue};
use postrider_domain::contacts::filter::{Comparison, FieldRef};
use postrider_domain::tenant::BrandKey;
use serde_json::{Map, Value};

use super::super::column::{Bare, Column, Kind};
use super::super::sql::Sql;
use crate::db;

/// More alternatives than this are one look into a list instead of one into the index each.
const MAX_PAIRS: usize = 20;

/// The column `folded_custom` of a new contact.
pub(super) fn folded_custom(brand: BrandKey, custom: &str) -> String {
    folded(custom, |folded, field, value| {
        folded.extend(folded_entry(brand, field, value));
    })
}

/// What changes it when the custom values change so: a value may have been of the other type before.
pub(super) fn folded_change(brand: BrandKey, custom: &str) -> String {
    folded(custom, |folded, field, value| {
        folded.insert(folded_key(brand, field), Value::Null);
        folded.insert(number_key(brand, field), Value::Null);
        folded.extend(folded_entry(brand, field, value));
    })
}

fn folded(custom: &str, mut add: impl FnMut(&mut Map<String, Value>, &str, &Value)) -> String {
    let Ok(values) = serde_json::from_str::<Map<String, Value>>(custom) else {
        return custom.to_owned(); // not ours to judge: the database refuses it
    };
    let mut folded = Map::new();
    for (field, value) in &values {
        add(&mut folded, field, value);
    }
    Value::Object(folded).to_string()
}

fn folded_entry(brand: BrandKey, field: &str, value: &Value) -> Option<(String, Value)> {
    match value {
        Value::String(text) => Some((folded_key(brand, field), Value::String(fold(text)))),
        Value::Bool(_) => Some((folded_key(brand, field), value.clone())),
        Value::Number(number) => Some((
            number_key(brand, field),
            Value::String(sortable(number.as_f64()?)),
        )),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// What `folded_custom` contains if a field has this value.
pub(super) fn folded_pair(brand: BrandKey, field: i64, value: &FieldValue) -> String {
    let entry = folded_entry(brand, &field.to_string(), &value.to_json());
    Value::Object(entry.into_iter().collect()).to_string()
}

/// A number as a text whose bytes sort as numbers do: PostgreSQL takes half as long to compare it as to
/// compare JSON with JSON.
pub(super) fn sortable(number: f64) -> String {
    let bits = (number + 0.0).to_bits(); // minus zero is zero
    let is_negative = bits >> 63 == 1;
    let ordered = if is_negative { !bits } else { bits | 1 << 63 };
    format!("{ordered:016x}")
}

pub(super) fn folded_key(brand: BrandKey, field: &str) -> String {
    format!("{}.{field}", brand.brand)
}

/// Numbers have a key of their own, so that nobody takes them for texts.
pub(super) fn number_key(brand: BrandKey, field: &str) -> String {
    format!("{}.{field}n", brand.brand)
}

/// What `folded_custom` contains one of, if that is what the condition asks.
pub(super) fn pairs(brand: BrandKey, field: FieldRef, test: &Comparison) -> Option<Vec<db::Value>> {
    match (field, test) {
        (FieldRef::Custom { number, .. }, Comparison::OneOf(wanted))
            if wanted.len() <= MAX_PAIRS =>
        {
            let pair = |value| db::Value::Json(folded_pair(brand, number, value));
            Some(wanted.iter().map(pair).collect())
        }
        _ => None,
    }
}

/// A custom value in `folded_custom`; none for what is compared where it stands.
pub(super) fn column(brand: BrandKey, field: FieldRef) -> Option<Column> {
    match field {
        FieldRef::Custom {
            number,
            field_type: FieldType::String,
        } => {
            let key = folded_key(brand, &number.to_string());
            Some(Column {
                kind: Kind::Text { folded: true },
                value: format!("{{json_text}}(contacts.folded_custom, {key})"),
                may_be_null: true,
                bare: Bare::of(Kind::Text { folded: true }, "contacts.folded_custom", &key),
            })
        }
        FieldRef::Custom {
            number,
            field_type: FieldType::Number | FieldType::Date,
        } => {
            let key = number_key(brand, &number.to_string());
            let value = format!("{{bytewise}}({{bare}}(contacts.folded_custom, {key}))");
            Some(Column {
                bare: Some(Bare { value, guard: None }),
                ..Column::of(field)
            })
        }
        _ => None,
    }
}

/// In a form that the index knows; in it `%` and `_` would be the caller's.
pub(super) fn push_search(sql: &mut Sql, part: &str) {
    let escaped = part.replace('\\', "\\\\");
    let escaped = escaped.replace('%', "\\%").replace('_', "\\_");
    sql.push("contacts.folded LIKE ")
        .bind(format!("%{escaped}%"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_sort_as_texts() {
        let numbers = [
            f64::MIN,
            -2.5,
            -1.0,
            -1e-300,
            0.0,
            1e-300,
            0.5,
            1.0,
            97.0,
            1e18,
            f64::MAX,
        ];
        let texts = numbers.map(sortable);
        assert!(texts.is_sorted_by(|a, b| a < b), "{texts:?}");
        assert_eq!(sortable(-0.0), sortable(0.0));
    }
}
