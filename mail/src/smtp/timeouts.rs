//! How long sending may take.

use std::time::Duration;

/// How long each step may take.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// Name lookup, TCP and the TLS handshake, each.
    pub connect: Duration,
    pub greeting: Duration,
    /// Each command and its reply.
    pub command: Duration,
    /// The reply to `DATA`, and each write of the message that makes progress.
    pub data: Duration,
    /// The reply to the final dot. Giving up here leaves the message in doubt: RFC 5321 asks for ten minutes.
    pub dot: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(30),
            greeting: Duration::from_mins(1),
            command: Duration::from_mins(2),
            data: Duration::from_mins(3),
            dot: Duration::from_mins(10),
        }
    }
}
