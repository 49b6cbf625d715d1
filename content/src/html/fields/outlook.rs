//! Buttons that are there twice: as a link, and drawn for Outlook inside a conditional comment. An edit
//! must change both.

use std::collections::HashMap;

use super::super::imported::{Quoting, Value};
use super::draft::{Draft, Slot};
use super::finder::Finder;
use super::outlook_comment::Comment;

/// Binds what a comment repeats of the link after it or before it to the fields of that link.
pub(super) fn bind(finder: &mut Finder<'_>) {
    let comments = std::mem::take(&mut finder.comments);
    let mut texts = Texts::new();
    for comment in &comments {
        let after = finder
            .links
            .partition_point(|link| link.range.start < comment.range.end);
        let neighbours = [Some(after), after.checked_sub(1)];
        let repeated = neighbours
            .into_iter()
            .flatten()
            .find(|index| repeats(finder, comment, *index));
        if let Some(index) = repeated {
            bind_to(finder, comment, index, &mut texts);
        }
    }
}

fn repeats(finder: &Finder<'_>, comment: &Comment, index: usize) -> bool {
    finder
        .links
        .get(index)
        .is_some_and(|link| match &finder.drafts[link.draft] {
            Draft::Link { href } => comment
                .addresses
                .iter()
                .any(|(_, address, _)| address == href),
            _ => false,
        })
}

/// The texts of links, by number of the link, and where each is drafted: a link may hold thousands, and a
/// comment repeat them all.
type Texts = HashMap<usize, HashMap<String, usize>>;

fn bind_to(finder: &mut Finder<'_>, comment: &Comment, index: usize, texts: &mut Texts) {
    let link = &mut finder.links[index];
    link.looks_like_button |= comment.draws_button;
    let Draft::Link { href } = &finder.drafts[link.draft] else {
        return;
    };
    for (range, address, place) in &comment.addresses {
        if address == href {
            finder.slots.push(Slot {
                range: range.clone(),
                draft: link.draft,
                value: Value::Href,
                place: *place,
            });
        }
    }
    let texts = texts.entry(index).or_insert_with(|| {
        let text = |draft: &usize| match &finder.drafts[*draft] {
            Draft::Text(text) => Some((text.clone(), *draft)),
            _ => None,
        };
        // Of the same texts the first counts.
        link.texts.iter().rev().filter_map(text).collect()
    });
    for (range, text) in &comment.texts {
        if let Some(draft) = texts.get(text) {
            finder.slots.push(Slot {
                range: range.clone(),
                draft: *draft,
                value: Value::Text,
                place: Quoting::Quoted,
            });
        }
    }
}
