//! The steps of handing a message over.

use std::fmt;

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
