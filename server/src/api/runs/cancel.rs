//! `POST /v1/automations/runs/{automationRunId}/cancel`. It never conflicts: a run that has ended stays as it is.

use std::sync::Arc;

use postrider_domain::sending::send::SendStatus;
use postrider_engine::automations::canceling;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MovedAutomationRun")]
pub struct MovedRun {
    automation_run_id: String,
    /// `canceled`, or how it had ended before.
    status: SendStatus,
    /// The one it left.
    previous_status: SendStatus,
}

pub async fn cancel(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<MovedRun>> {
    let (brand, id) = (cx.brand_key()?, cx.path("automationRunId"));
    let process = cx.app().tracker.process();
    let canceled = canceling::cancel(&tx, brand, id, process, cx.now()).await?;
    Ok(Reply::ok(MovedRun {
        automation_run_id: id.to_owned(),
        status: canceled.status,
        previous_status: canceled.previous_status,
    }))
}
