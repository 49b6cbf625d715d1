//! A run as the API shows it.

use std::collections::HashMap;

use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::SendStatus;
use postrider_domain::time;
use postrider_engine::designs::stored;
use postrider_engine::validation::RowFault;
use postrider_store::automations::run_list::RunRecord;
use schemars::JsonSchema;
use serde::Serialize;

use super::graph::{GraphNode, current};
use super::logs::LogRow;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AutomationRun")]
pub struct Run {
    automation_run_id: String,
    automation_id: String,
    /// The version that it walks, whatever is published meanwhile.
    automation_version_id: String,
    /// SHA-256 of that version's graph, in hex.
    definition_hash: String,
    status: SendStatus,
    mode: RunMode,
    /// Absent once the contact is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipient_email: Option<String>,
    /// The fire that started it.
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger_instance_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger_event_id: Option<String>,
    /// The launch on an audience that it is part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    audience_run_id: Option<String>,
    /// The node it stands at, while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    current_node_id: Option<String>,
    /// When it goes on, while it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    wake_at: Option<String>,
    created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_at: Option<String>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RowFault>,
    /// What it did at each node, in order; with `include=logs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) logs: Option<Vec<LogRow>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AutomationRunMode")]
pub enum RunMode {
    Live,
    /// Made by `POST /v1/automations/{automationId}/test`: it counts nowhere.
    Test,
}

impl RunMode {
    fn of(record: &RunRecord) -> Self {
        if record.is_test {
            Self::Test
        } else {
            Self::Live
        }
    }
}

pub(super) fn show(
    record: RunRecord,
    nodes: &HashMap<i64, Vec<GraphNode>>,
) -> Result<Run, Problem> {
    let current = current(&record, nodes).map(|node| node.id.clone());
    let waits = record.status == SendStatus::Running && record.started_at.is_some();
    Ok(Run {
        mode: RunMode::of(&record),
        automation_run_id: record.public_id,
        automation_id: record.refs.automation.unwrap_or_default(),
        automation_version_id: record.refs.version.unwrap_or_default(),
        definition_hash: record.refs.hash.unwrap_or_default(),
        status: record.status,
        recipient_email: record.recipient,
        trigger_instance_id: record.refs.instance,
        trigger_event_id: record.refs.trigger,
        audience_run_id: record.refs.audience_run,
        current_node_id: current,
        wake_at: record.wake_at.filter(|_| waits).map(time::format),
        created_at: time::format(record.created_at),
        started_at: record.started_at.map(time::format),
        completed_at: record.completed_at.map(time::format),
        error: record.error.as_deref().map(stored).transpose()?,
        logs: None,
    })
}
