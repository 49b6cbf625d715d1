//! The mail as a whole.

use std::collections::HashMap;

use super::super::found::Found;
use super::super::page::{Element, Page};
use super::super::watch::Watch;

/// Mail programs that drop the `html` element keep what stands around all texts.
pub fn language(page: &Page, watch: &Watch<'_>) -> Vec<Found> {
    let texts = page.elements.iter().find(|element| element.name == "body");
    let holds_all = |element: &&Element| {
        element.name == "html" || texts.is_some_and(|body| element.texts == body.texts)
    };
    let given = watch
        .over(&page.elements)
        .filter(holds_all)
        .find_map(|element| element.attribute("lang"));
    match given {
        Some(lang) if is_language(lang) => Vec::new(),
        Some(lang) if !lang.trim().is_empty() => {
            vec![Found::in_mail().note(format!("`{lang}` is no language"))]
        }
        _ => vec![Found::in_mail()],
    }
}

fn is_language(text: &str) -> bool {
    let mut parts = text.trim().split('-');
    let first = parts.next().unwrap_or_default();
    matches!(first.len(), 2 | 3)
        && first.bytes().all(|byte| byte.is_ascii_alphabetic())
        && parts.all(|part| {
            matches!(part.len(), 1..=8) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

pub fn title(page: &Page, _: &Watch<'_>) -> Vec<Found> {
    let is_missing = page.title.trim().is_empty();
    is_missing.then(Found::in_mail).into_iter().collect()
}

pub fn direction(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let mut found = Vec::new();
    let mut has_any = false;
    for text in watch.over(page.shown_texts()) {
        let letters = || text.words.chars().filter(|letter| letter.is_alphabetic());
        let right_to_left = letters().filter(|letter| is_right_to_left(*letter)).count();
        if right_to_left * 2 <= letters().count() {
            continue;
        }
        has_any = true;
        if !page.element(text.parent).is_right_to_left {
            found.push(Found::at(text.parent));
        }
    }
    has_any.then_some(found)
}

/// Hebrew, Arabic and their relatives.
fn is_right_to_left(letter: char) -> bool {
    matches!(
        letter,
        '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'
    )
}

fn meta<'p>(page: &'p Page, name: &str) -> Option<(usize, &'p str)> {
    page.elements.iter().enumerate().find_map(|(at, element)| {
        let own = element
            .attribute("name")
            .filter(|_| element.name == "meta")?;
        let content = element.attribute("content")?;
        own.trim()
            .eq_ignore_ascii_case(name)
            .then_some((at, content))
    })
}

pub fn zoom(page: &Page, _: &Watch<'_>) -> Option<Vec<Found>> {
    let (at, content) = meta(page, "viewport")?;
    let content = content.to_ascii_lowercase();
    let forbids = content.split([',', ';']).any(|part| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match (name.trim(), value.trim()) {
            ("user-scalable", value) => matches!(value, "no" | "0"),
            ("maximum-scale", value) => value.parse::<f32>().is_ok_and(|scale| scale < 2.0),
            _ => false,
        }
    });
    Some(if forbids {
        vec![Found::at(at)]
    } else {
        Vec::new()
    })
}

pub fn animation(page: &Page, watch: &Watch<'_>) -> Vec<Found> {
    let is_endless = |css: &str| {
        let css = css.to_ascii_lowercase();
        css.contains("animation") && css.contains("infinite")
    };
    let moves = |element: &Element| {
        matches!(element.name.as_str(), "marquee" | "blink")
            || element.attribute("style").is_some_and(is_endless)
    };
    let mut found: Vec<Found> = watch
        .over(page.elements.iter().enumerate())
        .filter(|(_, element)| moves(element))
        .map(|(at, _)| Found::at(at))
        .collect();
    if found.is_empty() {
        found.extend(is_endless(&page.css).then(Found::in_mail));
    }
    found
}

pub fn ids(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut found = Vec::new();
    for (at, element) in watch.over(page.elements.iter().enumerate()) {
        let Some(id) = element.attribute("id").filter(|id| !id.is_empty()) else {
            continue;
        };
        let count = seen.entry(id).or_default();
        *count += 1;
        if *count == 2 {
            found.push(Found::at(at).note(format!("`{id}`")));
        }
    }
    (!seen.is_empty()).then_some(found)
}

pub fn dark_mode(page: &Page, _: &Watch<'_>) -> Vec<Found> {
    let css = page.css.to_ascii_lowercase();
    let is_told = ["prefers-color-scheme", "color-scheme:", "color-scheme :"]
        .iter()
        .any(|words| css.contains(words));
    let is_missing = !is_told && meta(page, "color-scheme").is_none();
    is_missing.then(Found::in_mail).into_iter().collect()
}

/// A hidden text before all others.
pub fn preheader(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let body = page
        .elements
        .iter()
        .find(|element| element.name == "body")?;
    let mut texts = watch.over(&page.texts[body.texts.clone()]);
    let first = texts.next()?;
    let found = page.is_shown(first).then(Found::in_mail);
    Some(found.into_iter().collect())
}

pub fn text_part(page: &Page, _: &Watch<'_>) -> Vec<Found> {
    let says_something = page
        .text_part
        .as_deref()
        .is_some_and(|text| text.chars().any(char::is_alphanumeric));
    (!says_something).then(Found::in_mail).into_iter().collect()
}

/// Letters below this are not meant to be read.
const SMALLEST: f32 = 9.0;

pub fn unsubscribe(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let is_way_out = |element: &&Element| {
        let address = element.attribute("href").unwrap_or_default();
        element.is_link() && address.to_ascii_lowercase().contains("unsubscribe")
    };
    let mut ways = watch.over(&page.elements).filter(is_way_out).peekable();
    ways.peek()?;
    let is_good = ways.any(|link| {
        let letters = page
            .name_of(link)
            .chars()
            .filter(|c| c.is_alphabetic())
            .count();
        !link.style.hidden && link.style.font_size >= SMALLEST && letters > 1
    });
    let found = (!is_good).then(Found::in_mail);
    Some(found.into_iter().collect())
}
