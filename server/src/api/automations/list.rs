//! `GET /v1/automations`.

use std::collections::HashMap;
use std::sync::Arc;

use postrider_domain::cursor::Position;
use postrider_store::db::Tx;
use postrider_store::{automations, fields};
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::Automation;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::page::{MAX_LIMIT, Page, after_number, page};
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
    /// `graph` adds nodes and connections of the newest version.
    #[serde(default)]
    include: Vec<Include>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AutomationListInclude")]
enum Include {
    Graph,
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<ListQuery>) -> Outcome<Reply<Page<Automation>>> {
    let brand = cx.brand_key()?;
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = automations::list(&tx, brand, after, i64::from(limit) + 1).await?;
    let known = fields::known(&tx, brand).await?;
    let graphs = if query.include.contains(&Include::Graph) {
        let heads: Vec<i64> = rows.iter().map(|row| row.head.id).collect();
        automations::graphs(&tx, brand, &heads).await?
    } else {
        HashMap::new()
    };
    let show = |row: automations::AutomationRecord| {
        let automation = Automation::of(&row, &known);
        match graphs.get(&row.head.id) {
            None => Ok(automation),
            Some(graph) => automation.with_graph(graph),
        }
    };
    let position = |row: &automations::AutomationRecord| vec![Position::Int(row.id)];
    Ok(Reply::ok(page(&cx, limit, rows, position, show)?))
}
