//! What callers give of an automation.

use postrider_domain::automations::automation::{Connection, Node};
use postrider_domain::contract::problem::Problem;
use postrider_domain::patch::Patch;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AutomationBody")]
pub struct CreateBody {
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    #[schemars(length(max = 2000))]
    pub description: Option<String>,
    /// The first is the trigger node, and no other is.
    #[schemars(length(max = 500))]
    pub nodes: Vec<Node>,
    #[schemars(length(max = 1000))]
    pub connections: Vec<Connection>,
    /// Short for that of the trigger node.
    #[schemars(length(min = 1, max = 256))]
    pub trigger_event_id: Option<String>,
    /// Says what is wrong with it, and changes nothing.
    pub dry_run: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AutomationUpdate")]
pub struct UpdateBody {
    #[schemars(length(min = 1, max = 200))]
    pub name: Option<String>,
    /// `null` removes it.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub description: Patch<String>,
    /// Replaces all of them: a new version, unless it is the same graph. What is live stays until the next publish.
    #[schemars(length(max = 500))]
    pub nodes: Option<Vec<Node>>,
    /// Replaces all of them.
    #[schemars(length(max = 1000))]
    pub connections: Option<Vec<Connection>>,
    /// Binds the trigger node to another trigger.
    #[schemars(length(min = 1, max = 256))]
    pub trigger_event_id: Option<String>,
    /// `true` makes the newest version live, `false` lets no fire start it any more.
    pub published: Option<bool>,
    /// With `published: true`: the version that is to be live, instead of the newest.
    pub automation_version_id: Option<String>,
    /// With `published: false`: cancels the runs that are under way.
    pub stop_in_flight: Option<bool>,
    /// Says what is wrong with it, and changes nothing.
    pub dry_run: Option<bool>,
}

impl UpdateBody {
    pub fn is_about_the_graph(&self) -> bool {
        self.nodes.is_some() || self.connections.is_some() || self.trigger_event_id.is_some()
    }

    /// Refuses keys that mean nothing together.
    pub fn check(&self) -> Result<(), Problem> {
        if self.automation_version_id.is_some() {
            let param = "automationVersionId";
            if self.published != Some(true) {
                let message = "`automationVersionId` says which version to publish.";
                return Err(Problem::invalid(param, message)
                    .suggest("Send `published: true` with it, or leave it out."));
            }
            if self.is_about_the_graph() {
                let message =
                    "A new graph is a version of its own: another cannot be published with it.";
                return Err(Problem::invalid(param, message));
            }
        }
        if self.stop_in_flight == Some(true) && self.published != Some(false) {
            let message = "Runs are stopped when an automation is unpublished.";
            return Err(Problem::invalid("stopInFlight", message)
                .suggest("Send `published: false` with it, or leave it out."));
        }
        Ok(())
    }
}
