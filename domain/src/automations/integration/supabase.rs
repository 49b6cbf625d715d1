//! Supabase: rows of tables that somebody keeps people in.

use serde_json::{Map, Value};

use super::contract::{EMAIL, FIRST_NAME, Key, LAST_NAME, text as word};
use super::draft::{Draft, Said, address, cleaned, flag, iso, number, text, word as said};
use super::event::{body_id, field_type};
use super::{Arrival, EventContract, InboundEvent, Provider, Settings};
use crate::contacts::field::{FieldName, FieldType};
use crate::time::When;

const ROW: &[Key] = &[
    EMAIL,
    FIRST_NAME,
    LAST_NAME,
    word("rowId"),
    word("schema"),
    word("table"),
    word("operation"),
    word("changedColumns"),
];
const OPERATIONS: [(&str, &str); 3] = [
    ("INSERT", "Row inserted"),
    ("UPDATE", "Row updated"),
    ("DELETE", "Row deleted"),
];
/// Columns of a row that are copied: each becomes a field of the brand.
const MAX_COLUMNS: usize = 100;
/// What a payload may hold of a row.
const MAX_BYTES: usize = 60_000;

/// Without tables, as before there is a connection, what each would have.
pub(super) fn events(settings: &Settings) -> Vec<EventContract> {
    let of = |table: Option<&String>| {
        OPERATIONS.map(|(operation, title)| match table {
            Some(table) => EventContract::of(
                &format!("{table}.{operation}"),
                &format!("{title}: {table}"),
                ROW,
            ),
            None => EventContract::of(operation, title, ROW),
        })
    };
    if settings.tables.is_empty() {
        return of(None).to_vec();
    }
    settings.tables.iter().map(Some).flat_map(of).collect()
}

pub(super) fn read(
    settings: &Settings,
    arrival: &Arrival<'_>,
    body: &Map<String, Value>,
) -> Option<InboundEvent> {
    let operation = body.get("type")?.as_str()?;
    let (schema, table) = (body.get("schema")?.as_str()?, body.get("table")?.as_str()?);
    let name = format!("{schema}.{table}");
    if !settings.tables.contains(&name) || !OPERATIONS.iter().any(|(known, _)| *known == operation)
    {
        return None;
    }
    let id = Value::String(body_id(arrival.body));
    let event_type = format!("{name}.{operation}");
    let mut draft = Draft::new(Provider::Supabase, &event_type, Some(&id));
    let is_deleted = operation == "DELETE";
    let row = body.get(if is_deleted { "old_record" } else { "record" });
    let empty = Map::new();
    let row = row.and_then(Value::as_object).unwrap_or(&empty);
    columns(&mut draft, settings, row);
    draft
        .address(address(row.get(settings.email_column())))
        .key("rowId", &text(row.get("id")))
        .key("schema", &said(schema))
        .key("table", &said(table))
        .key("operation", &said(operation));
    if operation == "UPDATE" {
        let old = body.get("old_record").and_then(Value::as_object);
        draft.key("changedColumns", &changed(row, old.unwrap_or(&empty)));
    }
    if is_deleted {
        draft.deleted(&Said::Time(When::Instant(arrival.now)));
    }
    Some(draft.done())
}

/// Every column that holds one value, but for those that look like secrets.
fn columns(draft: &mut Draft, settings: &Settings, row: &Map<String, Value>) {
    let mut room = MAX_BYTES;
    let names = ["first_name", "last_name", "firstName", "lastName"];
    let wanted = row
        .iter()
        .filter(|(column, _)| *column != settings.email_column() && !is_secret(column))
        .take(MAX_COLUMNS);
    for (column, value) in wanted {
        let key = camel_case(column);
        if value.is_array() || value.is_object() || key == EMAIL.name {
            continue;
        }
        let size = key.len() + value.as_str().map_or(8, str::len);
        if names.contains(&column.as_str()) || size > room {
            continue;
        }
        room -= size;
        // What the payload says of the row itself, no column takes its place.
        if ROW.iter().all(|own| own.name != key) {
            draft.key(&key, &plain(value));
        }
        if FieldName::parse(&draft.field_name(column), "").is_ok() {
            let value = typed(&draft.field_name(column), value);
            draft.field(column, &value);
        }
    }
    let name = |snake: &str, camel: &str| row.get(snake).or_else(|| row.get(camel)).cloned();
    let (first, last) = (
        name("first_name", "firstName"),
        name("last_name", "lastName"),
    );
    draft.names(first.as_ref(), last.as_ref());
}

fn plain(value: &Value) -> Said {
    match value {
        Value::Null => Said::Null,
        Value::String(text) => said(&cleaned(text)),
        value => Said::Plain(value.clone()),
    }
}

/// The value as the field takes it; none if it does not fit the field's name.
fn typed(name: &str, value: &Value) -> Said {
    match (field_type(name, value), value) {
        (_, Value::Null) => Said::Null,
        (FieldType::Date, Value::String(text)) => iso(text).map_or(Said::Nothing, Said::Time),
        (FieldType::Date, _) => Said::Nothing,
        (FieldType::Boolean, value) => flag(Some(value)),
        (FieldType::Number, value) => number(Some(value)),
        (FieldType::String, value) => text(Some(value)),
    }
}

fn changed(row: &Map<String, Value>, old: &Map<String, Value>) -> Said {
    let is_new = |(column, value): &(&String, &Value)| old.get(*column) != Some(value);
    let changed: Vec<&str> = row
        .iter()
        .filter(is_new)
        .map(|(column, _)| column.as_str())
        .filter(|column| !is_secret(column))
        .collect();
    said(&changed.join(","))
}

/// Whether a column's name says that its value is not for others.
fn is_secret(column: &str) -> bool {
    const SECRETS: [&str; 7] = [
        "password",
        "passwd",
        "passphrase",
        "secret",
        "secrets",
        "token",
        "tokens",
    ];
    const ENDS: [&str; 3] = ["api_key", "private_key", "password_hash"];
    let snake = snake_case(column);
    snake.split('_').any(|part| SECRETS.contains(&part))
        || ENDS.iter().any(|end| snake.ends_with(end))
}

fn camel_case(column: &str) -> String {
    let mut parts = column.split('_').filter(|part| !part.is_empty());
    let mut key = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        key.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        key.push_str(letters.as_str());
    }
    key
}

fn snake_case(column: &str) -> String {
    let mut snake = String::with_capacity(column.len() + 4);
    let mut before = '_';
    for letter in column.chars() {
        if letter.is_uppercase() && before.is_lowercase() {
            snake.push('_');
        }
        snake.extend(if letter == '-' { '_' } else { letter }.to_lowercase());
        before = letter;
    }
    snake
}
