//! The grammar of a language: a table of how authors talk about a mail.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::address::Address;
use super::pattern::Pattern;

#[derive(Debug, Default)]
pub struct Grammar {
    /// People who get the mail.
    pub who: Vec<String>,
    /// Words of hurry, and what they stand for.
    pub short: HashMap<String, String>,
    /// Words that are written with a capital.
    pub large: Vec<String>,
    pub(super) directives: Vec<Pattern>,
    pub(super) frames: Vec<(Pattern, String)>,
    pub meta: Vec<String>,
    /// How somebody begins who asks for a mail: `could you please`.
    pub(super) openings: Vec<Pattern>,
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
    /// How a mail is to sound: `friendly`; words that join two of those; and units of its length.
    pub manners: Vec<String>,
    pub(super) joints: Vec<String>,
    pub(super) lengths: Vec<String>,
    /// Parts of a mail by their names.
    pub parts: Parts,
    /// Lines of pasted briefs that readers know by their labels: `Date`.
    pub keys_for_facts: Vec<String>,
    /// Those that name who writes, where their value is a name.
    pub keys_for_brands: Vec<String>,
    /// Those that steer the writer, where their value does.
    pub keys_for_doubts: Vec<String>,
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
    /// The same for languages in which only what is asked for is turned, and words for somebody else whose it may be.
    pub readers: Vec<(Vec<String>, String)>,
    pub owners: Vec<String>,
    readers_other: Vec<(Vec<String>, String)>,
    other_words: Vec<(String, String)>,
    /// Words by which readers are spoken to in another form than ours.
    pub other_form: Vec<String>,
    /// Labels of a brief that are some wherever they stand.
    pub labels_alone: Vec<String>,
}

/// Parts of a mail that an author fills by their names, beside those of `keys_for_names` and `keys_for_buttons`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    pub subjects: Vec<String>,
    pub previews: Vec<String>,
    pub sign_offs: Vec<String>,
    pub postscripts: Vec<String>,
    /// What may stand before such a name, and behind it.
    pub leads: Vec<String>,
    pub joints: Vec<String>,
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
    lengths: Vec<String>,
    #[serde(default)]
    parts: Parts,
    #[serde(default)]
    keys_for_facts: Vec<String>,
    #[serde(default)]
    keys_for_brands: Vec<String>,
    #[serde(default)]
    keys_for_doubts: Vec<String>,
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
    readers: Vec<(String, String)>,
    /// The same where the author speaks to readers in the other form: `ihr` instead of `Sie`.
    #[serde(default)]
    readers_other: Vec<(String, String)>,
    /// How that form says what frames give.
    #[serde(default)]
    other_words: Vec<(String, String)>,
    #[serde(default)]
    owners: Vec<String>,
    /// Words by which readers are spoken to in that form.
    #[serde(default)]
    other_form: Vec<String>,
    #[serde(default)]
    labels_alone: Vec<String>,
    /// Parts of patterns by name: each pattern that has `@name` stands for as many as the name has texts.
    #[serde(default)]
    groups: HashMap<String, Vec<String>>,
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
/// English of people who are not the readers.
static ENGLISH_OF_OTHERS: LazyLock<Grammar> = LazyLock::new(|| Grammar {
    persons: Vec::new(),
    ..Grammar::read(include_str!("../grammar/en.toml"))
});
/// Of prompts that speak to readers in the other form.
static GERMAN_OTHER: LazyLock<Grammar> =
    LazyLock::new(|| in_other_form(include_str!("../grammar/de.toml")));
static FRENCH_OTHER: LazyLock<Grammar> =
    LazyLock::new(|| in_other_form(include_str!("../grammar/fr.toml")));
static SPANISH_OTHER: LazyLock<Grammar> =
    LazyLock::new(|| in_other_form(include_str!("../grammar/es.toml")));
/// Of languages whose requests we cannot tell from what is meant: nothing is taken out.
static NONE: LazyLock<Grammar> = LazyLock::new(Grammar::default);

fn in_other_form(text: &str) -> Grammar {
    let mut grammar = Grammar::read(text);
    grammar.readers = std::mem::take(&mut grammar.readers_other);
    for (from, to) in &grammar.other_words {
        for (_, gives) in &mut grammar.frames {
            *gives = gives.replace(from, to);
        }
    }
    grammar
}

impl Grammar {
    /// Of a language whose requests we know.
    pub fn is_known(&self) -> bool {
        !self.frames.is_empty()
    }
}

/// The pattern without names of groups: one for each way to say them.
fn expanded(pattern: &str, groups: &HashMap<String, Vec<String>>) -> Vec<String> {
    let named = pattern.split_whitespace().find_map(|part| {
        let name = part.trim_start_matches('?');
        Some((name, groups.get(name.strip_prefix('@')?)?))
    });
    let Some((name, texts)) = named else {
        return vec![pattern.to_owned()];
    };
    let each = texts.iter().map(|text| pattern.replacen(name, text, 1));
    each.flat_map(|pattern| expanded(&pattern, groups))
        .collect()
}

fn patterns(texts: &[String], groups: &HashMap<String, Vec<String>>) -> Vec<Pattern> {
    let texts = texts.iter().flat_map(|text| expanded(text, groups));
    texts.map(|text| Pattern::parse(&text)).collect()
}

fn words_to(pairs: Vec<(String, String)>) -> Vec<(Vec<String>, String)> {
    let words = |text: String| text.split(' ').map(str::to_owned).collect();
    pairs
        .into_iter()
        .map(|(from, to)| (words(from), to))
        .collect()
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
    pub fn of_others(language: &str, address: Address) -> &'static Self {
        match language {
            "en" => &ENGLISH_OF_OTHERS,
            _ => Self::addressed(language, address),
        }
    }

    /// The same for a prompt that speaks to readers so.
    pub fn addressed(language: &str, address: Address) -> &'static Self {
        match (language, address) {
            ("de", Address::Other) => &GERMAN_OTHER,
            ("fr", Address::Other) => &FRENCH_OTHER,
            ("es", Address::Other) => &SPANISH_OTHER,
            _ => Self::of(language),
        }
    }

    fn read(text: &str) -> Self {
        // The files are ours, and a test reads each.
        let Ok(mut file) = toml::from_str::<File>(text) else {
            return Self::default();
        };
        let manners = file.manners.join("|");
        file.groups.insert("manner".to_owned(), vec![manners]);
        let groups = &file.groups;
        let frames = file.frame.iter().flat_map(|frame| {
            let each = expanded(&frame.pattern, groups).into_iter();
            each.map(|text| (Pattern::parse(&text), frame.gives.clone()))
        });
        Self {
            who: file.who,
            short: file.short,
            large: file.large,
            directives: patterns(&file.directives, groups),
            frames: frames.collect(),
            meta: file.meta,
            openings: patterns(&file.openings, groups),
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
            lengths: file.lengths,
            parts: file.parts,
            keys_for_facts: file.keys_for_facts,
            keys_for_brands: file.keys_for_brands,
            keys_for_doubts: file.keys_for_doubts,
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
            persons: words_to(file.persons),
            readers: words_to(file.readers),
            readers_other: words_to(file.readers_other),
            other_words: file.other_words,
            owners: file.owners,
            other_form: file.other_form,
            labels_alone: file.labels_alone,
        }
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
