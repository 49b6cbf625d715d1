//! Custom fields. A contact's values are kept under the field's number, so a deleted field is out of
//! sight at once and its values leave the contacts later, in chunks.

pub(crate) mod purge;

use postrider_domain::contacts::field::{FieldType, KnownFields};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{lookups, params, record, statements};

pub use purge::purge_deleted;

statements! {
    list LIST -> FieldRecord = "
        SELECT {columns} FROM fields WHERE org = $1 AND brand = $2 ORDER BY id DESC";
    GET -> FieldRecord = "
        SELECT {columns} FROM fields WHERE org = $1 AND brand = $2 AND name = $3";
    GET_MANY -> FieldRecord = "
        SELECT {columns} FROM fields WHERE org = $1 AND brand = $2 AND name {in_texts}($3)";
    GET_NUMBERED -> FieldRecord = "
        SELECT {columns} FROM fields WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    // Locks the brand's row: two transactions that create the same name come one after the other.
    TAKE_NUMBERS -> (i64,) = "
        UPDATE brands SET last_field = last_field + $3 WHERE org = $1 AND id = $2
        RETURNING last_field";
    COUNT -> (i64,) = "SELECT count(*) FROM fields WHERE org = $1 AND brand = $2";
    bulk(org: Int, brand: Int, id: Int, name: Text, type: Text, label: Text, created_at: Int) CREATE = "
        INSERT INTO fields (org, brand, id, name, type, label, created_at)
        SELECT r.org, r.brand, r.id, r.name, r.type, r.label, r.created_at
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, name) DO NOTHING";
    DELETE -> FieldRecord = "
        DELETE FROM fields WHERE org = $1 AND brand = $2 AND name = $3
        RETURNING {columns}";
    LEAVE_VALUES = "
        INSERT INTO deleted_fields (org, brand, field, after_contact) VALUES ($1, $2, $3, 0)";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FieldRecord {
        /// The number under which contacts hold the field's values.
        pub id: i64 = "id",
        pub name: String = "name",
        pub field_type: FieldType = "type",
        pub label: Option<String> = "label",
        pub created_at: i64 = "created_at",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewField {
    pub name: String,
    pub field_type: FieldType,
    pub label: Option<String>,
}

pub async fn known(tx: &Tx, brand: BrandKey) -> Result<KnownFields, DbError> {
    Ok(by_name(all(tx, brand).await?))
}

pub fn by_name(fields: Vec<FieldRecord>) -> KnownFields {
    fields
        .into_iter()
        .map(|field| (field.name, field.id, field.field_type))
        .collect()
}

/// Newest first.
pub async fn all(tx: &Tx, brand: BrandKey) -> Result<Vec<FieldRecord>, DbError> {
    tx.all(&LIST, params![brand.org, brand.brand]).await
}

lookups! {
    pub get(&str) -> FieldRecord = GET;
}

/// How many fields the brand may still get; nobody else makes any before this transaction ends.
pub async fn lock_room(tx: &Tx, brand: BrandKey, most: usize) -> Result<usize, DbError> {
    take_numbers(tx, brand, 0).await?;
    room(tx, brand, most).await
}

/// Creates what is missing, as far as a brand may have `most` fields. A name that exists keeps its row; the answer has
/// the row that stands for every name asked for, if there is one, and the caller compares the types.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    fields: &[NewField],
    most: usize,
    now: i64,
) -> Result<Vec<FieldRecord>, DbError> {
    let found = named(tx, brand, fields.iter().map(|field| field.name.as_str())).await?;
    let is_missing = |field: &&NewField| found.iter().all(|known| known.name != field.name);
    let mut missing: Vec<&NewField> = fields.iter().filter(is_missing).collect();
    if missing.is_empty() {
        return Ok(found);
    }
    let count = missing.len() as i64;
    let last = take_numbers(tx, brand, count).await?;
    // Counted under the lock: of two that both take the last place one comes too late.
    missing.truncate(room(tx, brand, most).await?);
    if missing.is_empty() {
        return named(tx, brand, fields.iter().map(|field| field.name.as_str())).await;
    }
    let row = |(id, field): (i64, &NewField)| {
        let kind = field.field_type.as_str();
        params![
            brand.org,
            brand.brand,
            id,
            &field.name,
            kind,
            field.label.as_deref(),
            now
        ]
        .into()
    };
    let rows = (last - count + 1..).zip(missing).map(row).collect();
    tx.bulk(&CREATE, rows).await?;
    named(tx, brand, fields.iter().map(|field| field.name.as_str())).await
}

/// Gives the last of them, and locks the brand's row.
async fn take_numbers(tx: &Tx, brand: BrandKey, count: i64) -> Result<i64, DbError> {
    let taken = tx
        .value(&TAKE_NUMBERS, params![brand.org, brand.brand, count])
        .await?;
    taken.ok_or_else(|| DbError::Other("the brand of a field is gone".into()))
}

async fn room(tx: &Tx, brand: BrandKey, most: usize) -> Result<usize, DbError> {
    let count = tx.value(&COUNT, params![brand.org, brand.brand]).await?;
    let count = usize::try_from(count.unwrap_or(0)).unwrap_or(usize::MAX);
    Ok(most.saturating_sub(count))
}

pub async fn delete(tx: &Tx, brand: BrandKey, name: &str) -> Result<Option<FieldRecord>, DbError> {
    let Some(field) = tx
        .one(&DELETE, params![brand.org, brand.brand, name])
        .await?
    else {
        return Ok(None);
    };
    tx.execute(&LEAVE_VALUES, params![brand.org, brand.brand, field.id])
        .await?;
    Ok(Some(field))
}

/// Those of them that exist: the fields behind the values of a contact.
pub async fn numbered(
    tx: &Tx,
    brand: BrandKey,
    numbers: impl IntoIterator<Item = i64>,
) -> Result<Vec<FieldRecord>, DbError> {
    let numbers = Value::ints(numbers);
    tx.all(&GET_NUMBERED, params![brand.org, brand.brand, numbers])
        .await
}

/// Those of them that exist.
pub async fn named<'n>(
    tx: &Tx,
    brand: BrandKey,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Vec<FieldRecord>, DbError> {
    let names = Value::texts(names);
    tx.all(&GET_MANY, params![brand.org, brand.brand, names])
        .await
}
