//! A graph that was given, checked against the brand's rows.

use postrider_domain::automation::issues::refuse;
use postrider_domain::automation::read::check_senders;
use postrider_domain::automation::{
    AutomationKind, Canonical, Graph, NodeConfig, Purpose, TriggerConfig, Wanted,
};
use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_engine::automations::checking::{Examined, examine};
use postrider_engine::campaigns::EVERYBODY;
use postrider_store::automations::NewVersion;
use postrider_store::db::Tx;

use super::preview::Preview;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::entropy;

/// What a graph is when everything that it names is known.
pub struct Draft<'g> {
    graph: &'g Graph,
    examined: Examined,
}

impl<'g> Draft<'g> {
    pub async fn of(tx: &Tx, cx: &Cx, graph: &'g Graph) -> Outcome<Self> {
        let examined = examine(tx, cx.brand_key()?, graph, cx.app().sandbox()).await?;
        Ok(Self { graph, examined })
    }

    /// Refuses what cannot be saved: a draft may leave things out, but what it names must be there.
    pub fn require_resolved(&self) -> Result<(), Problem> {
        refuse(&self.examined.issues)?;
        self.require_named()
    }

    /// Beside issues, which a dry run shows.
    fn require_named(&self) -> Result<(), Problem> {
        self.examined.uses(self.graph).check()?;
        check_senders(self.graph, &self.examined.references)?;
        let wanted = Wanted::of(self.graph);
        let references = &self.examined.references;
        if wanted.trigger.is_some() && references.trigger.is_none() {
            let problem = Problem::new(Code::TriggerEventNotFound, "There is no such trigger.");
            return Err(problem.param("nodes[0].config.triggerEventId"));
        }
        let audience = wanted.audience.filter(|id| *id != EVERYBODY);
        if audience.is_some() && references.audience.is_none() {
            let problem = Problem::new(Code::AudienceNotFound, "There is no such audience.");
            return Err(problem.param("nodes[0].config.audienceId"));
        }
        Ok(())
    }

    pub fn kind(&self) -> AutomationKind {
        kind_of(self.graph)
    }

    pub fn version(&self) -> NewVersion {
        let canonical = Canonical::of(self.graph);
        NewVersion {
            public_id: entropy::opaque21(),
            graph: canonical.json,
            hash: canonical.hash,
            uses: self.examined.uses(self.graph),
        }
    }

    /// What would become of it. Manual automations are not published unless somebody says so.
    pub fn preview(self, publish: Option<bool>) -> Result<Preview, Problem> {
        self.require_named()?;
        let purpose = match (self.kind(), publish) {
            (AutomationKind::ManualAudience, None | Some(false)) => Purpose::Launch,
            _ => Purpose::Publish,
        };
        let blockers = self.examined.blockers(self.graph, purpose);
        Ok(Preview::of(self.graph, blockers, self.examined.issues))
    }
}

pub fn kind_of(graph: &Graph) -> AutomationKind {
    match graph.nodes.first().map(|node| &node.config) {
        Some(NodeConfig::Trigger(TriggerConfig::ManualAudience { .. })) => {
            AutomationKind::ManualAudience
        }
        _ => AutomationKind::Event,
    }
}
