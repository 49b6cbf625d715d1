//! The fields that a graph looks at: in filters, splits and waits.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::graph::{FilterConfig, Graph, Node, NodeConfig, SplitConfig, WaitConfig};
use crate::contacts::field::KnownFields;
use crate::contacts::filter::{Contract, Declared, FieldRef, FilterNode, GraphFields, check_list};
use crate::contract::problem::Problem;

const PAYLOAD: &str = "payload.";
const CONTACT: &str = "contact.";

/// Something that a node asks and that nobody could answer.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldProblem {
    /// Its place in the list of nodes: while a graph is drawn, ids may repeat.
    pub node: usize,
    /// Its param leads from the graph: `nodes[2].config.filters[0].field`.
    pub problem: Problem,
}

/// Holds the conditions and waits of a graph against the brand's fields and the keys that the trigger declares.
/// Without a contract nothing is said about payloads. Each list of conditions gives at most one problem.
pub fn check_fields(
    graph: &Graph,
    known: &KnownFields,
    contract: Option<&[Declared<'_>]>,
) -> Vec<FieldProblem> {
    let contract = contract.map_or(Contract::Open(&[]), Contract::Closed);
    let fields = GraphFields { known, contract };
    let mut problems = Vec::new();
    for (index, node) in graph.nodes.iter().enumerate() {
        let found = check_node(node, &fields, &format!("nodes[{index}].config"));
        problems.extend(found.into_iter().map(|problem| FieldProblem {
            node: index,
            problem,
        }));
    }
    problems
}

fn check_node(node: &Node, fields: &GraphFields<'_>, at: &str) -> Vec<Problem> {
    let list = |logic, nodes: &[FilterNode], at: &str| {
        check_list(logic, nodes, fields, &format!("{at}.filters")).err()
    };
    match &node.config {
        NodeConfig::Filter(FilterConfig::Conditions(group)) => {
            let problem = list(group.logical_operator, &group.filters, at);
            problem.into_iter().collect()
        }
        NodeConfig::Split(SplitConfig::Condition { branches, .. }) => {
            let each = branches.iter().enumerate().filter_map(|(index, branch)| {
                let at = format!("{at}.branches[{index}]");
                list(branch.logical_operator, &branch.filters, &at)
            });
            each.collect()
        }
        NodeConfig::Wait(WaitConfig::Until { until }) => {
            let read = fields.read_date(&until.field, &format!("{at}.until.field"));
            read.err().into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A name, and the node that uses it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TagUse {
    pub node: String,
    pub name: String,
}

/// The fields of payload and contact that a graph looks at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// Names of custom fields, each once.
    pub fields: Vec<String>,
    /// Paths in the payload (`cart.total`) and who asks for them, each pair once.
    pub payload_keys: Vec<TagUse>,
}

pub fn named(graph: &Graph) -> Named {
    let mut named = Named::default();
    let (mut fields, mut keys) = (HashSet::new(), HashSet::new());
    for node in &graph.nodes {
        each_field(node, &mut |field| {
            if let Some(path) = field.strip_prefix(PAYLOAD) {
                if keys.insert((node.id.clone(), path.to_owned())) {
                    named.payload_keys.push(TagUse {
                        node: node.id.clone(),
                        name: path.to_owned(),
                    });
                }
            } else if let Some(column) = field.strip_prefix(CONTACT)
                && let Some(name) = FieldRef::custom_name(column)
                && fields.insert(name.to_owned())
            {
                named.fields.push(name.to_owned());
            }
        });
    }
    named
}

/// Shows every field that conditions name, at any depth.
pub fn each_named(nodes: &[FilterNode], see: &mut dyn FnMut(&str)) {
    for node in nodes {
        match node {
            FilterNode::Condition(condition) => see(&condition.field),
            FilterNode::Group(group) => each_named(&group.filters, see),
        }
    }
}

pub(super) fn each_field(node: &Node, see: &mut dyn FnMut(&str)) {
    match &node.config {
        NodeConfig::Filter(FilterConfig::Conditions(group)) => each_named(&group.filters, see),
        NodeConfig::Split(SplitConfig::Condition { branches, .. }) => {
            for branch in branches {
                each_named(&branch.filters, see);
            }
        }
        NodeConfig::Wait(WaitConfig::Until { until }) => see(&until.field),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
