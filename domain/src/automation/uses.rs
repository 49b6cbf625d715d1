//! What a version names outside itself, found once when it is written.

use serde::{Deserialize, Serialize};

use super::conditions::named;
use super::graph::{Graph, NodeConfig, SendEmailConfig};
use super::references::References;
use crate::design::EmailType;
use crate::merge::is_reserved;

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
    /// Custom fields of contacts that filters, waits and tags look at, by name.
    pub fields: Vec<String>,
    /// Merge tags without a fallback, reserved ones left out.
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TagUse {
    pub node: String,
    pub name: String,
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
        for node in &graph.nodes {
            if let NodeConfig::SendEmail(config) = &node.config {
                uses.add_mail(&node.id, config, references);
            }
        }
        uses
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
        let is_declared = |name: &str| {
            let declared = references
                .trigger
                .iter()
                .flat_map(|trigger| &trigger.declared);
            declared.into_iter().any(|(key, _)| key == name)
        };
        for tag in references.tags(config) {
            if tag.fallback || is_reserved(&tag.name) {
                continue;
            }
            if references.known.get(&tag.name).is_some() && !is_declared(&tag.name) {
                add(&mut self.fields, Some(tag.name.clone()));
            }
            self.tags.push(TagUse {
                node: node.to_owned(),
                name: tag.name,
            });
        }
    }
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
