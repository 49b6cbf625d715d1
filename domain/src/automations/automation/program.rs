//! A version made ready to be walked: names resolved to places, conditions checked.

use std::collections::HashMap;

use super::graph::{EngagementEvent, FilterConfig, Graph, Node, NodeConfig, NodeType};
use super::needs::Needs;
use super::paths::{Edge, Paths};
use super::split::{Condition, Split};
use super::uses::{DesignKind, Uses};
use super::wait::Wait;
use crate::contacts::field::KnownFields;
use crate::contacts::filter::{Contract, Declared, GraphFields, check};

/// What a program is made from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub graph: &'a Graph,
    pub uses: &'a Uses,
    pub fields: &'a KnownFields,
    /// The declared keys of the trigger's payload; nothing when there is no trigger.
    pub contract: Option<&'a [Declared<'a>]>,
    /// The automation's public id.
    pub automation: &'a str,
}

#[derive(Clone, Debug)]
pub struct Program {
    automation: String,
    nodes: Vec<ProgramNode>,
    start: usize,
    paths: Paths,
    needs: Needs,
}

#[derive(Clone, Debug)]
pub struct ProgramNode {
    pub id: String,
    pub label: Option<String>,
    pub kind: NodeType,
    /// Of a `sendEmail` node that names its mail.
    pub design: Option<DesignKind>,
    pub(super) action: Action,
}

#[derive(Clone, Debug)]
pub(super) enum Action {
    Pass,
    Send,
    Wait(Wait),
    Filter(Condition),
    Engagement {
        mail: usize,
        event: EngagementEvent,
        within: i64,
    },
    Split(Split),
    /// Something about it has no meaning (any more): whoever comes here fails, with these words.
    Broken(String),
}

impl Program {
    /// Fails only without a trigger node. Whatever else is wrong fails the runs that come to it.
    pub fn compile(source: &Source<'_>) -> Result<Self, String> {
        let graph = source.graph;
        let start = graph
            .nodes
            .iter()
            .position(|node| node.kind() == NodeType::Trigger);
        let start = start.ok_or("The graph has no trigger node.")?;
        let mut places = HashMap::new();
        for (index, node) in graph.nodes.iter().enumerate() {
            places.entry(node.id.as_str()).or_insert(index);
        }
        let fields = GraphFields {
            known: source.fields,
            contract: Contract::Open(source.contract.unwrap_or_default()),
        };
        let nodes = graph.nodes.iter().map(|node| {
            let email = source
                .uses
                .emails
                .iter()
                .find(|email| email.node == node.id);
            ProgramNode {
                id: node.id.clone(),
                label: node.label.clone(),
                kind: node.kind(),
                design: email.map(|email| email.kind),
                action: action(node, graph, &places, &fields).unwrap_or_else(Action::Broken),
            }
        });
        Ok(Self {
            automation: source.automation.to_owned(),
            nodes: nodes.collect(),
            start,
            paths: Paths::of(graph, &places, start),
            needs: Needs::of(graph),
        })
    }

    /// The place is one that the stepper named, or [`Program::index_of`].
    pub fn node(&self, index: usize) -> &ProgramNode {
        &self.nodes[index]
    }

    /// How many nodes it has.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn index_of(&self, id: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.id == id)
    }

    pub const fn needs(&self) -> Needs {
        self.needs
    }

    /// Every node that can still be reached from this one, nearest first.
    pub fn behind(&self, node: usize) -> Vec<usize> {
        self.paths.behind(node)
    }

    pub(super) fn get(&self, index: usize) -> Option<&ProgramNode> {
        self.nodes.get(index)
    }

    pub(super) const fn start(&self) -> usize {
        self.start
    }

    pub(super) fn automation(&self) -> &str {
        &self.automation
    }

    pub(super) fn edges(&self, node: usize) -> &[Edge] {
        self.paths.from(node)
    }
}

fn action(
    node: &Node,
    graph: &Graph,
    places: &HashMap<&str, usize>,
    fields: &GraphFields<'_>,
) -> Result<Action, String> {
    Ok(match &node.config {
        NodeConfig::Trigger(_) => Action::Pass,
        NodeConfig::SendEmail(_) => Action::Send,
        NodeConfig::Wait(config) => Action::Wait(Wait::compile(config, fields)?),
        NodeConfig::Filter(FilterConfig::Conditions(group)) => {
            let condition = check(group, fields, "config");
            Action::Filter(condition.map_err(|problem| problem.message)?)
        }
        NodeConfig::Filter(FilterConfig::Engagement { engagement }) => {
            let mail = places.get(engagement.node_id.as_str()).copied();
            let mail = mail.filter(|place| graph.nodes[*place].kind() == NodeType::SendEmail);
            Action::Engagement {
                mail: mail.ok_or("The filter waits for the mail of a node that is not there.")?,
                event: engagement.event,
                within: engagement.within.ms(),
            }
        }
        NodeConfig::Split(config) => Action::Split(Split::compile(config, fields)?),
    })
}
