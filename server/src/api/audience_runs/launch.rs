//! `POST /v1/automations/{automationId}/run`: a manual automation is launched on an audience, or counted.

use std::sync::Arc;

use postrider_domain::automation::blockers::{self, Purpose};
use postrider_domain::automation::{AutomationKind, Graph, NodeConfig, TriggerConfig};
use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_domain::send::Tally;
use postrider_engine::automations::audience::judging;
use postrider_engine::automations::publishing;
use postrider_store::audiences::{self, AudienceRecord};
use postrider_store::automations::audience_runs::{self, NewAudienceRun};
use postrider_store::automations::streams::AudienceOf;
use postrider_store::automations::{self, AutomationRecord, VersionRecord};
use postrider_store::db::{DbError, Tx};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{AudienceRun, Told};
use crate::api::cx::Cx;
use crate::api::failure::{Failure, Outcome};
use crate::api::reply::Reply;
use crate::api::sends::{
    EVERYBODY, Exclusions, count, future, no_such_audience, nobody, require_allowance,
};
use crate::entropy;

/// What the whole brand is called where an audience has its name.
const EVERYBODY_NAME: &str = "All contacts";

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "LaunchBody")]
pub struct LaunchBody {
    /// Who walks it: an audience, or `all` for every contact of the brand. Without one, that of the trigger node.
    audience_id: Option<String>,
    /// When it starts, in the future: an ISO time. Without one, now.
    #[schemars(extend("examples" = ["2030-01-02T03:04:05Z"]))]
    scheduled_at: Option<String>,
    /// Counts who would walk it, and changes nothing.
    dry_run: Option<bool>,
}

/// An audience run that was accepted (202), or what it would be (`dryRun`, 200).
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Launched {
    Run(Box<AudienceRun>),
    #[serde(rename_all = "camelCase")]
    DryRun {
        dry_run: bool,
        audience_id: String,
        /// Members who would walk it.
        recipient_count: i64,
        /// Members who would not, and why.
        exclusions: Exclusions,
        /// Mails that a member gets at most.
        send_node_count: usize,
    },
}

pub struct Prepared {
    audience_id: Option<String>,
    scheduled_at: Option<i64>,
    dry_run: bool,
    /// Nothing if it cannot be launched, which the transaction says in its turn.
    counted: Option<Tally>,
}

/// A launch with all that it needs.
struct Resolved {
    automation: AutomationRecord,
    version: VersionRecord,
    graph: Graph,
    /// Nothing: everybody.
    audience: Option<AudienceRecord>,
}

/// Counts before the transaction opens: looking at a million contacts would hold every other writer.
pub async fn prepare(cx: Cx, body: Arc<LaunchBody>) -> Outcome<Prepared> {
    let scheduled_at = body.scheduled_at.as_deref();
    let scheduled_at = scheduled_at
        .map(|text| future(text, cx.now()))
        .transpose()?;
    let (call, wanted) = (cx.clone(), body.audience_id.clone());
    let counted = cx.app().db.read_heavy(move |tx| {
        let (cx, wanted) = (call.clone(), wanted.clone());
        async move {
            let automation = automations::get(&tx, cx.brand_key()?, cx.path("automationId"));
            let automation = automation.await?;
            match resolve(&tx, &cx, automation, wanted.as_deref()).await {
                Ok(resolved) => {
                    let audience = resolved.audience.as_ref();
                    let judging = judging(&resolved.version.uses);
                    Ok(Some(count(&tx, &cx, audience, judging).await?))
                }
                Err(Failure::Problem(_)) => Ok(None),
                Err(failure) => Err(failure),
            }
        }
    });
    Ok(Prepared {
        counted: Box::pin(counted).await?,
        audience_id: body.audience_id.clone(),
        scheduled_at,
        dry_run: body.dry_run == Some(true),
    })
}

