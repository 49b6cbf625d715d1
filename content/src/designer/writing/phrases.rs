//! The words that we add to an author's: a file for each language, read once.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The phrases of a language.
#[derive(Debug, Deserialize)]
pub struct Book {
    pub sign_off: String,
    pub sign_off_formal: String,
    pub sign_off_casual: String,
    /// To one person, by name.
    pub greeting: String,
    /// What the assistant says.
    pub message: Words,
    /// Labels of codes, dates and places.
    pub code: String,
    pub when: String,
    pub place: String,
    /// Words in small letters by which an author asks for an answer: nothing of ours needs to do so again.
    pub asking: Vec<String>,
    /// What no phrase of ours says beside some words of a prompt.
    #[serde(default)]
    pub clash: Vec<Clash>,
    /// Who writes, where a preview text is too short to stand alone.
    pub from: String,
    /// Words by which the phrases speak to readers, where authors may do it in another form.
    #[serde(default)]
    pub speaks_to: Vec<String>,
    /// On a button that leads to the brand's site.
    pub site: String,
    /// What all kinds of a category may say.
    #[serde(default)]
    shared: HashMap<String, Shared>,
    #[serde(flatten)]
    kinds: HashMap<String, Phrases>,
}

/// Words of a prompt, and what no phrase of ours says beside one of them, all in small letters: nobody takes their time before
/// a deadline, which `{deadline}` stands for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clash {
    pub beside: Vec<String>,
    pub never: Vec<String>,
}

/// Sentences of the assistant; `{}` stands for what it speaks of.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    pub read: String,
    /// Instead of it, where nothing is sure.
    pub unsure: String,
    pub found: String,
    pub offer: String,
    pub code: String,
    pub until: String,
    pub when: String,
    pub place: String,
    pub left_out: String,
    pub subjects: String,
    pub change: String,
    pub no_link: String,
    pub edit_headline: String,
    pub edit_button: String,
    pub edit_coupon: String,
    pub edit_shorter: String,
    pub edit_subject: String,
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
    /// How many of the subjects are of this kind of mail; the others are of its category.
    #[serde(skip)]
    pub own: usize,
}

/// Subjects and preview texts of a category.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shared {
    subjects: Vec<String>,
    previews: Vec<String>,
}

static ENGLISH: LazyLock<Option<Book>> =
    LazyLock::new(|| Book::read(include_str!("../phrases/en.toml")));
static GERMAN: LazyLock<Option<Book>> =
    LazyLock::new(|| Book::read(include_str!("../phrases/de.toml")));
static FRENCH: LazyLock<Option<Book>> =
    LazyLock::new(|| Book::read(include_str!("../phrases/fr.toml")));
static SPANISH: LazyLock<Option<Book>> =
    LazyLock::new(|| Book::read(include_str!("../phrases/es.toml")));

impl Book {
    /// The files are ours, and a test reads each.
    fn read(text: &str) -> Option<Self> {
        let mut book: Self = toml::from_str(text).ok()?;
        for (kind, phrases) in &mut book.kinds {
            let category = kind.split('.').next().unwrap_or_default();
            phrases.own = phrases.subjects.len();
            if let Some(shared) = book.shared.get(category) {
                add_missing(&mut phrases.subjects, &shared.subjects);
                add_missing(&mut phrases.previews, &shared.previews);
            }
        }
        Some(book)
    }

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

fn add_missing(texts: &mut Vec<String>, others: &[String]) {
    let missing: Vec<String> = others
        .iter()
        .filter(|text| !texts.contains(text))
        .cloned()
        .collect();
    texts.extend(missing);
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
        let mut told: Vec<String> = Vec::new();
        for (name, value) in &self.0 {
            let brace = format!("{{{name}}}");
            if filled.contains(&brace) {
                // `20% off, ends Friday`, but `20% off until Friday`.
                let verb = value.split(' ').next().unwrap_or_default().to_lowercase();
                if *name == "deadline" && ["ends", "expires", "closes"].contains(&verb.as_str()) {
                    filled = filled.replace(" {deadline}", ", {deadline}");
                }
                filled = filled.replace(&brace, value);
                if *name != "brand" {
                    told.push(value.to_lowercase());
                }
            }
        }
        // Nothing is said twice, and no sign stands behind another.
        let twice = told.iter().enumerate().any(|(at, one)| {
            let others = told.iter().enumerate().filter(|(other, _)| *other != at);
            others
                .into_iter()
                .any(|(_, other)| other.contains(one.as_str()))
        });
        let signs = ["?:", "!:", "?,", "!,", "? until", "! until"];
        let clash =
            signs.iter().any(|signs| filled.contains(signs)) || filled.matches(": ").count() > 1;
        (!filled.contains('{') && !twice && !clash).then_some((filled, told.len()))
    }

