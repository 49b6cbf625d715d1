//! The grammar of a language: a table of how authors talk about a mail.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::pattern::Pattern;
use super::tokens::{Kind, Token};

/// Words behind a closing that may have some: `see you all on Friday`.
const CLOSING_MORE: usize = 4;

#[derive(Debug, Default)]
pub struct Grammar {
    /// People who get the mail.
    pub who: Vec<String>,
    /// Words of hurry, and what they stand for.
    pub short: HashMap<String, String>,
    /// Words that are written with a capital.
    pub large: Vec<String>,
    directives: Vec<Pattern>,
    frames: Vec<(Pattern, String)>,
    pub meta: Vec<String>,
    /// How somebody begins who asks for a mail: `could you please`.
    pub openings: Vec<Pattern>,
    /// What a mail is called by somebody who asks for one.
    pub mails: Vec<String>,
    /// What stands before the name of a mail: `a`.
    pub articles: Vec<String>,
    /// What leads from a request to what the mail is to say: `saying`.
    pub leads: Vec<String>,
    /// What the name of a mail says by itself: `We are sorry.` for an apology.
    pub spoken: HashMap<String, String>,
    /// Words of which the names of mails are made: a piece of nothing else says no more than its kind does.
    pub named: Vec<String>,
    /// Words at the end of a piece that belong to a verb before it: `kündige … an`.
    pub tails: Vec<String>,
    pub keys_for_writers: Vec<String>,
    pub keys_for_links: Vec<String>,
    /// Lines of pasted briefs whose values are sentences for readers.
    pub keys_for_texts: Vec<String>,
    /// How a mail is to sound: `friendly`; and words that join two of those.
    manners: Vec<String>,
    joints: Vec<String>,
    /// Lines of pasted briefs whose values say what kind of mail it is.
    pub keys_for_kinds: Vec<String>,
    /// Lines of pasted briefs whose values are what a button says.
    pub keys_for_buttons: Vec<String>,
    pub reader_verbs: Vec<String>,
    pub writer_verbs: Vec<String>,
    pub finite: Vec<String>,
    /// Words that a sentence of its own begins with: `we`, `the`. A language without any keeps its commas.
    pub subjects: Vec<String>,
    /// Words that tie what follows to what stands before or after it: `if`, `which`.
    pub binding: Vec<String>,
    /// Words that lean on something said before: no headline begins with them.
    pub leaning: Vec<String>,
    /// Words by which readers are greeted: `dear`.
    pub salutations: Vec<String>,
    /// Words, in small letters, above a signature: `kind regards`; `see you *` goes on with some.
    pub closings: Vec<String>,
    /// How an invitation begins.
    pub invited: Vec<String>,
    /// How a welcome begins that names what somebody joined, in small letters.
    pub welcomes: Vec<String>,
    /// What a button says for a verb that asks to do something behind a link.
    pub verbs: HashMap<String, String>,
    /// Words before which a line may end.
    pub cuts: Vec<String>,
    /// Words that limit what stands before them.
    pub conditions: Vec<String>,
    /// Lines of pasted briefs whose values can stand above the mail.
    pub keys_for_titles: Vec<String>,
    /// Lines of pasted briefs whose values must.
    pub keys_for_names: Vec<String>,
    /// What a button says for a word beside a link: `tickets`.
    pub labels: HashMap<String, String>,
    pub persons: Vec<(Vec<String>, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    who: Vec<String>,
    #[serde(default)]
    short: HashMap<String, String>,
    #[serde(default)]
    large: Vec<String>,
    #[serde(default)]
    directives: Vec<String>,
    #[serde(default)]
    meta: Vec<String>,
    #[serde(default)]
    openings: Vec<String>,
    #[serde(default)]
    mails: Vec<String>,
    #[serde(default)]
    articles: Vec<String>,
    #[serde(default)]
    leads: Vec<String>,
    #[serde(default)]
    spoken: HashMap<String, String>,
    #[serde(default)]
    named: Vec<String>,
    #[serde(default)]
    tails: Vec<String>,
    #[serde(default)]
    keys_for_writers: Vec<String>,
    #[serde(default)]
    keys_for_links: Vec<String>,
    #[serde(default)]
    keys_for_texts: Vec<String>,
    #[serde(default)]
    manners: Vec<String>,
    #[serde(default)]
    joints: Vec<String>,
    #[serde(default)]
    keys_for_kinds: Vec<String>,
    #[serde(default)]
    keys_for_buttons: Vec<String>,
    #[serde(default)]
    reader_verbs: Vec<String>,
    #[serde(default)]
    writer_verbs: Vec<String>,
    finite: Vec<String>,
    #[serde(default)]
    subjects: Vec<String>,
    #[serde(default)]
    binding: Vec<String>,
    #[serde(default)]
    leaning: Vec<String>,
    #[serde(default)]
    salutations: Vec<String>,
    #[serde(default)]
    closings: Vec<String>,
    #[serde(default)]
    invited: Vec<String>,
    #[serde(default)]
    welcomes: Vec<String>,
    #[serde(default)]
    verbs: HashMap<String, String>,
    #[serde(default)]
    cuts: Vec<String>,
    #[serde(default)]
    conditions: Vec<String>,
    #[serde(default)]
    keys_for_titles: Vec<String>,
    #[serde(default)]
    keys_for_names: Vec<String>,
    #[serde(default)]
    labels: HashMap<String, String>,
    /// Of the third person to the second: `their order` is the reader's.
    #[serde(default)]
    persons: Vec<(String, String)>,
    #[serde(default)]
    frame: Vec<Frame>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    pattern: String,
    gives: String,
}

static ENGLISH: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::read(include_str!("../grammar/en.toml")));
static GERMAN: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::read(include_str!("../grammar/de.toml")));
static FRENCH: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::read(include_str!("../grammar/fr.toml")));
static SPANISH: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::read(include_str!("../grammar/es.toml")));
/// English and French, of people who are not the readers.
static ENGLISH_OF_OTHERS: LazyLock<Grammar> =
    LazyLock::new(|| of_others(include_str!("../grammar/en.toml")));
