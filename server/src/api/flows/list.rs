//! `GET /v1/flows`.

use std::sync::Arc;

use postrider_content::catalog::{self, Flow as Written};
use postrider_domain::contract::cursor::Position;
use postrider_domain::designs::design::Category;
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::Flow;
use crate::api::cx::Cx;
use crate::api::emails::source::{design_caller, failure};
use crate::api::failure::ApiResult;
use crate::api::page::{MAX_LIMIT, Page, after_number, page};
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
    let after = after_number(&cx, query.cursor.as_deref())?.unwrap_or(-1);
    let rows: Vec<(i64, &'static Written)> = (0..)
        .zip(found(&cx, &query).await?)
        .filter(|(place, _)| *place > after)
        .take(limit as usize + 1)
        .collect();
    let page = page(
        &cx,
        limit,
        rows,
        |(place, _)| vec![Position::Int(*place)],
        |(_, flow)| Ok(Flow::of(&cx, flow)),
    )?;
    Ok(Reply::ok(page))
}

async fn found(cx: &Cx, query: &ListQuery) -> ApiResult<Vec<&'static Written>> {
    let all = match &query.semantic {
        Some(words) => {
            let caller = design_caller(cx);
            let found = cx.app().finder.flows(&caller, words);
            found.await.map_err(failure)?
        }
        None => catalog::flows().iter().collect(),
    };
    let category = query.category;
    let wanted = all
        .into_iter()
        .filter(|flow| category.is_none_or(|category| flow.category == category));
    Ok(wanted.collect())
}
