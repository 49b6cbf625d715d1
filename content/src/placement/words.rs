//! What the mail says.

use std::collections::HashSet;

use super::mail::{Found, Mail};
use super::phrases;

/// Letters below which a text is too short to judge how it is written.
const JUDGED_LETTERS: usize = 80;
/// Of a hundred letters.
const CAPITALS_MAX: usize = 35;
/// Phrases that a text may say: any wanted mail says one at times.
const PHRASES_MAX: usize = 2;
/// Words that are compared, and of a hundred those that both texts need to have.
const COMPARED: usize = 2_000;
const LEAST_COMPARED: usize = 12;
const SHARED_LEAST: usize = 40;
/// Letters that a merge tag may hold, and the bytes that these and its end take at most.
const TAG_LETTERS: usize = 60;
const TAG_BYTES: usize = 4 * TAG_LETTERS + 2;

/// Whether more than so many of a hundred letters are capitals.
pub fn is_shouting(text: &str, least: usize, most: usize) -> bool {
    let cased = || {
        text.chars()
            .filter(|letter| letter.is_uppercase() || letter.is_lowercase())
    };
    let (letters, capitals) = (
        cased().count(),
        cased().filter(|letter| letter.is_uppercase()).count(),
    );
    letters >= least && capitals * 100 > letters * most
}

pub fn count_emoji(text: &str) -> usize {
    let is_emoji = |letter: &char| matches!(letter, '\u{1F300}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' | '\u{2B50}' | '\u{2B55}' | '\u{1F1E6}'..='\u{1F1FF}');
    text.chars().filter(is_emoji).count()
}

pub fn text_missing(mail: &Mail<'_>) -> Found {
    let says_something = mail.finished.text.chars().any(char::is_alphanumeric);
    (!says_something).then(String::new)
}

/// The words of a text, without addresses, figures and what stands in brackets around links.
fn words_of(text: &str) -> HashSet<String> {
    let words = text.split(|letter: char| {
        letter.is_whitespace() || matches!(letter, '<' | '>' | '(' | ')' | '[' | ']')
    });
    let plain = words.filter(|word| !word.contains("://") && !word.contains('@'));
    plain
        .flat_map(|word| word.split(|letter: char| !letter.is_alphabetic()))
        .filter(|word| word.chars().count() > 2)
        .take(COMPARED)
        .map(str::to_lowercase)
        .collect()
}

pub fn text_differs(mail: &Mail<'_>) -> Found {
    let (shown, text) = (words_of(&mail.words), words_of(mail.finished.text));
    if shown.len() < LEAST_COMPARED || text.is_empty() {
        return None;
    }
    let shared = shown.intersection(&text).count();
    let percent = shared * 100 / shown.len();
    (percent < SHARED_LEAST).then(|| format!("{percent}% of the words are the same"))
}

pub fn capitals(mail: &Mail<'_>) -> Found {
    is_shouting(&mail.words, JUDGED_LETTERS, CAPITALS_MAX).then(String::new)
}

pub fn exclamation(mail: &Mail<'_>) -> Found {
    let is_row = |marks: &str| mail.words.contains(marks);
    (is_row("!!") || is_row("! ! !") || is_row("?!?")).then(String::new)
}

pub fn phrases(mail: &Mail<'_>) -> Found {
    let found = phrases::found(&mail.words);
    (found.len() > PHRASES_MAX).then(|| phrases::quoted(&found))
}

pub fn placeholder(mail: &Mail<'_>) -> Found {
    let text = mail.words.to_lowercase();
    let found = [
        "lorem ipsum",
        "your text here",
        "insert text",
        "hier steht ihr text",
        "company name here",
    ]
    .into_iter()
    .find(|words| text.contains(words))?;
    Some(format!("\"{found}\""))
}

/// Tags of ours and of products that mails are moved from. A mail that is finished has none.
pub fn merge_tags(mail: &Mail<'_>) -> Found {
    let parts = [
        mail.finished.subject,
        mail.words.as_str(),
        mail.finished.text,
    ];
    // Behind each that opens one, and not far: a text may have many that open nothing.
    let between = |text: &str, start: &str, end: &str| {
        let mut openers = text.match_indices(start);
        openers.find_map(|(at, _)| {
            let rest = &text[at + start.len()..];
            let near = &rest[..rest.floor_char_boundary(TAG_BYTES)];
            let inside = &near[..near.find(end)?];
            let is_name = !inside.trim().is_empty()
                && inside.chars().count() <= TAG_LETTERS
                && inside
                    .trim()
                    .chars()
                    .all(|letter| letter.is_alphanumeric() || " _-.:|".contains(letter));
            is_name.then(|| format!("`{start}{inside}{end}`"))
        })
    };
    let forms = [
        ("{{", "}}"),
        ("*|", "|*"),
        ("%%", "%%"),
        ("[[", "]]"),
        ("<%", "%>"),
        ("{%", "%}"),
    ];
    parts.iter().find_map(|text| {
        forms
            .iter()
            .find_map(|(start, end)| between(text, start, end))
    })
}

pub fn address(mail: &Mail<'_>) -> Found {
    if !mail.finished.is_marketing {
        return None;
    }
    let letters = |text: &str| -> String {
        text.chars()
            .filter(|letter| letter.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    let is_there = mail.finished.postal_address.is_some_and(|address| {
        let address = letters(address);
        !address.is_empty() && letters(&mail.words).contains(&address)
    });
    (!is_there).then(String::new)
}
