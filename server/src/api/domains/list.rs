//! `GET /v1/domains`.

use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_store::db::Tx;
use postrider_store::domains::{self, DomainPage, DomainRecord, Which};
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Domain, show};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::{MAX_LIMIT, Page, after_number, page};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DomainListQuery")]
pub struct ListQuery {
    /// `true`: only domains that mail can be sent from.
    sendable_only: Option<bool>,
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<Domain>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let wanted = DomainPage {
        which: match query.sendable_only {
            Some(true) => Which::Sendable,
            None | Some(false) => Which::All,
        },
        sandbox: cx.app().sandbox(),
        after: after_number(&cx, query.cursor.as_deref())?,
        limit: i64::from(limit) + 1,
    };
    let rows = domains::list(&tx, cx.brand_key()?, wanted).await?;
    let position = |row: &DomainRecord| vec![Position::Int(row.id)];
    let shown = page(&cx, limit, rows, position, |row| Ok(show(&cx, row)))?;
    Ok(Reply::ok(shown))
}
