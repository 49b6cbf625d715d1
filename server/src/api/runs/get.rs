//! `GET /v1/automations/runs/{automationRunId}`.

use std::sync::Arc;

use postrider_engine::automations::canceling::no_such_run;
use postrider_store::automations::run_list;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use super::graph::nodes;
use super::logs;
use super::record::{Run, show};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AutomationRunQuery")]
pub struct GetQuery {
    /// `logs` adds what it did at each node.
    #[serde(default)]
    include: Vec<Include>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AutomationRunInclude")]
enum Include {
    Logs,
}

pub async fn get(tx: Tx, cx: Cx, query: Arc<GetQuery>) -> ApiResult<Reply<Run>> {
    let brand = cx.brand_key()?;
    let record = run_list::get(&tx, brand, cx.path("automationRunId")).await?;
    let record = record.ok_or_else(no_such_run)?;
    let nodes = nodes(&tx, brand, [record.version].into()).await?;
    let logs = if query.include.contains(&Include::Logs) {
        Some(logs::read(&tx, brand, &record, &nodes).await?)
    } else {
        None
    };
    let mut run = show(record, &nodes)?;
    run.logs = logs;
    Ok(Reply::ok(run))
}
