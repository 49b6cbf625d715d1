//! The rows that a graph names, as they stand now.

use std::collections::HashMap;

use super::graph::{Graph, NodeConfig, SendEmailConfig};
use super::trigger_config::TriggerConfig;
use crate::contacts::field::{FieldType, KnownFields};
use crate::contacts::filter::Declared;
use crate::designs::design::{EmailStatus, EmailType, UsedTag, with_lines};

/// What was found of them; what is missing here is not there.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// By `emailId`.
    pub designs: HashMap<String, Design>,
    /// By `emailVersionId`.
    pub versions: HashMap<String, DesignVersion>,
    /// By `domainId`.
    pub domains: HashMap<String, NamedDomain>,
    pub trigger: Option<NamedTrigger>,
    pub audience: Option<i64>,
    /// The brand's custom fields.
    pub known: KnownFields,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    pub number: i64,
    pub public_id: String,
    pub kind: EmailType,
    pub status: EmailStatus,
    /// The design's own, which is kept beside its versions.
    pub preview_text: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignVersion {
    pub number: i64,
    /// The one it belongs to.
    pub design: Design,
    /// What its document has.
    pub preview_text: Option<String>,
    pub tags: Vec<UsedTag>,
    /// A link of it stands for another.
    pub has_placeholder: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedDomain {
    pub number: i64,
    pub name: String,
    pub sendable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTrigger {
    pub number: i64,
    /// Keys of the payload; no type for objects and lists.
    pub declared: Vec<(String, Option<FieldType>)>,
}

impl NamedTrigger {
    pub fn declared(&self) -> Vec<Declared<'_>> {
        let declared = self.declared.iter().map(|(key, field_type)| Declared {
            key,
            field_type: *field_type,
        });
        declared.collect()
    }
}

impl References {
    /// The version that a node pins.
    pub fn version(&self, config: &SendEmailConfig) -> Option<&DesignVersion> {
        self.versions.get(config.email_version_id.as_deref()?)
    }

    /// The design that a node names, by itself or by one of its versions.
    pub fn design(&self, config: &SendEmailConfig) -> Option<&Design> {
        let named = config.email_id.as_deref();
        match named {
            Some(id) => self.designs.get(id),
            None => self.version(config).map(|version| &version.design),
        }
    }

    pub fn domain(&self, config: &SendEmailConfig) -> Option<&NamedDomain> {
        self.domains.get(config.domain_id.as_deref()?)
    }

    /// The line beside the subject that stands in the node or on the design; the document may have one too.
    pub fn preview_text<'a>(&'a self, config: &'a SendEmailConfig) -> Option<&'a str> {
        let own = config.preview_text.as_deref();
        let of_design = || self.design(config)?.preview_text.as_deref();
        own.or_else(of_design)
            .filter(|text| !text.trim().is_empty())
    }

    /// The merge tags of the lines beside the mail of a node, each once. Those of the mail are the version's.
    pub fn line_tags(&self, config: &SendEmailConfig) -> Vec<UsedTag> {
        let lines = [config.subject.as_deref(), self.preview_text(config)];
        with_lines(Vec::new(), &lines)
    }
}

/// The ids that have to be looked up, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferencedIds<'g> {
    pub emails: Vec<&'g str>,
    pub versions: Vec<&'g str>,
    pub domains: Vec<&'g str>,
    pub trigger: Option<&'g str>,
    pub audience: Option<&'g str>,
}

impl<'g> ReferencedIds<'g> {
    pub fn of(graph: &'g Graph) -> Self {
        let mut wanted = Self::default();
        for node in &graph.nodes {
            match &node.config {
                NodeConfig::Trigger(TriggerConfig::Event { trigger_event_id }) => {
                    wanted.trigger = wanted.trigger.or(trigger_event_id.as_deref());
                }
                NodeConfig::Trigger(TriggerConfig::ManualAudience { audience_id }) => {
                    wanted.audience = wanted.audience.or(audience_id.as_deref());
                }
                NodeConfig::SendEmail(config) => {
                    wanted.emails.extend(config.email_id.as_deref());
                    wanted.versions.extend(config.email_version_id.as_deref());
                    wanted.domains.extend(config.domain_id.as_deref());
                }
                NodeConfig::Wait(_) | NodeConfig::Filter(_) | NodeConfig::Split(_) => {}
            }
        }
        for list in [
            &mut wanted.emails,
            &mut wanted.versions,
            &mut wanted.domains,
        ] {
            list.sort_unstable();
            list.dedup();
        }
        wanted
    }
}
