//! The line at the beginning of a mail that inboxes show beside the subject.

use postrider_domain::designs::design::LINE_MAX;

use super::super::visible::{is_unseen, line};

/// The first element that is there for this line, and what it says.
#[derive(Debug)]
pub(super) struct Preheader {
    first: usize,
    /// Which element it is.
    aside: usize,
    hidden: bool,
    texts: usize,
    said: String,
}

impl Preheader {
    /// `first` is the draft of its first text.
    pub fn hidden(first: usize, aside: usize) -> Self {
        Self {
            first,
            aside,
            hidden: true,
            texts: 0,
            said: String::new(),
        }
    }

    /// One that is told by its name alone.
    pub fn shown(first: usize, aside: usize) -> Self {
        Self {
            hidden: false,
            ..Self::hidden(first, aside)
        }
    }

    pub fn first(&self) -> usize {
        self.first
    }

    pub fn aside(&self) -> usize {
        self.aside
    }

    pub fn text(&mut self, text: &str) {
        self.texts += usize::from(!text.chars().all(is_unseen));
        self.said.push_str(text);
    }

    /// What begins a new line keeps words apart.
    pub fn tag(&mut self, name: &str) {
        let is_inline = matches!(
            name,
            "a" | "b" | "i" | "u" | "em" | "strong" | "span" | "font" | "small" | "sub" | "sup"
        );
        if !is_inline && !self.said.ends_with(' ') {
            self.said.push(' ');
        }
    }

    /// The text that another preview text can take the place of. Of several none can: what it says would
    /// stand between the rest of them.
    pub fn only_text(&self) -> Option<usize> {
        (self.texts == 1).then_some(self.first)
    }

    /// Nothing if it is too long for a line: cut off, it might end inside a merge tag. Several texts that
    /// are shown are a part of the mail and no such line.
    pub fn preview_text(&self) -> Option<String> {
        let is_one_line = self.hidden || self.texts == 1;
        let said = line(self.said.trim_matches(is_unseen))?;
        (is_one_line && said.chars().count() <= LINE_MAX).then_some(said)
    }
}
