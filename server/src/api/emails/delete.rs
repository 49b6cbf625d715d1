//! `DELETE /v1/emails/{emailId}`.

use std::sync::Arc;

use postrider_engine::designs;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DeletedEmail")]
pub struct Deleted {
    email_id: String,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Deleted>> {
    let (brand, id) = (cx.brand_key()?, cx.path("emailId"));
    let deleted = designs::delete(&tx, brand, id, cx.now()).await?;
    Ok(Reply::ok(Deleted {
        email_id: id.to_owned(),
        deleted,
    }))
}
