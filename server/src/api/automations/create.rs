//! `POST /v1/automations`.

use std::sync::Arc;

use postrider_domain::automations::automation::{Graph, read};
use postrider_domain::designs::design::check_title;
use postrider_engine::automations::drafting::{self, GivenAutomation};
use postrider_store::db::Tx;

use super::body::CreateBody;
use super::record::show;
use super::{Written, authoring};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

/// A body whose graph was checked as far as it can be by itself.
pub struct Prepared {
    given: GivenAutomation,
    dry_run: bool,
}

pub async fn prepare_create(_: Cx, body: Arc<CreateBody>) -> ApiResult<Prepared> {
    check_title("name", &body.name)?;
    let mut graph = Graph {
        nodes: body.nodes.clone(),
        connections: body.connections.clone(),
    };
    read::check(&graph)?;
    read::bind(&mut graph, body.trigger_event_id.as_deref())?;
    Ok(Prepared {
        given: GivenAutomation {
            name: body.name.clone(),
            description: body.description.clone(),
            graph,
        },
        dry_run: body.dry_run == Some(true),
    })
}

pub async fn create(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> ApiResult<Reply<Written>> {
    let (context, given) = (authoring(&cx)?, &prepared.given);
    if prepared.dry_run {
        let previewed = drafting::preview(&tx, &context, given.graph.clone(), None).await?;
        return Ok(Reply::ok(Written::Preview(previewed.into())).changed_nothing());
    }
    let record = drafting::create(&tx, &context, given).await?;
    let automation = show(&tx, &cx, &record).await?;
    Ok(Reply::created(Written::Automation(Box::new(automation))))
}
