//! What a version names outside itself, found when it is written, and anew when it is published.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::conditions::{TagUse, named};
use super::graph::{Graph, NodeConfig, SendEmailConfig};
use super::references::References;
use crate::contract::problem::Problem;
use crate::designs::design::EmailType;
use crate::designs::merge::is_reserved;

/// Different keys of the payload that conditions and waits look at, and different merge tags without a fallback.
pub const MAX_NAMES: usize = 500;
/// Merge tags without a fallback, counted again for each version of a design.
const MAX_TAG_USES: usize = 2_000;

/// Stored beside the graph. Numbers are those of rows; names are as callers know them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Uses {
    pub trigger: Option<i64>,
    pub audience: Option<i64>,
    /// Of nodes that name design and version.
    pub emails: Vec<EmailUse>,
    /// Every design that is named, as callers know it, once.
    pub email_ids: Vec<String>,
    pub domains: Vec<i64>,
    /// Custom fields of contacts that filters and waits look at, by name.
    pub fields: Vec<String>,
    /// Merge tags without a fallback, reserved ones left out; each once for every version of a design, at the first
    /// node that sends it.
    pub tags: Vec<TagUse>,
    /// Keys of the payload that filters, splits and waits look at.
    pub payload_keys: Vec<TagUse>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailUse {
    /// The node's id.
    pub node: String,
    pub email: i64,
    pub version: i64,
    pub domain: Option<i64>,
    pub kind: DesignKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DesignKind {
    /// Marketing: goes to nobody who unsubscribed.
    Automation,
    Transactional,
}

impl Uses {
    /// Whether nobody who unsubscribed can get any of its mail.
    pub fn is_all_marketing(&self) -> bool {
        let mut emails = self.emails.iter();
        emails.all(|email| email.kind == DesignKind::Automation)
    }

    /// What a graph uses of the rows that it names.
    pub fn of(graph: &Graph, references: &References) -> Self {
        let named = named(graph);
        let trigger = references.trigger.as_ref();
        let mut uses = Self {
            trigger: trigger.map(|trigger| trigger.number),
            audience: references.audience,
            fields: named.fields,
            payload_keys: named.payload_keys,
            ..Self::default()
        };
        let mut seen = Seen::default();
        for node in &graph.nodes {
            if let NodeConfig::SendEmail(config) = &node.config {
                uses.add_mail(&node.id, config, references);
                uses.add_tags(&node.id, config, references, &mut seen);
            }
        }
        uses
    }

    /// Refuses what would be too much to look through with each fire.
    pub fn check(&self) -> Result<(), Problem> {
        let distinct = |list: &[TagUse]| {
            let names: HashSet<&str> = list.iter().map(|used| used.name.as_str()).collect();
            names.len()
        };
        for (what, count, limit) in [
            (
                "keys of the payload",
                distinct(&self.payload_keys),
                MAX_NAMES,
            ),
            (
                "merge tags without a fallback",
                distinct(&self.tags),
                MAX_NAMES,
            ),
            (
                "merge tags without a fallback over all designs",
                self.tags.len(),
                MAX_TAG_USES,
            ),
        ] {
            if count > limit {
                let message = format!("A graph uses at most {limit} {what}.");
                return Err(Problem::invalid("nodes", message));
            }
        }
        Ok(())
    }

    fn add_mail(&mut self, node: &str, config: &SendEmailConfig, references: &References) {
        let domain = references.domain(config).map(|domain| domain.number);
        add(&mut self.domains, domain);
        add(&mut self.email_ids, config.email_id.clone());
        let (design, version) = (references.design(config), references.version(config));
        if let (Some(design), Some(version)) = (design, version) {
            self.emails.push(EmailUse {
                node: node.to_owned(),
                email: design.number,
                version: version.number,
                domain,
                kind: DesignKind::of(design.kind),
            });
        }
    }

    /// Those of a version once, at the first node that sends it; those of subject and preview at each node.
    fn add_tags(
        &mut self,
        node: &str,
        config: &SendEmailConfig,
        references: &References,
        seen: &mut Seen,
    ) {
        let version = references.version(config);
        let of_version = version.filter(|version| seen.versions.insert(version.number));
        let of_version = of_version.map(|version| version.tags.as_slice());
        let of_lines = references.line_tags(config);
        for tag in of_version.unwrap_or_default().iter().chain(&of_lines) {
            if tag.fallback || is_reserved(&tag.name) || self.tags.len() > MAX_TAG_USES {
                continue;
            }
            let key = (version.map(|version| version.number), tag.name.clone());
            if !seen.tags.insert(key) {
                continue;
            }
            self.tags.push(TagUse {
                node: node.to_owned(),
                name: tag.name.clone(),
            });
        }
    }
}

/// What is listed already.
#[derive(Default)]
struct Seen {
    versions: HashSet<i64>,
    /// By version of the design.
    tags: HashSet<(Option<i64>, String)>,
}

impl DesignKind {
    const fn of(kind: EmailType) -> Self {
        match kind {
            EmailType::Transactional => Self::Transactional,
            EmailType::Automation | EmailType::Campaign => Self::Automation,
        }
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, value: Option<T>) {
    if let Some(value) = value
        && !list.contains(&value)
    {
        list.push(value);
    }
}

#[cfg(test)]
mod tests;
