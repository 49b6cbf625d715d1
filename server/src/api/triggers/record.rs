//! A trigger as the API shows it.

use postrider_domain::automations::trigger::{Enforcement, PayloadField};
use postrider_domain::time;
use postrider_store::triggers::TriggerRecord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// A payload is an object; who likes may say so, as JSON Schema does.
    #[serde(rename = "type", default, skip_serializing)]
    #[expect(dead_code, reason = "it can say one thing alone")]
    kind: Option<PayloadKind>,
    /// Must hold `{ "key": "email", "type": "string", "required": true }`.
    #[serde(default)]
    #[schemars(length(max = 200), extend("x-required" = true))]
    pub fields: Vec<PayloadField>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PayloadKind {
    Object,
}

impl PayloadSchema {
    pub fn of(fields: Vec<PayloadField>) -> Self {
        Self { kind: None, fields }
    }
}

impl From<TriggerRecord> for Trigger {
    fn from(record: TriggerRecord) -> Self {
        Self {
            trigger_event_id: record.public_id,
            title: record.title,
            description: record.description,
            provider: record.provider,
            provider_event_key: record.event_key,
            payload_schema: PayloadSchema::of(record.contract.fields),
            contract_hash: record.contract_hash,
            version: record.version,
            enforcement: record.contract.enforcement,
            created_at: time::format(record.created_at),
            updated_at: time::format(record.updated_at),
        }
    }
}
