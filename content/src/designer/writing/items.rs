//! The author's words as what a mail is made of.

use super::super::reading::Content;
use crate::sketch::{Fact, Item};

/// Sentences of a paragraph.
const PARAGRAPH: usize = 3;

/// Words of a line that only leads to what follows: `This week:`, `How to update:`.
const LEADING_MAX: usize = 6;
/// Words of a request that does: `Please bring:`.
const ASKING_MAX: usize = 2;

/// A short line right before a list or rows, which is no sentence, leads to them.
fn lead_on(items: &mut [Item], before: Option<&Content>) {
    let Some(Item::Text { text }) = items.last_mut() else {
        return;
    };
    let last = text.rfind(". ").map_or(0, |at| at + 2);
    let words = text[last..].split_whitespace().count();
    let line = matches!(before, Some(Content::Fragment(_))) && words <= LEADING_MAX;
    let short = line || before.is_some() && words <= ASKING_MAX;
    if text.ends_with('.') && (short || text[last..].starts_with("How to ")) {
        text.pop();
        text.push(':');
    }
}

/// The author's words as paragraphs, lists and rows.
pub fn content_items(all: &[Content]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut open = 0;
    for (place, content) in all.iter().enumerate() {
        let last = place.checked_sub(1).and_then(|place| all.get(place));
        let before = open;
        open = 0;
        match content {
            Content::Sentence(said) | Content::Fragment(said) => {
                open = before + 1;
                match items.last_mut() {
                    Some(Item::Text { text }) if (1..PARAGRAPH).contains(&before) => {
                        text.push(' ');
                        text.push_str(said);
                    }
                    _ => {
                        open = 1;
                        items.push(Item::Text { text: said.clone() });
                    }
                }
            }
            Content::List {
                numbered,
                items: lines,
            } => {
                lead_on(&mut items, last);
                items.push(Item::List {
                    numbered: *numbered,
                    items: lines.clone(),
                });
            }
            Content::Row { label, value } => {
                let row = Fact {
                    label: label.clone(),
                    value: value.clone(),
                };
                lead_on(&mut items, last);
                match items.last_mut() {
                    Some(Item::Facts { rows }) => rows.push(row),
                    _ => items.push(Item::Facts { rows: vec![row] }),
                }
            }
            Content::Break => {}
        }
    }
    items
}
