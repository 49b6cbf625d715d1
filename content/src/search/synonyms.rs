//! Words that mean much the same to somebody who looks for a mail.

use std::collections::HashMap;

#[derive(Default)]
pub(super) struct Synonyms {
    words: HashMap<String, u16>,
    /// Two words that are one.
    pairs: HashMap<String, HashMap<String, u16>>,
}

impl Synonyms {
    /// A group a line, its words between commas. A word of two groups is of the first.
    pub fn read(text: &str, stems: impl Fn(&str) -> Vec<String>) -> Self {
        let mut synonyms = Self::default();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for (group, line) in (0..).zip(lines) {
            for word in line.split(',') {
                match stems(word).as_slice() {
                    [word] => {
                        synonyms.words.entry(word.clone()).or_insert(group);
                    }
                    [first, second] => {
                        let behind = synonyms.pairs.entry(first.clone()).or_default();
                        behind.entry(second.clone()).or_insert(group);
                    }
                    _ => {}
                }
            }
        }
        synonyms
    }

    pub fn word(&self, stem: &str) -> Option<u16> {
        self.words.get(stem).copied()
    }

    pub fn pair(&self, first: &str, second: &str) -> Option<u16> {
        self.pairs.get(first)?.get(second).copied()
    }
}
