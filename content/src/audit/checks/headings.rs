//! Headings.

use super::super::found::Found;
use super::super::page::Page;
use super::super::watch::Watch;

/// Headings that are shown: where, and of which level.
fn headings(page: &Page, watch: &Watch<'_>) -> Vec<(usize, u32)> {
    let shown = watch
        .over(page.elements.iter().enumerate())
        .filter(|(_, element)| !element.style.hidden);
    shown
        .filter_map(|(at, element)| Some((at, element.heading_level()?)))
        .collect()
}

pub fn one(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let headings = headings(page, watch);
    if headings.is_empty() {
        return None;
    }
    let first = headings.iter().filter(|(_, level)| *level == 1);
    Some(match first.clone().count() {
        0 => vec![Found::in_mail().note("no heading is an `h1`")],
        1 => Vec::new(),
        _ => first
            .skip(1)
            .map(|(at, _)| Found::at(*at).note("this is another `h1`"))
            .collect(),
    })
}

pub fn order(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let headings = headings(page, watch);
    if headings.len() < 2 {
        return None;
    }
    let skips = headings.windows(2).filter_map(|pair| {
        let ((_, before), (at, level)) = (pair[0], pair[1]);
        (level > before + 1).then(|| Found::at(at).note(format!("`h{level}` follows `h{before}`")))
    });
    Some(skips.collect())
}

pub fn empty(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let headings = headings(page, watch);
    if headings.is_empty() {
        return None;
    }
    let empty = headings
        .into_iter()
        .filter(|(at, _)| page.name_of(page.element(*at)).is_empty());
    Some(empty.map(|(at, _)| Found::at(at)).collect())
}
