//! What a client drops in a mail, in words.

use std::collections::BTreeMap;

use super::support::Kind;

/// Different things that are told of one mail.
const TOLD_MAX: usize = 40;
/// Characters of a name; strangers' style sheets hold longer ones.
const NAME_MAX: usize = 60;

/// Sentences without their full stop, and how often each holds.
#[derive(Debug, Default)]
pub(super) struct Notes {
    counts: BTreeMap<String, usize>,
}

impl Notes {
    /// A sentence about a thing that is told with its number.
    pub fn add(&mut self, sentence: String) {
        if self.counts.len() < TOLD_MAX || self.counts.contains_key(&sentence) {
            *self.counts.entry(sentence).or_default() += 1;
        }
    }

    pub fn ignored(&mut self, kind: Kind, name: &str) {
        let name: String = name.chars().take(NAME_MAX).collect();
        let what = match kind {
            Kind::At => format!("`@{name}`"),
            Kind::Element => format!("`<{name}>`"),
            Kind::Attribute => format!("the attribute `{name}`"),
            Kind::Function => format!("`{name}()`"),
            Kind::Image if name == "data" => "pictures in `data:` addresses".to_owned(),
            Kind::Image => format!("pictures in the format {name}"),
            Kind::Media => format!("`@media ({name})`"),
            Kind::Pseudo => format!("`:{name}`"),
            Kind::Selector if name == "nesting" => "rules inside rules".to_owned(),
            Kind::Selector => format!("{name} selectors"),
            Kind::Unit => format!("sizes in `{name}`"),
            Kind::Property | Kind::Value => format!("`{name}`"),
        };
        self.add(format!("Ignores {what}"));
    }

    pub fn told(self) -> Vec<String> {
        let told = |(sentence, count): (String, usize)| match count {
            1 => format!("{sentence}."),
            count => format!("{sentence} ({count} times)."),
        };
        self.counts.into_iter().map(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_told_once() {
        let mut notes = Notes::default();
        notes.ignored(Kind::Property, "float");
        notes.ignored(Kind::Element, "video");
        notes.ignored(Kind::Property, "float");
        assert_eq!(
            notes.told(),
            ["Ignores `<video>`.", "Ignores `float` (2 times)."]
        );
    }

    #[test]
    fn strangers_cannot_make_the_list_long() {
        let mut notes = Notes::default();
        for number in 0..1000 {
            notes.ignored(Kind::Property, &format!("{number}{}", "x".repeat(1000)));
        }
        let told = notes.told();
        assert_eq!(told.len(), TOLD_MAX);
        assert!(told.iter().all(|sentence| sentence.len() < 100));
    }
}
