//! `POST /app/api/emails/{emailId}/stop`: whoever asked for something by a prompt waits no longer.

use std::sync::Arc;

use postrider_engine::generation;
use postrider_store::db::Tx;

use super::record::{Email, show};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

pub async fn stop(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Email>> {
    let (brand, id) = (cx.brand_key()?, cx.path("emailId"));
    let stopped = generation::stop(&tx, brand, id, cx.now()).await?;
    Ok(Reply::ok(show(&stopped)?))
}
