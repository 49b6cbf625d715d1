//! The subject.

use super::mail::{Found, Mail};
use super::phrases;
use super::words::{count_emoji, is_shouting};

/// Letters below which capitals are a name or an abbreviation.
const SHORT: usize = 8;
const LONG: usize = 70;
const EMOJI_MAX: usize = 2;

pub fn missing(mail: &Mail<'_>) -> Found {
    mail.finished.subject.trim().is_empty().then(String::new)
}

pub fn capitals(mail: &Mail<'_>) -> Found {
    is_shouting(mail.finished.subject, SHORT, 70).then(String::new)
}

pub fn punctuation(mail: &Mail<'_>) -> Found {
    let count = |marks: &[char]| mail.finished.subject.matches(marks).count();
    let is_much = count(&['!', '¡']) > 1 || count(&['?']) > 2 || count(&['$', '€', '£']) > 2;
    is_much.then(String::new)
}

pub fn long(mail: &Mail<'_>) -> Found {
    let length = mail.finished.subject.chars().count();
    (length > LONG).then(|| format!("{length} characters"))
}

pub fn fake_reply(mail: &Mail<'_>) -> Found {
    let subject = mail.finished.subject.trim_start().to_lowercase();
    let (start, _) = subject.split_once(':')?;
    let is_answer = matches!(
        start.trim_end(),
        "re" | "aw" | "antw" | "sv" | "fw" | "fwd" | "wg" | "tr" | "rv" | "vs"
    );
    let answers = ["in-reply-to", "references"];
    let is_one = answers.iter().any(|name| mail.header(name).is_some());
    (is_answer && !is_one).then(String::new)
}

pub fn phrases(mail: &Mail<'_>) -> Found {
    let found = phrases::found(mail.finished.subject);
    (!found.is_empty()).then(|| phrases::quoted(&found))
}

pub fn emoji(mail: &Mail<'_>) -> Found {
    let count = count_emoji(mail.finished.subject);
    (count > EMOJI_MAX).then(|| count.to_string())
}

/// `F R E E`, `V1agra`, `s.a.l.e`.
pub fn spaced(mail: &Mail<'_>) -> Found {
    let subject = mail.finished.subject;
    let mut in_a_row = 0;
    let is_apart = subject.split([' ', '.', '_', '*', '-']).any(|part| {
        let mut letters = part.chars();
        let is_one = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
        in_a_row = if is_one { in_a_row + 1 } else { 0 };
        in_a_row >= 4
    });
    let is_disguised = subject.split_whitespace().find(|word| is_disguised(word));
    match is_disguised {
        Some(word) => Some(format!("\"{word}\"")),
        None => is_apart.then(String::new),
    }
}

/// Figures between letters that look like letters.
fn is_disguised(word: &str) -> bool {
    let letters: Vec<char> = word
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == '@')
        .collect();
    let between = letters.windows(3).any(|of| {
        let [before, figure, after] = of else {
            return false;
        };
        let is_lower = |letter: &char| letter.is_lowercase();
        matches!(figure, '0' | '1' | '3' | '4' | '@')
            && (is_lower(before) || before.is_uppercase())
            && is_lower(after)
    });
    between && !word.contains("://") && word.matches('@').count() <= 1 && !word.contains('.')
}
