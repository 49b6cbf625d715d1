//! The line that inboxes show beside a subject.

use std::ops::RangeInclusive;

use super::super::intent::UNSURE;
use super::super::reading::Content;
use super::super::reading::tidy::shortened;
use super::super::reading::tokens::{Kind, Token, tokens};
use super::{Draft, PREVIEW};

/// Characters of what can be one together with who says it.
const SHORT_PREVIEW: RangeInclusive<usize> = 15..=80;
/// How sentences begin that matter less than all others, and those that do so where they say no more.
const ASIDES: [&str; 17] = [
    "any questions",
    "questions",
    "if you have any",
    "if you have a question",
    "reply",
    "just reply",
    "please reply",
    "see you",
    "we look forward",
    "looking forward",
    "can't wait",
    "we can't wait",
    "feel free",
    "let us know",
    "please let us know",
    "p.s",
    "ps",
];
const POLITE: [&str; 6] = ["thank", "thanks", "sorry", "enjoy", "have a", "hope"];
/// Words of what is merely polite.
const POLITE_MAX: usize = 6;

impl Draft<'_> {
    /// What the author says beside the subject; where that is short and we know of nothing better, with who says it.
    pub(super) fn preview(&self, content: &[Content], subject: &str) -> Option<String> {
        let from = self
            .book
            .from
            .replace("{brand}", self.brief.brand.name.trim());
        let short = |said: &[Content]| {
            let said = preview_in(said, subject, SHORT_PREVIEW)?;
            let joint = if said.ends_with(['.', '!', '?']) {
                " "
            } else {
                " · "
            };
            Some([&said, joint, &from].concat())
                .filter(|text| PREVIEW.contains(&text.chars().count()))
        };
        preview(content, subject).or_else(|| short(content).filter(|_| self.intent == UNSURE))
    }
}

/// What the author says that says enough beside a subject.
pub fn preview(content: &[Content], subject: &str) -> Option<String> {
    preview_in(content, subject, PREVIEW)
}

/// The first that the subject does not say, with what follows where it is short.
fn preview_in(content: &[Content], subject: &str, length: RangeInclusive<usize>) -> Option<String> {
    let plain = |text: &&str| !text.contains("](") && !text.contains("{{");
    let texts = content.iter().filter_map(|content| match content {
        Content::Sentence(text) | Content::Fragment(text) => Some(text.as_str()),
        _ => None,
    });
    let texts = texts.filter(plain).filter(|text| !is_said(text, subject));
    let (asides, texts): (Vec<&str>, Vec<&str>) =
        texts.partition(|text| is_aside(text) || echoes(text, subject));
    let fits = |text: &String| length.contains(&text.chars().count());
    let told = joined(&texts, *length.end()).filter(fits);
    // What is too long ends where a thought does.
    let cut = || {
        let first = texts.first()?;
        let cut = shortened(first, *length.end());
        Some(cut).filter(|cut| !cut.ends_with('…')).filter(fits)
    };
    let alone = || texts.iter().map(|text| (*text).to_owned()).find(fits);
    let listed = || {
        let listed = content.iter().find_map(|content| match content {
            Content::List { items, .. } => Some(items.join(" · ")),
            _ => None,
        });
        let rows = content.iter().filter_map(|content| match content {
            Content::Row { label, value } => Some(format!("{label}: {value}")),
            _ => None,
        });
        let rows = rows.take(3).collect::<Vec<_>>().join(" · ");
        let mut told = listed.into_iter().chain([rows]);
        told.find(|text| fits(text) && plain(&text.as_str()))
    };
    told.or_else(cut)
        .or_else(alone)
        .or_else(listed)
        .or_else(|| joined(&[&texts[..], &asides[..]].concat(), *length.end()).filter(fits))
}

/// The first text, and those behind it as far as one is too short for an inbox.
fn joined(texts: &[&str], most: usize) -> Option<String> {
    let (first, others) = texts.split_first()?;
    let mut said = (*first).to_owned();
    for text in others {
        let long = said.chars().count() >= *PREVIEW.start();
        if long || said.chars().count() + text.chars().count() >= most {
            break;
        }
        said.push(' ');
        said.push_str(text);
    }
    Some(said)
}

fn is_aside(text: &str) -> bool {
    let small = text.to_lowercase();
    let begins = |words: &&str| {
        let rest = small.strip_prefix(words);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    // What is thanked for may be the news.
    let short = text.split_whitespace().count() <= POLITE_MAX;
    let plain = !text.contains(|c: char| c.is_ascii_digit());
    plain && (ASIDES.iter().any(begins) || short && POLITE.iter().any(begins))
}

/// Begins with what the subject says, and only goes on from there.
fn echoes(text: &str, subject: &str) -> bool {
    let (text, subject) = (text.to_lowercase(), subject.to_lowercase());
    let said = subject.split_once(": ").map_or("", |(_, said)| said);
    let begins = |said: &str| !said.is_empty() && text.starts_with(said);
    begins(&subject) || begins(said)
}

/// Whether a subject says all that a text does.
fn is_said(text: &str, subject: &str) -> bool {
    let subject = subject.to_lowercase();
    let of_subject: Vec<Token> = tokens(&subject);
    let tokens = tokens(text);
    let mut words = tokens.iter().filter(|token| token.kind == Kind::Word);
    words.all(|word| {
        of_subject
            .iter()
            .any(|said| said.is(&word.text.to_lowercase()))
    })
}
