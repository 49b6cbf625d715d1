//! Changes an automation: one transaction saves the new version and publishes it, or does neither.

use postrider_domain::automations::automation::{Notice, Purpose, blockers};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{self, AutomationRecord};
use postrider_store::db::Tx;

use super::checking;
use super::drafting::{AuthoringContext, Draft, Previewed, preview};
use super::publishing::{self, graph_of};
use super::refusals::not_found;
use super::update::{wanted_graph, wanted_version};
use crate::failure::Failure;

pub use super::update::{AutomationUpdate, Publication, UnderWay};

/// An automation as it stands after a change.
pub struct Updated {
    pub automation: AutomationRecord,
    /// What whoever published it should know: which version, and what of it.
    pub warnings: Option<(String, Vec<Notice>)>,
}

pub async fn update(
    tx: &Tx,
    context: &AuthoringContext,
    id: &str,
    update: &AutomationUpdate,
) -> Result<Updated, Failure> {
    let automation = lock(tx, context.brand, id).await?;
    let mut warnings = None;
    if update.is_about_the_graph() {
        save(tx, context, update, &automation).await?;
    }
    match &update.publication {
        Publication::Keep => {}
        Publication::Publish { .. } => {
            // As it stands after what this change has saved.
            let automation = if update.is_about_the_graph() {
                find(tx, context.brand, id).await?
            } else {
                automation.clone()
            };
            warnings = Some(publish(tx, context, update, &automation).await?);
        }
        Publication::Unpublish { runs } => unpublish(tx, context, &automation, *runs).await?,
    }
    rename(tx, context, update, &automation).await?;
    Ok(Updated {
        automation: find(tx, context.brand, id).await?,
        warnings,
    })
}

/// Says what would become of it, and changes nothing.
pub async fn preview_change(
    tx: &Tx,
    context: &AuthoringContext,
    id: &str,
    update: &AutomationUpdate,
) -> Result<Previewed, Failure> {
    let automation = lock(tx, context.brand, id).await?;
    let graph = wanted_graph(tx, context.brand, update, &automation).await?;
    let purpose = match update.publication {
        Publication::Publish { .. } => Some(Purpose::Publish),
        Publication::Keep | Publication::Unpublish { .. } => None,
    };
    preview(tx, context, graph, purpose).await
}

async fn find(tx: &Tx, brand: BrandKey, id: &str) -> Result<AutomationRecord, Failure> {
    let found = automations::get(tx, brand, id).await?;
    Ok(found.ok_or_else(not_found)?)
}

/// The automation, which nobody else changes before this transaction ends.
async fn lock(tx: &Tx, brand: BrandKey, id: &str) -> Result<AutomationRecord, Failure> {
    let found = automations::lock(tx, brand, id).await?;
    Ok(found.ok_or_else(not_found)?)
}

/// A version for another graph; none for the same.
async fn save(
    tx: &Tx,
    context: &AuthoringContext,
    update: &AutomationUpdate,
    automation: &AutomationRecord,
) -> Result<(), Failure> {
    let graph = wanted_graph(tx, context.brand, update, automation).await?;
    let draft = Draft::of(tx, context, &graph).await?;
    draft.require_resolved()?;
    let version = draft.version((context.ids)());
    if version.hash != automation.head.hash {
        let (brand, kind) = (context.brand, draft.kind());
        automations::add_version(tx, brand, automation, kind, &version, context.now).await?;
    }
    Ok(())
}

async fn publish(
    tx: &Tx,
    context: &AuthoringContext,
    update: &AutomationUpdate,
    automation: &AutomationRecord,
) -> Result<(String, Vec<Notice>), Failure> {
    let brand = context.brand;
    let mut version = wanted_version(tx, brand, update, automation).await?;
    let graph = graph_of(&version)?;
    publishing::hold(tx, brand, &graph).await?;
    let examined = checking::examine(tx, brand, &graph, context.sandbox).await?;
    blockers::refuse(&examined.obstacles(&graph, Purpose::Publish))?;
    // What it names may have been made anew under the same name since it was written.
    version.uses = examined.uses(&graph);
    publishing::publish(tx, brand, &version, context.ids, context.now).await?;
    Ok((version.public_id, examined.warnings(&graph)))
}

async fn unpublish(
    tx: &Tx,
    context: &AuthoringContext,
    automation: &AutomationRecord,
    runs: UnderWay,
) -> Result<(), Failure> {
    let (brand, now) = (context.brand, context.now);
    if !automations::unpublish(tx, brand, automation.id, now).await? {
        let message = "The automation is not published.";
        return Err(Problem::new(Code::AutomationNotPublished, message).into());
    }
    if runs == UnderWay::Stop {
        automations::stop_runs(tx, brand, automation.id, now).await?;
    }
    Ok(())
}

async fn rename(
    tx: &Tx,
    context: &AuthoringContext,
    update: &AutomationUpdate,
    automation: &AutomationRecord,
) -> Result<(), Failure> {
    if update.name.is_none() && update.description == Patch::Keep {
        return Ok(());
    }
    let (name, description) = (update.name.as_deref(), update.description.clone());
    automations::rename(
        tx,
        context.brand,
        automation,
        name,
        description,
        context.now,
    )
    .await?;
    Ok(())
}
