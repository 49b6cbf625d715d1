//! `GET /v1/automations/runs`.

use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_domain::sending::send::SendStatus;
use postrider_store::automations::run_list::{self, RunQuery, RunRecord};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use super::graph::nodes;
use super::record::{Run, show};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::{Page, after_number, page, time_bound};
use crate::api::reply::Reply;

const DEFAULT_LIMIT: u32 = 25;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AutomationRunListQuery")]
pub struct ListQuery {
    /// Entries on a page; 25 if none is given.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    /// Only runs of this automation.
    automation_id: Option<String>,
    /// Only runs that fires of this trigger started.
    trigger_event_id: Option<String>,
    status: Option<SendStatus>,
    /// Only runs made then or later: an ISO time or a date.
    #[schemars(extend("examples" = ["2026-01-01"]))]
    from: Option<String>,
    /// Only runs made earlier.
    #[schemars(extend("examples" = ["2027-01-01"]))]
    to: Option<String>,
    /// Only this run.
    automation_run_id: Option<String>,
    /// Only runs of this launch on an audience.
    audience_run_id: Option<String>,
    /// Only runs that this fire started.
    trigger_instance_id: Option<String>,
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<Run>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(DEFAULT_LIMIT));
    let wanted = RunQuery {
        run: query.automation_run_id.clone(),
        automation: query.automation_id.clone(),
        trigger: query.trigger_event_id.clone(),
        instance: query.trigger_instance_id.clone(),
        audience_run: query.audience_run_id.clone(),
        status: query.status,
        from: time_bound("from", query.from.as_deref())?,
        to: time_bound("to", query.to.as_deref())?,
        before: after_number(&cx, query.cursor.as_deref())?,
        limit: i64::from(limit) + 1,
    };
    let rows = run_list::list(&tx, brand, &wanted).await?;
    // Only of those that stand somewhere the node is shown.
    let standing = rows.iter().filter(|row| row.status == SendStatus::Running);
    let versions = standing.map(|row| row.version).collect();
    let nodes = nodes(&tx, brand, versions).await?;
    let position = |row: &RunRecord| vec![Position::Int(row.id)];
    let page = page(&cx, limit, rows, position, |row| show(row, &nodes))?;
    Ok(Reply::ok(page))
}
