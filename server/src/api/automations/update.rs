//! `PATCH /v1/automations/{automationId}`.

use std::sync::Arc;

use postrider_domain::automations::automation::{Graph, read};
use postrider_domain::designs::design::check_title;
use postrider_engine::automations::updating::{
    self, AutomationUpdate, Publication, UnderWay, preview_change,
};
use postrider_store::db::Tx;

use super::body::UpdateBody;
use super::record::show;
use super::{Written, authoring};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

/// A body whose keys fit together.
pub struct Prepared {
    update: AutomationUpdate,
    dry_run: bool,
}

pub async fn prepare_change(_: Cx, body: Arc<UpdateBody>) -> ApiResult<Prepared> {
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
    Ok(Prepared {
        update: AutomationUpdate {
            name: body.name.clone(),
            description: body.description.clone(),
            nodes: body.nodes.clone(),
            connections: body.connections.clone(),
            trigger_event_id: body.trigger_event_id.clone(),
            publication: publication(&body),
        },
        dry_run: body.dry_run == Some(true),
    })
}

fn publication(body: &UpdateBody) -> Publication {
    match body.published {
        None => Publication::Keep,
        Some(true) => Publication::Publish {
            version: body.automation_version_id.clone(),
        },
        Some(false) => Publication::Unpublish {
            runs: match body.stop_in_flight {
                Some(true) => UnderWay::Stop,
                Some(false) | None => UnderWay::GoOn,
            },
        },
    }
}

pub async fn update(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> ApiResult<Reply<Written>> {
    let (context, id, update) = (authoring(&cx)?, cx.path("automationId"), &prepared.update);
    if prepared.dry_run {
        let previewed = preview_change(&tx, &context, id, update).await?;
        return Ok(Reply::ok(Written::Preview(previewed.into())));
    }
    let updated = updating::update(&tx, &context, id, update).await?;
    let mut shown = show(&tx, &cx, &updated.automation).await?;
    if let Some((version, notices)) = updated.warnings {
        shown = shown.with_notices(&version, notices);
    }
    Ok(Reply::ok(Written::Automation(Box::new(shown))))
}
