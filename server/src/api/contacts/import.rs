//! `POST /v1/contacts/import-csv` with the text inside JSON: a small one is done at once, a larger one in
//! the background.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use postrider_domain::contacts::contact::ConsentInput;
use postrider_domain::contacts::import::{self, Charset, Scanned, Scanner};
use postrider_domain::contract::problem::Problem;
use postrider_engine::contacts::write::{Numbered, RowError, Warning};
use postrider_engine::imports::{
    DoneImport, FOLDER, FileImport, SmallImport, import_at_once, numbered,
};
use postrider_store::db::Tx;
use postrider_store::fields;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::checks;
use super::import_file::{ImportOptions, accept, check_file, column_warnings};
use super::imports::{ImportProgress, ImportSummary};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Arrived, Typed};
use crate::api::pipeline::{delete_upload, unstored};
use crate::api::reply::Reply;
use crate::entropy;

/// More are imported in the background.
const AT_ONCE: u64 = 1000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportBody {
    /// The whole text, with a header line. Up to 1000 rows are imported at once, more in the background.
    #[schemars(length(min = 1), extend("examples" = ["email,city\nada@example.com,Paris\n"]))]
    pub csv: String,
    /// Header to core column or field name; `""` drops the column.
    #[serde(default)]
    pub mapping: BTreeMap<String, String>,
    /// Check the addresses, 2 credits each.
    pub validate: Option<bool>,
    /// For every row.
    pub consent: Option<ConsentInput>,
}

/// Up to 1000 rows are imported at once (200), more in the background (202).
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ImportAnswer {
    Done(Box<Imported>),
    Accepted(Box<ImportProgress>),
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    summary: ImportSummary,
    fields_created: Vec<String>,
    errors: Vec<RowError>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    warnings: Vec<Warning>,
    import_id: String,
    /// The check of the addresses that runs in the background.
    #[serde(skip_serializing_if = "Option::is_none")]
    validation_id: Option<String>,
}

pub enum PreparedImport {
    Small(SmallImport),
    Large(FileImport),
}

pub fn handler() -> Typed<ImportBody, PreparedImport, ImportAnswer> {
    handler::prepared_write(prepare_import, import_csv).undo(undo_import)
}

async fn prepare_import(cx: Cx, body: Arc<ImportBody>) -> ApiResult<PreparedImport> {
    if let Some(consent) = &body.consent {
        consent.clone().check(cx.now())?;
    }
    let scanned = scan(&body.csv)?;
    if scanned.rows > AT_ONCE {
        return large(&cx, &body, scanned).await.map(PreparedImport::Large);
    }
    let brand = cx.brand_key()?;
    let known = cx
        .db()
        .read(move |tx| async move { fields::known(&tx, brand).await })
        .await?;
    let parsed = import::parse(&body.csv, &body.mapping, &known)?;
    let rows: Vec<Numbered> = parsed
        .rows
        .into_iter()
        .map(|row| numbered(row, body.consent.as_ref(), cx.now()))
        .collect();
    Ok(PreparedImport::Small(SmallImport {
        checks: checks::prepare(&cx, body.validate, &rows).await?,
        rows,
        skipped: parsed.skipped,
        warnings: column_warnings(&parsed.ignored),
    }))
}

fn scan(csv: &str) -> Result<Scanned, Problem> {
    let mut scanner = Scanner::new(Some(Charset::parse("utf-8")?));
    scanner.piece(csv.as_bytes())?;
    Ok(scanner.finish()?.1)
}

/// The text takes the road of a file.
async fn large(cx: &Cx, body: &ImportBody, scanned: Scanned) -> ApiResult<FileImport> {
    let arrived = Arrived {
        object: format!("{FOLDER}/{}", entropy::lower32()),
        scanned,
    };
    let terms = ImportOptions {
        mapping: body.mapping.clone(),
        consent: body.consent.clone(),
        validate: body.validate == Some(true),
    };
    let accepted = check_file(cx, &arrived, &terms).await?;
    let room = cx.app().objects.require_room(body.csv.len() as u64);
    room.map_err(Problem::from)?;
    let stored = async {
        let mut upload = cx.app().objects.upload(&arrived.object).await?;
        upload.write(Bytes::from(body.csv.clone())).await?;
        upload.finish().await
    };
    if let Err(error) = stored.await {
        delete_upload(cx.app(), &arrived.object).await;
        return Err(unstored(&error));
    }
    Ok(accepted)
}

/// Deletes the text of an import that was not accepted after all.
async fn undo_import(cx: Cx, prepared: Arc<PreparedImport>) {
    if let PreparedImport::Large(accepted) = &*prepared {
        delete_upload(cx.app(), &accepted.source.object).await;
    }
}

async fn import_csv(
    tx: Tx,
    cx: Cx,
    prepared: Arc<PreparedImport>,
) -> ApiResult<Reply<ImportAnswer>> {
    let small = match &*prepared {
        PreparedImport::Small(small) => small,
        PreparedImport::Large(file) => {
            let progress = accept(&tx, &cx, file).await?;
            return Ok(Reply::accepted(ImportAnswer::Accepted(Box::new(progress))));
        }
    };
    let (import_id, checks) = (entropy::lower32(), checks::context(&cx)?);
    let done = import_at_once(&tx, cx.contacts()?, small, &import_id, &checks).await?;
    let DoneImport {
        tally,
        written,
        settled,
    } = done;
    let answer = Imported {
        summary: tally.into(),
        fields_created: written.fields_created,
        errors: written.errors,
        warnings: written.warnings,
        import_id,
        validation_id: settled.validation_id,
    };
    Ok(Reply::ok(ImportAnswer::Done(Box::new(answer))).used(settled.credits))
}
