//! `DELETE /v1/emails/{emailId}`.

use std::sync::Arc;

use postrider_store::db::Tx;
use postrider_store::emails;
use schemars::JsonSchema;
use serde::Serialize;

use super::record::lock;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DeletedEmail")]
pub struct Deleted {
    email_id: String,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<Deleted>> {
    let email = lock(&tx, &cx).await?;
    // Whatever comes to use designs is asked here, while the row is locked: `EMAIL_IN_USE`.
    let deleted = emails::delete(&tx, cx.brand_key()?, email.id).await?;
    Ok(Reply::ok(Deleted {
        email_id: email.public_id,
        deleted,
    }))
}
