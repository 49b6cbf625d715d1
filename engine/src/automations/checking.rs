//! What a graph names, what is wrong with it, and whether it fits its trigger.

use postrider_domain::automations::automation::blockers::{self, Notice, Purpose};
use postrider_domain::automations::automation::issues::{self, Issue};
use postrider_domain::automations::automation::{Graph, References, Uses, warnings};
use postrider_domain::automations::trigger::PayloadField;
use postrider_domain::contacts::field::KnownFields;
use postrider_domain::contacts::filter::Declared;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations;
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::Sandbox;

pub use postrider_domain::automations::automation::fit::Misfit;

/// A graph with all that was found about it.
pub struct Examined {
    pub references: References,
    pub issues: Vec<Issue>,
}

pub async fn examine(
    tx: &Tx,
    brand: BrandKey,
    graph: &Graph,
    sandbox: Sandbox,
) -> Result<Examined, DbError> {
    let references = automations::references(tx, brand, graph, sandbox).await?;
    let issues = issues::issues(graph, &references);
    Ok(Examined { references, issues })
}

impl Examined {
    pub fn uses(&self, graph: &Graph) -> Uses {
        Uses::of(graph, &self.references)
    }

    /// What keeps the graph from being published or launched, its issues aside.
    pub fn blockers(&self, graph: &Graph, purpose: Purpose) -> Vec<Notice> {
        blockers::blockers(graph, &self.references, purpose)
    }

    /// What keeps it from nothing.
    pub fn warnings(&self, graph: &Graph) -> Vec<Notice> {
        warnings(graph, &self.references)
    }

    /// All that keeps the graph from being published or launched.
    pub fn obstacles(&self, graph: &Graph, purpose: Purpose) -> Vec<Notice> {
        let issues = self.issues.iter();
        let mut found: Vec<Notice> = issues.map(|issue| Notice::of_issue(graph, issue)).collect();
        found.extend(self.blockers(graph, purpose));
        found
    }
}

/// All that keeps a graph from being published or launched as things stand.
pub async fn blockers(
    tx: &Tx,
    brand: BrandKey,
    graph: &Graph,
    purpose: Purpose,
    sandbox: Sandbox,
) -> Result<Vec<Notice>, DbError> {
    let examined = examine(tx, brand, graph, sandbox).await?;
    Ok(examined.obstacles(graph, purpose))
}

/// What a version looks for that a trigger with these fields does not give. Asked whenever either side changes.
pub fn incompatible(fields: &[PayloadField], uses: &Uses, known: &KnownFields) -> Vec<Misfit> {
    let declared: Vec<Declared<'_>> = fields
        .iter()
        .map(|field| Declared {
            key: &field.key,
            field_type: field.kind.field_type(),
        })
        .collect();
    postrider_domain::automations::automation::fit::misfits(&declared, uses, known)
}
