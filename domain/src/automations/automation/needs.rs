//! What has to be loaded before a run can be stepped.

use super::conditions::each_field;
use super::graph::{FilterConfig, Graph, NodeConfig, SplitConfig};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is loaded by itself, or not"
)]
pub struct Needs {
    pub person: bool,
    pub payload: bool,
    /// `engagement.` fields of the contact.
    pub engagement: bool,
    /// The mails that the run has sent.
    pub mails: bool,
}

impl Needs {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut needs = Self::default();
        for node in &graph.nodes {
            each_field(node, &mut |field| needs.add(field));
            match node.config {
                NodeConfig::SendEmail(_) | NodeConfig::Split(SplitConfig::Percentage { .. }) => {
                    needs.person = true;
                }
                NodeConfig::Filter(FilterConfig::Engagement { .. }) => needs.mails = true,
                _ => {}
            }
        }
        needs
    }

    fn add(&mut self, field: &str) {
        if field.starts_with("payload.") {
            self.payload = true;
        } else {
            self.person = true;
            self.engagement |= field.starts_with("engagement.");
        }
    }
}
