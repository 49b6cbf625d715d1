//! A graph that was given, checked against the brand's rows, and what it is to become: an automation, a version, or
//! only a preview.

use postrider_domain::automations::automation::issues::refuse;
use postrider_domain::automations::automation::read::check_senders;
use postrider_domain::automations::automation::{
    AutomationKind, Canonical, Graph, Issue, NodeConfig, Notice, Purpose, ReferencedIds,
    TriggerConfig,
};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{self, AutomationRecord, NewAutomation, NewVersion};
use postrider_store::db::Tx;
use postrider_store::domains::Sandbox;

use super::checking::{Examined, examine};
use crate::campaigns::EVERYBODY;
use crate::failure::Failure;

/// Whose automations are written, and when.
#[derive(Clone, Copy)]
pub struct AuthoringContext {
    pub brand: BrandKey,
    pub sandbox: Sandbox,
    pub now: i64,
    /// Makes 21 random characters.
    pub ids: fn() -> String,
}

/// An automation as it is given.
pub struct GivenAutomation {
    pub name: String,
    pub description: Option<String>,
    /// Checked as far as it can be by itself.
    pub graph: Graph,
}

/// What would become of a graph.
pub struct Previewed {
    pub graph: Graph,
    /// What keeps it from being published, or launched, its issues aside.
    pub blockers: Vec<Notice>,
    /// What its author should know.
    pub warnings: Vec<Notice>,
    /// What keeps it from being saved.
    pub issues: Vec<Issue>,
}

pub async fn create(
    tx: &Tx,
    context: &AuthoringContext,
    given: &GivenAutomation,
) -> Result<AutomationRecord, Failure> {
    let draft = Draft::of(tx, context, &given.graph).await?;
    draft.require_resolved()?;
    let new = NewAutomation {
        public_id: (context.ids)(),
        name: given.name.clone(),
        description: given.description.clone(),
        kind: draft.kind(),
        version: draft.version((context.ids)()),
    };
    Ok(automations::create(tx, context.brand, &new, context.now).await?)
}

/// Says what is wrong with a graph. `purpose` is what it is wanted for; without one, what its kind is made for.
pub async fn preview(
    tx: &Tx,
    context: &AuthoringContext,
    graph: Graph,
    purpose: Option<Purpose>,
) -> Result<Previewed, Failure> {
    let draft = Draft::of(tx, context, &graph).await?;
    draft.require_named()?;
    // Manual automations are not published unless somebody says so.
    let purpose = purpose.unwrap_or(match draft.kind() {
        AutomationKind::ManualAudience => Purpose::Launch,
        AutomationKind::Event => Purpose::Publish,
    });
    let blockers = draft.examined.blockers(&graph, purpose);
    let warnings = draft.examined.warnings(&graph);
    let issues = draft.examined.issues;
    Ok(Previewed {
        graph,
        blockers,
        warnings,
        issues,
    })
}

/// What a graph is when everything that it names is known.
pub(super) struct Draft<'g> {
    graph: &'g Graph,
    examined: Examined,
}

impl<'g> Draft<'g> {
    pub(super) async fn of(
        tx: &Tx,
        context: &AuthoringContext,
        graph: &'g Graph,
    ) -> Result<Self, Failure> {
        let examined = examine(tx, context.brand, graph, context.sandbox).await?;
        Ok(Self { graph, examined })
    }

    /// Refuses what cannot be saved: a draft may leave things out, but what it names must be there.
    pub(super) fn require_resolved(&self) -> Result<(), Problem> {
        refuse(&self.examined.issues)?;
        self.require_named()
    }

    /// Beside issues, which a dry run shows.
    fn require_named(&self) -> Result<(), Problem> {
        self.examined.uses(self.graph).check()?;
        check_senders(self.graph, &self.examined.references)?;
        let wanted = ReferencedIds::of(self.graph);
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

    pub(super) fn kind(&self) -> AutomationKind {
        match self.graph.nodes.first().map(|node| &node.config) {
            Some(NodeConfig::Trigger(TriggerConfig::ManualAudience { .. })) => {
                AutomationKind::ManualAudience
            }
            _ => AutomationKind::Event,
        }
    }

    pub(super) fn version(&self, public_id: String) -> NewVersion {
        let canonical = Canonical::of(self.graph);
        NewVersion {
            public_id,
            graph: canonical.json,
            hash: canonical.hash,
            uses: self.examined.uses(self.graph),
        }
    }
}
