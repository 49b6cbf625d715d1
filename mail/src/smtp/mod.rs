//! The sending side of SMTP (RFC 5321): a connection to one server that takes message after message.
//!
//! `Connection::open` greets, encrypts and logs in; `deliver` hands one message to one recipient and says exactly
//! how far it came, because what happened around the final dot decides whether a person gets a mail twice;
//! `classify` says what a reply means for the recipient and for us.

mod classify;
mod connection;
mod deliver;
mod login;
mod offers;
mod phrases;
mod relay;
mod reply;
mod tls;
mod transmit;
mod wire;

use std::fmt;
use std::time::Duration;

pub use classify::{Verdict, classify, is_full, is_over};
pub use connection::Connection;
pub use relay::{BadRelay, Relay};
pub use reply::Reply;
pub use tls::AnyCertificate;

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

/// What was being done when a reply came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    Greeting,
    Hello,
    StartTls,
    Auth,
    Mail,
    Rcpt,
    Data,
    Dot,
}

impl Phase {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Greeting => "greeting",
            Self::Hello => "hello",
            Self::StartTls => "starttls",
            Self::Auth => "auth",
            Self::Mail => "mail",
            Self::Rcpt => "rcpt",
            Self::Data => "data",
            Self::Dot => "dot",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [
            Self::Greeting,
            Self::Hello,
            Self::StartTls,
            Self::Auth,
            Self::Mail,
            Self::Rcpt,
            Self::Data,
            Self::Dot,
        ]
        .into_iter()
        .find(|phase| phase.as_str() == text)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why there is no connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The server, or what we ask of it, says no.
    #[error("refused at {phase}: {reply}")]
    Refused { phase: Phase, reply: Reply },
    /// It could not be reached, broke off, fell silent, made no sense or has no valid certificate.
    #[error("{0}")]
    Trouble(String),
}

impl Failure {
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Refused { phase, reply } => classify(*phase, reply),
            Self::Trouble(_) => Verdict::TryLater,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Envelope<'a> {
    /// Where bounces go; empty for none.
    pub from: &'a str,
    pub to: &'a str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub outcome: Outcome,
    /// Whether the connection takes another message.
    pub reusable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The server has the message.
    Accepted(Reply),
    /// It said no; it does not have the message.
    Refused { phase: Phase, reply: Reply },
    /// The connection broke, or a reply made no sense, before the dot left: the server cannot have the message.
    NotSent(String),
    /// The dot left and no understandable reply came: the server may have the message.
    InDoubt(String),
}

impl Outcome {
    /// What it means for the recipient; nothing when it is in doubt.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Self::Accepted(_) => Some(Verdict::Accepted),
            Self::Refused { phase, reply } => Some(classify(*phase, reply)),
            Self::NotSent(_) => Some(Verdict::TryLater),
            Self::InDoubt(_) => None,
        }
    }
}
