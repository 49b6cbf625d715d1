//! `POST /v1/emails/{emailId}/restore`: an earlier version is copied to a new head; nothing is lost.

use std::sync::Arc;

use postrider_domain::design::{EmailStatus, VersionSource};
use postrider_store::db::Tx;
use postrider_store::emails::{self, NewVersion};
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Email, lock, show};
use super::{in_progress, no_such_version, not_ready};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "EmailRestore")]
pub struct RestoreBody {
    /// A version of this design.
    email_version_id: String,
}

pub async fn restore(tx: Tx, cx: Cx, body: Arc<RestoreBody>) -> Outcome<Reply<Email>> {
    let (brand, email) = (cx.brand_key()?, lock(&tx, &cx).await?);
    let wanted = emails::version(&tx, brand, email.id, &body.email_version_id)
        .await?
        .ok_or_else(no_such_version)?;
    if email.status == EmailStatus::Generating {
        return Err(in_progress("The design is being made or changed by a prompt.").into());
    }
    let head = email.head.as_ref().ok_or_else(not_ready)?;
    let version = NewVersion {
        public_id: entropy::opaque21(),
        source: VersionSource::Restored,
        content: wanted.content,
    };
    let restored = emails::add_version(&tx, brand, email.id, head.id, &version, cx.now())
        .await?
        .ok_or_else(not_ready)?;
    Ok(Reply::ok(show(&restored)?))
}
