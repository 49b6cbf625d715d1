//! `POST /v1/emails/{emailId}/duplicate`: a design of its own, which can be sent once more.

use std::sync::Arc;

use postrider_domain::designs::design::check_title;
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
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmailCopy")]
pub struct DuplicateBody {
    /// Without one, the title of the original and `(copy)`.
    #[schemars(length(min = 1, max = 200))]
    title: Option<String>,
}

pub async fn duplicate(tx: Tx, cx: Cx, body: Arc<DuplicateBody>) -> ApiResult<Reply<Email>> {
    if let Some(title) = &body.title {
        check_title("title", title)?;
    }
    let (id, title) = (cx.path("emailId"), body.title.clone());
    let copy = designs::duplicate(&tx, &writing(&cx)?, id, title).await?;
    Ok(Reply::created(show(&copy)?))
}
