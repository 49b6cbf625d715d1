//! What a change of an automation asks for, and the graph and version that it means.

use postrider_domain::automations::automation::{
    Connection, Graph, Node, NodeConfig, TriggerConfig, read,
};
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{self, AutomationRecord, VersionRecord};
use postrider_store::db::{DbError, Tx};

use super::publishing::graph_of;
use super::refusals::no_such_version;
use crate::failure::Failure;

/// What is to be different. What is left out stays as it is.
pub struct AutomationUpdate {
    pub name: Option<String>,
    pub description: Patch<String>,
    pub nodes: Option<Vec<Node>>,
    pub connections: Option<Vec<Connection>>,
    /// Binds the trigger node to another trigger.
    pub trigger_event_id: Option<String>,
    pub publication: Publication,
}

/// Whether fires are to start it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Publication {
    /// As before.
    Keep,
    Publish {
        /// By its public id; without one, the newest.
        version: Option<String>,
    },
    Unpublish {
        runs: UnderWay,
    },
}

/// What becomes of the runs of an automation that is unpublished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnderWay {
    GoOn,
    Stop,
}

impl AutomationUpdate {
    pub(super) fn is_about_the_graph(&self) -> bool {
        self.nodes.is_some() || self.connections.is_some() || self.trigger_event_id.is_some()
    }

    /// The version that is to be published, if one is named.
    fn named_version(&self) -> Option<&str> {
        match &self.publication {
            Publication::Publish { version } => version.as_deref(),
            Publication::Keep | Publication::Unpublish { .. } => None,
        }
    }
}

/// The graph that the change is about: a new one, that of the version it names, or the newest.
pub(super) async fn wanted_graph(
    tx: &Tx,
    brand: BrandKey,
    update: &AutomationUpdate,
    automation: &AutomationRecord,
) -> Result<Graph, Failure> {
    let base = wanted_version(tx, brand, update, automation).await?;
    let mut graph = graph_of(&base)?;
    if !update.is_about_the_graph() {
        return Ok(graph);
    }
    match &update.nodes {
        Some(nodes) => graph.nodes.clone_from(nodes),
        // Another trigger takes the place of the one that was bound.
        None if update.trigger_event_id.is_some() => unbind(&mut graph),
        None => {}
    }
    if let Some(connections) = &update.connections {
        graph.connections.clone_from(connections);
    }
    read::check(&graph)?;
    read::bind(&mut graph, update.trigger_event_id.as_deref())?;
    Ok(graph)
}

fn unbind(graph: &mut Graph) {
    if let Some(NodeConfig::Trigger(TriggerConfig::Event { trigger_event_id })) =
        graph.nodes.first_mut().map(|node| &mut node.config)
    {
        *trigger_event_id = None;
    }
}

/// The version that the change names, else the newest.
pub(super) async fn wanted_version(
    tx: &Tx,
    brand: BrandKey,
    update: &AutomationUpdate,
    automation: &AutomationRecord,
) -> Result<VersionRecord, Failure> {
    if let Some(id) = update.named_version() {
        let found = automations::version_named(tx, brand, automation.id, id).await?;
        return Ok(found.ok_or_else(no_such_version)?);
    }
    let head = automations::version(tx, brand, automation.head.id).await?;
    Ok(head.ok_or_else(|| DbError::Other("the newest version is gone".into()))?)
}
