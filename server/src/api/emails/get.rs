//! `GET /v1/emails/{emailId}`.

use std::sync::Arc;

use postrider_engine::designs::{describe, stored};
use postrider_store::db::Tx;
use postrider_store::emails;
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Email, find, show, shown_html};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmailQuery")]
pub struct GetQuery {
    /// `html`, `versions` and `document` add what they name.
    #[serde(default)]
    #[schemars(extend("examples" = [["html", "versions"]]))]
    include: Vec<Include>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EmailInclude")]
enum Include {
    /// What is sent, merge tags and all.
    Html,
    /// All versions, the newest first.
    Versions,
    /// What is edited.
    Document,
}

pub async fn get(tx: Tx, cx: Cx, query: Arc<GetQuery>) -> ApiResult<Reply<Email>> {
    let (brand, record) = (cx.brand_key()?, find(&tx, &cx).await?);
    let wants = |include| query.include.contains(&include);
    let mut email = show(&record)?;
    let picture = record
        .head
        .as_ref()
        .and_then(|head| head.preview_image.as_deref());
    email.preview_image = picture.map(|name| cx.app().workshop.library.address(name));
    if let Some(head) = emails::head_content(&tx, brand, record.id).await? {
        let described = describe(&tx, brand, &record, &head).await?;
        email.merge_tags = Some(described.merge_tags);
        email.warnings = Some(described.warnings);
        if wants(Include::Document) {
            email.document = Some(stored(&head.document)?);
        }
        if wants(Include::Html) {
            email.html = Some(shown_html(&record, head.html, head.preheader));
        }
    }
    if wants(Include::Versions) {
        let versions = emails::versions(&tx, brand, record.id).await?;
        email.versions = Some(versions.into_iter().map(Into::into).collect());
    }
    Ok(Reply::ok(email))
}
