//! The nodes of versions, as far as runs are told by them.

use std::collections::{BTreeSet, HashMap};

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;
use postrider_engine::designs::stored;
use postrider_store::automations;
use postrider_store::automations::run_list::RunRecord;
use postrider_store::db::Tx;
use serde::Deserialize;

use crate::api::failure::ApiResult;

#[derive(Clone, Debug, Deserialize)]
pub struct GraphNode {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub label: Option<String>,
}

#[derive(Deserialize)]
struct Graph {
    nodes: Vec<GraphNode>,
}

/// The nodes of some versions by the number of each, in the order of their lists. Runs of one page share few versions.
pub async fn nodes(
    tx: &Tx,
    brand: BrandKey,
    versions: BTreeSet<i64>,
) -> ApiResult<HashMap<i64, Vec<GraphNode>>> {
    let mut found = HashMap::new();
    for version in versions {
        if let Some(record) = automations::version(tx, brand, version).await? {
            let graph: Graph = stored(&record.graph)?;
            found.insert(version, graph.nodes);
        }
    }
    Ok(found)
}

/// The node that a run stands at.
pub(super) fn current<'a>(
    record: &RunRecord,
    nodes: &'a HashMap<i64, Vec<GraphNode>>,
) -> Option<&'a GraphNode> {
    let is_open = record.status == SendStatus::Running;
    is_open.then(|| stood_at(record, nodes))?
}

/// The node that a run stands at, or stood at when it ended.
pub(super) fn stood_at<'a>(
    record: &RunRecord,
    nodes: &'a HashMap<i64, Vec<GraphNode>>,
) -> Option<&'a GraphNode> {
    let place = usize::try_from(record.node?).ok()?;
    nodes.get(&record.version)?.get(place)
}
