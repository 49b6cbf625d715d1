//! `GET /v1/automations/triggers/{triggerEventId}/readiness`.

use std::sync::Arc;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use postrider_domain::automations::trigger::NotStarted;
use postrider_domain::contract::catalog::Code;
use postrider_engine::automations::starting::{self, StartConditions};
use postrider_engine::triggers::find;
use postrider_store::automations::{self, Live};
use postrider_store::db::Tx;
use postrider_store::triggers;
use schemars::JsonSchema;
use serde::Serialize;

use super::record::PayloadSchema;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

/// Whether a fire would start something.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TriggerReadiness")]
pub struct Readiness {
    trigger_event_id: String,
    /// Every automation that a fire matches can start, and there is one.
    ready: bool,
    blockers: Vec<Blocker>,
    payload_schema: PayloadSchema,
    endpoint: Endpoint,
    published_automations: Vec<PublishedAutomation>,
    counts: Counts,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReadinessBlocker")]
pub struct Blocker {
    /// `NO_PUBLISHED_AUTOMATION`, or a reason of `notStarted`
    code: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    automation_id: Option<String>,
}

/// Where it is fired.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FireEndpoint")]
pub struct Endpoint {
    method: &'static str,
    url: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishedAutomation {
    automation_id: String,
    name: String,
}

/// Bound automations, published or not; fires and runs as far as they are kept, counted up to 100,000.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ReadinessCounts")]
pub struct Counts {
    automations: usize,
    published: usize,
    instances: i64,
    runs: i64,
}

pub async fn readiness(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Readiness>> {
    let (brand, id) = (cx.brand_key()?, cx.path("triggerEventId").to_owned());
    let trigger = find(&tx, brand, &id).await?;
    let live = automations::live_for_trigger(&tx, brand, trigger.id).await?;
    let bound = automations::referencing_trigger(&tx, brand, trigger.id).await?;
    let terms = StartConditions {
        brand,
        now: cx.now(),
        account: cx.account()?,
        sandbox: cx.app().sandbox(),
    };
    let obstacles = starting::obstacles(&tx, &terms, &trigger.contract, &live).await?;
    let blockers = blockers(&live, obstacles);
    let (instances, runs) = triggers::counts(&tx, brand, trigger.id).await?;
    Ok(Reply::ok(Readiness {
        ready: blockers.is_empty(),
        blockers,
        endpoint: Endpoint {
            method: "POST",
            url: endpoint(&cx, &id),
        },
        counts: Counts {
            automations: bound.len(),
            published: live.len(),
            instances,
            runs,
        },
        payload_schema: PayloadSchema::of(trigger.contract.fields),
        trigger_event_id: trigger.public_id,
        published_automations: live.into_iter().map(published).collect(),
    }))
}

fn blockers(live: &[Live], obstacles: Vec<NotStarted>) -> Vec<Blocker> {
    if live.is_empty() {
        let code = Code::NoPublishedAutomation;
        return vec![Blocker {
            code: code.as_str().to_owned(),
            message: "No published automation is bound to the trigger.".to_owned(),
            automation_id: None,
        }];
    }
    let blocker = |one: NotStarted| Blocker {
        code: one.reason.as_str().to_owned(),
        message: one.message,
        automation_id: Some(one.automation_id),
    };
    obstacles.into_iter().map(blocker).collect()
}

fn published(live: Live) -> PublishedAutomation {
    PublishedAutomation {
        automation_id: live.public_id,
        name: live.name,
    }
}

fn endpoint(cx: &Cx, id: &str) -> String {
    let base = &cx.app().config.public_url;
    let id = utf8_percent_encode(id, NON_ALPHANUMERIC);
    format!("{base}/v1/automations/triggers/{id}/fire")
}
