//! `GET /v1/automations`.

use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::AutomationRecord;
use postrider_store::db::Tx;
use postrider_store::{automations, fields};
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::Automation;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::{MAX_LIMIT, PAGE_BYTES, Page, after_number, page};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AutomationListQuery")]
pub struct ListQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    /// `graph` adds nodes and connections of the newest version; a page ends early once it holds about 8 MiB of them.
    #[serde(default)]
    include: Vec<Include>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AutomationListInclude")]
enum Include {
    Graph,
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<Automation>>> {
    let brand = cx.brand_key()?;
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = automations::list(&tx, brand, after, i64::from(limit) + 1).await?;
    let known = fields::known(&tx, brand).await?;
    let mut graphs = if query.include.contains(&Include::Graph) {
        let graphs = graphs(&tx, brand, &rows, limit as usize).await?;
        Some(graphs.into_iter())
    } else {
        None
    };
    let length = graphs.as_ref().map_or(limit, |graphs| graphs.len() as u32);
    let show = |row: AutomationRecord| {
        let automation = Automation::of(&row, &known);
        match graphs.as_mut().and_then(Iterator::next).flatten() {
            None => Ok(automation),
            Some(graph) => automation.with_graph(&graph),
        }
    };
    let position = |row: &AutomationRecord| vec![Position::Int(row.id)];
    let mut page = page(&cx, length, rows, position, show)?;
    page.pagination.limit = limit;
    Ok(Reply::ok(page))
}

/// The graphs of the first automations, as many as fit a page.
async fn graphs(
    tx: &Tx,
    brand: BrandKey,
    rows: &[AutomationRecord],
    limit: usize,
) -> ApiResult<Vec<Option<String>>> {
    let mut graphs = Vec::new();
    let mut bytes = 0;
    for row in rows.iter().take(limit) {
        let mut found = automations::graphs(tx, brand, &[row.head.id]).await?;
        let graph = found.remove(&row.head.id);
        bytes += graph.as_deref().map_or(0, str::len);
        graphs.push(graph);
        if bytes >= PAGE_BYTES {
            break;
        }
    }
    Ok(graphs)
}
