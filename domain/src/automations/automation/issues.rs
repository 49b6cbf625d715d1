//! What is wrong with a graph as such, and with the designs and domains that it names. All of it is found at once.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::graph::{Graph, NodeConfig, NodeType, SendEmailConfig};
use super::references::References;
use super::shorten::shorten;
use crate::contract::catalog::Code;
use crate::contract::problem::Problem;
use crate::designs::design::EmailType;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "GraphIssueKind")]
pub enum IssueKind {
    /// Two nodes share an id.
    DuplicateNodeId,
    ConnectionUnknownFrom,
    ConnectionUnknownTo,
    ConnectionTargetsTrigger,
    ConnectionSelfLoop,
    EmailNotFound,
    /// The version belongs to another design.
    EmailVersionMismatch,
    /// A campaign design, which is sent once.
    EmailWrongType,
    DomainNotFound,
    /// Not verified for sending.
    DomainNotReady,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "GraphIssue")]
pub struct Issue {
    pub kind: IssueKind,
    /// The id of the node, also where a connection names one that is not there.
    pub node_id: String,
    pub message: String,
}

/// In the order of the graph: nodes, connections, then what the nodes name.
pub fn issues(graph: &Graph, references: &References) -> Vec<Issue> {
    let mut found = structure(graph);
    for node in &graph.nodes {
        if let NodeConfig::SendEmail(config) = &node.config {
            let of_node = named(config, references);
            found.extend(of_node.into_iter().map(|(kind, message)| Issue {
                kind,
                node_id: node.id.clone(),
                message,
            }));
        }
    }
    found
}

/// As many as an answer shows.
pub fn shown(issues: Vec<Issue>) -> Vec<Issue> {
    shorten(issues, |issue| &mut issue.message)
}

/// The refusal of a graph with issues.
pub fn refuse(issues: &[Issue]) -> Result<(), Problem> {
    let Some(first) = issues.first() else {
        return Ok(());
    };
    let message = match issues.len() {
        1 => first.message.clone(),
        count => format!(
            "{} ({} more in `details.issues`.)",
            first.message,
            count - 1
        ),
    };
    let details = serde_json::json!({ "issues": shown(issues.to_vec()) });
    Err(Problem::new(Code::AutomationGraphInvalid, message).details(details))
}

fn structure(graph: &Graph) -> Vec<Issue> {
    let mut found = Vec::new();
    let mut add = |kind, node_id: &str, message: String| {
        found.push(Issue {
            kind,
            node_id: node_id.to_owned(),
            message,
        });
    };
    let (mut ids, mut repeated) = (HashSet::new(), HashSet::new());
    for node in &graph.nodes {
        let id = node.id.as_str();
        if !ids.insert(id) && repeated.insert(id) {
            let message = format!("Several nodes have the id `{id}`.");
            add(IssueKind::DuplicateNodeId, id, message);
        }
    }
    let triggers = graph
        .nodes
        .iter()
        .filter(|node| node.kind() == NodeType::Trigger);
    let triggers: HashSet<&str> = triggers.map(|node| node.id.as_str()).collect();
    for connection in &graph.connections {
        let (from, to) = (connection.from.as_str(), connection.to.as_str());
        if !ids.contains(from) {
            let message = format!("A connection starts at `{from}`, and no node has that id.");
            add(IssueKind::ConnectionUnknownFrom, from, message);
        }
        if !ids.contains(to) {
            let message =
                format!("A connection from `{from}` leads to `{to}`, and no node has that id.");
            add(IssueKind::ConnectionUnknownTo, to, message);
        }
        if from == to {
            let message = format!("A connection leads from `{from}` to itself.");
            add(IssueKind::ConnectionSelfLoop, from, message);
        }
        if triggers.contains(to) {
            let message = format!("A connection leads from `{from}` to the trigger node.");
            add(IssueKind::ConnectionTargetsTrigger, to, message);
        }
    }
    found
}

/// What a `sendEmail` node names and does not get.
fn named(config: &SendEmailConfig, references: &References) -> Vec<(IssueKind, String)> {
    let mut found = Vec::new();
    found.extend(of_design(config, references));
    if let Some(id) = &config.domain_id {
        match references.domains.get(id) {
            None => found.push((
                IssueKind::DomainNotFound,
                format!("There is no domain `{id}`."),
            )),
            Some(domain) if !domain.sendable => found.push((
                IssueKind::DomainNotReady,
                format!("The domain `{}` is not verified for sending.", domain.name),
            )),
            Some(_) => {}
        }
    }
    found
}

fn of_design(config: &SendEmailConfig, references: &References) -> Option<(IssueKind, String)> {
    if let Some(id) = &config.email_id
        && !references.designs.contains_key(id)
    {
        let message = format!("There is no design `{id}`.");
        return Some((IssueKind::EmailNotFound, message));
    }
    if let Some(id) = &config.email_version_id {
        let Some(version) = references.versions.get(id) else {
            let message = format!("There is no version `{id}` of a design.");
            return Some((IssueKind::EmailNotFound, message));
        };
        let email = config.email_id.as_ref();
        if let Some(email) = email.filter(|email| **email != version.design.public_id) {
            let message = format!("The version `{id}` belongs to another design than `{email}`.");
            return Some((IssueKind::EmailVersionMismatch, message));
        }
    }
    let design = references.design(config)?;
    (design.kind == EmailType::Campaign).then(|| {
        let message = format!(
            "The design `{}` is a campaign: automations send designs of type `automation` or `transactional`.",
            design.public_id
        );
        (IssueKind::EmailWrongType, message)
    })
}
