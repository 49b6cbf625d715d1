//! `PATCH /v1/automations/{automationId}`: one transaction saves the new version and publishes it, or does neither.

use std::sync::Arc;

use postrider_domain::automation::{Graph, NodeConfig, Purpose, TriggerConfig, blockers, read};
use postrider_domain::catalog::Code;
use postrider_domain::contact::Patch;
use postrider_domain::design::check_title;
use postrider_domain::problem::Problem;
use postrider_engine::automations::checking;
use postrider_engine::automations::publishing::{self, graph_of};
use postrider_store::automations::{self, AutomationRecord, VersionRecord};
use postrider_store::db::{DbError, Tx};

use super::Written;
use super::body::ChangeBody;
use super::draft::Draft;
use super::record::{find, lock, show};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;
use crate::entropy;

/// A body whose keys fit together.
pub struct Prepared(Arc<ChangeBody>);

pub async fn prepare_change(_: Cx, body: Arc<ChangeBody>) -> Outcome<Prepared> {
    if let Some(name) = &body.name {
        check_title("name", name)?;
    }
    body.check()?;
    // As far as it can be told without what is stored of the other half.
    if let Some(nodes) = &body.nodes {
        read::check(&Graph {
            nodes: nodes.clone(),
            connections: body.connections.clone().unwrap_or_default(),
        })?;
    }
    Ok(Prepared(body))
}

pub async fn change(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> Outcome<Reply<Written>> {
    let body = &prepared.0;
    let automation = lock(&tx, &cx).await?;
    if body.dry_run == Some(true) {
        let graph = wanted_graph(&tx, &cx, body, &automation).await?;
        let draft = Draft::of(&tx, &cx, &graph).await?;
        return Ok(Reply::ok(Written::Preview(draft.preview(body.published)?)));
    }
    if body.is_about_the_graph() {
        save(&tx, &cx, body, &automation).await?;
    }
    match body.published {
        None => {}
        Some(true) => publish(&tx, &cx, body, &automation).await?,
        Some(false) => unpublish(&tx, &cx, body, &automation).await?,
    }
    rename(&tx, &cx, body, &automation).await?;
    let changed = find(&tx, &cx).await?;
    let shown = show(&tx, &cx, &changed).await?;
    Ok(Reply::ok(Written::Automation(Box::new(shown))))
}

/// The graph that the body is about: a new one, that of the version it names, or the newest.
async fn wanted_graph(
    tx: &Tx,
    cx: &Cx,
    body: &ChangeBody,
    automation: &AutomationRecord,
) -> Outcome<Graph> {
    let base = match &body.automation_version_id {
        Some(_) => wanted_version(tx, cx, body, automation).await?,
        None => head(tx, cx, automation).await?,
    };
    let mut graph = graph_of(&base)?;
    if !body.is_about_the_graph() {
        return Ok(graph);
    }
    match &body.nodes {
        Some(nodes) => graph.nodes.clone_from(nodes),
        // Another trigger takes the place of the one that was bound.
        None if body.trigger_event_id.is_some() => unbind(&mut graph),
        None => {}
    }
    if let Some(connections) = &body.connections {
        graph.connections.clone_from(connections);
    }
    read::check(&graph)?;
    read::bind(&mut graph, body.trigger_event_id.as_deref())?;
    Ok(graph)
}

fn unbind(graph: &mut Graph) {
    if let Some(NodeConfig::Trigger(TriggerConfig::Event { trigger_event_id })) =
        graph.nodes.first_mut().map(|node| &mut node.config)
    {
        *trigger_event_id = None;
    }
}

async fn head(tx: &Tx, cx: &Cx, automation: &AutomationRecord) -> Outcome<VersionRecord> {
    let head = automations::version(tx, cx.brand_key()?, automation.head.id).await?;
    Ok(head.ok_or_else(|| DbError::Other("the newest version is gone".into()))?)
}

/// The version that is to be published: the one that is named, else the newest.
async fn wanted_version(
    tx: &Tx,
    cx: &Cx,
    body: &ChangeBody,
    automation: &AutomationRecord,
) -> Outcome<VersionRecord> {
    let Some(id) = &body.automation_version_id else {
        return head(tx, cx, automation).await;
    };
    let found = automations::version_named(tx, cx.brand_key()?, automation.id, id).await?;
    let missing = || {
        let message = "The automation has no such version.";
        Problem::new(Code::AutomationVersionNotFound, message).param("automationVersionId")
    };
    Ok(found.ok_or_else(missing)?)
}

/// A version for another graph; none for the same.
async fn save(tx: &Tx, cx: &Cx, body: &ChangeBody, automation: &AutomationRecord) -> Outcome<()> {
    let graph = wanted_graph(tx, cx, body, automation).await?;
    let draft = Draft::of(tx, cx, &graph).await?;
    draft.require_resolved()?;
    let version = draft.version();
    if version.hash != automation.head.hash {
        let (brand, kind) = (cx.brand_key()?, draft.kind());
        automations::add_version(tx, brand, automation, kind, &version, cx.now()).await?;
    }
    Ok(())
}

async fn publish(tx: &Tx, cx: &Cx, body: &ChangeBody, before: &AutomationRecord) -> Outcome<()> {
    let brand = cx.brand_key()?;
    // As it stands after what this change has saved.
    let automation = if body.is_about_the_graph() {
        &find(tx, cx).await?
    } else {
        before
    };
    let mut version = wanted_version(tx, cx, body, automation).await?;
    let graph = graph_of(&version)?;
    publishing::hold(tx, brand, &graph).await?;
    let examined = checking::examine(tx, brand, &graph, cx.app().sandbox()).await?;
    blockers::refuse(&examined.obstacles(&graph, Purpose::Publish))?;
    // What it names may have been made anew under the same name since it was written.
    version.uses = examined.uses(&graph);
    publishing::publish(tx, brand, &version, entropy::opaque21, cx.now()).await?;
    Ok(())
}

async fn unpublish(
    tx: &Tx,
    cx: &Cx,
    body: &ChangeBody,
    automation: &AutomationRecord,
) -> Outcome<()> {
    let (brand, now) = (cx.brand_key()?, cx.now());
    if !automations::unpublish(tx, brand, automation.id, now).await? {
        let message = "The automation is not published.";
        return Err(Problem::new(Code::AutomationNotPublished, message).into());
    }
    if body.stop_in_flight == Some(true) {
        automations::stop_runs(tx, brand, automation.id, now).await?;
    }
    Ok(())
}

async fn rename(tx: &Tx, cx: &Cx, body: &ChangeBody, automation: &AutomationRecord) -> Outcome<()> {
    if body.name.is_none() && body.description == Patch::Keep {
        return Ok(());
    }
    let (name, description) = (body.name.as_deref(), body.description.clone());
    let brand = cx.brand_key()?;
    automations::rename(tx, brand, automation, name, description, cx.now()).await?;
    Ok(())
}