static FRENCH_OF_OTHERS: LazyLock<Grammar> =
    LazyLock::new(|| of_others(include_str!("../grammar/fr.toml")));
/// Of languages whose requests we cannot tell from what is meant: nothing is taken out.
static NONE: LazyLock<Grammar> = LazyLock::new(Grammar::default);

fn of_others(text: &str) -> Grammar {
    Grammar {
        persons: Vec::new(),
        ..Grammar::read(text)
    }
}

fn patterns(texts: &[String]) -> Vec<Pattern> {
    texts.iter().map(|text| Pattern::parse(text)).collect()
}

impl Grammar {
    pub fn of(language: &str) -> &'static Self {
        match language {
            "en" => &ENGLISH,
            "de" => &GERMAN,
            "fr" => &FRENCH,
            "es" => &SPANISH,
            _ => &NONE,
        }
    }

    /// The same where `they` are somebody else.
    pub fn of_others(language: &str) -> &'static Self {
        match language {
            "en" => &ENGLISH_OF_OTHERS,
            "fr" => &FRENCH_OF_OTHERS,
            _ => Self::of(language),
        }
    }

    fn read(text: &str) -> Self {
        // The files are ours, and a test reads each.
        let Ok(file) = toml::from_str::<File>(text) else {
            return Self::default();
        };
        Self {
            who: file.who,
            short: file.short,
            large: file.large,
            directives: patterns(&file.directives),
            frames: file
                .frame
                .into_iter()
                .map(|frame| (Pattern::parse(&frame.pattern), frame.gives))
                .collect(),
            meta: file.meta,
            openings: patterns(&file.openings),
            mails: file.mails,
            articles: file.articles,
            leads: file.leads,
            spoken: file.spoken,
            named: file.named,
            tails: file.tails,
            keys_for_writers: file.keys_for_writers,
            keys_for_links: file.keys_for_links,
            keys_for_texts: file.keys_for_texts,
            manners: file.manners,
            joints: file.joints,
            keys_for_kinds: file.keys_for_kinds,
            keys_for_buttons: file.keys_for_buttons,
            reader_verbs: file.reader_verbs,
            writer_verbs: file.writer_verbs,
            finite: file.finite,
            subjects: file.subjects,
            binding: file.binding,
            leaning: file.leaning,
            salutations: file.salutations,
            closings: file.closings,
            invited: file.invited,
            welcomes: file.welcomes,
            verbs: file.verbs,
            cuts: file.cuts,
            conditions: file.conditions,
            keys_for_titles: file.keys_for_titles,
            keys_for_names: file.keys_for_names,
            labels: file.labels,
            persons: file
                .persons
                .into_iter()
                .map(|(from, to)| (from.split(' ').map(str::to_owned).collect(), to))
                .collect(),
        }
    }

    /// How many bytes close a mail at the beginning of a text: `kind regards`, `see you on Friday`.
    pub fn closing(&self, text: &str) -> Option<usize> {
        let length = |closing: &String| {
            let (words, open) = match closing.strip_suffix(" *") {
                Some(words) => (words, true),
                None => (closing.as_str(), false),
            };
            let behind = text.get(words.len()..)?;
            let is = text[..words.len()].eq_ignore_ascii_case(words);
            let ends = behind.find([',', '!', '.', '-', '–', '\n']);
            let more = if open {
                ends.unwrap_or(behind.len())
            } else {
                0
            };
            let few = behind[..more].split_whitespace().count() <= CLOSING_MORE;
            let whole = !behind[more..].starts_with(char::is_alphanumeric);
            (is && few && whole).then_some(words.len() + more)
        };
        self.closings.iter().filter_map(length).max()
    }

    /// Only names a kind of mail: `refund processed`.
    pub fn is_name(&self, tokens: &[Token]) -> bool {
        let known = |token: &Token| {
            token.kind == Kind::Mark || token.is_in(&self.meta) || token.is_in(&self.named)
        };
        !tokens.is_empty() && tokens.iter().all(known)
    }

    pub fn is_directive(&self, tokens: &[Token]) -> bool {
        let said = |pattern: &Pattern| pattern.at(tokens, &self.who).is_some();
        self.directives.iter().any(said) || self.is_manner(tokens)
    }

    /// Only says how the mail is to sound: `friendly but firm`.
    fn is_manner(&self, tokens: &[Token]) -> bool {
        let is = |token: &Token| token.is_in(&self.manners);
        let joins = |token: &Token| token.kind == Kind::Mark || token.is_in(&self.joints);
        tokens.iter().any(is) && tokens.iter().all(|token| is(token) || joins(token))
    }

    /// The frame that takes most of what the tokens begin with, and how many it takes.
    pub fn frame(&self, tokens: &[Token]) -> Option<(usize, &str)> {
        // `email addresses` asks for nothing.
        let thing = "address addresses list account accounts inbox";
        if let [first, next, ..] = tokens
            && first.is_any("email mail e-mail text")
            && next.is_any(thing)
        {
            return None;
        }
        // `The show is on Friday` and `the offer ends on Friday` ask for nothing.
        if let [first, next, ..] = tokens
            && first.is_any("show offer")
            && next.is_in(&self.finite)
        {
            return None;
        }
        self.frames
            .iter()
            .filter_map(|(pattern, gives)| Some((pattern.at(tokens, &self.who)?, gives.as_str())))
            .filter(|(taken, _)| *taken > 0)
            .max_by_key(|(taken, _)| *taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read() {
        for language in ["en", "de", "fr", "es"] {
            let grammar = Grammar::of(language);
            assert!(!grammar.finite.is_empty(), "{language}");
            assert!(!grammar.frames.is_empty(), "{language}");
        }
    }
}
