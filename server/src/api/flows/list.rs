//! `GET /v1/flows`.

use std::sync::Arc;

use postrider_content::catalog::{self, Flow as Written};
use postrider_domain::designs::design::Category;
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::Flow;
use crate::api::cx::Cx;
use crate::api::emails::source::design_caller;
use crate::api::failure::ApiResult;
use crate::api::found::{Beginning, Listed, position};
use crate::api::page::{MAX_LIMIT, Page, page};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FlowListQuery")]
pub struct ListQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    category: Option<Category>,
    /// What it should do, in your own words: the best come first, and only those that fit.
    #[schemars(length(min = 1, max = 400), extend("examples" = ["turn trials into customers"]))]
    semantic: Option<String>,
}

pub async fn list(cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<Flow>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let beginning = Beginning::of(&cx, query.cursor.as_deref())?;
    let Listed { entries, by } = listed(&cx, &query, &beginning).await?;
    let rows = beginning.rows(limit, entries);
    let page = page(&cx, limit, rows, position(by), |(_, flow)| {
        Ok(Flow::of(&cx, flow))
    })?;
    Ok(Reply::ok(page))
}

async fn listed(
    cx: &Cx,
    query: &ListQuery,
    beginning: &Beginning,
) -> ApiResult<Listed<&'static Written>> {
    let mut listed = match &query.semantic {
        Some(words) => {
            let caller = design_caller(cx);
            let found = cx.app().finder.flows(&caller, words, beginning.by);
            Listed::found(found.await)?
        }
        None => Listed::all(catalog::flows()),
    };
    let category = query.category;
    let is_wanted = |flow: &&Written| category.is_none_or(|category| flow.category == category);
    listed.entries.retain(is_wanted);
    Ok(listed)
}
