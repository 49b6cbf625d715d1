//! What a rule finds.

/// One thing that a rule found.
#[derive(Debug)]
pub(super) struct Found {
    /// Nothing if it is about the mail as a whole.
    pub at: Option<usize>,
    /// What exactly is wrong here.
    pub note: Option<String>,
}

impl Found {
    pub fn in_mail() -> Self {
        Self {
            at: None,
            note: None,
        }
    }

    pub fn at(element: usize) -> Self {
        Self {
            at: Some(element),
            note: None,
        }
    }

    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }
}
