//! `GET /v1/domains/{domainId}`.

use std::sync::Arc;

use postrider_store::db::Tx;

use super::find;
use super::record::{Domain, show};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Domain>> {
    let domain = find(&tx, &cx).await?;
    Ok(Reply::ok(show(&cx, domain)))
}
