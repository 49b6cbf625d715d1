//! `POST /v1/contacts/import-csv` with the text inside JSON, up to 1000 rows, done at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::contact::{ConsentInput, ContactInput, ContactWrite, Intent};
use postrider_domain::import::{self, ImportRow};
use postrider_domain::problem::Problem;
use postrider_domain::time;
use postrider_store::db::Tx;
use postrider_store::fields;
use postrider_store::imports::{self, ImportRecord, NewImport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::upsert::refuse_validation;
use super::write::{Manner, Numbered, RowError, Warning, write_rows};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::input::Nothing;
use crate::api::reply::Reply;
use crate::entropy;

const MAX_ROWS: usize = 1000;
/// Errors kept on the import's row.
const KEPT_ERRORS: usize = 100;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportBody {
    /// The whole text, with a header line.
    #[schemars(length(min = 1))]
    pub csv: String,
    /// Header to core column or field name; `""` drops the column.
    #[serde(default)]
    pub mapping: BTreeMap<String, String>,
    pub validate: Option<bool>,
    pub consent: Option<ConsentInput>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    summary: ImportSummary,
    fields_created: Vec<String>,
    errors: Vec<RowError>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Warning>,
    import_id: String,
}

#[derive(Serialize, JsonSchema)]
pub struct ImportSummary {
    created: usize,
    updated: usize,
    failed: usize,
    skipped: usize,
}

/// Rows that were read and checked.
pub struct PreparedImport {
    rows: Vec<Numbered>,
    skipped: usize,
}

pub async fn prepare_import(cx: Cx, body: Arc<ImportBody>) -> Outcome<PreparedImport> {
    refuse_validation(body.validate)?;
    let consent = body.consent.clone();
    if let Some(consent) = &consent {
        consent.clone().check(cx.now())?;
    }
    let brand = cx.brand_key()?;
    let known = cx
        .app()
        .db
        .read(move |tx| async move { fields::known(&tx, brand).await })
        .await?;
    let parsed = import::parse(&body.csv, &body.mapping, &known)?;
    if parsed.rows.len() > MAX_ROWS {
        return Err(Problem::new(
            Code::NotImplemented,
            format!("More than {MAX_ROWS} rows cannot be imported at once yet."),
        )
        .param("csv")
        .suggest(format!(
            "Split the file into parts of at most {MAX_ROWS} rows."
        ))
        .into());
    }
    let now = cx.now();
    let rows = parsed
        .rows
        .into_iter()
        .map(|row| numbered(row, consent.as_ref(), now))
        .collect();
    Ok(PreparedImport {
        rows,
        skipped: parsed.skipped,
    })
}

fn numbered(row: ImportRow, consent: Option<&ConsentInput>, now: i64) -> Numbered {
    let write = row
        .contact
        .map(|contact| ContactInput {
            consent: contact.consent.or_else(|| consent.cloned()),
            ..contact
        })
        .and_then(|contact| ContactWrite::check(contact, now));
    Numbered {
        index: row.index,
        email: row.email,
        write,
    }
}

pub async fn import_csv(tx: Tx, cx: Cx, prepared: Arc<PreparedImport>) -> Outcome<Reply<Imported>> {
    let import_id = entropy::lower32();
    let number = tx.number();
    let manner = Manner {
        intent: Intent::Upload,
        import: Some(number),
    };
    let written = write_rows(&tx, &cx, &prepared.rows, manner).await?;
    let summary = ImportSummary {
        created: written.created,
        updated: written.updated,
        failed: written.errors.len(),
        skipped: prepared.skipped,
    };
    let kept = &written.errors[..written.errors.len().min(KEPT_ERRORS)];
    let new = NewImport {
        id: number,
        public_id: import_id.clone(),
        status: match (written.errors.len(), written.created + written.updated) {
            (0, _) => "completed",
            (_, 0) => "failed",
            _ => "partially_completed",
        }
        .to_owned(),
        total_rows: Some((prepared.rows.len() + prepared.skipped) as i64),
        processed_rows: (prepared.rows.len() + prepared.skipped) as i64,
        created: summary.created as i64,
        updated: summary.updated as i64,
        failed: summary.failed as i64,
        skipped: summary.skipped as i64,
        errors: serde_json::to_string(kept).unwrap_or_default(),
        completed_at: Some(cx.now()),
    };
    imports::create(&tx, cx.brand_key()?, &new, cx.now()).await?;
    Ok(Reply::ok(Imported {
        summary,
        fields_created: written.fields_created,
        errors: written.errors,
        warnings: written.warnings,
        import_id,
    }))
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportProgress {
    import_id: String,
    status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_rows: Option<i64>,
    processed_rows: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    progress_percent: Option<i64>,
    summary: ImportSummary,
    /// The first 100.
    errors: Vec<RowError>,
    created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_at: Option<String>,
}

pub async fn get_import(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<ImportProgress>> {
    let record = imports::get(&tx, cx.brand_key()?, cx.path("importId"))
        .await?
        .ok_or_else(|| Problem::new(Code::ImportNotFound, "There is no such import."))?;
    Ok(Reply::ok(progress(record)))
}

fn progress(record: ImportRecord) -> ImportProgress {
    let percent = |total: i64| {
        if total == 0 {
            100
        } else {
            record.processed_rows * 100 / total
        }
    };
    ImportProgress {
        progress_percent: record.total_rows.map(percent),
        import_id: record.public_id,
        status: record.status,
        total_rows: record.total_rows,
        processed_rows: record.processed_rows,
        summary: ImportSummary {
            created: record.created as usize,
            updated: record.updated as usize,
            failed: record.failed as usize,
            skipped: record.skipped as usize,
        },
        errors: serde_json::from_str(&record.errors).unwrap_or_default(),
        created_at: time::format(record.created_at),
        completed_at: record.completed_at.map(time::format),
    }
}
