//! What a dry run says.

use postrider_domain::automations::automation::{Issue, NodeType, Notice, blockers, issues};
use postrider_engine::automations::drafting::Previewed;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AutomationPreview")]
pub struct Preview {
    /// Whether it could be saved and published, or launched, as things stand.
    valid: bool,
    /// What keeps it from being published. Of these lists each has at most 200 entries; the last says how many more there
    /// are.
    blockers: Vec<Notice>,
    warnings: Vec<Notice>,
    /// What keeps it from being saved.
    issues: Vec<Issue>,
    node_counts: NodeCounts,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AutomationNodeCounts")]
struct NodeCounts {
    trigger: usize,
    send_email: usize,
    wait: usize,
    filter: usize,
    split: usize,
}

impl From<Previewed> for Preview {
    fn from(previewed: Previewed) -> Self {
        let Previewed {
            graph,
            blockers,
            warnings,
            issues,
        } = previewed;
        let count = |kind| {
            let of_kind = graph.nodes.iter().filter(|node| node.kind() == kind);
            of_kind.count()
        };
        Self {
            valid: blockers.is_empty() && issues.is_empty(),
            blockers: blockers::shown(blockers),
            warnings: blockers::shown(warnings),
            issues: issues::shown(issues),
            node_counts: NodeCounts {
                trigger: count(NodeType::Trigger),
                send_email: count(NodeType::SendEmail),
                wait: count(NodeType::Wait),
                filter: count(NodeType::Filter),
                split: count(NodeType::Split),
            },
        }
    }
}
