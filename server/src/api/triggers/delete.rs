//! `DELETE` of a trigger, named in the path or in the body.

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::automations::{self, AutomationName};
use postrider_store::db::Tx;
use postrider_store::triggers;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::record::{Trigger, lock_own};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TriggerToDelete")]
pub struct DeleteBody {
    trigger_event_id: String,
}

#[derive(Serialize, JsonSchema)]
pub struct DeletedTrigger {
    #[serde(flatten)]
    trigger: Trigger,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<DeletedTrigger>> {
    let id = cx.path("triggerEventId").to_owned();
    apply(&tx, &cx, &id).await
}

pub async fn delete_named(tx: Tx, cx: Cx, body: Arc<DeleteBody>) -> Outcome<Reply<DeletedTrigger>> {
    apply(&tx, &cx, &body.trigger_event_id).await
}

async fn apply(tx: &Tx, cx: &Cx, id: &str) -> Outcome<Reply<DeletedTrigger>> {
    let brand = cx.brand_key()?;
    // Locked first: nobody can begin to use it meanwhile.
    let record = lock_own(tx, cx, id).await?;
    let users = automations::referencing_trigger(tx, brand, record.id).await?;
    if !users.is_empty() {
        return Err(in_use(&users).into());
    }
    triggers::delete(tx, brand, record.id, cx.now()).await?;
    Ok(Reply::ok(DeletedTrigger {
        trigger: record.into(),
        deleted: true,
    }))
}

fn in_use(users: &[AutomationName]) -> Problem {
    let user = |automation: &AutomationName| {
        json!({
            "automationId": automation.public_id,
            "name": automation.name,
            "published": automation.published,
        })
    };
    let users: Vec<Value> = users.iter().map(user).collect();
    Problem::new(
        Code::TriggerHasDependentAutomations,
        "Automations refer to the trigger.",
    )
    .details(json!({ "referencingAutomations": users }))
}
