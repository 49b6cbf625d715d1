//! `DELETE /v1/emails/{emailId}`.

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_store::db::Tx;
use postrider_store::{emails, sends};
use schemars::JsonSchema;
use serde::Serialize;

use super::record::lock;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::input::Nothing;
use crate::api::reply::Reply;
use crate::api::sends::in_use::refuse_in_use;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DeletedEmail")]
pub struct Deleted {
    email_id: String,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<Deleted>> {
    let email = lock(&tx, &cx).await?;
    // While the row is locked: nobody can begin to use it meanwhile.
    let users = sends::users_of_email(&tx, cx.brand_key()?, email.id).await?;
    refuse_in_use(Code::EmailInUse, &users)?;
    let deleted = emails::delete(&tx, cx.brand_key()?, email.id, cx.now()).await?;
    Ok(Reply::ok(Deleted {
        email_id: email.public_id,
        deleted,
    }))
}
