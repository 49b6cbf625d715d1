//! Launches a manual automation on an audience: what it names is held, who walks it is known, the plan allows their mail,
//! and the audience run is there with a send for each of its mails.

use std::sync::Arc;

use postrider_domain::automations::automation::NodeConfig;
use postrider_domain::automations::automation::blockers::{self, Purpose};
use postrider_domain::sending::send::Tally;
use postrider_store::audiences;
use postrider_store::automations;
use postrider_store::automations::audience_runs::{self, AudienceRunRecord, NewAudienceRun};
use postrider_store::automations::streams::AudienceOf;
use postrider_store::brands::BrandIdentity;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::domains::Sandbox;

use super::audience::judging;
use super::launchable::{Resolved, resolve};
use super::publishing;
use crate::campaigns::{EVERYBODY, count, no_such_audience, nobody};
use crate::credits::Payer;
use crate::failure::Failure;

/// What the whole brand is called where an audience has its name.
const EVERYBODY_NAME: &str = "All contacts";

/// What is to be launched, on whom and when.
#[derive(Clone)]
pub struct Launch {
    /// Public ids, as they were given.
    pub automation_id: String,
    /// Without one, that of the trigger node.
    pub audience_id: Option<String>,
    /// In the future; without one, it starts now.
    pub scheduled_at: Option<i64>,
    /// It is only counted.
    pub dry_run: bool,
}

/// Who launches, and when.
pub struct LaunchContext {
    pub brand: BrandIdentity,
    pub payer: Payer,
    pub sandbox: Sandbox,
    pub now: i64,
    /// Makes 21 random characters.
    pub ids: fn() -> String,
}

/// What became of a launch that was possible.
pub enum Launched {
    Run(Box<AudienceRunRecord>),
    DryRun {
        audience_id: String,
        tally: Tally,
        /// Mails that a member gets at most.
        send_nodes: usize,
    },
}

/// Counts before the transaction opens: looking at a million contacts would hold every other writer. Nothing if it
/// cannot be launched, which the transaction says in its turn.
pub async fn count_ahead(
    db: &Db,
    brand: &BrandIdentity,
    launch: &Launch,
    now: i64,
) -> Result<Option<Tally>, Failure> {
    let wanted = Arc::new((brand.clone(), launch.clone()));
    db.read_heavy(move |tx| {
        let wanted = Arc::clone(&wanted);
        async move {
            let (brand, launch) = &*wanted;
            let automation = automations::get(&tx, brand.key, &launch.automation_id).await?;
            match resolve(&tx, brand.key, automation, launch.audience_id.as_deref()).await {
                Ok(resolved) => {
                    let judging = judging(&resolved.version.uses);
                    let audience = resolved.audience.as_ref();
                    Ok(Some(count(&tx, brand, audience, judging, now).await?))
                }
                Err(Failure::Problem(_)) => Ok(None),
                Err(failure) => Err(failure),
            }
        }
    })
    .await
}

/// `counted` is what [`count_ahead`] found.
pub async fn launch(
    tx: &Tx,
    context: &LaunchContext,
    launch: &Launch,
    counted: Option<Tally>,
) -> Result<Launched, Failure> {
    let brand = context.brand.key;
    let automation = automations::lock(tx, brand, &launch.automation_id).await?;
    let resolved = resolve(tx, brand, automation, launch.audience_id.as_deref()).await?;
    publishing::hold(tx, brand, &resolved.graph).await?;
    if let Some(audience) = &resolved.audience {
        let held = audiences::lock(tx, brand, &audience.public_id).await?;
        held.ok_or_else(no_such_audience)?;
    }
    let (graph, sandbox) = (&resolved.graph, context.sandbox);
    let found = publishing::blockers(tx, brand, graph, Purpose::Launch, sandbox).await?;
    blockers::refuse(&found)?;
    // What kept it from being counted has gone in this very moment.
    let tally = counted.ok_or(DbError::Busy)?;
    if launch.dry_run {
        return Ok(rehearsed(&resolved, tally));
    }
    if tally.planned == 0 {
        return Err(nobody(&tally).into());
    }
    let at = launch.scheduled_at.unwrap_or(context.now);
    context.payer.require_sends(tx, at, tally.planned).await?;
    let record = accept(tx, context, &resolved, launch.scheduled_at, &tally).await?;
    Ok(Launched::Run(Box::new(record)))
}

fn rehearsed(resolved: &Resolved, tally: Tally) -> Launched {
    let audience = resolved.audience.as_ref();
    let nodes = resolved.graph.nodes.iter();
    Launched::DryRun {
        audience_id: audience.map_or(EVERYBODY, |of| &of.public_id).to_owned(),
        tally,
        send_nodes: nodes
            .filter(|node| matches!(node.config, NodeConfig::SendEmail(_)))
            .count(),
    }
}

async fn accept(
    tx: &Tx,
    context: &LaunchContext,
    resolved: &Resolved,
    scheduled_at: Option<i64>,
    tally: &Tally,
) -> Result<AudienceRunRecord, Failure> {
    let (brand, now, ids) = (context.brand.key, context.now, context.ids);
    let audience = resolved.audience.as_ref();
    let new = NewAudienceRun {
        public_id: format!("arun_{}", ids()),
        automation: resolved.automation.id,
        version: resolved.version.id,
        audience: audience.map(|audience| audience.id),
        audience_name: audience.map_or(EVERYBODY_NAME, |of| &of.name).to_owned(),
        scheduled_at,
        total: tally.planned,
        excluded: tally.excluded(),
    };
    let id = audience_runs::create(tx, brand, &new, now).await?;
    let of = AudienceOf {
        audience_run: id,
        audience: new.audience,
        audience_name: new.audience_name,
    };
    publishing::open_streams(tx, brand, &resolved.version, Some(of), ids, now).await?;
    if let Some(at) = scheduled_at {
        audience_runs::schedule_sends(tx, brand, id, at).await?;
    }
    let record = audience_runs::by_number(tx, brand, id).await?;
    Ok(record.ok_or_else(|| DbError::Other("an audience run was not made".to_owned()))?)
}