    /// All patterns that can be filled and fit. What tells most of this mail stands first; of equals the seed decides.
    pub fn choices(
        &self,
        patterns: &[String],
        seed: &str,
        fits: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let mut filled = self.filled(patterns, fits);
        filled.sort_by_key(|(text, told)| (usize::MAX - told, hash(&[seed, text].concat())));
        filled.into_iter().map(|(text, _)| text).collect()
    }

    /// The same, where of those that tell nothing the first `own` stand before the others.
    pub fn own_first(
        &self,
        patterns: &[String],
        own: usize,
        seed: &str,
        fits: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let all = self.choices(patterns, seed, &fits);
        let shared = self.filled(patterns.get(own..).unwrap_or_default(), &fits);
        let is_shared = |text: &String| {
            shared
                .iter()
                .any(|(other, told)| *told == 0 && other == text)
        };
        let (shared, own): (Vec<String>, Vec<String>) = all.into_iter().partition(is_shared);
        own.into_iter().chain(shared).collect()
    }

    /// The same, where those that tell something stand in their own order: the better ones are written first.
    pub fn in_order(
        &self,
        patterns: &[String],
        seed: &str,
        fits: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let filled = self.filled(patterns, fits);
        let (telling, mut plain): (Vec<_>, Vec<_>) =
            filled.into_iter().partition(|(_, told)| *told > 0);
        plain.sort_by_key(|(text, _)| hash(&[seed, text].concat()));
        let all = telling.into_iter().chain(plain);
        all.map(|(text, _)| text).collect()
    }

    fn filled(&self, patterns: &[String], fits: impl Fn(&str) -> bool) -> Vec<(String, usize)> {
        let filled = patterns.iter().filter_map(|pattern| self.fill(pattern));
        filled.filter(|(text, _)| fits(text)).collect()
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
            // Two mails of a kind are not the same mail.
            assert!(phrases.subjects.len() >= 12, "{intent}");
            assert!(phrases.previews.len() >= 6, "{intent}");
            // A note of which nothing is known has no words of ours before the author's.
            let leads = if intent == "other.note" { 0 } else { 2 };
            assert!(
                phrases.leads.len() >= leads && phrases.bodies.len() >= 2,
                "{intent}"
            );
        }
    }

    /// What only an author can promise, and what fills a line without saying anything.
    const REFUSED: [(&str, &str); 4] = [
        (
            "en",
            "will follow|we read|is read|next time we|the next time.|we will|always| never |guarantee|forever|promise|would like to tell you something|here is a short message|we would like you to know this|concerns you: please",
        ),
        (
            "de",
            "jederzeit|garantier|versprechen|wird gelesen|lesen wir alle|folgt in kürze|nie wieder|kurze nachricht von uns.",
        ),
        (
            "fr",
            "garanti|promett|suivront|nous lisons tout|ne tenions à vous dire|petit message de notre part",
        ),
        (
            "es",
            "garanti|promet|leemos todo|queríamos contarte.|breve mensaje de nuestra parte",
        ),
    ];

    #[test]
    fn no_phrase_promises_or_fills_a_line() {
        let mut found = Vec::new();
        for (language, refused) in REFUSED {
            let book = Book::of(language).unwrap();
            for (kind, phrases) in &book.kinds {
                let told = texts(phrases).filter(|text| {
                    let small = text.to_lowercase();
                    refused.split('|').any(|word| small.contains(word))
                });
                found.extend(told.map(|text| format!("{language} {kind}: {text}")));
            }
        }
        assert!(found.is_empty(), "{found:#?}");
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
