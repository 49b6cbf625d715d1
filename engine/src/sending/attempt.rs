//! One try to hand a mail over.

use postrider_mail::smtp::ReplyClass;

/// What came of trying to hand a mail over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    Replied {
        class: ReplyClass,
        reply: String,
    },
    /// It is certain that this mail did not leave.
    NotSent(String),
    /// There is no way to the receiver just now.
    Unreachable(String),
    /// The domain does not exist, or nothing in it takes mail.
    NoSuchDomain(String),
    /// The receiver lets us in for nobody's mail.
    ShutOut(String),
    /// It may have left, and nobody can know.
    InDoubt(String),
}
