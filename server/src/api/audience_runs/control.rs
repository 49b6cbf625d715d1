//! `POST /v1/automations/audience-runs/{audienceRunId}/pause`, `/resume` and `/cancel`.

use std::sync::Arc;

use postrider_domain::sending::send::SendStatus;
use postrider_engine::automations::audience_control::{self, Control};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
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

impl From<audience_control::MovedAudienceRun> for MovedAudienceRun {
    fn from(moved: audience_control::MovedAudienceRun) -> Self {
        Self {
            audience_run_id: moved.public_id,
            status: moved.status,
            previous_status: moved.previous_status,
        }
    }
}

pub async fn pause(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<MovedAudienceRun>> {
    control(&tx, &cx, Control::Pause).await
}

pub async fn resume(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<MovedAudienceRun>> {
    control(&tx, &cx, Control::Resume).await
}

pub async fn cancel(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<MovedAudienceRun>> {
    control(&tx, &cx, Control::Cancel).await
}

async fn control(tx: &Tx, cx: &Cx, control: Control) -> ApiResult<Reply<MovedAudienceRun>> {
    let (brand, id) = (cx.brand_key()?, cx.path("audienceRunId"));
    let moved = audience_control::control(tx, brand, id, control, cx.now()).await?;
    Ok(Reply::ok(moved.into()))
}
