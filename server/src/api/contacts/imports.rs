//! `GET /v1/contacts/imports/{importId}`, and the rows that could not be imported as a file.

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time;
use postrider_engine::contacts::write::{RowError, Warning};
use postrider_engine::validation::RowFault;
use postrider_store::db::Tx;
use postrider_store::imports::{self, ImportError, ImportRecord, Tally};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::csv_rows::{CsvRows, PartSize};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{Opened, Part};
use crate::api::input::Nothing;
use crate::api::reply::Reply;

/// Of the download.
const PART: PartSize = PartSize {
    rows: 5000,
    bytes: 1 << 20,
};
/// Rows read at a time.
const PAGE: u32 = 500;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportProgress {
    import_id: String,
    /// `queued`, `running`, `completed`, `partially_completed` or `failed`
    status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_rows: Option<i64>,
    processed_rows: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    progress_percent: Option<i64>,
    summary: ImportSummary,
    fields_created: Vec<String>,
    /// The first 100; all of them are at `/v1/contacts/imports/{importId}/errors`.
    errors: Vec<RowError>,
    /// The first 100.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    warnings: Vec<Warning>,
    /// The check of the addresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    validation_id: Option<String>,
    /// Why it ended before its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RowFault>,
    created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_at: Option<String>,
}

/// Every row is counted once.
#[derive(Serialize, JsonSchema)]
pub struct ImportSummary {
    created: i64,
    updated: i64,
    failed: i64,
    skipped: i64,
}

impl From<Tally> for ImportSummary {
    fn from(tally: Tally) -> Self {
        Self {
            created: tally.created,
            updated: tally.updated,
            failed: tally.failed,
            skipped: tally.skipped,
        }
    }
}

pub async fn get_import(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<ImportProgress>> {
    let progress = read_progress(&tx, &cx, cx.path("importId")).await?;
    Ok(Reply::ok(progress))
}

pub async fn read_progress(tx: &Tx, cx: &Cx, import_id: &str) -> ApiResult<ImportProgress> {
    Ok(progress(find(tx, cx, import_id).await?))
}

async fn find(tx: &Tx, cx: &Cx, import_id: &str) -> ApiResult<ImportRecord> {
    let record = imports::get(tx, cx.brand_key()?, import_id).await?;
    let missing = || Problem::new(Code::ImportNotFound, "There is no such import.");
    Ok(record.ok_or_else(missing)?)
}

fn progress(record: ImportRecord) -> ImportProgress {
    fn list<T: DeserializeOwned>(text: &str) -> Vec<T> {
        serde_json::from_str(text).unwrap_or_default()
    }
    let percent = |total: i64| match (total, record.completed_at) {
        (0, Some(_)) => 100,
        (0, None) => 0,
        _ => record.processed_rows * 100 / total,
    };
    ImportProgress {
        progress_percent: record.total_rows.map(percent),
        import_id: record.public_id,
        status: record.status,
        total_rows: record.total_rows,
        processed_rows: record.processed_rows,
        summary: record.tally.into(),
        fields_created: list(&record.fields_created),
        errors: list(&record.errors),
        warnings: list(&record.warnings),
        validation_id: record.validation,
        error: record
            .error
            .as_deref()
            .and_then(|error| serde_json::from_str(error).ok()),
        created_at: time::format(record.created_at),
        completed_at: record.completed_at.map(time::format),
    }
}

/// The import whose errors are downloaded.
pub struct Errors {
    brand: BrandKey,
    import: i64,
}

pub async fn open_errors(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Opened<Errors>> {
    let import_id = cx.path("importId").to_owned();
    open_errors_of(tx, cx, &import_id).await
}

pub async fn open_errors_of(tx: Tx, cx: Cx, import_id: &str) -> ApiResult<Opened<Errors>> {
    let record = find(&tx, &cx, import_id).await?;
    let mut head = CsvRows::new();
    head.row(["Row", "Email", "Code", "Message", "Param"]);
    Ok(Opened {
        file_name: format!("import-errors-{}.csv", record.public_id),
        head: head.into_bytes(),
        source: Errors {
            brand: cx.brand_key()?,
            import: record.id,
        },
    })
}

pub async fn more_errors(tx: Tx, errors: Arc<Errors>, after: Option<i64>) -> ApiResult<Part> {
    let mut after = after.unwrap_or(-1);
    let mut rows = CsvRows::new();
    loop {
        let page = imports::errors_page(&tx, errors.brand, errors.import, after, PAGE).await?;
        for error in &page {
            write(&mut rows, error);
            after = error.row;
            if rows.fills(&PART) {
                return Ok(rows.into_part(Some(after)));
            }
        }
        if page.len() < PAGE as usize {
            return Ok(rows.into_part(None));
        }
    }
}

fn write(rows: &mut CsvRows, error: &ImportError) {
    // Below the header, from 1: what a person counts.
    rows.text((error.row + 1).to_string());
    for cell in [
        error.email.as_deref().unwrap_or_default(),
        &error.code,
        &error.message,
        error.param.as_deref().unwrap_or_default(),
    ] {
        rows.guarded(cell);
    }
    rows.end();
}
