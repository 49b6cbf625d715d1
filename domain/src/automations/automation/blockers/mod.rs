//! What keeps a graph from being published or launched, and what its author should know.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::conditions::check_fields;
use super::fit::{Misfit, unfit_tags};
use super::graph::{Graph, Node, NodeConfig, NodeType, SendEmailConfig};
use super::issues::Issue;
use super::read::is_from;
use super::references::{NamedTrigger, References};
use super::shorten::shorten;
use super::trigger_config::TriggerConfig;
use super::uses::Uses;
use super::ways::{Ways, branches};
use crate::contract::catalog::Code;
use crate::contract::problem::Problem;
use crate::designs::design::EmailStatus;

/// Something to be put right, or to be known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AutomationNotice")]
pub struct Notice {
    /// Absent where it is about the graph as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_label: Option<String>,
    pub severity: Severity,
    pub message: String,
    /// Where in the graph, as in `nodes[2].config.filters[0].value`, if it is about a condition or a wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AutomationNoticeSeverity")]
pub enum Severity {
    /// Keeps it from being published.
    Error,
    Warning,
}

/// What is to become of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Fires start it.
    Publish,
    /// An audience walks through it.
    Launch,
}

impl Notice {
    pub(super) fn about(node: &Node, severity: Severity, message: impl Into<String>) -> Self {
        Self {
            node_id: Some(node.id.clone()),
            node_label: node.label.clone(),
            severity,
            message: message.into(),
            param: None,
        }
    }

    fn overall(message: impl Into<String>) -> Self {
        Self {
            node_id: None,
            node_label: None,
            severity: Severity::Error,
            message: message.into(),
            param: None,
        }
    }

    /// An issue as it keeps the graph from being published.
    pub fn of_issue(graph: &Graph, issue: &Issue) -> Self {
        let node = graph.nodes.iter().find(|node| node.id == issue.node_id);
        Self {
            node_id: Some(issue.node_id.clone()),
            node_label: node.and_then(|node| node.label.clone()),
            severity: Severity::Error,
            message: issue.message.clone(),
            param: None,
        }
    }
}

/// The refusal to publish or launch.
pub fn refuse(blockers: &[Notice]) -> Result<(), Problem> {
    let Some(first) = blockers.first() else {
        return Ok(());
    };
    let message = match blockers.len() {
        1 => first.message.clone(),
        count => format!(
            "{} ({} more in `details.blockers`.)",
            first.message,
            count - 1
        ),
    };
    let details = serde_json::json!({ "blockers": shown(blockers.to_vec()) });
    let problem = Problem::new(Code::PublishValidationFailed, message).details(details);
    Err(match &first.param {
        Some(param) => problem.param(param.as_str()),
        None => problem,
    })
}

/// As many as an answer shows.
pub fn shown(notices: Vec<Notice>) -> Vec<Notice> {
    shorten(notices, |notice| &mut notice.message)
}

/// All of them, beside the issues: those of the graph as a whole, then node by node.
pub fn blockers(graph: &Graph, references: &References, purpose: Purpose) -> Vec<Notice> {
    let uses = Uses::of(graph, references);
    let declared = references.trigger.as_ref().map(NamedTrigger::declared);
    // Whoever is reached through an audience brings no payload.
    let declared = declared.or_else(|| is_manual(graph).then(Vec::new));
    let contract = declared.as_deref();
    let mut found = overall(graph, purpose);
    let ways = Ways::of(graph);
    let reached = ways.behind(0);
    let tags = unfit_tags(contract.unwrap_or_default(), &uses, &references.known);
    let mut tags_of: HashMap<&str, Vec<&Misfit>> = HashMap::new();
    for tag in &tags {
        let node = tag.node.as_deref().unwrap_or_default();
        tags_of.entry(node).or_default().push(tag);
    }
    let fields = check_fields(graph, &references.known, contract);
    let mut fields = fields.into_iter().peekable();
    for (place, node) in graph.nodes.iter().enumerate() {
        let mut add = |message: String| found.push(Notice::about(node, Severity::Error, message));
        if place > 0 && !reached.contains(&place) {
            add("Nothing leads from the trigger to this node.".to_owned());
        }
        of_node(node, references, purpose, &mut add);
        for branch in unconnected(graph, node) {
            add(format!("Nothing is connected to the branch `{branch}`."));
        }
        // Of nodes with the same id, the first gets them: they would all repeat them.
        let of_tags = tags_of.remove(node.id.as_str()).unwrap_or_default();
        for tag in of_tags {
            add(tag.message.clone());
        }
        while let Some(field) = fields.next_if(|field| field.node == place) {
            found.push(Notice {
                param: field.problem.param,
                ..Notice::about(node, Severity::Error, field.problem.message)
            });
        }
    }
    found
}

