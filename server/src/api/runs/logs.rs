//! What a run did at each node.

use std::collections::HashMap;

use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::{EventType, SendStatus};
use postrider_domain::tenant::BrandKey;
use postrider_domain::time;
use postrider_engine::designs::stored;
use postrider_engine::validation::RowFault;
use postrider_store::automations::logs::{self, LoggedNode};
use postrider_store::automations::run_list::RunRecord;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::graph::{GraphNode, stood_at};
use crate::api::failure::ApiResult;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AutomationRunLog")]
pub struct LogRow {
    node_id: String,
    node_type: String,
    /// The node's label; its id if it has none.
    label: String,
    status: NodeStatus,
    /// The trigger is 0.
    order_index: i64,
    /// The way out that was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<String>,
    started_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_ms: Option<i64>,
    /// The send that the node's mail belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    send_id: Option<String>,
    /// Why it failed or was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RowFault>,
    /// Of a test: that its mail did not come from the node's domain, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    warnings: Vec<RowFault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AutomationNodeStatus")]
enum NodeStatus {
    Running,
    Completed,
    Failed,
    Skipped,
}

/// As the event keeps it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detail {
    node: String,
    #[serde(rename = "type")]
    kind: String,
    label: Option<String>,
    order: i64,
    entered_at: i64,
    branch: Option<String>,
    send: Option<String>,
    error: Option<RowFault>,
    warning: Option<RowFault>,
}

/// The trigger, what the run has left behind, and the node that it stands at or was canceled at.
pub(super) async fn read(
    tx: &Tx,
    brand: BrandKey,
    record: &RunRecord,
    nodes: &HashMap<i64, Vec<GraphNode>>,
) -> ApiResult<Vec<LogRow>> {
    let Some(started_at) = record.started_at else {
        return Ok(Vec::new());
    };
    let logged = logs::of_run(tx, brand, record.id).await?;
    let rows = logged.iter().map(left).collect::<Result<Vec<_>, _>>()?;
    let graph = nodes.get(&record.version).map_or(&[][..], Vec::as_slice);
    let trigger = graph.iter().find(|node| node.kind == "trigger");
    let trigger = trigger.map(|node| LogRow {
        status: NodeStatus::Completed,
        completed_at: Some(time::format(started_at)),
        duration_ms: Some(0),
        ..entered(node, 0, started_at)
    });
    let mut all: Vec<LogRow> = trigger.into_iter().chain(rows).collect();
    all.sort_by_key(|row| row.order_index);
    let is_logged = |node: &GraphNode| all.iter().any(|row| row.node_id == node.id);
    if matches!(record.status, SendStatus::Running | SendStatus::Canceled)
        && let Some(node) = stood_at(record, nodes)
        && !is_logged(node)
    {
        let order = all.last().map_or(0, |row| row.order_index + 1);
        let at = record.entered_at.unwrap_or(started_at);
        let row = entered(node, order, at);
        all.push(match record.status {
            SendStatus::Canceled => canceled(row, at, record.completed_at.unwrap_or(at)),
            _ => row,
        });
    }
    Ok(all)
}

/// The node that a run was canceled at: nothing came of it.
fn canceled(row: LogRow, entered_at: i64, canceled_at: i64) -> LogRow {
    LogRow {
        status: NodeStatus::Skipped,
        completed_at: Some(time::format(canceled_at)),
        duration_ms: Some((canceled_at - entered_at).max(0)),
        error: Some(RowFault {
            code: "RUN_CANCELED".to_owned(),
            message: "The run was canceled at this node.".to_owned(),
        }),
        ..row
    }
}

fn entered(node: &GraphNode, order_index: i64, at: i64) -> LogRow {
    LogRow {
        node_id: node.id.clone(),
        node_type: node.kind.clone(),
        label: node.label.clone().unwrap_or_else(|| node.id.clone()),
        status: NodeStatus::Running,
        order_index,
        branch: None,
        started_at: time::format(at),
        completed_at: None,
        duration_ms: None,
        send_id: None,
        error: None,
        warnings: Vec::new(),
    }
}

fn left(logged: &LoggedNode) -> Result<LogRow, Problem> {
    let detail: Detail = stored(&logged.detail)?;
    Ok(LogRow {
        label: detail.label.unwrap_or_else(|| detail.node.clone()),
        node_id: detail.node,
        node_type: detail.kind,
        status: match logged.kind {
            EventType::NodeFailed => NodeStatus::Failed,
            EventType::NodeSkipped => NodeStatus::Skipped,
            _ => NodeStatus::Completed,
        },
        order_index: detail.order,
        branch: detail.branch,
        started_at: time::format(detail.entered_at),
        completed_at: Some(time::format(logged.completed_at)),
        duration_ms: Some((logged.completed_at - detail.entered_at).max(0)),
        send_id: detail.send,
        error: detail.error,
        warnings: detail.warning.into_iter().collect(),
    })
}
