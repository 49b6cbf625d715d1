//! `POST /v1/emails/{emailId}/restore`: an earlier version is copied to a new head; nothing is lost.

use std::sync::Arc;

use postrider_engine::designs;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Email, show};
use super::writing;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "EmailRestore")]
pub struct RestoreBody {
    /// A version of this design.
    email_version_id: String,
}

pub async fn restore(tx: Tx, cx: Cx, body: Arc<RestoreBody>) -> ApiResult<Reply<Email>> {
    let (id, version) = (cx.path("emailId"), &body.email_version_id);
    let restored = designs::restore(&tx, &writing(&cx)?, id, version).await?;
    Ok(Reply::ok(show(&restored)?))
}
