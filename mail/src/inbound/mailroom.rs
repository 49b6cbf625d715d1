//! What is taken, and by whom.

use std::net::IpAddr;

/// Who decides what is taken, and keeps it.
pub trait Mailroom: Send + Sync + 'static {
    /// A recipient that mail is taken for.
    type Accepted: Clone + Send + Sync + 'static;

    /// `so_far`: whom the mail is for already.
    fn judge(&self, recipient: &str, so_far: &[Self::Accepted]) -> MailboxLookup<Self::Accepted>;

    /// The answer to the final dot: what is taken has taken effect.
    fn take(&self, mail: Incoming<Self::Accepted>) -> impl Future<Output = Answer> + Send;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailboxLookup<T> {
    /// Anybody may write to it.
    Open(T),
    /// An address that stands in our mails alone: whoever names it has got one, or delivers for somebody who has.
    Proven(T),
    /// There is, but not for a mail that is for so many others: it may be brought by itself.
    TooMany,
    /// There is no such mailbox.
    Unknown,
    /// Somebody else's: we pass nothing on.
    Foreign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Taken,
    /// It may be brought again.
    NotNow,
}

/// A message that has come in whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming<T> {
    /// Of the envelope; empty for reports.
    pub sender: String,
    /// Who brought it.
    pub peer: IpAddr,
    /// What that one calls itself.
    pub greeting: String,
    pub to: Vec<T>,
    pub message: Vec<u8>,
}
