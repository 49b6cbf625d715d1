//! `POST /v1/automations/{automationId}/test`: an automation, also a draft, is walked for one inbox. Waits pass at once.

use std::sync::Arc;

use postrider_domain::address::EmailAddress;
use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_domain::send::SendStatus;
use postrider_domain::trigger::{Contract, MAX_PAYLOAD, PayloadError, check_payload};
use postrider_store::automations::trials::{self, NewTrial};
use postrider_store::automations::{self, AutomationRecord, VersionRecord};
use postrider_store::contacts;
use postrider_store::db::Tx;
use postrider_store::triggers;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::record::RunMode;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;
use crate::api::sends::address;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TestRunBody")]
pub struct TestBody {
    /// The address that all its mail goes to. If there is a contact with it, filters and merge tags see that contact.
    #[schemars(length(max = 254), extend("examples" = ["ada@example.com"]))]
    recipient: String,
    /// What a fire would bring, checked against the trigger's contract; `email` is the recipient if it is left out.
    payload: Option<Map<String, Value>>,
    /// A version of the automation; without one, the newest, published or not.
    automation_version_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TestRun")]
pub struct Tested {
    automation_run_id: String,
    /// `queued`
    status: SendStatus,
    mode: RunMode,
}

pub async fn test(tx: Tx, cx: Cx, body: Arc<TestBody>) -> Outcome<Reply<Tested>> {
    let recipient = address(&body.recipient, "recipient")?;
    let brand = cx.brand_key()?;
    let automation = automations::get(&tx, brand, cx.path("automationId")).await?;
    let automation = automation.ok_or_else(crate::api::automations::not_found)?;
    let version = version(&tx, &cx, &automation, body.automation_version_id.as_deref()).await?;
    let payload = payload(&tx, &cx, &version, body.payload.as_ref(), &recipient).await?;
    let hash = cx.contacts()?.address_hash(recipient.as_str());
    if contacts::has_complained(&tx, brand, recipient.as_str(), hash).await? {
        return Err(complained().into());
    }
    let new = NewTrial {
        public_id: entropy::lower32(),
        automation: automation.id,
        version: version.id,
        address: recipient.to_string(),
        payload: Value::Object(payload).to_string(),
    };
    trials::create(&tx, brand, &new, cx.now()).await?;
    Ok(Reply::accepted(Tested {
        automation_run_id: new.public_id,
        status: SendStatus::Queued,
        mode: RunMode::Test,
    }))
}

fn complained() -> Problem {
    let message = "Whoever has this address complained about your mail.";
    Problem::new(Code::NoEligibleRecipients, message)
        .param("recipient")
        .suggest("Test with another address.")
}

async fn version(
    tx: &Tx,
    cx: &Cx,
    automation: &AutomationRecord,
    named: Option<&str>,
) -> Outcome<VersionRecord> {
    let brand = cx.brand_key()?;
    let found = match named {
        Some(id) => automations::version_named(tx, brand, automation.id, id).await?,
        None => automations::version(tx, brand, automation.head.id).await?,
    };
    Ok(found.ok_or_else(|| {
        let message = "The automation has no such version.";
        Problem::new(Code::AutomationVersionNotFound, message).param("automationVersionId")
    })?)
}

/// The payload as a fire would hand it over.
async fn payload(
    tx: &Tx,
    cx: &Cx,
    version: &VersionRecord,
    given: Option<&Map<String, Value>>,
    recipient: &EmailAddress,
) -> Outcome<Map<String, Value>> {
    let mut values = given.cloned().unwrap_or_default();
    if Value::Object(values.clone()).to_string().len() > MAX_PAYLOAD {
        let message = format!("A payload has at most {MAX_PAYLOAD} bytes.");
        return Err(Problem::new(Code::PayloadTooLarge, message)
            .param("payload")
            .into());
    }
    let trigger = match version.uses.trigger {
        Some(trigger) => triggers::by_number(tx, cx.brand_key()?, trigger).await?,
        None => None,
    };
    let Some(contract) = trigger.map(|trigger| trigger.contract) else {
        return Ok(values);
    };
    let own = || Value::String(recipient.to_string());
    values.entry("email").or_insert_with(own);
    if given.is_none() {
        fill_in(&contract, &mut values);
        return Ok(values);
    }
    let checked = check_payload(&contract, values).map_err(|errors| invalid(&errors))?;
    Ok(checked.values)
}

fn invalid(errors: &[PayloadError]) -> Problem {
    let message = "The payload does not fit the trigger's contract.";
    let param = match errors {
        [first, ..] if !first.field.is_empty() => format!("payload.{}", first.field),
        _ => "payload".to_owned(),
    };
    Problem::new(Code::InvalidPayload, message)
        .param(param)
        .details(json!({ "errors": errors }))
}

/// Whoever gives no payload sees the design with what the contract itself says.
fn fill_in(contract: &Contract, values: &mut Map<String, Value>) {
    for field in &contract.fields {
        if let Some(fallback) = &field.fallback {
            let key = field.key.clone();
            values.entry(key).or_insert_with(|| fallback.clone());
        }
    }
}
