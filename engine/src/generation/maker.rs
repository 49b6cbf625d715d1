//! Whoever makes documents of words: the designer that is built in, or a model.

use std::sync::Arc;
use std::time::Duration;

use postrider_content::brief::Brief;
use postrider_content::compose::Look;
use postrider_content::designer::Wanted;
use postrider_content::document::Document;
use postrider_content::edit::Head;
use postrider_content::sketch::Sketch;
use postrider_domain::designs::design::Category;

use super::errand::Errand;
use crate::aside::NotDone;
use crate::jobs::Pending;

pub type MakerResult = Result<Proposal, MakerError>;

/// A turn may be cut off at any time: whatever a maker does is dropped then, and done again by the next.
pub trait Maker: Send + Sync + 'static {
    /// A mail that the brief asks for.
    fn design(&self, errand: Errand, brief: Brief, look: Look) -> Pending<'_, MakerResult>;

    /// Another version of a document, as the brief's prompt asks for it.
    fn change(&self, errand: Errand, brief: Brief, change: Change) -> Pending<'_, MakerResult>;

    /// A tidy mail of one that was imported, as far as it could be read.
    fn tidy(&self, errand: Errand, sketch: Sketch, look: Look) -> Pending<'_, MakerResult>;

    /// So many texts of a kind that would do for the mail that the brief asks for.
    fn suggest(
        &self,
        errand: Errand,
        brief: Brief,
        wanted: Wanted,
        count: usize,
    ) -> Pending<'_, Result<Suggestions, MakerError>>;

    /// Whether what it does costs credits.
    fn is_metered(&self) -> bool;

    /// How much it makes at the same time.
    fn room(&self) -> Room;
}

/// Work at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    pub all: usize,
    /// Of one organization: more of it would wait in places that others could use.
    pub each: usize,
}

impl Room {
    /// Where nobody waits for anything but this machine.
    pub const HERE: Self = Self { all: 4, each: 4 };
}

/// What is to be changed.
#[derive(Clone, Debug)]
pub struct Change {
    pub document: Arc<Document>,
    pub head: Head,
    pub look: Look,
}

/// A document, and what is said with it.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub document: Document,
    /// Of a new design: where its author gave none. Of a change: what is different now.
    pub title: Option<String>,
    pub subject: Option<String>,
    pub preview_text: Option<String>,
    pub category: Option<Category>,
    /// Addresses of pictures that strangers' pages show of themselves.
    pub borrowed: Vec<String>,
    /// What was done, as the author reads it in the chat.
    pub message: String,
    /// What a model took for it.
    pub credits: i64,
}

impl Proposal {
    /// Another version of what is there, for nothing.
    pub fn of_change(document: Document, head: Head, message: String) -> Self {
        Self {
            document,
            title: None,
            subject: head.subject,
            preview_text: head.preview_text,
            category: None,
            borrowed: Vec::new(),
            message,
            credits: 0,
        }
    }

    /// The same with more to read for its author.
    #[must_use]
    pub fn saying(mut self, notes: Vec<String>) -> Self {
        for note in notes {
            self.message.push_str("\n\n");
            self.message.push_str(&note);
        }
        self
    }
}

/// Texts of which the author takes one.
#[derive(Clone, Debug)]
pub struct Suggestions {
    pub texts: Vec<String>,
    /// What a model took for them.
    pub credits: i64,
}

#[derive(Debug, thiserror::Error)]
pub enum MakerError {
    /// Nothing can be made of it; the author reads why.
    #[error("{0}")]
    Refused(String),
    /// Worth another try.
    #[error("{0}")]
    Failed(String),
    /// A fault of ours, which another try would meet again.
    #[error("the maker broke")]
    Broken,
    /// The same, when this has passed.
    #[error("there is something to wait for")]
    Later(Duration),
}

impl From<NotDone> for MakerError {
    fn from(error: NotDone) -> Self {
        match error {
            NotDone::Panicked => Self::Broken,
            NotDone::NoThread => Self::Failed(error.to_string()),
        }
    }
}
