//! The answer to whoever cancels, pauses or resumes.

use postrider_domain::send::SendStatus;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedSend {
    pub(super) send_id: String,
    pub(super) status: SendStatus,
    /// The one it left.
    pub(super) previous_status: SendStatus,
}
