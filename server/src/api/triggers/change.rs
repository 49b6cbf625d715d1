//! `PATCH` of a trigger, named in the path or in the body.

use std::sync::Arc;

use postrider_domain::automation::Uses;
use postrider_domain::contact::Patch;
use postrider_domain::trigger::{Contract, Enforcement};
use postrider_engine::automations::checking;
use postrider_store::automations::{self, AutomationName};
use postrider_store::db::{DbError, Tx};
use postrider_store::fields;
use postrider_store::triggers::{self, Change, TriggerRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{PayloadSchema, Trigger, lock_own};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TriggerChange")]
pub struct ChangeBody {
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
#[schemars(rename = "NamedTriggerChange", deny_unknown_fields)]
pub struct NamedChangeBody {
    /// Which trigger; its id does not change.
    trigger_event_id: String,
    #[serde(flatten)]
    change: ChangeBody,
}

#[derive(Serialize, JsonSchema)]
pub struct ChangedTrigger {
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

pub async fn change(tx: Tx, cx: Cx, body: Arc<ChangeBody>) -> Outcome<Reply<ChangedTrigger>> {
    let id = cx.path("triggerEventId").to_owned();
    apply(&tx, &cx, &id, &body).await
}

pub async fn change_named(
    tx: Tx,
    cx: Cx,
    body: Arc<NamedChangeBody>,
) -> Outcome<Reply<ChangedTrigger>> {
    apply(&tx, &cx, &body.trigger_event_id, &body.change).await
}

async fn apply(tx: &Tx, cx: &Cx, id: &str, body: &ChangeBody) -> Outcome<Reply<ChangedTrigger>> {
    // What is wrong with the contract is said before whether there is such a trigger.
    if let Some(schema) = &body.payload_schema {
        Contract::check(schema.fields.clone(), Enforcement::default())?;
    }
    let before = lock_own(tx, cx, id).await?;
    let change = Change {
        title: body.title.clone(),
        description: body.description.clone(),
        contract: contract(body, &before),
    };
    let hash = before.contract_hash.clone();
    let changed = triggers::update(tx, cx.brand_key()?, before, change, cx.now()).await?;
    let changed = changed.ok_or(DbError::Busy)?;
    let warnings = if changed.contract_hash == hash {
        Vec::new()
    } else {
        warnings(tx, cx, &changed).await?
    };
    Ok(Reply::ok(ChangedTrigger {
        trigger: changed.into(),
        warnings,
    }))
}

fn contract(body: &ChangeBody, before: &TriggerRecord) -> Option<Contract> {
    if body.payload_schema.is_none() && body.enforcement.is_none() {
        return None;
    }
    let schema = body.payload_schema.as_ref();
    Some(Contract {
        fields: schema.map_or_else(|| before.contract.fields.clone(), |s| s.fields.clone()),
        enforcement: body.enforcement.unwrap_or(before.contract.enforcement),
    })
}

/// One for each published automation that looks for something the contract does not give any more.
async fn warnings(tx: &Tx, cx: &Cx, trigger: &TriggerRecord) -> Outcome<Vec<ContractWarning>> {
    let brand = cx.brand_key()?;
    let bound = automations::bound_to_trigger(tx, brand, trigger.id).await?;
    let published = bound.into_iter().filter(|one| one.automation.published);
    let live: Vec<_> = published
        .filter_map(|one| Some((one.automation, one.live?)))
        .collect();
    if live.is_empty() {
        return Ok(Vec::new());
    }
    let known = fields::known(tx, brand).await?;
    let warning = |(automation, uses): (AutomationName, Uses)| {
        let misfits = checking::incompatible(&trigger.contract.fields, &uses, &known);
        let messages: Vec<String> = misfits.into_iter().map(|misfit| misfit.message).collect();
        (!messages.is_empty()).then(|| ContractWarning {
            code: "AUTOMATION_INCOMPATIBLE",
            automation_id: automation.public_id,
            message: format!("`{}`: {}", automation.name, messages.join(" ")),
        })
    };
    Ok(live.into_iter().filter_map(warning).collect())
}
