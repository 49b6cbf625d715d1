//! What the assistant says about a design: what was understood, what else the subject could be, and what can be changed.

use super::reading::Reading;
use super::writing::Words;
use crate::sketch::{Item, Sketch};

/// `kind` is what the prompt was taken for, if that was sure.
pub fn message(
    sketch: &Sketch,
    reading: &Reading,
    kind: Option<&str>,
    others: &[String],
    words: &Words,
) -> String {
    let facts = &reading.facts;
    let say = |pattern: &str, what: &str| pattern.replacen("{}", what, 1);
    let read = kind.map(|kind| say(&words.read, kind));
    let mut said = vec![read.unwrap_or_else(|| words.unsure.clone())];
    let told = [
        (&words.offer, &facts.offer),
        (&words.code, &facts.code),
        (&words.until, &facts.deadline),
        (&words.when, &facts.when),
        (&words.place, &facts.place),
    ];
    let found: Vec<String> = told
        .iter()
        .filter_map(|(name, value)| Some(format!("{name}: {}", value.as_ref()?)))
        .collect();
    if !found.is_empty() {
        said.push(say(&words.found, &found.join("; ")));
    }
    if !reading.directives.is_empty() {
        said.push(say(&words.left_out, &quoted(&reading.directives)));
    }
    if !others.is_empty() {
        let two = &others[..others.len().min(2)];
        said.push(say(&words.subjects, &quoted(two)));
    }
    said.push(say(&words.change, &quoted(&edits(sketch, words))));
    said.join("\n\n")
}

fn quoted(texts: &[String]) -> String {
    texts
        .iter()
        .map(|text| format!("“{text}”"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Three edits that work on this mail.
fn edits(sketch: &Sketch, words: &Words) -> Vec<String> {
    let has = |kind: fn(&Item) -> bool| sketch.items.iter().any(kind);
    let mut edits = vec![words.edit_headline.clone()];
    if has(|item| matches!(item, Item::Button { .. })) {
        edits.push(words.edit_button.clone());
    }
    if has(|item| matches!(item, Item::Coupon { .. })) {
        edits.push(words.edit_coupon.clone());
    }
    edits.push(words.edit_shorter.clone());
    edits.push(words.edit_subject.clone());
    edits.truncate(3);
    edits
}
