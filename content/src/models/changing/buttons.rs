//! A mail asks for one thing, however often it is changed.

use std::collections::HashSet;

use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::merge;

use super::super::guard::{address_key, names_address};
use crate::edit::{Named, Operation, Refused};
use crate::sketch::{BUTTONS_MAX, Item, too_many_buttons};

/// Operations by which a mail has more buttons, or buttons to more places, than it had or may have. A link that the author
/// names is what was asked for.
pub(super) fn too_many(
    prompt: &str,
    (before, after): (&[Named], &[Named]),
    operations: &[Operation],
) -> Vec<Refused> {
    let (was, is) = (links(before), links(after));
    let (mut known, places) = (places(&was), places(&is));
    let leads_to_more = places.len() > known.len().max(1);
    let mut more = is.len().saturating_sub(was.len().max(BUTTONS_MAX));
    if more == 0 && !leads_to_more {
        return Vec::new();
    }
    let is_button = |block: &str| {
        let mut named = before.iter();
        named.any(|named| named.block == block && named.kind == "button")
    };
    let leading = operations.iter().enumerate();
    let leading = leading.filter_map(|(index, operation)| match operation {
        Operation::Insert {
            item: Item::Button { url, .. },
            ..
        } => Some((index, "item", url)),
        Operation::SetLink { block, url } if is_button(block) => Some((index, "url", url)),
        _ => None,
    });
    let asked_for = |url: &str| names_address(prompt, url) || names_tag(prompt, url);
    let (mut offending, mut left) = (Vec::new(), Vec::new());
    for (index, key, url) in leading {
        // The first button of a mail without any may lead anywhere.
        let place = address_key(url);
        let is_new = !known.is_empty() && !known.contains(&place);
        if leads_to_more && is_new && !asked_for(url) {
            more = more.saturating_sub(usize::from(key == "item"));
            offending.push((index, key));
            // Others that lead to this place are told as well, all at once.
            continue;
        }
        known.insert(place);
        if key == "item" && !asked_for(url) {
            left.push((index, key));
        }
    }
    offending.extend(left.into_iter().rev().take(more));
    offending.sort_unstable();
    let refused = |(index, key): (usize, &str)| Refused {
        operation: Some(index),
        problem: Problem::invalid(format!("[{index}].{key}"), too_many_buttons()),
    };
    offending.into_iter().map(refused).collect()
}

/// Whether an address is a merge tag that the prompt names.
fn names_tag(prompt: &str, url: &str) -> bool {
    let url = url.trim();
    let Some(tag) = merge::tags(url).find(|tag| tag.range == (0..url.len())) else {
        return false;
    };
    merge::tags(prompt).any(|named| named.name == tag.name)
}

fn links(outline: &[Named]) -> Vec<&str> {
    let buttons = outline.iter().filter(|named| named.kind == "button");
    buttons.filter_map(|named| named.url.as_deref()).collect()
}

fn places(links: &[&str]) -> HashSet<String> {
    links.iter().map(|url| address_key(url)).collect()
}
