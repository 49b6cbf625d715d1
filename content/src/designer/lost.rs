//! Nothing is lost: a sentence whose facts found no place in what was read comes back as it was written, and a name that
//! stands in no mail is told to its author.

use std::collections::HashSet;

use super::reading::tokens::{Kind, Token, tokens};
use super::reading::{Content, Reading, link_text, mentions, own_words, sentences, text_of, tidy};
use crate::sketch::Sketch;

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

/// Names that stand neither in the mail nor in what was said to the writer, and what the mail is called where its reader does
/// not see it.
pub fn untold(prompt: &str, sketch: &Sketch, reading: &Reading, language: &str) -> Vec<String> {
    // Who reads the mail sees no more of its head.
    let body = Sketch {
        title: String::new(),
        subject: String::new(),
        preview_text: String::new(),
        ..sketch.clone()
    };
    let body = serde_json::to_string(&body).unwrap_or_default();
    // The end of a line is written as a sign and a letter.
    let body = body.replace("\\n", " ");
    let mut seen = words(&[body, reading.directives.join("\n")].join("\n"));
    let mut untold = Vec::new();
    if let Some(called) = &reading.called {
        let own = own_words(called, language);
        if !own.iter().all(|word| words(word).is_subset(&seen)) {
            seen.extend(words(called));
            untold.push(called.clone());
        }
    }
    let names = mentions(prompt, language).into_iter();
    let lost = names.filter(|name| !words(name).is_subset(&seen));
    untold.extend(lost.map(str::to_owned));
    untold
}

fn words(text: &str) -> HashSet<String> {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// The first link is the button's; others that no sentence shows stand in a list.
fn restore_links(reading: &mut Reading) {
    let shown = text_of(&reading.content);
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
    let mut all = vec![
        reading.directives.join("\n"),
        text_of(&reading.content),
        reading.facts.links.join("\n"),
        reading.signature.clone().unwrap_or_default(),
        reading.salutation.clone().unwrap_or_default(),
    ];
    let title = reading.title.as_ref().map(|title| &title.text);
    let parts = [
        &reading.called,
        &reading.action,
        &reading.subject,
        &reading.preview,
        &reading.sign_off,
        &reading.postscript,
    ];
    all.extend(parts.into_iter().flatten().chain(title).cloned());
    small(&all.join("\n"))
}
