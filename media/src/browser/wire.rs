//! Messages on the pipe: JSON, with a zero byte behind each.

use bytes::{Bytes, BytesMut};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::BrowserError;

/// The largest picture, in letters, is smaller.
const MAX_MESSAGE: usize = 128 << 20;

/// What a browser says: the answer to a call, or an event.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Message {
    pub id: Option<u64>,
    pub method: Option<String>,
    #[serde(default)]
    pub params: Value,
    #[serde(default)]
    pub result: Value,
    pub error: Option<Refusal>,
    pub session_id: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Refusal {
    pub message: String,
}

/// Bytes that came and are no whole message yet.
#[derive(Default)]
pub(super) struct Incoming {
    pub bytes: BytesMut,
    /// No message ends before.
    looked_at: usize,
}

/// It says what nobody understands, or too much.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Garbled;

impl Incoming {
    pub fn next(&mut self) -> Result<Option<Message>, Garbled> {
        let new = &self.bytes[self.looked_at..];
        let Some(end) = new.iter().position(|byte| *byte == 0) else {
            self.looked_at = self.bytes.len();
            return if self.looked_at > MAX_MESSAGE {
                Err(Garbled)
            } else {
                Ok(None)
            };
        };
        let message: Bytes = self.bytes.split_to(self.looked_at + end + 1).freeze();
        self.looked_at = 0;
        let message = &message[..message.len() - 1];
        serde_json::from_slice(message)
            .map(Some)
            .map_err(|_| Garbled)
    }
}

/// One call, as it goes over the pipe.
pub(super) fn write(id: u64, call: &Call, to: &mut BytesMut) {
    let mut message = json!({ "id": id, "method": call.method, "params": call.params });
    if let Some(session) = &call.session {
        message["sessionId"] = json!(session);
    }
    to.extend_from_slice(message.to_string().as_bytes());
    to.extend_from_slice(&[0]);
}

/// What is asked of a browser, or of one of its pages.
pub(super) struct Call {
    pub session: Option<String>,
    pub method: &'static str,
    pub params: Value,
}

/// A text that an answer holds.
pub(super) fn text(answer: &Value, key: &str) -> Result<String, BrowserError> {
    let text = answer[key].as_str().map(str::to_owned);
    text.ok_or_else(|| BrowserError::Refused(format!("it does not say its {key}")))
}
