//! `GET /transactional`: an older shape of the list.

use std::sync::Arc;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use postrider_domain::contract::cursor::Position;
use postrider_domain::designs::design::UsedTag;
use postrider_domain::designs::merge::is_reserved;
use postrider_domain::time;
use postrider_store::db::Tx;
use postrider_store::emails::{self, TransactionalRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::{after_number, page};
use crate::api::reply::Reply;
use postrider_domain::designs::design::with_lines;

const PER_PAGE: u32 = 20;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TransactionalQuery")]
pub struct Query {
    /// Entries on a page; without it, 20.
    #[schemars(range(min = 10, max = 50))]
    per_page: Option<u32>,
    /// `pagination.nextCursor` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TransactionalPage")]
pub struct Answer {
    pagination: OlderPagination,
    data: Vec<TransactionalEmail>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OlderPagination {
    /// On all pages together.
    total_results: u64,
    /// On this page.
    returned_results: usize,
    per_page: u32,
    total_pages: u64,
    /// `null` on the last page.
    next_cursor: Option<String>,
    /// The address of the next page, `null` on the last one.
    next_page: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TransactionalEmail {
    /// The emailId.
    id: String,
    /// The title.
    name: String,
    last_updated: String,
    /// The merge tags that have to be filled in.
    data_variables: Vec<String>,
}

pub async fn transactional(tx: Tx, cx: Cx, query: Arc<Query>) -> ApiResult<Reply<Answer>> {
    let (brand, per_page) = (cx.brand_key()?, query.per_page.unwrap_or(PER_PAGE));
    let after = after_number(&cx, query.cursor.as_deref())?;
    let total = emails::count_transactional(&tx, brand)
        .await?
        .unsigned_abs();
    let rows = emails::transactional(&tx, brand, after, i64::from(per_page) + 1).await?;
    let position = |row: &TransactionalRecord| vec![Position::Int(row.id)];
    let page = page(&cx, per_page, rows, position, |row| Ok(show(row)))?;
    let next_cursor = page.pagination.cursor;
    let next_page = next_cursor.as_deref().map(|cursor| {
        let url = &cx.app().config.public_url;
        let cursor = utf8_percent_encode(cursor, NON_ALPHANUMERIC);
        format!("{url}/transactional?perPage={per_page}&cursor={cursor}")
    });
    Ok(Reply::ok(Answer {
        pagination: OlderPagination {
            total_results: total,
            returned_results: page.data.len(),
            per_page,
            total_pages: total.div_ceil(per_page.into()),
            next_cursor,
            next_page,
        },
        data: page.data,
    }))
}

fn show(row: TransactionalRecord) -> TransactionalEmail {
    let tags: Vec<UsedTag> = serde_json::from_str(&row.merge_tags).unwrap_or_default();
    let tags = with_lines(tags, &[row.subject.as_deref(), row.preview_text.as_deref()]);
    let names = tags.into_iter().map(|tag| tag.name);
    TransactionalEmail {
        id: row.public_id,
        name: row.title,
        last_updated: time::format(row.updated_at),
        data_variables: names.filter(|name| !is_reserved(name)).collect(),
    }
}
