//! `DELETE /v1/automations/{automationId}`: it is unpublished, and its runs are canceled.

use std::sync::Arc;

use postrider_store::automations;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use super::record::lock;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DeletedAutomation")]
pub struct Deleted {
    automation_id: String,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Deleted>> {
    let automation = lock(&tx, &cx).await?;
    let deleted = automations::delete(&tx, cx.brand_key()?, automation.id, cx.now()).await?;
    Ok(Reply::ok(Deleted {
        automation_id: automation.public_id,
        deleted,
    }))
}
