//! A whole automation that is there for everybody: what starts it, and the mails of the catalog that it sends.

use std::collections::HashMap;

use postrider_domain::automations::automation::{
    Connection, FilterConfig, Graph, Node, NodeConfig, SendEmailConfig, SplitConfig, TriggerConfig,
    WaitConfig,
};
use postrider_domain::automations::trigger::{PayloadField, PayloadType};
use postrider_domain::designs::design::Category;
use serde::Deserialize;

use super::template::Template;
use super::templates::template_named;
use crate::search::Entry;

/// The node that every graph begins with.
const TRIGGER: &str = "trigger";
const DAY_MS: i64 = 86_400_000;

#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    pub slug: &'static str,
    pub title: String,
    pub description: String,
    pub category: Category,
    pub tags: Vec<String>,
    /// What somebody would type who looks for it.
    pub asks: Vec<String>,
    /// The day of its last change: `2026-11-18`.
    pub updated: String,
    /// What it looks at of contacts, beside what they all have.
    pub contact_fields: Vec<FlowField>,
    pub trigger: FlowTrigger,
    /// All but the trigger.
    pub nodes: Vec<FlowNode>,
    pub connections: Vec<Connection>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    title: String,
    description: String,
    category: Category,
    tags: Vec<String>,
    asks: Vec<String>,
    updated: String,
    #[serde(default)]
    contact_fields: Vec<FlowField>,
    trigger: FlowTrigger,
    nodes: Vec<FlowNode>,
    connections: Vec<Connection>,
}

/// A field of contacts that has to be there before the flow can be published.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlowField {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: PayloadType,
}

/// What has to be fired, and with what.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlowTrigger {
    pub title: String,
    pub description: String,
    pub fields: Vec<PayloadField>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FlowNode {
    pub id: String,
    pub label: String,
    #[serde(flatten)]
    pub step: FlowStep,
}

/// A node of an automation, with a template where that has a design.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", content = "config", rename_all = "camelCase")]
pub enum FlowStep {
    SendEmail(FlowMail),
    Wait(WaitConfig),
    Filter(FilterConfig),
    Split(SplitConfig),
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlowMail {
    /// `welcome/letter`
    pub template: String,
    /// Where that of the template was in a mail before.
    subject: Option<String>,
}

impl FlowMail {
    pub fn template(&self) -> Option<&'static Template> {
        template_named(&self.template)
    }

    pub fn subject(&self) -> Option<&str> {
        let own = self.subject.as_deref();
        own.or_else(|| Some(self.template()?.subject()))
    }
}

impl Flow {
    pub(super) fn read(slug: &'static str, toml: &str) -> Result<Self, String> {
        let written: Written = toml::from_str(toml).map_err(|error| error.to_string())?;
        Ok(Self {
            slug,
            title: written.title,
            description: written.description,
            category: written.category,
            tags: written.tags,
            asks: written.asks,
            updated: written.updated,
            contact_fields: written.contact_fields,
            trigger: written.trigger,
            nodes: written.nodes,
            connections: written.connections,
        })
    }

    pub(super) fn entry(&self) -> Entry {
        let mut tags = self.tags.clone();
        tags.push(self.category.as_str().to_owned());
        Entry {
            title: self.title.clone(),
            tags,
            description: self.description.clone(),
            asks: self.asks.clone(),
        }
    }

    /// Its mails, in the order of the file, each with its node.
    pub fn mails(&self) -> impl Iterator<Item = (&FlowNode, &FlowMail)> {
        self.nodes.iter().filter_map(|node| match &node.step {
            FlowStep::SendEmail(mail) => Some((node, mail)),
            _ => None,
        })
    }

    /// The graph of a draft. `mail` says what a node sends, by its id.
    pub fn graph(
        &self,
        trigger_event_id: Option<&str>,
        mut mail: impl FnMut(&str, &FlowMail) -> SendEmailConfig,
    ) -> Graph {
        let trigger = Node {
            id: TRIGGER.to_owned(),
            label: Some(self.trigger.title.clone()),
            config: NodeConfig::Trigger(TriggerConfig::Event {
                trigger_event_id: trigger_event_id.map(ToOwned::to_owned),
            }),
            position: None,
        };
        let nodes = self.nodes.iter().map(|node| Node {
            id: node.id.clone(),
            label: Some(node.label.clone()),
            config: match &node.step {
                FlowStep::SendEmail(sent) => NodeConfig::SendEmail(mail(&node.id, sent)),
                FlowStep::Wait(config) => NodeConfig::Wait(config.clone()),
                FlowStep::Filter(config) => NodeConfig::Filter(config.clone()),
                FlowStep::Split(config) => NodeConfig::Split(config.clone()),
            },
            position: None,
        });
        Graph {
            nodes: std::iter::once(trigger).chain(nodes).collect(),
            connections: self.connections.clone(),
        }
    }

    /// Days from its start to a node, on the longest way there. A date that only the payload knows counts for nothing.
    pub fn day_of(&self, node: &str) -> i64 {
        let by_id: HashMap<&str, &FlowNode> = self
            .nodes
            .iter()
            .map(|node| (node.id.as_str(), node))
            .collect();
        self.ms_to(node, &by_id, self.nodes.len()) / DAY_MS
    }

    /// Days from its start to its last mail.
    pub fn span_days(&self) -> i64 {
        let days = self.mails().map(|(node, _)| self.day_of(&node.id));
        days.max().unwrap_or_default()
    }

    /// `steps` bounds the way: a mistake in a file must not lead in a circle.
    fn ms_to(&self, node: &str, by_id: &HashMap<&str, &FlowNode>, steps: usize) -> i64 {
        let ways = self.connections.iter().filter(|way| way.to == node);
        let times = ways.filter_map(|way| {
            let before = by_id.get(way.from.as_str())?;
            let steps = steps.checked_sub(1)?;
            Some(self.ms_to(&way.from, by_id, steps) + before.step.ms())
        });
        times.max().unwrap_or_default()
    }
}

impl FlowStep {
    /// How long somebody stays here at most.
    fn ms(&self) -> i64 {
        match self {
            Self::Wait(WaitConfig::For(span)) => span.ms(),
            Self::Filter(FilterConfig::Engagement { engagement }) => engagement.within.ms(),
            _ => 0,
        }
    }
}
