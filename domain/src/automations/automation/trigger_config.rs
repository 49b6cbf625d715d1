//! What a trigger node says.

use schemars::{JsonSchema, Schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

const MODE: &str = "mode";

/// Without a `mode`, events start it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    remote = "Self",
    tag = "mode",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
#[schemars(transform = mode_may_be_left_out)]
pub enum TriggerConfig {
    /// Each fire of the trigger starts a run.
    Event {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 256))]
        trigger_event_id: Option<String>,
    },
    /// Launched for an audience.
    ManualAudience {
        /// Who it is launched for unless the launch says so; `all` is every contact.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 100))]
        audience_id: Option<String>,
    },
}

impl Serialize for TriggerConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for TriggerConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut config = Map::deserialize(deserializer)?;
        config.entry(MODE).or_insert_with(|| Value::from("event"));
        Self::deserialize(Value::Object(config)).map_err(Error::custom)
    }
}

/// Of the kind that comes first, which is the one of events.
fn mode_may_be_left_out(schema: &mut Schema) {
    let kinds = schema.get_mut("oneOf").and_then(Value::as_array_mut);
    let event = kinds.and_then(|kinds| kinds.first_mut()?.as_object_mut());
    let Some(event) = event else { return };
    if let Some(required) = event.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|key| key != MODE);
    }
}
