//! Field definitions: the core columns and the brand's own fields, typed once.

use std::sync::Arc;

use postrider_domain::contacts::field::{CoreColumn, FieldName, FieldType};
use postrider_domain::time;
use postrider_engine::fields::{self, CreatedField, not_found};
use postrider_store::db::Tx;
use postrider_store::fields::{self as rows, FieldRecord, NewField};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::page::{Page, PageQuery, after_number, number_of, page};
use super::reply::Reply;

const DEFAULT_LIMIT: u32 = 50;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Field {
    field_name: String,
    /// `string`, `number`, `boolean` or `date`
    field_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    is_core: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at: Option<String>,
}

impl Field {
    fn core(column: CoreColumn) -> Self {
        Self {
            field_name: column.as_str().to_owned(),
            field_type: column.field_type().as_str(),
            label: None,
            is_core: true,
            created_at: None,
        }
    }

    fn custom(record: FieldRecord) -> Self {
        Self {
            field_name: record.name,
            field_type: record.field_type.as_str(),
            label: record.label,
            is_core: false,
            created_at: Some(time::format(record.created_at)),
        }
    }
}

/// Core columns first, in their fixed order, then the brand's fields, the newest first. A brand has
/// few fields: they are read whole and paged here.
pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Field>>> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    // Core columns sort before every field: they count down from the largest number.
    let core = CoreColumn::ALL
        .iter()
        .zip(0..)
        .map(|(column, place)| (i64::MAX - place, Field::core(*column)));
    let custom = rows::all(&tx, cx.brand_key()?)
        .await?
        .into_iter()
        .map(|field| (field.id, Field::custom(field)));
    let below = after_number(&cx, query.cursor.as_deref())?;
    let rows: Vec<(i64, Field)> = core
        .chain(custom)
        .filter(|(place, _)| below.is_none_or(|below| *place < below))
        .take(limit as usize + 1)
        .collect();
    Ok(Reply::ok(page(
        &cx,
        limit,
        rows,
        number_of,
        |(_, field)| Ok(field),
    )?))
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Field>> {
    let name = cx.path("fieldName");
    if let Some(column) = CoreColumn::parse(name) {
        return Ok(Reply::ok(Field::core(column)));
    }
    let record = rows::get(&tx, cx.brand_key()?, name)
        .await?
        .ok_or_else(not_found)?;
    Ok(Reply::ok(Field::custom(record)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FieldBody {
    /// Up to 100 characters, without `.`, `{`, `}`, `|` and `"`.
    #[schemars(extend("examples" = ["city"]))]
    field_name: String,
    /// What its values are; it never changes.
    field_type: NamedType,
    /// What people call it.
    #[schemars(length(max = 200))]
    label: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum NamedType {
    String,
    Number,
    Boolean,
    Date,
}

impl From<NamedType> for FieldType {
    fn from(named: NamedType) -> Self {
        match named {
            NamedType::String => Self::String,
            NamedType::Number => Self::Number,
            NamedType::Boolean => Self::Boolean,
            NamedType::Date => Self::Date,
        }
    }
}

pub async fn create(tx: Tx, cx: Cx, body: Arc<FieldBody>) -> ApiResult<Reply<Field>> {
    let new = NewField {
        name: FieldName::parse(&body.field_name, "fieldName")?.to_string(),
        field_type: FieldType::from(body.field_type),
        label: body.label.clone(),
    };
    let bounds = cx.app().config.field_bounds;
    let created = fields::create(&tx, cx.brand_key()?, new, bounds, cx.now()).await?;
    Ok(match created {
        CreatedField::New(record) => Reply::created(Field::custom(record)),
        CreatedField::Known(record) => Reply::ok(Field::custom(record)),
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "FieldToDelete")]
pub struct DeleteBody {
    #[schemars(extend("examples" = ["city"]))]
    field_name: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DeletedField")]
pub struct Deleted {
    field_name: String,
    deleted: bool,
}

pub async fn delete_named(tx: Tx, cx: Cx, body: Arc<DeleteBody>) -> ApiResult<Reply<Deleted>> {
    delete_field(&tx, &cx, &body.field_name).await
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Deleted>> {
    let name = cx.path("fieldName").to_owned();
    delete_field(&tx, &cx, &name).await
}

async fn delete_field(tx: &Tx, cx: &Cx, name: &str) -> ApiResult<Reply<Deleted>> {
    fields::delete(tx, cx.brand_key()?, name).await?;
    Ok(Reply::ok(Deleted {
        field_name: name.to_owned(),
        deleted: true,
    }))
}
