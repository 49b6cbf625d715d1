//! The fields that a graph looks at: in filters, splits and waits.

use super::graph::{FilterConfig, Graph, Node, NodeConfig, SplitConfig, WaitConfig};
use super::uses::TagUse;
use crate::field::KnownFields;
use crate::filter::{Contract, Declared, FilterNode, GraphFields, check_list};
use crate::problem::Problem;

/// Something that a node asks and that nobody could answer.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldProblem {
    /// The node's id.
    pub node: String,
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
            node: node.id.clone(),
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
    for node in &graph.nodes {
        each_field(node, &mut |field| named.add(node, field));
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

impl Named {
    fn add(&mut self, node: &Node, field: &str) {
        if let Some(path) = field.strip_prefix("payload.") {
            let used = TagUse {
                node: node.id.clone(),
                name: path.to_owned(),
            };
            if !self.payload_keys.contains(&used) {
                self.payload_keys.push(used);
            }
        } else if let Some(name) = field.strip_prefix("contact.customFields.")
            && !self.fields.iter().any(|known| known == name)
        {
            self.fields.push(name.to_owned());
        }
    }
}

#[cfg(test)]
mod tests;
