//! What a server says about a mail.

use super::action::Action;
use super::class::Class;

/// What became of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub action: Action,
    /// What a failure means for the address.
    pub class: Class,
    /// What the receiver said, as one line: `550 5.1.1 no such user`.
    pub diagnostic: String,
    /// The server that said it.
    pub remote: Option<String>,
}
