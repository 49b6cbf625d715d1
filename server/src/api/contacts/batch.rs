//! `POST /v1/contacts` with many contacts: each row is judged by itself.

use std::sync::{Arc, LazyLock};

use axum::http::Method;
use postrider_domain::contacts::contact::ConsentInput;
use postrider_engine::contacts::write::{Manner, Numbered, RowError, Warning, write_rows};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::upsert::{ContactRow, Prepared};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::{self, Form};
use crate::api::reply::Reply;

static ROW: LazyLock<Form> =
    LazyLock::new(|| Form::of::<ContactRow>((Method::POST, "/v1/contacts")));

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchBody {
    /// A row that cannot be written is told in `errors` and costs only itself. Where an address repeats, its rows are
    /// merged in their order.
    #[schemars(
        with = "Vec<ContactRow>",
        length(min = 1, max = 1000),
        extend("x-row-errors" = true)
    )]
    pub contacts: Vec<Value>,
    /// Check the addresses, 2 credits each: up to 100 at once, more in the background.
    pub validate: Option<bool>,
    /// For every row that has none of its own.
    pub consent: Option<ConsentInput>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchAnswer {
    summary: Summary,
    fields_created: Vec<String>,
    errors: Vec<RowError>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    warnings: Vec<Warning>,
    /// The check of the addresses that runs in the background.
    #[serde(skip_serializing_if = "Option::is_none")]
    validation_id: Option<String>,
}

/// Every row is counted once.
#[derive(Serialize, JsonSchema)]
pub struct Summary {
    created: usize,
    updated: usize,
    failed: usize,
}

pub async fn prepare_batch(cx: Cx, body: Arc<BatchBody>) -> ApiResult<Prepared> {
    if let Some(consent) = &body.consent {
        consent.clone().check(cx.now())?;
    }
    let rows = body.contacts.iter().enumerate();
    let rows = rows.map(|(index, row)| numbered(index, row, body.consent.as_ref(), cx.now()));
    Prepared::of(&cx, rows.collect(), body.validate).await
}

fn numbered(index: usize, row: &Value, consent: Option<&ConsentInput>, now: i64) -> Numbered {
    let write = input::decode::<ContactRow>(&ROW, row.clone())
        .and_then(|row| row.check(row.consent.as_ref().or(consent), now));
    Numbered {
        index,
        email: row["email"].as_str().map(str::to_owned),
        write,
    }
}

pub async fn upsert_batch(
    tx: Tx,
    cx: Cx,
    prepared: Arc<Prepared>,
) -> ApiResult<Reply<BatchAnswer>> {
    let written = write_rows(&tx, cx.contacts()?, &prepared.rows, Manner::UPLOAD).await?;
    let settled = prepared.settle(&tx, &cx, &written).await?;
    let answer = BatchAnswer {
        summary: Summary {
            created: written.created,
            updated: written.updated,
            failed: written.errors.len(),
        },
        fields_created: written.fields_created,
        errors: written.errors,
        warnings: written.warnings,
        validation_id: settled.validation_id,
    };
    Ok(Reply::ok(answer).used(settled.credits))
}
