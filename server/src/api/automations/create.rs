//! `POST /v1/automations`.

use std::sync::Arc;

use postrider_domain::automation::{Graph, read};
use postrider_domain::design::check_title;
use postrider_store::automations::{self, NewAutomation};
use postrider_store::db::Tx;

use super::Written;
use super::body::CreateBody;
use super::draft::Draft;
use super::record::show;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;
use crate::entropy;

/// A body whose graph was checked as far as it can be by itself.
pub struct Prepared {
    name: String,
    description: Option<String>,
    graph: Graph,
    dry_run: bool,
}

pub async fn prepare_create(_: Cx, body: Arc<CreateBody>) -> Outcome<Prepared> {
    check_title("name", &body.name)?;
    let mut graph = Graph {
        nodes: body.nodes.clone(),
        connections: body.connections.clone(),
    };
    read::check(&graph)?;
    read::bind(&mut graph, body.trigger_event_id.as_deref())?;
    Ok(Prepared {
        name: body.name.clone(),
        description: body.description.clone(),
        graph,
        dry_run: body.dry_run == Some(true),
    })
}

pub async fn create(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> Outcome<Reply<Written>> {
    let draft = Draft::of(&tx, &cx, &prepared.graph).await?;
    if prepared.dry_run {
        return Ok(Reply::ok(Written::Preview(draft.preview(None)?)));
    }
    draft.require_resolved()?;
    let new = NewAutomation {
        public_id: entropy::opaque21(),
        name: prepared.name.clone(),
        description: prepared.description.clone(),
        kind: draft.kind(),
        version: draft.version(),
    };
    let record = automations::create(&tx, cx.brand_key()?, &new, cx.now()).await?;
    let automation = show(&tx, &cx, &record).await?;
    Ok(Reply::created(Written::Automation(Box::new(automation))))
}
