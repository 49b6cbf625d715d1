//! Links inside sentences: those that an author hands to the writer fall out, those that a reader is told of stay.

use super::facts::is_address_tag;
use super::tokens::{Kind, Token, tokens};

/// Words by which a link is handed over: `with a link to`.
const HANDED: [&str; 13] = [
    "link",
    "button",
    "cta",
    "url",
    "linking",
    "tracking",
    "lien",
    "enlace",
    "links",
    "seguimiento",
    "sendungsverfolgung",
    "ici",
    "pdf",
];
/// What may stand before and between them.
const AROUND: [&str; 27] = [
    "with", "a", "an", "the", "and", "to", "is", "at", "back", "personal", "join", "it", "here",
    "un", "con", "avec", "mit", "zur", "al", "al", "vers", "for", "payment", "landing", "pay",
    "online", "your",
];
/// Words that lead to a link that a reader is told of.
const LEADING: [&str; 20] = [
    "at", "on", "to", "under", "via", "visit", "see", "is", "with", "from", "in", "click",
    "clicks", "or", "bei", "sur", "unter", "auf", "en", "über",
];

/// Ends of names that stand for a place on the web, if an address was typed without `https://`.
const ENDS: &str = "com org net io co app dev example test uk de fr es eu nl edu gov ca au nz ie ch at it be us me info biz shop store club school church london scot coop studio cafe bar pub farm garden art design online site events community foundation charity fund ac";
/// Words that lead to such an address, beside those that lead to any link.
const NAMING: &str = "here link links website site online book tickets more info or -> → - –";

/// The prompt with `https://` before addresses that were typed without it: `book at fern.example/book`. `ftp1.kelp.example`
/// in passing is a name, and `monday.please` lacks a space.
pub fn spelled_out(prompt: &str) -> String {
    let mut written = String::with_capacity(prompt.len());
    let mut before = "";
    for part in prompt.split_inclusive(char::is_whitespace) {
        let word = part.trim_end();
        match bare_address(word, before) {
            Some(at) => {
                let (opens, address) = part.split_at(at);
                written.push_str(&[opens, "https://", address].concat());
            }
            None => written.push_str(part),
        }
        if !word.is_empty() {
            before = word;
        }
    }
    written
}

/// Where in a word an address begins.
fn bare_address(word: &str, before: &str) -> Option<usize> {
    let opened = word.trim_start_matches(['(', '"', '“', '<']);
    let bare = opened.trim_end_matches(|c: char| ".,;:!?)\"”>".contains(c));
    let (host, path) = bare.split_once('/').unwrap_or((bare, ""));
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let (name, end) = host.rsplit_once('.')?;
    let named = name.contains(|c: char| c.is_ascii_alphabetic()) && name.split('.').all(is_label);
    let end = end.to_lowercase();
    let before = before.to_lowercase();
    let told = before.is_empty()
        || before.ends_with([':', '.', '!', '?'])
        || LEADING.contains(&before.as_str())
        || NAMING.split(' ').any(|word| word == before);
    let is_address = named
        && (name.starts_with("www.") && is_label(&end)
            || ENDS.split(' ').any(|known| known == end) && (told || !path.is_empty()));
    is_address.then_some(word.len() - opened.len())
}

/// The text, without links that were handed over; the others can be clicked.
pub fn placed(text: &str) -> String {
    let tokens = tokens(text);
    let mut written = String::with_capacity(text.len());
    let mut at = 0;
    for (place, token) in tokens.iter().enumerate() {
        if !(token.kind == Kind::Link || token.kind == Kind::Tag && is_address_tag(token.text)) {
            continue;
        }
        if let Some(from) = handed_from(&tokens[..place]) {
            let start = tokens[from].start.max(at);
            written.push_str(&text[at..start]);
        } else if token.kind == Kind::Tag && told(&tokens[..place]) {
            // The button leads there: no reader wants to see the address of a tag.
            let start = tokens[place - 1].start.max(at);
            written.push_str(text[at..start].trim_end());
        } else if told(&tokens[..place]) {
            written.push_str(&text[at..token.start]);
            written.push_str(&link_text(token.text));
        } else {
            let before = text.get(at..token.start).unwrap_or_default();
            // `refunds until Friday -> https://…`
            let pointed = before.trim_end().trim_end_matches(['>', '→']);
            let bare = pointed.trim_end_matches(['-', '=']);
            let points = pointed.len() < before.trim_end().len();
            written.push_str(if points { bare } else { before });
        }
        at = token.end();
    }
    written.push_str(&text[at..]);
    written.replace("( )", "").replace("()", "")
}

/// A link that shows where it leads.
pub fn link_text(link: &str) -> String {
    match link.split_once("://") {
        Some((_, bare)) => format!("[{}]({link})", bare.trim_end_matches('/')),
        None => link.to_owned(),
    }
}

/// Where the words begin that hand over what follows them.
fn handed_from(before: &[Token]) -> Option<usize> {
    let around =
        |token: &Token| token.is_in(&AROUND) || matches!(token.text, ":" | "->" | "(" | "→");
    let mut at = before.len();
    while at > 0 && around(&before[at - 1]) && before.len() - at < 4 {
        at -= 1;
    }
    let named = at.checked_sub(1)?;
    if !before[named].is_in(&HANDED) {
        return None;
    }
    let mut from = named;
    while from > 0 && (around(&before[from - 1]) || before[from - 1].is_in(&HANDED)) {
        from -= 1;
    }
    Some(from)
}

fn told(before: &[Token]) -> bool {
    before.last().is_some_and(|last| last.is_in(&LEADING)) && before.len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_links_without_being_spelled_out() {
        for (text, expected) in [
            (
                "book at fern.example/book.",
                "book at https://fern.example/book.",
            ),
            ("(www.fern.coop)", "(https://www.fern.coop)"),
            ("tickets: fern.example", "tickets: https://fern.example"),
            ("see https://fern.example", "see https://fern.example"),
            (
                "the endpoint ftp1.kelp.example",
                "the endpoint ftp1.kelp.example",
            ),
            ("closed monday.please call", "closed monday.please call"),
            (
                "mail jo@fern.example or 2.5 km",
                "mail jo@fern.example or 2.5 km",
            ),
        ] {
            assert_eq!(spelled_out(text), expected, "{text}");
        }
    }

    #[test]
    fn links_that_were_handed_over_fall_out() {
        for (text, expected) in [
            ("Sale now. Link to https://a.example/x", "Sale now. "),
            ("It fell, with a link to https://a.example.", "It fell, ."),
            (
                "Cancel at https://a.example/o.",
                "Cancel at [a.example/o](https://a.example/o).",
            ),
            ("Today only https://a.example", "Today only "),
            ("Button to {{ payUrl }}", ""),
        ] {
            assert_eq!(placed(text), expected, "{text}");
        }
    }
}
