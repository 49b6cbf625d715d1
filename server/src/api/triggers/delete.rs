//! `DELETE` of a trigger, named in the path or in the body.

use std::sync::Arc;

use postrider_engine::triggers;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::Trigger;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TriggerToDelete")]
pub struct DeleteBody {
    trigger_event_id: String,
}

#[derive(Serialize, JsonSchema)]
pub struct DeletedTrigger {
    #[serde(flatten)]
    trigger: Trigger,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<DeletedTrigger>> {
    let id = cx.path("triggerEventId").to_owned();
    apply(&tx, &cx, &id).await
}

pub async fn delete_named(
    tx: Tx,
    cx: Cx,
    body: Arc<DeleteBody>,
) -> ApiResult<Reply<DeletedTrigger>> {
    apply(&tx, &cx, &body.trigger_event_id).await
}

async fn apply(tx: &Tx, cx: &Cx, id: &str) -> ApiResult<Reply<DeletedTrigger>> {
    let record = triggers::delete(tx, cx.brand_key()?, id, cx.now()).await?;
    Ok(Reply::ok(DeletedTrigger {
        trigger: record.into(),
        deleted: true,
    }))
}
