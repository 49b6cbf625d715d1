//! Links: what they say, and how they are told from the text around them.

use std::collections::HashMap;

use postrider_domain::accounts::brand::Color;

use super::super::found::Found;
use super::super::page::{Element, Page, Style};
use super::super::watch::Watch;

pub fn name(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    page.links().next()?;
    let silent = watch.over(page.links()).filter(|(_, link)| {
        // Of those with images, another rule tells.
        page.pictures_in(link).next().is_none() && page.name_of(link).is_empty()
    });
    Some(silent.map(|(at, _)| Found::at(at)).collect())
}

/// What says nothing without the sentence around it, in the languages that the built-in designs know.
const GENERIC: [&str; 40] = [
    "click",
    "click here",
    "click me",
    "here",
    "link",
    "this link",
    "more",
    "read more",
    "learn more",
    "more info",
    "see more",
    "view more",
    "this",
    "go",
    "details", //
    "hier",
    "hier klicken",
    "klicken sie hier",
    "klick hier",
    "mehr",
    "mehr lesen",
    "weiterlesen",
    "mehr erfahren",
    "link zum artikel", //
    "ici",
    "cliquez ici",
    "cliquer ici",
    "lire la suite",
    "en savoir plus",
    "plus",
    "voir plus",
    "plus d'infos", //
    "aquí",
    "haz clic aquí",
    "haga clic aquí",
    "pulsa aquí",
    "más",
    "leer más",
    "ver más",
    "más información",
];

pub fn generic(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    page.links().next()?;
    let mut found = Vec::new();
    for (at, link) in watch.over(page.links()) {
        let name = page.name_of(link);
        let plain = name.to_lowercase();
        let plain = plain.trim_matches(|edge: char| !edge.is_alphanumeric());
        if GENERIC.contains(&plain) {
            found.push(Found::at(at).note(format!("\"{name}\"")));
        }
    }
    Some(found)
}

/// Links below the same heading that cannot be told apart. The one is found that comes later.
pub fn ambiguous(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    page.links().next()?;
    let mut heading = 0;
    let mut known: HashMap<(usize, String), &str> = HashMap::new();
    let mut found = Vec::new();
    for (at, element) in watch.over(page.elements.iter().enumerate()) {
        if element.heading_level().is_some() {
            heading = at;
        }
        if !element.is_link() || element.style.hidden {
            continue;
        }
        let name = page.name_of(element);
        let address = element.attribute("href").unwrap_or_default().trim();
        if name.is_empty() {
            continue;
        }
        let first = known
            .entry((heading, name.to_lowercase()))
            .or_insert(address);
        if *first != address {
            found.push(Found::at(at).note(format!("\"{name}\"")));
        }
    }
    Some(found)
}

/// How much a link's colour must differ from the text's where nothing else does.
const TOLD_APART: f64 = 3.0;

pub fn distinct(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let mut has_any = false;
    let mut found = Vec::new();
    for (at, link) in watch.over(page.links()) {
        let Some(around) = text_around(page, link) else {
            continue;
        };
        has_any = true;
        let texts = &page.texts[link.texts.clone()];
        let is_marked = texts.iter().any(|text| {
            let style = page.style(text);
            style.is_underlined || (style.is_bold && !around.style.is_bold)
        });
        let ground = around.style.backdrop.unwrap_or(Color::LIGHT);
        let color = |style: &Style| style.ink.over(ground);
        let contrast = color(&link.style).contrast(color(&around.style));
        if !is_marked && contrast < TOLD_APART {
            found.push(Found::at(at).note(format!("{contrast:.1}:1 between the two")));
        }
    }
    has_any.then_some(found)
}

/// The block that a link stands in as a part of a sentence; nothing if it stands alone.
fn text_around<'p>(page: &'p Page, link: &Element) -> Option<&'p Element> {
    let block = page.element(link.block);
    let has_words = |at: usize| {
        let text = &page.texts[at];
        let is_word = text
            .words
            .chars()
            .filter(|letter| letter.is_alphabetic())
            .count()
            > 2;
        is_word && page.is_shown(text) && page.element(text.parent).link.is_none()
    };
    // Beside the link alone: a long block with many links is looked at once for each of them otherwise.
    let before = (block.texts.start..link.texts.start).rev().take(2);
    let behind = (link.texts.end..block.texts.end).take(2);
    let is_text = !page.text_of(link).is_empty() && !page.is_button(link);
    (is_text && before.chain(behind).any(has_words)).then_some(block)
}
