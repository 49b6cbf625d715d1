//! `GET /v1/contacts/export`: contacts as CSV, in a form that can be imported again.

use std::sync::Arc;

use jiff::tz::TimeZone;
use postrider_domain::contacts::field::FieldType;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time;
use postrider_store::contacts::{self, ContactQuery, ContactRecord, Direction, SortKey};
use postrider_store::db::Tx;
use postrider_store::fields;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::csv_rows::{CsvRows, PartSize};
use super::list::{ValidationStatus, conditions};
use super::record::stored;
use super::search::{ContactListRequest, filter_of};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{Opened, Part};

const PART: PartSize = PartSize {
    rows: 1000,
    bytes: 4 << 20,
};
/// Contacts read at a time.
const PAGE: i64 = 100;
/// An import takes the first five and leaves the others out.
const COLUMNS: [&str; 9] = [
    "Email",
    "First Name",
    "Last Name",
    "Subscribed",
    "suppressed",
    "suppressedReason",
    "validationStatus",
    "createdAt",
    "updatedAt",
];

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportQuery {
    /// Any part of address, first or last name.
    #[schemars(length(max = 200))]
    pub search: Option<String>,
    /// Only those who want mail, or only those who do not.
    pub subscribed: Option<bool>,
    /// Only addresses that get no mail whatever they want, or only the others.
    pub suppressed: Option<bool>,
    /// Only contacts whose address was found to be this.
    pub validation_status: Option<ValidationStatus>,
    /// Only members of this audience.
    pub audience_id: Option<String>,
}

/// Whom an export holds, and which columns after those that all have.
pub struct Export {
    brand: BrandKey,
    query: ContactQuery,
    /// The brand's.
    zone: TimeZone,
    /// Number and type of each field.
    fields: Vec<(String, FieldType)>,
}

pub async fn open_export(tx: Tx, cx: Cx, query: Arc<ExportQuery>) -> ApiResult<Opened<Export>> {
    let brand = cx.brand_key()?;
    let known = fields::known(&tx, brand).await?;
    let wanted = ContactListRequest {
        group: conditions(query.subscribed, query.suppressed, query.validation_status),
        search: query.search.as_deref(),
        audience: query.audience_id.as_deref(),
        ..ContactListRequest::default()
    };
    let mut head = CsvRows::new();
    head.row(COLUMNS.into_iter().chain(known.names()));
    let day = time::format(cx.now());
    Ok(Opened {
        file_name: format!("contacts-{}.csv", &day[..10]),
        head: head.into_bytes(),
        source: Export {
            brand,
            query: ContactQuery {
                filter: filter_of(&tx, &cx, &wanted, &known).await?,
                search: wanted.search_text(),
                sort: SortKey::Number,
                // From the newest on: what is added meanwhile cannot make it endless.
                direction: Direction::Descending,
                after: None,
                limit: PAGE,
                bytes: PART.bytes,
            },
            zone: cx.zone()?,
            fields: known
                .iter()
                .map(|(_, field)| (field.number.to_string(), field.field_type))
                .collect(),
        },
    })
}

pub async fn more_contacts(tx: Tx, export: Arc<Export>, after: Option<i64>) -> ApiResult<Part> {
    let mut query = export.query.clone();
    query.after = after.map(|id| vec![Position::Int(id)]);
    let mut rows = CsvRows::new();
    loop {
        let page = contacts::page(&tx, export.brand, &query).await?;
        for (record, _) in &page.rows {
            write(&mut rows, record, &export)?;
            if rows.fills(&PART) {
                return Ok(rows.into_part(Some(record.id)));
            }
        }
        if !page.is_cut && (page.rows.len() as i64) < PAGE {
            return Ok(rows.into_part(None));
        }
        query.after = page
            .rows
            .last()
            .map(|(record, _)| vec![Position::Int(record.id)]);
    }
}

fn write(rows: &mut CsvRows, record: &ContactRecord, export: &Export) -> Result<(), Problem> {
    rows.guarded(&record.email);
    rows.guarded(record.first_name.as_deref().unwrap_or_default());
    rows.guarded(record.last_name.as_deref().unwrap_or_default());
    rows.text(record.subscribed.to_string());
    rows.text(record.suppressed_reason.is_some().to_string());
    rows.text(record.suppressed_reason.as_deref().unwrap_or_default());
    rows.text(record.validation_status.as_deref().unwrap_or_default());
    rows.text(time::format(record.created_at));
    rows.text(time::format(record.updated_at));
    let custom: Map<String, Value> = stored(&record.custom)?;
    for (number, field_type) in &export.fields {
        match (custom.get(number), field_type) {
            (Some(Value::String(text)), _) => rows.guarded(text),
            (Some(Value::Number(seconds)), FieldType::Date) => {
                let ms = seconds.as_f64().unwrap_or_default() * 1000.0;
                rows.text(date_cell(ms as i64, &export.zone));
            }
            (Some(Value::Null) | None, _) => rows.text(""),
            (Some(value), _) => rows.text(value.to_string()),
        }
    }
    rows.end();
    Ok(())
}

/// A date that begins a day where the brand is came in as that day, and so it goes out: whoever reads the file elsewhere
/// reads the same day.
fn date_cell(ms: i64, zone: &TimeZone) -> String {
    let day = time::day_at(ms, zone);
    if time::start_of_day(day, zone) == ms {
        return day.to_string();
    }
    time::format(ms)
}
