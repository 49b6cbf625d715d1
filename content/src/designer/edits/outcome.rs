//! What a command brought.

use super::words::Target;
use crate::edit::Operation;

/// What was done, and that in words; or why nothing was.
pub type Done = Result<(Vec<Operation>, String), Missed>;

/// Bytes of all words that one prompt sets.
pub const WORDS_MAX: usize = 1024 * 1024;

/// Said where words would become more than a mail can hold.
pub const TOO_LONG: &str = "That would be too long for a mail, so I left it.";

/// Why a command brought nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missed {
    NotUnderstood,
    /// It was understood, and cannot be done.
    Because(String),
}

pub fn because(text: impl Into<String>) -> Missed {
    Missed::Because(text.into())
}

pub fn missing(target: Target) -> Missed {
    let name = format!("{target:?}").to_lowercase();
    because(format!("There is no such {name} in this mail."))
}
