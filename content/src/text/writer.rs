//! Puts words into lines.

/// What stands between two pieces of text; of several the greatest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Separator {
    #[default]
    None,
    Space,
    /// Between two cells.
    Gap,
    Line,
    Blank,
}

#[derive(Default)]
pub(super) struct Writer {
    text: String,
    pending: Separator,
    /// White space that a line begins with.
    indent: String,
}

impl Writer {
    pub fn separate(&mut self, separator: Separator) {
        self.pending = self.pending.max(separator);
        if separator >= Separator::Line {
            self.indent.clear();
        }
    }

    /// One more line for each.
    pub fn line_break(&mut self) {
        self.indent.clear();
        self.pending = match self.pending {
            Separator::Line | Separator::Blank => Separator::Blank,
            _ => Separator::Line,
        };
    }

    /// The words of a text, each white space between them as one.
    pub fn words(&mut self, text: &str) {
        if text.starts_with(char::is_whitespace) {
            self.separate(Separator::Space);
        }
        for word in text.split_whitespace() {
            let word: String = word
                .chars()
                .filter(|character| !is_filler(*character))
                .collect();
            if !word.is_empty() {
                self.push(&word);
            }
            self.separate(Separator::Space);
        }
        if !text.ends_with(char::is_whitespace) && self.pending == Separator::Space {
            self.pending = Separator::None;
        }
    }

    /// A line, or a part of one, with the white space in it.
    pub fn line(&mut self, text: &str) {
        let line: String = text
            .trim_end()
            .chars()
            .filter(|character| !is_filler(*character))
            .collect();
        if !line.trim().is_empty() {
            self.push(&line);
        } else if self.pending >= Separator::Line {
            text.clone_into(&mut self.indent);
        }
        if text.ends_with(char::is_whitespace) {
            self.separate(Separator::Space);
        }
    }

    /// The mark of a list item: what follows stands behind it.
    pub fn mark(&mut self, mark: &str) {
        self.separate(Separator::Line);
        self.push(mark);
    }

    /// Stands right behind what was written last, whatever comes next.
    pub fn attach(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push(&mut self, word: &str) {
        if !self.text.is_empty() {
            let is_behind_mark = self.text.ends_with("- ") || self.text.ends_with(". ");
            match self.pending {
                Separator::None => {}
                _ if is_behind_mark => {}
                Separator::Space => self.text.push(' '),
                Separator::Gap => self.text.push_str("  "),
                Separator::Line => self.text.extend(["\n", &self.indent]),
                Separator::Blank => self.text.extend(["\n\n", &self.indent]),
            }
        }
        self.indent.clear();
        self.pending = Separator::None;
        self.text.push_str(word);
    }

    pub fn len(&self) -> usize {
        self.text.len()
    }

    pub fn written_from(&self, start: usize) -> &str {
        &self.text[start.min(self.text.len())..]
    }

    pub fn finish(self) -> String {
        self.text.trim().to_owned()
    }
}

/// What marks where a word may break, or fills a line that nobody reads.
fn is_filler(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{34F}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}'
    )
}
