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
    /// When it started; before that, when it is to start.
    sent_at: String,
    recipient_count: i64,
}

impl From<&SentRef> for SendState {
    fn from(sent: &SentRef) -> Self {
        Self {
            send_id: sent.public_id.clone(),
            status: sent.status,
            sent_at: time::format(sent.sent_at),
            recipient_count: sent.recipient_count,
        }
    }
}
