//! `GET /v1/automations/audience-runs` and `GET /v1/automations/audience-runs/{audienceRunId}`.

use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_engine::automations::audience_control::no_such_audience_run;
use postrider_store::automations::audience_runs::{self, AudienceRunRecord};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{AudienceRun, Told};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::page::{MAX_LIMIT, Page, after_number, page};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AudienceRunListQuery")]
pub struct ListQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    /// Only launches of this automation.
    automation_id: Option<String>,
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<AudienceRun>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let before = after_number(&cx, query.cursor.as_deref())?;
    let automation = query.automation_id.as_deref();
    let wanted = i64::from(limit) + 1;
    let rows = audience_runs::list(&tx, brand, automation, before, wanted).await?;
    let told = Told::read(&tx, brand, &rows).await?;
    let position = |row: &AudienceRunRecord| vec![Position::Int(row.id)];
    let page = page(&cx, limit, rows, position, |row| told.show(row))?;
    Ok(Reply::ok(page))
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<AudienceRun>> {
    let brand = cx.brand_key()?;
    let record = audience_runs::get(&tx, brand, cx.path("audienceRunId")).await?;
    let record = record.ok_or_else(no_such_audience_run)?;
    let told = Told::read(&tx, brand, std::slice::from_ref(&record)).await?;
    Ok(Reply::ok(told.show(record)?))
}
