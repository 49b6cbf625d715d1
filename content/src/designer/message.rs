//! What the assistant says about a design: what was understood, what else the subject could be, and what can be changed.

use super::reading::Reading;
use crate::sketch::{Item, Sketch};

pub fn message(sketch: &Sketch, reading: &Reading, intent: &str, others: &[String]) -> String {
    let facts = &reading.facts;
    let kind = intent.replace(['.', '_', '-'], " ");
    let mut said = vec![format!("I read this as: {kind}.")];
    let told = [
        ("offer", &facts.offer),
        ("code", &facts.code),
        ("until when", &facts.deadline),
        ("when", &facts.when),
        ("where", &facts.place),
    ];
    let found: Vec<String> = told
        .iter()
        .filter_map(|(name, value)| Some(format!("{name}: {}", value.as_ref()?)))
        .collect();
    if !found.is_empty() {
        said.push(format!("I found {}.", found.join("; ")));
    }
    if !reading.directives.is_empty() {
        said.push(format!(
            "I took this as said to me and left it out: {}.",
            quoted(&reading.directives)
        ));
    }
    if !others.is_empty() {
        let two = &others[..others.len().min(2)];
        said.push(format!("Other subjects that would do: {}.", quoted(two)));
    }
    said.push(format!(
        "You can change it, for example: {}.",
        quoted(&edits(sketch))
    ));
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
fn edits(sketch: &Sketch) -> Vec<String> {
    let has = |kind: fn(&Item) -> bool| sketch.items.iter().any(kind);
    let mut edits = vec!["Change the headline to \"…\"".to_owned()];
    if has(|item| matches!(item, Item::Button { .. })) {
        edits.push("Make the button green".to_owned());
    }
    if has(|item| matches!(item, Item::Coupon { .. })) {
        edits.push("Remove the coupon".to_owned());
    }
    edits.push("Make it shorter".to_owned());
    edits.push("Set the subject to \"…\"".to_owned());
    edits.truncate(3);
    edits
}
