//! `POST /v1/automations/triggers`.

use std::sync::Arc;

use postrider_domain::automations::integration::Provider;
use postrider_domain::automations::trigger::{Contract, Enforcement};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::triggers::{self, NewTrigger};
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{PayloadSchema, Trigger};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TriggerBody")]
pub struct CreateBody {
    #[schemars(length(min = 1, max = 200))]
    title: String,
    #[schemars(length(max = 2000))]
    description: Option<String>,
    /// What its payloads hold.
    #[schemars(extend("x-required" = true))]
    payload_schema: Option<PayloadSchema>,
    /// The name under which it is fired; one is made if none is given.
    #[schemars(length(min = 1, max = 256), extend("examples" = ["signed-up"]))]
    trigger_event_id: Option<String>,
    /// What becomes of keys that are not declared: `warn` if nothing is said.
    enforcement: Option<Enforcement>,
}

pub async fn create(tx: Tx, cx: Cx, body: Arc<CreateBody>) -> ApiResult<Reply<Trigger>> {
    let fields = body.payload_schema.clone().unwrap_or_default().fields;
    let new = NewTrigger {
        public_id: match &body.trigger_event_id {
            Some(id) => checked_id(id)?,
            None => entropy::opaque21(),
        },
        title: body.title.clone(),
        description: body.description.clone(),
        contract: Contract::check(fields, body.enforcement.unwrap_or_default())?,
    };
    let made = triggers::create(&tx, cx.brand_key()?, &new, cx.now()).await?;
    let record = made.ok_or_else(|| {
        let message = "A trigger with this `triggerEventId` exists.";
        Problem::new(Code::TriggerAlreadyExists, message).param("triggerEventId")
    })?;
    Ok(Reply::created(record.into()))
}

fn checked_id(id: &str) -> Result<String, Problem> {
    let refuse = |message: String| Err(Problem::invalid("triggerEventId", message));
    if id.trim() != id || id.chars().any(char::is_control) {
        return refuse("An id has no control characters and no spaces around it.".to_owned());
    }
    // In a path these mean another place, encoded or not.
    if matches!(id, "." | "..") {
        return refuse("An id cannot be `.` or `..`.".to_owned());
    }
    // Ids of that form are made with a connection.
    if let Some((provider, _)) = id.split_once(':')
        && Provider::parse(provider).is_some()
    {
        return refuse(format!(
            "Ids that begin with `{provider}:` belong to that integration."
        ));
    }
    Ok(id.to_owned())
}
