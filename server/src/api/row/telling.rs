//! How the audit log tells of what a person writes: by what a read of the same thing says before it and after it. A read
//! shows no secret, so none comes into the log.

use std::sync::Arc;

use crate::api::handler::{Erased, InTransaction};
use crate::api::reply::Answer;

/// What a row says of it.
#[derive(Clone, Default)]
pub struct TellingRule {
    /// The name of the row that reads what this one writes, where the paths do not say it.
    pub(super) read_by: Option<&'static str>,
    pub about: About,
    /// Of a row that reads: what of its answer has a place in the log.
    pub keeps: Keeps,
    /// Found when the table is made.
    pub look: Option<Arc<Look>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum About {
    #[default]
    One,
    /// Many rows at once: they are counted, and none is looked at.
    Many,
    /// Whatever the handler says: it tells of it itself, in a commit before its answer.
    Told,
}

/// What is kept of fields that a write has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeps {
    #[default]
    Values,
    /// Those of these fields are of contacts.
    ValuesBut(&'static [&'static str]),
    /// All of it is of a contact.
    Names,
}

/// A read of what a write is about.
pub struct Look {
    pub run: InTransaction<Answer>,
    /// As an empty query gives it.
    pub input: Erased,
    /// What the path of the read, the bodies and the answers call the id.
    pub id: Option<&'static str>,
    pub keeps: Keeps,
}
