//! `GET /v1/templates/{emailId}`.

use std::sync::Arc;

use postrider_content::catalog;
use postrider_engine::catalog::no_such_template;
use schemars::JsonSchema;
use serde::Deserialize;

use super::list::Include;
use super::record::{Template, htmls};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TemplateQuery")]
pub struct GetQuery {
    /// `html` adds the HTML.
    #[serde(default)]
    #[schemars(extend("examples" = [["html"]]))]
    include: Vec<Include>,
}

pub async fn get(cx: Cx, query: Arc<GetQuery>) -> ApiResult<Reply<Template>> {
    let found = catalog::template(cx.path("emailId")).ok_or_else(no_such_template)?;
    let html = if query.include.is_empty() {
        None
    } else {
        htmls(&cx, vec![found]).await?.pop()
    };
    Ok(Reply::ok(Template::of(&cx, found, html)))
}
