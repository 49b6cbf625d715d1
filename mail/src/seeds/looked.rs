//! What is found, and what is in the way of finding.

use data_encoding::BASE64;

use super::SeedMailbox;
use super::escaping::escaped;
use crate::plain;

/// Characters of what a server says that are shown.
const SHOWN: usize = 200;

/// Where a message is. A message that is in several folders is where its readers look first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Inbox,
    Spam,
    /// In none of these folders: not yet, refused without a word, or sorted away into another one.
    Missing,
    /// Not in the inbox; whether it is among the spam nobody can say, for no folder is known for that.
    NotInInbox,
}

/// Why there is no answer. The texts are for operators: they may hold words of the server, shortened, and never the password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeedError {
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    #[error("there is no safe way to the server: {0}")]
    Tls(String),
    #[error("the server does not let us in: {0}")]
    Refused(String),
    #[error("the server does not speak IMAP as it should: {0}")]
    NotImap(String),
    #[error("the server did not answer in time")]
    TimedOut,
    #[error("the server says more than we listen to: {0}")]
    TooMuch(String),
    /// We are in, but it will not do what was asked, as when there is no such folder.
    #[error("the server declines: {0}")]
    Declined(String),
    /// A setting, or what is looked for, cannot be said in IMAP.
    #[error("this cannot be asked: {0}")]
    Unaskable(String),
}

impl SeedError {
    /// Short, on one line, and without the password: a server may have said it back to us.
    pub(super) fn presentable(self, mailbox: &SeedMailbox) -> Self {
        let (user, password) = (&mailbox.user, mailbox.password.expose());
        let proof = BASE64.encode(format!("\0{user}\0{password}").as_bytes());
        let shown = |text: String| {
            let text = text.replace(&proof, "…");
            let text = match password {
                "" => text,
                // As it stands in quotes first: the password itself may end in the middle of that.
                password => text.replace(&escaped(password), "…").replace(password, "…"),
            };
            plain::line(&text, SHOWN)
        };
        match self {
            Self::Unreachable(text) => Self::Unreachable(shown(text)),
            Self::Tls(text) => Self::Tls(shown(text)),
            Self::Refused(text) => Self::Refused(shown(text)),
            Self::NotImap(text) => Self::NotImap(shown(text)),
            Self::TimedOut => Self::TimedOut,
            Self::TooMuch(text) => Self::TooMuch(shown(text)),
            Self::Declined(text) => Self::Declined(shown(text)),
            Self::Unaskable(text) => Self::Unaskable(shown(text)),
        }
    }
}
