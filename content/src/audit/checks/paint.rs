//! Colours of texts and of what lies behind them.

use std::collections::HashSet;

use super::super::found::Found;
use super::super::page::{Page, Text};
use super::super::watch::Watch;

pub fn text(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    faint(page, watch, |page, text| !is_on_button(page, text))
}

pub fn button(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    faint(page, watch, is_on_button)
}

fn is_on_button(page: &Page, text: &Text) -> bool {
    let link = page.element(text.parent).link;
    link.is_some_and(|link| page.is_button(page.element(link)))
}

/// Texts that are to be read.
fn words<'p>(page: &'p Page, watch: &Watch<'_>) -> impl Iterator<Item = &'p Text> {
    watch
        .over(page.shown_texts())
        .filter(|text| text.words.contains(char::is_alphanumeric))
}

/// Texts of one sort with too little contrast, each element once.
fn faint(
    page: &Page,
    watch: &Watch<'_>,
    is_of_sort: fn(&Page, &Text) -> bool,
) -> Option<Vec<Found>> {
    let mut judged = HashSet::new();
    let mut found = Vec::new();
    for text in words(page, watch).filter(|text| is_of_sort(page, text)) {
        let style = page.style(text);
        let (true, Some(behind)) = (judged.insert(text.parent), style.backdrop) else {
            continue;
        };
        let color = style.ink.over(behind);
        let needed = if style.is_large() { 3.0 } else { 4.5 };
        let contrast = color.contrast(behind);
        if contrast < needed {
            let (color, behind) = (color.css(), behind.css());
            let note = format!("{color} on {behind} is {contrast:.2}:1, and {needed}:1 is needed");
            found.push(Found::at(text.parent).note(note));
        }
    }
    (!judged.is_empty()).then_some(found)
}

pub fn over_image(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let mut found: Vec<Found> = Vec::new();
    words(page, watch).next()?;
    for text in words(page, watch).filter(|text| page.style(text).backdrop.is_none()) {
        let block = page.element(text.parent).block;
        if found.last().is_none_or(|last| last.at != Some(block)) {
            found.push(Found::at(block));
        }
    }
    Some(found)
}
