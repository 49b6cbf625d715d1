//! Field definitions: the core columns and the brand's own fields, typed once.

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::cursor::Position;
use postrider_domain::field::{CoreColumn, FieldName, FieldType};
use postrider_domain::filter::FilterGroup;
use postrider_domain::problem::Problem;
use postrider_domain::time;
use postrider_store::automations::{self, Used};
use postrider_store::db::Tx;
use postrider_store::fields::{self, FieldRecord, NewField};
use postrider_store::{audiences, brands};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::automations::referencing;
use super::cx::Cx;
use super::failure::Outcome;
use super::input::Nothing;
use super::page::{Page, PageQuery, after_number, page};
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
pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> Outcome<Reply<Page<Field>>> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    // Core columns sort before every field: they count down from the largest number.
    let core = CoreColumn::ALL
        .iter()
        .zip(0..)
        .map(|(column, place)| (i64::MAX - place, Field::core(*column)));
    let custom = fields::all(&tx, cx.brand_key()?)
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
        |(place, _)| vec![Position::Int(*place)],
        |(_, field)| Ok(field),
    )?))
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<Field>> {
    let name = cx.path("fieldName");
    if let Some(column) = CoreColumn::parse(name) {
        return Ok(Reply::ok(Field::core(column)));
    }
    let record = fields::get(&tx, cx.brand_key()?, name)
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

/// The same field again is no mistake; the same name with another type is.
pub async fn create(tx: Tx, cx: Cx, body: Arc<FieldBody>) -> Outcome<Reply<Field>> {
    let name = FieldName::parse(&body.field_name, "fieldName")?;
    let wanted = FieldType::from(body.field_type);
    let brand = cx.brand_key()?;
    let before = fields::get(&tx, brand, name.as_str()).await?;
    let existed = before.is_some();
    let new = NewField {
        name: name.to_string(),
        field_type: wanted,
        label: body.label.clone(),
    };
    let stands = if let Some(record) = before {
        record
    } else {
        let made = fields::create(&tx, brand, &[new], cx.now()).await?;
        made.into_iter().next().ok_or_else(not_found)?
    };
    if stands.field_type != wanted {
        return Err(Problem::new(
            Code::FieldTypeMismatch,
            format!(
                "`{}` is a {} field.",
                stands.name,
                stands.field_type.as_str()
            ),
        )
        .param("fieldType")
        .into());
    }
    let field = Field::custom(stands);
    Ok(if existed {
        Reply::ok(field)
    } else {
        Reply::created(field)
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

pub async fn delete_named(tx: Tx, cx: Cx, body: Arc<DeleteBody>) -> Outcome<Reply<Deleted>> {
    delete_field(&tx, &cx, &body.field_name).await
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<Deleted>> {
    let name = cx.path("fieldName").to_owned();
    delete_field(&tx, &cx, &name).await
}

/// The values are gone for every reader at once; the rows are cleaned in the background.
async fn delete_field(tx: &Tx, cx: &Cx, name: &str) -> Outcome<Reply<Deleted>> {
    if CoreColumn::parse(name).is_some() {
        return Err(Problem::new(
            Code::CoreFieldImmutable,
            format!("`{name}` is a core column."),
        )
        .param("fieldName")
        .into());
    }
    let brand = cx.brand_key()?;
    // No audience can begin to use the field while this looks for one that does.
    brands::lock(tx, brand).await?;
    if fields::get(tx, brand, name).await?.is_none() {
        return Err(not_found().into());
    }
    refuse_if_used(tx, cx, name).await?;
    fields::delete(tx, brand, name).await?;
    Ok(Reply::ok(Deleted {
        field_name: name.to_owned(),
        deleted: true,
    }))
}

/// An audience whose filter lost its field would silently change its members, and an automation its ways.
async fn refuse_if_used(tx: &Tx, cx: &Cx, name: &str) -> Outcome<()> {
    let (brand, field) = (cx.brand_key()?, format!("customFields.{name}"));
    let audiences: Vec<_> = audiences::list_all(tx, brand)
        .await?
        .into_iter()
        .filter(|audience| {
            FilterGroup::from_stored(&audience.filters).is_some_and(|group| group.names(&field))
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

fn not_found() -> Problem {
    Problem::new(Code::FieldNotFound, "There is no such field.")
}
