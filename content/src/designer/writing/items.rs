//! The author's words as what a mail is made of.

use super::super::reading::Content;
use super::super::reading::tokens::tokens;
use crate::sketch::{Fact, Item};

/// Sentences of a paragraph.
const PARAGRAPH: usize = 3;

/// Words of a line that only leads to what follows: `This week:`, `How to update:`.
const LEADING_MAX: usize = 6;
/// Words of a request that does, and those of which it has one: `Please bring:`.
const ASKING_MAX: usize = 2;
const ASKING: &str = "please bring need needs take pack include includes offer have bitte mitbringen mitzubringen brauchen apporter apportez prévoir prévoyez traer traed trae traiga traigan";
/// How a line begins that leads to nothing: `Thank you.`
const CLOSINGS: &str = "thank thanks cheers welcome congratulations sorry good happy merry best see love danke vielen herzlichen herzlich willkommen alles merci bienvenue félicitations bravo gracias muchas bienvenidos felicidades";

/// A short line right before a list or rows, which is no sentence, leads to them.
fn lead_on(items: &mut [Item], before: Option<&Content>) {
    let Some(Item::Text { text }) = items.last_mut() else {
        return;
    };
    let last = text.rfind(". ").map_or(0, |at| at + 2);
    let words = tokens(&text[last..]);
    let count = text[last..].split_whitespace().count();
    let closes = words.first().is_some_and(|first| first.is_any(CLOSINGS));
    let asks = words.iter().any(|word| word.is_any(ASKING));
    let line = matches!(before, Some(Content::Fragment(_))) && count <= LEADING_MAX;
    let short = line || before.is_some() && asks && count <= ASKING_MAX;
    let leads = short && !closes || text[last..].starts_with("How to ");
    if text.ends_with('.') && leads {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leads_to_a_list_only_where_it_asks_for_what_stands_there() {
        for (line, expected) in [
            ("Please bring.", "Please bring:"),
            ("Bitte mitbringen.", "Bitte mitbringen:"),
            ("Thank you.", "Thank you."),
            ("Vielen Dank.", "Vielen Dank."),
            ("We moved.", "We moved."),
        ] {
            let content = [
                Content::Sentence(line.to_owned()),
                Content::List {
                    numbered: false,
                    items: vec!["A torch".to_owned(), "A mug".to_owned()],
                },
            ];
            let text = expected.to_owned();
            assert_eq!(content_items(&content)[0], Item::Text { text });
        }
    }
}
