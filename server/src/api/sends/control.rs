//! `POST /v1/sends/{sendId}/cancel`, `/pause` and `/resume`.

use std::sync::Arc;

use postrider_domain::sending::send::SendStatus;
use postrider_engine::campaigns::{self, Canceler};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedSend {
    send_id: String,
    status: SendStatus,
    /// The one it left.
    previous_status: SendStatus,
}

impl From<campaigns::MovedSend> for MovedSend {
    fn from(moved: campaigns::MovedSend) -> Self {
        Self {
            send_id: moved.public_id,
            status: moved.status,
            previous_status: moved.previous_status,
        }
    }
}

pub async fn cancel(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<MovedSend>> {
    let by = Canceler {
        brand: cx.brand_key()?,
        payer: cx.payer(),
        process: cx.app().tracker.process(),
        now: cx.now(),
    };
    let moved = campaigns::cancel(&tx, &by, cx.path("sendId")).await?;
    Ok(Reply::ok(moved.into()))
}

pub async fn pause(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<MovedSend>> {
    let (brand, id) = (cx.brand_key()?, cx.path("sendId"));
    let moved = campaigns::pause(&tx, brand, id, cx.now()).await?;
    Ok(Reply::ok(moved.into()))
}

pub async fn resume(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<MovedSend>> {
    let (brand, id) = (cx.brand_key()?, cx.path("sendId"));
    let moved = campaigns::resume(&tx, brand, id, cx.now()).await?;
    Ok(Reply::ok(moved.into()))
}
