//! What of a prompt stands in the mail.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Sentence(String),
    /// A line that is no sentence.
    Fragment(String),
    List {
        numbered: bool,
        items: Vec<String>,
    },
    Row {
        label: String,
        value: String,
    },
    /// A new paragraph begins.
    Break,
}
