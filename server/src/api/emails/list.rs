//! `GET /v1/emails`.

use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::{Category, EmailStatus, EmailType};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::emails::{self, EmailRecord, Sort};
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Email, show, shown_html};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::{MAX_LIMIT, PAGE_BYTES, Page, page, time_bound};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "EmailListQuery")]
pub struct ListQuery {
    /// Entries on a page; with `include=html` it can have fewer.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    status: Option<EmailStatus>,
    #[serde(rename = "type")]
    kind: Option<EmailType>,
    category: Option<Category>,
    /// Any part of title or subject.
    #[schemars(length(max = 200))]
    search: Option<String>,
    /// The newest by this time come first; without one, `createdAt`.
    sort_by: Option<SortBy>,
    /// Only designs whose `sortBy` time is then or later: an ISO time or a date.
    #[schemars(extend("examples" = ["2026-01-01"]))]
    from: Option<String>,
    /// Only designs whose `sortBy` time is earlier.
    #[schemars(extend("examples" = ["2027-01-01"]))]
    to: Option<String>,
    /// `html` adds the HTML of each.
    #[serde(default)]
    #[schemars(extend("examples" = [["html"]]))]
    include: Vec<Include>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EmailSort")]
enum SortBy {
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EmailListInclude")]
enum Include {
    Html,
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<Email>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let sort = match query.sort_by {
        None | Some(SortBy::CreatedAt) => Sort::CreatedAt,
        Some(SortBy::UpdatedAt) => Sort::UpdatedAt,
    };
    let wanted = emails::ListQuery {
        sort,
        from: time_bound("from", query.from.as_deref())?,
        to: time_bound("to", query.to.as_deref())?,
        status: query.status,
        kind: query.kind,
        category: query.category,
        search: query.search.clone(),
        before: before(&cx, query.cursor.as_deref())?,
        limit: i64::from(limit) + 1,
    };
    let rows = emails::list(&tx, brand, &wanted).await?;
    let mut bodies = if query.include.is_empty() {
        None
    } else {
        Some(bodies(&tx, brand, &rows, limit as usize).await?.into_iter())
    };
    let length = bodies.as_ref().map_or(limit, |bodies| bodies.len() as u32);
    let position = |row: &EmailRecord| match sort {
        Sort::CreatedAt => vec![Position::Int(row.created_at), Position::Int(row.id)],
        Sort::UpdatedAt => vec![Position::Int(row.updated_at), Position::Int(row.id)],
    };
    let mut page = page(&cx, length, rows, position, |row| {
        let mut email = show(&row)?;
        email.html = bodies.as_mut().and_then(Iterator::next).flatten();
        Ok(email)
    })?;
    page.pagination.limit = limit;
    Ok(Reply::ok(page))
}

fn before(cx: &Cx, cursor: Option<&str>) -> Result<Option<(i64, i64)>, Problem> {
    let Some(text) = cursor else { return Ok(None) };
    match cx.open_cursor(text)?.as_slice() {
        [Position::Int(time), Position::Int(id)] => Ok(Some((*time, *id))),
        _ => Err(Problem::invalid(
            "cursor",
            "The cursor is not one of this list.",
        )),
    }
}

/// The HTML of the first designs, as many as fit a page.
async fn bodies(
    tx: &Tx,
    brand: BrandKey,
    rows: &[EmailRecord],
    limit: usize,
) -> ApiResult<Vec<Option<String>>> {
    let mut bodies = Vec::new();
    let mut bytes = 0;
    for row in rows.iter().take(limit) {
        let html = emails::head_html(tx, brand, row.id).await?;
        let html = html.map(|(html, preheader)| shown_html(row, html, preheader));
        bytes += html.as_deref().map_or(0, str::len);
        bodies.push(html);
        if bytes >= PAGE_BYTES {
            break;
        }
    }
    Ok(bodies)
}
