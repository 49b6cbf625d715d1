//! The words that we add to an author's: a file for each language, read once.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The phrases of a language.
#[derive(Debug, Deserialize)]
pub struct Book {
    pub sign_off: String,
    /// Labels of codes, dates and places.
    pub code: String,
    pub when: String,
    pub place: String,
    #[serde(flatten)]
    kinds: HashMap<String, Phrases>,
}

/// What one kind of mail says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phrases {
    pub eyebrow: String,
    pub headlines: Vec<String>,
    pub leads: Vec<String>,
    pub bodies: Vec<String>,
    /// On the button.
    pub action: String,
    pub subjects: Vec<String>,
    pub previews: Vec<String>,
    /// Names in payloads whose values are where the button leads.
    #[serde(default)]
    pub keys: Vec<String>,
}

static ENGLISH: LazyLock<Option<Book>> =
    LazyLock::new(|| toml::from_str(include_str!("../phrases/en.toml")).ok());
static GERMAN: LazyLock<Option<Book>> =
    LazyLock::new(|| toml::from_str(include_str!("../phrases/de.toml")).ok());
static FRENCH: LazyLock<Option<Book>> =
    LazyLock::new(|| toml::from_str(include_str!("../phrases/fr.toml")).ok());
static SPANISH: LazyLock<Option<Book>> =
    LazyLock::new(|| toml::from_str(include_str!("../phrases/es.toml")).ok());

impl Book {
    /// None where we have no phrases.
    pub fn of(language: &str) -> Option<&'static Self> {
        match language {
            "en" => ENGLISH.as_ref(),
            "de" => GERMAN.as_ref(),
            "fr" => FRENCH.as_ref(),
            "es" => SPANISH.as_ref(),
            _ => None,
        }
    }

    /// Those of an intent, else of its category, else of a general note.
    pub fn phrases(&self, intent: &str) -> Option<&Phrases> {
        let category = intent.split('.').next().unwrap_or_default();
        [intent, category, "other.note", "other"]
            .iter()
            .find_map(|kind| self.kinds.get(*kind))
    }
}

/// What stands for the braces of a pattern.
#[derive(Debug, Default)]
pub struct Slots(Vec<(&'static str, String)>);

impl Slots {
    pub fn add(&mut self, name: &'static str, value: Option<String>) {
        self.0.extend(
            value
                .filter(|value| !value.is_empty())
                .map(|value| (name, value)),
        );
    }

    /// The pattern with all its braces filled, and how many of them say something of this mail.
    fn fill(&self, pattern: &str) -> Option<(String, usize)> {
        let mut filled = pattern.to_owned();
        let mut told = 0;
        for (name, value) in &self.0 {
            let brace = format!("{{{name}}}");
            if filled.contains(&brace) {
                filled = filled.replace(&brace, value);
                told += usize::from(*name != "brand");
            }
        }
        (!filled.contains('{')).then_some((filled, told))
    }

    /// All patterns that can be filled and fit. Those that tell something of this mail stand first, in their order; of
    /// the others the seed decides.
    pub fn choices(
        &self,
        patterns: &[String],
        seed: &str,
        fits: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let filled = patterns.iter().filter_map(|pattern| self.fill(pattern));
        let fitting = filled.filter(|(text, _)| fits(text));
        let (telling, mut plain): (Vec<_>, Vec<_>) = fitting.partition(|(_, told)| *told > 0);
        plain.sort_by_key(|(text, _)| hash(&[seed, text].concat()));
        telling
            .into_iter()
            .chain(plain)
            .map(|(text, _)| text)
            .collect()
    }
}

/// FNV-1a.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::intent::INTENTS;
    use super::*;

    fn texts(phrases: &Phrases) -> impl Iterator<Item = &String> {
        let lists = [
            &phrases.headlines,
            &phrases.leads,
            &phrases.bodies,
            &phrases.subjects,
            &phrases.previews,
        ];
        lists
            .into_iter()
            .flatten()
            .chain([&phrases.eyebrow, &phrases.action])
    }

    #[test]
    fn every_intent_has_phrases_without_facts_of_their_own() {
        let book = Book::of("en").unwrap();
        assert_eq!(book.kinds.len(), INTENTS.len());
        for intent in INTENTS {
            let phrases = &book.kinds[intent];
            for text in texts(phrases) {
                assert!(
                    !text.contains(|c: char| c.is_ascii_digit()),
                    "{intent}: {text}"
                );
            }
            let free = |list: &[String]| {
                list.iter()
                    .any(|text| !text.replace("{brand}", "").contains('{'))
            };
            assert!(
                free(&phrases.headlines) && free(&phrases.subjects),
                "{intent}"
            );
        }
    }

    #[test]
    fn what_tells_most_goes_first_and_nothing_is_left_in_braces() {
        let mut slots = Slots::default();
        slots.add("brand", Some("Acme".to_owned()));
        slots.add("offer", Some("5% off".to_owned()));
        slots.add("when", None);
        let patterns = ["{brand}", "{offer}", "{when}", "plain"].map(str::to_owned);
        let found = slots.choices(&patterns, "seed", |_| true);
        assert_eq!(found[0], "5% off");
        assert_eq!(found.len(), 3);
        assert_eq!(found, slots.choices(&patterns, "seed", |_| true));
    }
}
