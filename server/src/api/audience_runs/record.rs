//! An audience run as the API shows it.

use std::collections::{BTreeMap, HashMap};

use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;
use postrider_domain::time;
use postrider_engine::campaigns::EVERYBODY;
use postrider_engine::designs::stored;
use postrider_engine::validation::RowFault;
use postrider_store::automations::audience_runs::{self, AudienceRunRecord};
use postrider_store::automations::steps::Count;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::failure::ApiResult;
use crate::api::runs::{GraphNode, nodes};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AudienceRun {
    audience_run_id: String,
    automation_id: String,
    /// The version that was the newest when it was launched.
    automation_version_id: String,
    /// `all` for every contact of the brand; absent once the audience is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    audience_id: Option<String>,
    /// The audience's name when it was launched.
    audience_name: String,
    status: SendStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheduled_at: Option<String>,
    /// Why it is `paused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pause_reason: Option<PauseReason>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RowFault>,
    /// Members when it was launched; from its start on, those who were looked at so far. The sum of the three counts below
    /// and of those who are still on their way.
    total_recipients: i64,
    /// Members whose run is completed.
    completed_count: i64,
    failed_count: i64,
    /// Members without a run, because they cannot be mailed, and those whose run was canceled.
    skipped_count: i64,
    node_stats: Vec<NodeStats>,
    created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_at: Option<String>,
    updated_at: String,
}

/// How many members came to a node, and what became of them there.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AudienceRunNode")]
struct NodeStats {
    node_id: String,
    entered: i64,
    completed: i64,
    failed: i64,
    skipped: i64,
    /// The send of a `sendEmail` node.
    #[serde(skip_serializing_if = "Option::is_none")]
    send_id: Option<String>,
}

/// What is told of audience runs beside their rows.
pub(super) struct Told {
    nodes: HashMap<i64, Vec<GraphNode>>,
    /// By audience run and node; no node: the runs as a whole.
    counts: HashMap<(i64, String), Count>,
    sends: HashMap<(i64, String), String>,
}

impl Told {
    pub(super) async fn read(
        tx: &Tx,
        brand: BrandKey,
        records: &[AudienceRunRecord],
    ) -> ApiResult<Self> {
        let versions = records.iter().map(|record| record.version).collect();
        let mut of_automations: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        for record in records {
            let of = of_automations.entry(record.automation).or_default();
            of.push(record.id);
        }
        let mut counts = HashMap::new();
        for (automation, ids) in of_automations {
            for counted in audience_runs::node_counts(tx, brand, automation, &ids).await? {
                counts.insert((counted.audience_run, counted.node), counted.count);
            }
        }
        let ids: Vec<i64> = records.iter().map(|record| record.id).collect();
        let sends = audience_runs::sends(tx, brand, &ids).await?;
        let sends = sends
            .into_iter()
            .map(|send| ((send.audience_run, send.node), send.public_id));
        Ok(Self {
            nodes: nodes(tx, brand, versions).await?,
            counts,
            sends: sends.collect(),
        })
    }

    fn count(&self, audience_run: i64, node: &str) -> Count {
        let key = (audience_run, node.to_owned());
        self.counts.get(&key).copied().unwrap_or_default()
    }

    /// Every node but the trigger, in the order of the graph.
    fn node_stats(&self, record: &AudienceRunRecord) -> Vec<NodeStats> {
        let nodes = self.nodes.get(&record.version).into_iter().flatten();
        let stats = |node: &GraphNode| {
            let count = self.count(record.id, &node.id);
            NodeStats {
                node_id: node.id.clone(),
                entered: count.entered,
                completed: count.completed,
                failed: count.failed,
                skipped: count.skipped,
                send_id: self.sends.get(&(record.id, node.id.clone())).cloned(),
            }
        };
        let steps = nodes.filter(|node| node.kind != "trigger");
        steps.map(stats).collect()
    }

    pub(super) fn show(&self, record: AudienceRunRecord) -> Result<AudienceRun, Problem> {
        let runs = self.count(record.id, "");
        let audience_id = match record.audience {
            None => Some(EVERYBODY.to_owned()),
            Some(_) => record.refs.audience.clone(),
        };
        Ok(AudienceRun {
            node_stats: self.node_stats(&record),
            audience_run_id: record.public_id,
            automation_id: record.refs.automation.unwrap_or_default(),
            automation_version_id: record.refs.version.unwrap_or_default(),
            audience_id,
            audience_name: record.audience_name,
            status: record.status,
            scheduled_at: record.scheduled_at.map(time::format),
            pause_reason: record.pause_reason,
            error: record.error.as_deref().map(stored).transpose()?,
            total_recipients: record.total + record.excluded,
            completed_count: runs.completed,
            failed_count: runs.failed,
            skipped_count: record.excluded + runs.skipped,
            created_at: time::format(record.created_at),
            started_at: record.started_at.map(time::format),
            completed_at: record.completed_at.map(time::format),
            updated_at: time::format(record.updated_at),
        })
    }
}
