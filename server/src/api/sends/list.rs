//! `GET /v1/sends`.

use std::collections::HashMap;
use std::sync::Arc;

use postrider_domain::cursor::Position;
use postrider_domain::send::{SendKind, SendStatus, Tally};
use postrider_store::db::Tx;
use postrider_store::sends::{self, SendRecord};
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Send, show};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::page::{MAX_LIMIT, Page, after_number, page, time_bound};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SendListQuery")]
pub struct ListQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    kind: Option<SendKind>,
    status: Option<SendStatus>,
    /// Only sends of this design.
    email_id: Option<String>,
    /// Only sends made then or later: an ISO time or a date.
    #[schemars(extend("examples" = ["2026-01-01"]))]
    from: Option<String>,
    /// Only sends made earlier.
    #[schemars(extend("examples" = ["2027-01-01"]))]
    to: Option<String>,
    /// Only sends of this automation.
    automation_id: Option<String>,
    /// Only sends of this run of an automation.
    automation_run_id: Option<String>,
    /// Only sends of this launch of an automation on an audience.
    audience_run_id: Option<String>,
    /// Only sends that this fire of a trigger led to.
    trigger_instance_id: Option<String>,
}

impl ListQuery {
    /// No send comes from an automation yet.
    fn wants_automations(&self) -> bool {
        [
            &self.automation_id,
            &self.automation_run_id,
            &self.audience_run_id,
            &self.trigger_instance_id,
        ]
        .into_iter()
        .any(Option::is_some)
    }
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<ListQuery>) -> Outcome<Reply<Page<Send>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let wanted = sends::ListQuery {
        kind: query.kind,
        status: query.status,
        email: query.email_id.clone(),
        from: time_bound("from", query.from.as_deref())?,
        to: time_bound("to", query.to.as_deref())?,
        before: after_number(&cx, query.cursor.as_deref())?,
        limit: i64::from(limit) + 1,
    };
    let rows = if query.wants_automations() {
        Vec::new()
    } else {
        sends::list(&tx, brand, &wanted).await?
    };
    let stats = sends::stats(&tx, brand, rows.iter().map(|row| row.id)).await?;
    let stats: HashMap<i64, Tally> = stats.into_iter().collect();
    let position = |row: &SendRecord| vec![Position::Int(row.id)];
    let page = page(&cx, limit, rows, position, |row| {
        let tally = stats.get(&row.id).copied().unwrap_or_default();
        show(row, &tally)
    })?;
    Ok(Reply::ok(page))
}
