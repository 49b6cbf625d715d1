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
            written.push_str(text.get(at..token.start).unwrap_or_default());
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
