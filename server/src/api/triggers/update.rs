//! `PATCH` of a trigger, named in the path or in the body.

use std::sync::Arc;

use postrider_domain::automations::trigger::Enforcement;
use postrider_domain::patch::Patch;
use postrider_engine::triggers::{self, ContractMisfit, TriggerUpdate};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{PayloadSchema, Trigger};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TriggerUpdate")]
pub struct UpdateBody {
    #[schemars(length(min = 1, max = 200))]
    title: Option<String>,
    #[serde(default)]
    #[schemars(length(max = 2000))]
    description: Patch<String>,
    /// Replaces the fields as a whole.
    payload_schema: Option<PayloadSchema>,
    enforcement: Option<Enforcement>,
}

// Strict by its schema: serde cannot flatten and refuse unknown keys at once.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NamedTriggerUpdate", deny_unknown_fields)]
pub struct NamedUpdateBody {
    /// Which trigger; its id does not change.
    trigger_event_id: String,
    #[serde(flatten)]
    update: UpdateBody,
}

#[derive(Serialize, JsonSchema)]
pub struct UpdatedTrigger {
    #[serde(flatten)]
    trigger: Trigger,
    /// Published automations that no longer fit the contract: fires do not start them until one of the two is changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    warnings: Vec<ContractWarning>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContractWarning {
    /// `AUTOMATION_INCOMPATIBLE`
    code: &'static str,
    automation_id: String,
    message: String,
}

pub async fn update(tx: Tx, cx: Cx, body: Arc<UpdateBody>) -> ApiResult<Reply<UpdatedTrigger>> {
    let id = cx.path("triggerEventId").to_owned();
    apply(&tx, &cx, &id, &body).await
}

pub async fn update_named(
    tx: Tx,
    cx: Cx,
    body: Arc<NamedUpdateBody>,
) -> ApiResult<Reply<UpdatedTrigger>> {
    apply(&tx, &cx, &body.trigger_event_id, &body.update).await
}

async fn apply(tx: &Tx, cx: &Cx, id: &str, body: &UpdateBody) -> ApiResult<Reply<UpdatedTrigger>> {
    let update = TriggerUpdate {
        title: body.title.clone(),
        description: body.description.clone(),
        fields: body.payload_schema.clone().map(|schema| schema.fields),
        enforcement: body.enforcement,
    };
    let changed = triggers::update(tx, cx.brand_key()?, id, update, cx.now()).await?;
    let (trigger, misfits) = changed;
    Ok(Reply::ok(UpdatedTrigger {
        trigger: trigger.into(),
        warnings: misfits.into_iter().map(ContractWarning::from).collect(),
    }))
}

impl From<ContractMisfit> for ContractWarning {
    fn from(misfit: ContractMisfit) -> Self {
        Self {
            code: "AUTOMATION_INCOMPATIBLE",
            automation_id: misfit.automation_id,
            message: misfit.message,
        }
    }
}
