//! `GET /v1/automations/trigger-instances`, all or one.

use std::sync::Arc;

use postrider_domain::automations::trigger::{InstanceState, NotStarted, Source};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_store::db::Tx;
use postrider_store::triggers::instances::{self, InstanceRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::page::{MAX_LIMIT, Page, after_number, page, time_bound};
use crate::api::reply::Reply;

/// One fire of a trigger.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TriggerInstance {
    trigger_instance_id: String,
    trigger_event_id: String,
    source: Source,
    /// Of an integration's event.
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
    state: InstanceState,
    matched_automation_ids: Vec<String>,
    automation_run_ids: Vec<String>,
    /// Matched automations that did not start, and why.
    not_started: Vec<NotStarted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection_reason: Option<String>,
    /// How often a start was tried.
    attempts: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipient_email: Option<String>,
    received_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    processed_at: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TriggerInstanceListQuery")]
pub struct ListQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    /// Only fires of this trigger.
    trigger_event_id: Option<String>,
    /// Only this fire.
    trigger_instance_id: Option<String>,
    /// Only fires that arrived then or later: an ISO time or a date.
    #[schemars(extend("examples" = ["2026-01-01"]))]
    from: Option<String>,
    /// Only fires that arrived earlier.
    #[schemars(extend("examples" = ["2027-01-01"]))]
    to: Option<String>,
}

pub async fn list_instances(
    tx: Tx,
    cx: Cx,
    query: Arc<ListQuery>,
) -> ApiResult<Reply<Page<TriggerInstance>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let wanted = instances::ListQuery {
        trigger: query.trigger_event_id.clone(),
        public_id: query.trigger_instance_id.clone(),
        from: time_bound("from", query.from.as_deref())?,
        to: time_bound("to", query.to.as_deref())?,
        before: after_number(&cx, query.cursor.as_deref())?,
        limit: i64::from(limit) + 1,
    };
    let rows = instances::list(&tx, brand, &wanted).await?;
    let mut runs = instances::runs(&tx, brand, rows.iter().map(|row| row.id)).await?;
    let position = |row: &InstanceRecord| vec![Position::Int(row.id)];
    let page = page(&cx, limit, rows, position, |row| {
        let runs = runs.remove(&row.id).unwrap_or_default();
        Ok(show(row, runs))
    })?;
    Ok(Reply::ok(page))
}

pub async fn get_instance(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<TriggerInstance>> {
    let brand = cx.brand_key()?;
    let found = instances::get(&tx, brand, cx.path("triggerInstanceId")).await?;
    let row = found.ok_or_else(|| {
        let message = "There is no such trigger instance.";
        Problem::new(Code::TriggerInstanceNotFound, message)
    })?;
    let mut runs = instances::runs(&tx, brand, [row.id]).await?;
    let runs = runs.remove(&row.id).unwrap_or_default();
    Ok(Reply::ok(show(row, runs)))
}

fn show(row: InstanceRecord, runs: Vec<String>) -> TriggerInstance {
    TriggerInstance {
        trigger_instance_id: row.public_id,
        trigger_event_id: row.trigger_public_id,
        provider: (row.source == Source::Integration).then_some(row.provider),
        source: row.source,
        state: row.state,
        matched_automation_ids: row.matched,
        automation_run_ids: runs,
        not_started: row.not_started,
        rejection_reason: row.rejection,
        attempts: row.attempts,
        recipient_email: row.email,
        received_at: time::format(row.received_at),
        processed_at: row.processed_at.map(time::format),
    }
}
