//! Connections that did not come about.

use super::classify::{ReplyClass, classify};
use super::phase::Phase;
use super::reply::Reply;

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
    pub fn verdict(&self) -> ReplyClass {
        match self {
            Self::Refused { phase, reply } => classify(*phase, reply),
            Self::Trouble(_) => ReplyClass::TryLater,
        }
    }
}
