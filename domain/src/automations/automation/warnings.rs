//! What keeps nothing from being published, and what its author should know all the same.

use super::blockers::{Notice, Severity};
use super::graph::{FilterConfig, Graph, Node, NodeConfig, WaitConfig};
use super::references::{NamedTrigger, References};
use super::ways::Ways;
use crate::contacts::field::FieldType;
use crate::contacts::filter::{Contract, Field as _, GraphFields};

/// In the order of the nodes.
pub fn warnings(graph: &Graph, references: &References) -> Vec<Notice> {
    let ways = Ways::of(graph);
    let declared = references.trigger.as_ref().map(NamedTrigger::declared);
    let fields = GraphFields {
        known: &references.known,
        contract: Contract::Open(declared.as_deref().unwrap_or_default()),
    };
    let warning = |(place, node): (usize, &Node)| {
        let (param, message) = match &node.config {
            NodeConfig::Wait(WaitConfig::Until { until }) => {
                let place = format!("nodes[{place}].config.until.field");
                (Some(place), no_date(&until.field, &fields)?)
            }
            NodeConfig::Filter(FilterConfig::Engagement { engagement }) => {
                let mut nodes = graph.nodes.iter();
                let mail = nodes.position(|node| node.id == engagement.node_id)?;
                if ways.behind(mail).contains(&place) {
                    return None;
                }
                let mail_of = format!("the mail of `{}`", engagement.node_id);
                let why = if ways.behind(place).contains(&mail) {
                    format!("This comes before {mail_of}")
                } else {
                    format!("No way leads here from {mail_of}")
                };
                (None, format!("{why}: everybody goes on by `notEngaged`."))
            }
            NodeConfig::SendEmail(config) if references.version(config)?.has_placeholder => {
                let message = "A link of this mail leads to `example.com` or the like, where nobody is: put in its place where it is to lead.";
                (None, message.to_owned())
            }
            _ => return None,
        };
        Some(Notice {
            param,
            ..Notice::about(node, Severity::Warning, message)
        })
    };
    graph.nodes.iter().enumerate().filter_map(warning).collect()
}

/// Nothing of a field that is a date or may be one. Texts and numbers are read as dates when a run comes there, which
/// most of them are not.
fn no_date(name: &str, fields: &GraphFields<'_>) -> Option<String> {
    let kind = fields.read_date(name, "field").ok()?.field_type();
    (kind != FieldType::Date).then(|| {
        format!(
            "`{name}` is a {}, not a date: whoever has nothing there that reads as one does not wait.",
            kind.as_str()
        )
    })
}
