//! `DELETE /v1/domains/{domainId}`.

use std::sync::Arc;

use postrider_engine::domains;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DeletedDomain")]
pub struct Deleted {
    domain_id: String,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Deleted>> {
    let (brand, id, sandbox) = (cx.brand_key()?, cx.path("domainId"), cx.app().sandbox());
    let deleted = domains::delete(&tx, brand, id, sandbox, cx.now()).await?;
    Ok(Reply::ok(Deleted {
        domain_id: id.to_owned(),
        deleted,
    }))
}
