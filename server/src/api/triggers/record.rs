//! A trigger as the API shows it.

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_domain::time;
use postrider_domain::trigger::{Enforcement, PayloadField};
use postrider_store::db::Tx;
use postrider_store::triggers::{self, TriggerRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::cx::Cx;
use crate::api::failure::Outcome;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trigger {
    trigger_event_id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// `service_api`, or the integration's name
    provider: String,
    /// The integration's name of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_event_key: Option<String>,
    payload_schema: PayloadSchema,
    /// SHA-256 over fields and enforcement; another one is another contract.
    contract_hash: String,
    /// Rises when the contract changes.
    version: i64,
    enforcement: Enforcement,
    created_at: String,
    updated_at: String,
}

#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PayloadSchema {
    /// Must hold `{ "key": "email", "type": "string", "required": true }`.
    #[serde(default)]
    #[schemars(length(max = 200), extend("x-required" = true))]
    pub fields: Vec<PayloadField>,
}

impl From<TriggerRecord> for Trigger {
    fn from(record: TriggerRecord) -> Self {
        Self {
            trigger_event_id: record.public_id,
            title: record.title,
            description: record.description,
            provider: record.provider,
            provider_event_key: record.event_key,
            payload_schema: PayloadSchema {
                fields: record.contract.fields,
            },
            contract_hash: record.contract_hash,
            version: record.version,
            enforcement: record.contract.enforcement,
            created_at: time::format(record.created_at),
            updated_at: time::format(record.updated_at),
        }
    }
}

pub async fn find(tx: &Tx, cx: &Cx, public_id: &str) -> Outcome<TriggerRecord> {
    let found = triggers::get(tx, cx.brand_key()?, public_id).await?;
    Ok(found.ok_or_else(not_found)?)
}

/// A trigger that callers may change, which nobody else changes before this transaction ends.
pub async fn lock_own(tx: &Tx, cx: &Cx, public_id: &str) -> Outcome<TriggerRecord> {
    let found = triggers::lock(tx, cx.brand_key()?, public_id).await?;
    let record = found.ok_or_else(not_found)?;
    if record.is_provided() {
        let message = format!(
            "The trigger belongs to the integration `{}`: only its connection changes it.",
            record.provider
        );
        return Err(Problem::new(Code::TriggerImmutable, message).into());
    }
    Ok(record)
}

fn not_found() -> Problem {
    Problem::new(Code::TriggerEventNotFound, "There is no such trigger.")
}
