//! `POST /v1/automations/runs/{automationRunId}/cancel`. It never conflicts: a run that has ended stays as it is.

use std::sync::Arc;

use postrider_domain::send::SendStatus;
use postrider_store::automations::{members, run_list};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use super::not_found;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
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

pub async fn cancel(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<MovedRun>> {
    let (brand, id) = (cx.brand_key()?, cx.path("automationRunId"));
    let run = run_list::get(&tx, brand, id).await?;
    let run = run.ok_or_else(not_found)?;
    let process = cx.app().tracker.process();
    let canceled = members::cancel(&tx, brand, &[run.id], process, cx.now()).await?;
    let (status, previous_status) = if let Some((_, left)) = canceled.first() {
        (SendStatus::Canceled, *left)
    } else {
        // As it stands now: it may have ended since it was read.
        let run = run_list::get(&tx, brand, id).await?;
        let ended = run.ok_or_else(not_found)?.status;
        (ended, ended)
    };
    Ok(Reply::ok(MovedRun {
        automation_run_id: run.public_id,
        status,
        previous_status,
    }))
}
