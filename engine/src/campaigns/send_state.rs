//! The send that has taken a design.

use postrider_domain::sending::send::SendStatus;
use postrider_domain::time;
use postrider_store::emails::SentRef;
use schemars::JsonSchema;
use serde::Serialize;

/// A campaign is sent once.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendState {
    send_id: String,
    status: SendStatus,
    /// When it started; absent while it is scheduled.
    #[serde(skip_serializing_if = "Option::is_none")]
    sent_at: Option<String>,
    /// When it is to start, or was.
    #[serde(skip_serializing_if = "Option::is_none")]
    scheduled_at: Option<String>,
    recipient_count: i64,
}

impl From<&SentRef> for SendState {
    fn from(sent: &SentRef) -> Self {
        Self {
            send_id: sent.public_id.clone(),
            status: sent.status,
            sent_at: sent.sent_at.map(time::format),
            scheduled_at: sent.scheduled_at.map(time::format),
            recipient_count: sent.recipient_count,
        }
    }
}
