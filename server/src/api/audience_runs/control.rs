//! `POST /v1/automations/audience-runs/{audienceRunId}/pause`, `/resume` and `/cancel`. Each answers at once, whatever the
//! size of the audience: a job sees to the members.

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_domain::send::SendStatus;
use postrider_store::automations::audience_runs::{self, AudienceRunRecord};
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
pub struct MovedAudienceRun {
    audience_run_id: String,
    status: SendStatus,
    /// The one it left.
    previous_status: SendStatus,
}

pub async fn pause(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<MovedAudienceRun>> {
    let (brand, run) = (cx.brand_key()?, lock(&tx, &cx).await?);
    let paused = audience_runs::pause(&tx, brand, run.id, cx.now()).await?;
    if paused.is_some() {
        return Ok(moved(run, SendStatus::Paused));
    }
    let message = format!("The audience run is `{}`.", run.status.as_str());
    let problem = Problem::new(Code::RunNotPausable, message);
    Err(match run.status {
        SendStatus::Scheduled => problem.suggest("Cancel it, and launch it again when it is time."),
        _ => problem,
    }
    .into())
}

pub async fn resume(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<MovedAudienceRun>> {
    let (brand, run) = (cx.brand_key()?, lock(&tx, &cx).await?);
    let resumed = audience_runs::resume(&tx, brand, run.id, cx.now()).await?;
    if resumed.is_some() {
        return Ok(moved(run, SendStatus::Running));
    }
    // Its members may have gone through while mail of theirs waits.
    let waits = match run.status {
        SendStatus::Canceled => 0,
        _ => audience_runs::resume_mail(&tx, brand, run.id, cx.now()).await?,
    };
    if waits > 0 {
        let status = run.status;
        return Ok(moved(run, status));
    }
    let message = format!("The audience run is `{}`.", run.status.as_str());
    Err(Problem::new(Code::RunNotResumable, message).into())
}

/// It never conflicts: one that has ended stays as it is.
pub async fn cancel(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<MovedAudienceRun>> {
    let (brand, run) = (cx.brand_key()?, lock(&tx, &cx).await?);
    let canceled = audience_runs::cancel(&tx, brand, run.id, cx.now()).await?;
    let status = canceled.map_or(run.status, |_| SendStatus::Canceled);
    Ok(moved(run, status))
}

async fn lock(tx: &Tx, cx: &Cx) -> Outcome<AudienceRunRecord> {
    let run = audience_runs::lock(tx, cx.brand_key()?, cx.path("audienceRunId")).await?;
    Ok(run.ok_or_else(not_found)?)
}

fn moved(run: AudienceRunRecord, status: SendStatus) -> Reply<MovedAudienceRun> {
    Reply::ok(MovedAudienceRun {
        audience_run_id: run.public_id,
        status,
        previous_status: run.status,
    })
}
