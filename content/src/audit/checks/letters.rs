//! Sizes, lines and the setting of texts.

use std::collections::{HashMap, HashSet};

use super::super::found::Found;
use super::super::page::{Align, Case, Page, Text};
use super::super::watch::Watch;

/// Pixels that WCAG asks for where a finger is to hit.
const TAP_LEAST: f32 = 24.0;

pub fn tap_size(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let mut has_any = false;
    let mut found = Vec::new();
    for (at, link) in watch.over(page.links()) {
        let side = if page.is_button(link) {
            let cell = page.button_cell(link);
            let around = cell.map_or(0.0, |cell| {
                cell.style.padding_top + cell.style.padding_bottom
            });
            let style = &link.style;
            let line = style.line_height().unwrap_or(style.font_size * 1.2);
            Some(line + style.padding_top + style.padding_bottom + around)
        } else if page.text_of(link).is_empty() {
            let sides = page
                .pictures_in(link)
                .flat_map(|picture| ["width", "height"].map(|side| picture.size(side)));
            sides.flatten().reduce(f32::min)
        } else {
            // A link in a text is as high as its line.
            None
        };
        let Some(side) = side else { continue };
        has_any = true;
        if side < TAP_LEAST {
            found.push(Found::at(at).note(format!("it has {side:.0} pixels")));
        }
    }
    has_any.then_some(found)
}

fn letters(text: &Text) -> usize {
    text.words
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .count()
}

/// Texts that are to be read.
fn words<'p>(page: &'p Page, watch: &Watch<'_>) -> impl Iterator<Item = &'p Text> {
    watch
        .over(page.shown_texts())
        .filter(|text| letters(text) > 0)
}

const FONT_LEAST: f32 = 12.0;

pub fn font_size(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    words(page, watch).next()?;
    let mut judged = HashSet::new();
    let mut found = Vec::new();
    for text in words(page, watch) {
        let (name, size) = (&page.element(text.parent).name, page.style(text).font_size);
        // Rounded: 9 pt are 12 px.
        let is_small = size < FONT_LEAST - 0.05 && !matches!(name.as_str(), "sup" | "sub");
        if judged.insert(text.parent) && is_small {
            found.push(Found::at(text.parent).note(format!("{size:.0} pixels")));
        }
    }
    Some(found)
}

/// A block of text, with how much there is of it.
struct Paragraph<'p> {
    block: usize,
    first: &'p Text,
    characters: usize,
}

/// The texts of a mail, block by block.
fn paragraphs<'p>(page: &'p Page, watch: &Watch<'_>) -> Vec<Paragraph<'p>> {
    let mut paragraphs: Vec<Paragraph<'p>> = Vec::new();
    for text in words(page, watch) {
        let block = page.element(text.parent).block;
        let characters = text
            .words
            .split_whitespace()
            .map(|word| word.chars().count() + 1)
            .sum();
        match paragraphs.last_mut() {
            Some(last) if last.block == block => last.characters += characters,
            _ => paragraphs.push(Paragraph {
                block,
                first: text,
                characters,
            }),
        }
    }
    paragraphs
}

/// Paragraphs of more than so many characters of which something is true.
fn long_ones(
    page: &Page,
    watch: &Watch<'_>,
    least: usize,
    note: impl Fn(&Paragraph<'_>) -> Option<Option<String>>,
) -> Option<Vec<Found>> {
    let long = paragraphs(page, watch)
        .into_iter()
        .filter(|paragraph| paragraph.characters > least)
        .collect::<Vec<_>>();
    if long.is_empty() {
        return None;
    }
    let wrong = long.iter().filter_map(|paragraph| {
        let note = note(paragraph)?;
        Some(Found {
            note,
            ..Found::at(paragraph.block)
        })
    });
    Some(wrong.collect())
}

/// Characters that fill more than one line on a phone.
const TWO_LINES: usize = 80;
const LINE_LEAST: f32 = 1.2;

pub fn line_height(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    long_ones(page, watch, TWO_LINES, |paragraph| {
        let style = page.style(paragraph.first);
        let times = style.line_height()? / style.font_size;
        (times < LINE_LEAST).then(|| Some(format!("{times:.1} times the letters")))
    })
}

pub fn justified(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    long_ones(page, watch, TWO_LINES, |paragraph| {
        let align = page.element(paragraph.block).style.align;
        (align == Align::Justify).then_some(None)
    })
}

/// Characters of about five lines.
const FIVE_LINES: usize = 300;

pub fn centered(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    long_ones(page, watch, FIVE_LINES, |paragraph| {
        let align = page.element(paragraph.block).style.align;
        (align == Align::Center).then_some(None)
    })
}

/// Letters of a short line: a label may shout.
const LABEL: usize = 24;

pub fn capitals(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    words(page, watch).next()?;
    let loud = words(page, watch).filter(|text| {
        let cased = || {
            text.words
                .chars()
                .filter(|letter| letter.is_uppercase() || letter.is_lowercase())
        };
        let is_loud = page.style(text).case == Case::Capitals || cased().all(char::is_uppercase);
        cased().count() > LABEL && is_loud
    });
    Some(loud.map(|text| Found::at(text.parent)).collect())
}

pub fn faked_lists(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let items: Vec<(&Text, [usize; 2])> = words(page, watch)
        .filter(|text| text.begins_line && begins_with_mark(&text.words))
        .map(|text| {
            let block = page.element(text.parent).block;
            (text, [block, page.element(block).parent.unwrap_or(block)])
        })
        .collect();
    words(page, watch).next()?;
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for (_, places) in &items {
        for place in places {
            *counts.entry(*place).or_default() += 1;
        }
    }
    let mut found: Vec<Found> = Vec::new();
    for (text, places) in items {
        let is_list = places.iter().any(|place| counts[place] > 1);
        let is_item = page.element(page.element(text.parent).block).name == "li";
        if is_list && !is_item && found.last().is_none_or(|last| last.at != Some(places[0])) {
            found.push(Found::at(places[0]));
        }
    }
    Some(found)
}

/// `• one`, `- one`, `1. one`.
fn begins_with_mark(text: &str) -> bool {
    let text = text.trim_start();
    let Some(first) = text.chars().next() else {
        return false;
    };
    let rest = &text[first.len_utf8()..];
    match first {
        '•' | '◦' | '▪' | '‣' | '●' | '○' | '✓' | '✔' => true,
        '-' | '–' | '—' | '*' | '·' => rest.starts_with(char::is_whitespace),
        '0'..='9' => {
            let behind = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
            let mark = behind.strip_prefix(['.', ')']);
            text.len() - behind.len() <= 2
                && mark.is_some_and(|rest| rest.starts_with(char::is_whitespace))
        }
        _ => false,
    }
}
