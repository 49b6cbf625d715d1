//! `GET /v1/flows/{slug}`.

use std::sync::Arc;

use postrider_content::catalog;
use postrider_engine::catalog::no_such_flow;
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{FlowDetail, templates};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;
use crate::api::templates::htmls;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FlowQuery")]
pub struct GetQuery {
    /// `html` adds the HTML of its mails.
    #[serde(default)]
    #[schemars(extend("examples" = [["html"]]))]
    include: Vec<Include>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "FlowInclude")]
enum Include {
    /// Each mail as its template is shown.
    Html,
}

pub async fn get(cx: Cx, query: Arc<GetQuery>) -> ApiResult<Reply<FlowDetail>> {
    let flow = catalog::flow(cx.path("slug")).ok_or_else(no_such_flow)?;
    let htmls = if query.include.is_empty() {
        Vec::new()
    } else {
        let shown = templates(flow).collect();
        htmls(&cx, shown).await?
    };
    Ok(Reply::ok(FlowDetail::of(&cx, flow, htmls)))
}