pub async fn launch(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> Outcome<Reply<Launched>> {
    let brand = cx.brand_key()?;
    let automation = automations::lock(&tx, brand, cx.path("automationId")).await?;
    let resolved = resolve(&tx, &cx, automation, prepared.audience_id.as_deref()).await?;
    publishing::hold(&tx, brand, &resolved.graph).await?;
    if let Some(audience) = &resolved.audience {
        let held = audiences::lock(&tx, brand, &audience.public_id).await?;
        held.ok_or_else(no_such_audience)?;
    }
    let (graph, sandbox) = (&resolved.graph, cx.app().sandbox());
    let found = publishing::blockers(&tx, brand, graph, Purpose::Launch, sandbox).await?;
    blockers::refuse(&found)?;
    // What kept it from being counted has gone in this very moment.
    let tally = prepared.counted.ok_or(DbError::Busy)?;
    if prepared.dry_run {
        return Ok(Reply::ok(rehearsed(&resolved, &tally)));
    }
    if tally.planned == 0 {
        return Err(nobody(&tally).into());
    }
    let at = prepared.scheduled_at.unwrap_or_else(|| cx.now());
    require_allowance(&tx, &cx, at, tally.planned).await?;
    let record = accept(&tx, &cx, &resolved, &prepared, &tally).await?;
    let told = Told::read(&tx, brand, std::slice::from_ref(&record)).await?;
    Ok(Reply::accepted(Launched::Run(Box::new(told.show(record)?))))
}

/// Ids that are not there first, then what is not as it must be.
async fn resolve(
    tx: &Tx,
    cx: &Cx,
    automation: Option<AutomationRecord>,
    wanted: Option<&str>,
) -> Outcome<Resolved> {
    let brand = cx.brand_key()?;
    let automation = automation
        .ok_or_else(|| Problem::new(Code::AutomationNotFound, "There is no such automation."))?;
    let mut audience = match wanted {
        None | Some(EVERYBODY) => None,
        Some(id) => Some(find(tx, cx, id).await?),
    };
    if automation.kind != AutomationKind::ManualAudience {
        let message = "Events start this automation: it is not launched on an audience.";
        return Err(Problem::new(Code::AutomationNotManual, message).into());
    }
    let version = automations::version(tx, brand, automation.head.id).await?;
    let version = version.ok_or_else(|| DbError::Other("a version is gone".to_owned()))?;
    let graph = publishing::graph_of(&version)?;
    if wanted.is_none() {
        audience = match own_audience(&graph) {
            None => return Err(nobody_named().into()),
            Some(EVERYBODY) => None,
            Some(id) => Some(find(tx, cx, id).await?),
        };
    }
    Ok(Resolved {
        automation,
        version,
        graph,
        audience,
    })
}

async fn find(tx: &Tx, cx: &Cx, id: &str) -> Outcome<AudienceRecord> {
    let found = audiences::get(tx, cx.brand_key()?, id).await?;
    Ok(found.ok_or_else(no_such_audience)?)
}

/// The audience that the trigger node names.
fn own_audience(graph: &Graph) -> Option<&str> {
    graph.nodes.iter().find_map(|node| match &node.config {
        NodeConfig::Trigger(TriggerConfig::ManualAudience { audience_id }) => {
            audience_id.as_deref()
        }
        _ => None,
    })
}

fn nobody_named() -> Problem {
    let message = "Neither the request nor the trigger node names an audience.";
    Problem::invalid("audienceId", message)
        .suggest("Name an audience in `audienceId`, or `all` for every contact.")
}

fn rehearsed(resolved: &Resolved, tally: &Tally) -> Launched {
    let audience = resolved.audience.as_ref();
    let sends = |node: &&postrider_domain::automation::Node| {
        matches!(node.config, NodeConfig::SendEmail(_))
    };
    Launched::DryRun {
        dry_run: true,
        audience_id: audience.map_or(EVERYBODY, |of| &of.public_id).to_owned(),
        recipient_count: tally.planned,
        exclusions: Exclusions::from(tally),
        send_node_count: resolved.graph.nodes.iter().filter(sends).count(),
    }
}

async fn accept(
    tx: &Tx,
    cx: &Cx,
    resolved: &Resolved,
    prepared: &Prepared,
    tally: &Tally,
) -> Outcome<audience_runs::AudienceRunRecord> {
    let (brand, now) = (cx.brand_key()?, cx.now());
    let audience = resolved.audience.as_ref();
    let new = NewAudienceRun {
        public_id: entropy::prefixed("arun_"),
        automation: resolved.automation.id,
        version: resolved.version.id,
        audience: audience.map(|audience| audience.id),
        audience_name: audience.map_or(EVERYBODY_NAME, |of| &of.name).to_owned(),
        scheduled_at: prepared.scheduled_at,
        total: tally.planned,
        excluded: tally.excluded(),
    };
    let id = audience_runs::create(tx, brand, &new, now).await?;
    let of = AudienceOf {
        audience_run: id,
        audience: new.audience,
        audience_name: new.audience_name,
    };
    let version = &resolved.version;
    publishing::open_streams(tx, brand, version, Some(of), entropy::opaque21, now).await?;
    if let Some(at) = prepared.scheduled_at {
        audience_runs::schedule_sends(tx, brand, id, at).await?;
    }
    let record = audience_runs::by_number(tx, brand, id).await?;
    Ok(record.ok_or_else(|| DbError::Other("an audience run was not made".to_owned()))?)
}
