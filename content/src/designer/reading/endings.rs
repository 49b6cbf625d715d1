//! Where a sentence ends.

use super::stops;

/// Texts up to a full stop, a question or exclamation mark, or the end of a line.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut held = Held::default();
    for (at, c) in text.char_indices() {
        held.see(&text[at..], c);
        let after = text[at + c.len_utf8()..].chars().next();
        let ends = match c {
            '\n' => true,
            '!' | '?' => after.is_none_or(char::is_whitespace),
            '.' => {
                after.is_none_or(char::is_whitespace)
                    && !stops::is_inner(&text[start..at], &text[at + 1..])
            }
            _ => false,
        };
        if ends && held.is_free() {
            found.push(&text[start..at + c.len_utf8()]);
            start = at + c.len_utf8();
        }
    }
    found.push(&text[start..]);
    found.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    found.into_iter().map(str::trim).collect()
}

/// Whether a place is inside quotes or a merge tag.
#[derive(Default)]
struct Held {
    quoted: bool,
    tag: bool,
}

impl Held {
    fn see(&mut self, rest: &str, c: char) {
        match c {
            '"' => self.quoted = !self.quoted && rest[1..].contains('"'),
            '{' if rest.starts_with("{{") => self.tag = true,
            '}' => self.tag = false,
            _ => {}
        }
    }

    fn is_free(&self) -> bool {
        !self.quoted && !self.tag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_they_end() {
        for (text, expected) in [
            ("One. Two! Three?", vec!["One.", "Two!", "Three?"]),
            ("Hafer Nr. 1 is here.", vec!["Hafer Nr. 1 is here."]),
            ("Vom 1. bis 15. August.", vec!["Vom 1. bis 15. August."]),
            ("Say \"Hi. You.\" now.", vec!["Say \"Hi. You.\" now."]),
            ("4.2 is out", vec!["4.2 is out"]),
        ] {
            assert_eq!(sentences(text), expected, "{text}");
        }
    }
}
