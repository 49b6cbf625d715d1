//! The two readers of the document.

/// Whom the document is for: it says what they call with, and what they may be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenFor {
    /// Programs, with a key.
    Program,
    /// The app, with the session of its person.
    App,
}
