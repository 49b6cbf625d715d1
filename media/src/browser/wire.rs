//! Messages on the pipe: JSON, with a zero byte behind each.

use bytes::{Bytes, BytesMut};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::BrowserError;
use super::shot::MAX_PICTURE;

/// The largest picture, in letters, is smaller.
const MAX_MESSAGE: usize = MAX_PICTURE / 3 * 4 + (1 << 20);

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
    /// There was more of it than anybody keeps: this is what it began with.
    #[serde(skip)]
    pub is_too_large: bool,
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
    /// Of one that is too large nothing but this is kept until it ends.
    too_large: Option<Message>,
}

/// It says what nobody understands.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Garbled;

impl Incoming {
    pub fn next(&mut self) -> Result<Option<Message>, Garbled> {
        let new = &self.bytes[self.looked_at..];
        let Some(end) = new.iter().position(|byte| *byte == 0) else {
            self.looked_at = self.bytes.len();
            if self.looked_at > MAX_MESSAGE || self.too_large.is_some() {
                self.pass_over();
            }
            return Ok(None);
        };
        let message: Bytes = self.bytes.split_to(self.looked_at + end + 1).freeze();
        self.looked_at = 0;
        if self.bytes.is_empty() {
            // What a large one took is given back.
            self.bytes = BytesMut::new();
        }
        if let Some(message) = self.too_large.take() {
            return Ok(Some(message));
        }
        let message = &message[..message.len() - 1];
        serde_json::from_slice(message)
            .map(Some)
            .map_err(|_| Garbled)
    }

    fn pass_over(&mut self) {
        let begun = &self.bytes;
        self.too_large.get_or_insert_with(|| Message {
            id: id_at_the_beginning(begun),
            method: None,
            params: Value::Null,
            result: Value::Null,
            error: None,
            session_id: None,
            is_too_large: true,
        });
        self.bytes = BytesMut::new();
        self.looked_at = 0;
    }
}

/// Answers begin with the number of what was asked.
fn id_at_the_beginning(message: &[u8]) -> Option<u64> {
    let rest = message.strip_prefix(b"{\"id\":")?;
    let end = rest.iter().position(|byte| !byte.is_ascii_digit())?;
    std::str::from_utf8(&rest[..end]).ok()?.parse().ok()
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
    text.ok_or_else(|| unsaid(key))
}

/// The same without a copy, for a large one.
pub(super) fn into_text(mut answer: Value, key: &str) -> Result<String, BrowserError> {
    match answer.get_mut(key).map(Value::take) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(unsaid(key)),
    }
}

fn unsaid(key: &str) -> BrowserError {
    BrowserError::Refused(format!("it does not say its {key}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_message_that_is_too_large_its_number_is_left_and_the_next_is_whole() {
        let mut incoming = Incoming::default();
        incoming
            .bytes
            .extend_from_slice(b"{\"id\":17,\"result\":{\"data\":\"");
        let piece = vec![b'A'; 1 << 20];
        for _ in 0..2 * (MAX_MESSAGE >> 20) {
            incoming.bytes.extend_from_slice(&piece);
            assert!(incoming.next().unwrap().is_none());
            assert!(incoming.bytes.len() <= MAX_MESSAGE + piece.len());
        }
        let rest = b"\"}}\0{\"id\":18,\"result\":{\"data\":\"x\"}}\0{\"id\"";
        incoming.bytes.extend_from_slice(rest);
        let large = incoming.next().unwrap().unwrap();
        assert_eq!((large.id, large.is_too_large), (Some(17), true));
        let next = incoming.next().unwrap().unwrap();
        assert_eq!((next.id, next.is_too_large), (Some(18), false));
        assert_eq!(into_text(next.result, "data").unwrap(), "x");
        assert!(incoming.next().unwrap().is_none());
    }
}
