//! How far a message came.

use super::classify::{ReplyClass, classify};
use super::phase::Phase;
use super::reply::Reply;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub outcome: SmtpOutcome,
    /// Whether the connection takes another message.
    pub reusable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SmtpOutcome {
    /// The server has the message.
    Accepted(Reply),
    /// It said no; it does not have the message.
    Refused { phase: Phase, reply: Reply },
    /// The connection broke, or a reply made no sense, before the dot left: the server cannot have the message.
    NotSent(String),
    /// The dot left and no understandable reply came: the server may have the message.
    InDoubt(String),
}

impl SmtpOutcome {
    /// What it means for the recipient; nothing when it is in doubt.
    pub fn verdict(&self) -> Option<ReplyClass> {
        match self {
            Self::Accepted(_) => Some(ReplyClass::Accepted),
            Self::Refused { phase, reply } => Some(classify(*phase, reply)),
            Self::NotSent(_) => Some(ReplyClass::TryLater),
            Self::InDoubt(_) => None,
        }
    }
}
