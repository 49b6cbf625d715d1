//! What came in.

/// A message as it was before it was put on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Of the envelope.
    pub from: String,
    pub to: Vec<String>,
    pub message: Vec<u8>,
}