fn overall(graph: &Graph, purpose: Purpose) -> Vec<Notice> {
    let mut found = Vec::new();
    if !graph
        .nodes
        .iter()
        .any(|node| node.kind() == NodeType::SendEmail)
    {
        found.push(Notice::overall("There is no `sendEmail` node."));
    }
    let circle = Ways::of(graph).on_cycles();
    if !circle.is_empty() {
        let ids = circle.iter().filter_map(|place| graph.nodes.get(*place));
        let ids: Vec<String> = ids.take(10).map(|node| format!("`{}`", node.id)).collect();
        let message = format!("The graph leads in a circle through {}.", ids.join(", "));
        found.push(Notice::overall(message));
    }
    if purpose == Purpose::Publish && is_manual(graph) {
        found.push(Notice::overall(
            "A manual-audience automation is not published: launch it with POST /v1/automations/{automationId}/run.",
        ));
    }
    found
}

fn is_manual(graph: &Graph) -> bool {
    let trigger = graph.nodes.first().map(|node| &node.config);
    matches!(
        trigger,
        Some(NodeConfig::Trigger(TriggerConfig::ManualAudience { .. }))
    )
}

fn of_node(node: &Node, references: &References, purpose: Purpose, add: &mut impl FnMut(String)) {
    match &node.config {
        NodeConfig::Trigger(TriggerConfig::Event { trigger_event_id }) => match trigger_event_id {
            None => add("No trigger is bound: set `triggerEventId`.".to_owned()),
            Some(id) if references.trigger.is_none() => {
                add(format!("There is no trigger `{id}` any more."));
            }
            Some(_) => {}
        },
        NodeConfig::Trigger(TriggerConfig::ManualAudience {
            audience_id: Some(id),
        }) if purpose == Purpose::Publish && id != "all" && references.audience.is_none() => {
            add(format!("There is no audience `{id}` any more."));
        }
        NodeConfig::SendEmail(config) => of_mail(config, references, add),
        _ => {}
    }
}

fn of_mail(config: &SendEmailConfig, references: &References, add: &mut impl FnMut(String)) {
    for (key, given) in [
        ("emailId", &config.email_id),
        ("emailVersionId", &config.email_version_id),
        ("domainId", &config.domain_id),
        ("subject", &config.subject),
    ] {
        if given.is_none() {
            add(format!("The node has no `{key}`."));
        }
    }
    let design = references.design(config);
    if design.is_some_and(|design| design.status != EmailStatus::Ready) {
        add("The design is not ready.".to_owned());
    }
    let of_document = || references.version(config)?.preview_text.as_deref();
    if design.is_some()
        && references
            .preview_text(config)
            .or_else(of_document)
            .is_none()
    {
        add("There is no preview text, neither in the node nor on the design.".to_owned());
    }
    if let Some(domain) = references.domain(config)
        && !is_from(config, &domain.name)
    {
        add(format!(
            "`from.email` is not on the domain `{}`.",
            domain.name
        ));
    }
}

fn unconnected<'n>(graph: &Graph, node: &'n Node) -> Vec<&'n str> {
    let leads = |branch: &str| {
        let mut of_node = graph.connections.iter().filter(|way| way.from == node.id);
        of_node.any(|way| way.branch.as_deref() == Some(branch))
    };
    let all = branches(node).unwrap_or_default();
    all.into_iter().filter(|branch| !leads(branch)).collect()
}

#[cfg(test)]
mod tests;
