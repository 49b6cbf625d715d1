//! Nothing is lost: a sentence whose facts found no place in what was read comes back as it was written.

use super::reading::tokens::{Kind, Token, tokens};
use super::reading::{Content, Reading, link_text, sentences, tidy};

/// Adds the sentences of the prompt that hold a fact which is neither in the mail nor in what was said to the writer.
pub fn restore(prompt: &str, reading: &mut Reading) {
    let mut known = told(reading);
    for sentence in sentences(prompt) {
        let lost = tokens(sentence)
            .iter()
            .any(|token| is_fact(token) && !known.contains(&small(token.text)));
        if lost {
            let text = tidy::sentence(sentence);
            known.push_str(&small(&text));
            reading.content.push(Content::Sentence(text));
        }
    }
    restore_links(reading);
}

/// The first link is the button's; others that no sentence shows stand in a list.
fn restore_links(reading: &mut Reading) {
    let shown = told_content(reading);
    let others = reading.facts.links.iter().skip(1);
    let items: Vec<String> = others
        .filter(|link| !shown.contains(link.as_str()))
        .map(|link| link_text(link))
        .collect();
    if !items.is_empty() {
        reading.content.push(Content::List {
            numbered: false,
            items,
        });
    }
}

fn is_fact(token: &Token) -> bool {
    match token.kind {
        Kind::Word => token.has_digit() && !is_counter(token.text),
        Kind::Address | Kind::Quoted => true,
        Kind::Tag => !super::reading::facts::is_address_tag(token.text),
        Kind::Link | Kind::Mark => false,
    }
}

/// `1.` before an item of a list and `mail #1` say nothing.
fn is_counter(text: &str) -> bool {
    text.trim_start_matches('#').len() == 1
}

fn small(text: &str) -> String {
    text.to_lowercase()
        .replace(['"', '“', '”', '„', '«', '»'], "")
}

/// All that was read, in one text.
fn told(reading: &Reading) -> String {
    let all = [
        reading.directives.join("\n"),
        told_content(reading),
        reading.facts.links.join("\n"),
    ];
    small(&all.join("\n"))
}

fn told_content(reading: &Reading) -> String {
    let mut all = String::new();
    for content in &reading.content {
        match content {
            Content::Sentence(text) | Content::Fragment(text) => all.push_str(text),
            Content::List { items, .. } => all.push_str(&items.join("\n")),
            Content::Row { label, value } => all.push_str(&[label, " ", value].concat()),
            Content::Break => {}
        }
        all.push('\n');
    }
    all
}
