//! Takes merge tags through a cleaner of HTML unharmed. A tag may hold quotes, and may stand where a cleaner
//! expects an address: `href="{{ shopUrl | "https://shop.example" }}"`.

use std::fmt::Write;

use postrider_domain::merge;

/// Characters that mean nothing to anybody, around the number of a tag.
const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

/// Cleans `html` with its merge tags out of the way.
pub(super) fn clean(html: &str, cleaner: impl FnOnce(&str) -> String) -> String {
    let html = html.replace([OPEN, CLOSE], "");
    let mut shielded = String::with_capacity(html.len());
    let mut tags = Vec::new();
    let mut end = 0;
    for tag in merge::tags(&html) {
        let text = &html[tag.range.clone()];
        // Markup between braces is markup.
        if text.contains(['<', '>']) {
            continue;
        }
        shielded.push_str(&html[end..tag.range.start]);
        _ = write!(shielded, "{OPEN}{}{CLOSE}", tags.len());
        tags.push(text);
        end = tag.range.end;
    }
    shielded.push_str(&html[end..]);
    restore(&cleaner(&shielded), &tags)
}

#[derive(Clone, Copy, PartialEq)]
enum Within {
    Text,
    Tag,
    Value,
}

/// Cleaned HTML has double quotes around every value, and nothing left open.
fn restore(html: &str, tags: &[&str]) -> String {
    let mut restored = String::with_capacity(html.len());
    let mut within = Within::Text;
    let mut rest = html.chars();
    while let Some(character) = rest.next() {
        within = match (within, character) {
            (Within::Text, '<') | (Within::Value, '"') => Within::Tag,
            (Within::Tag, '"') => Within::Value,
            (Within::Tag, '>') => Within::Text,
            (same, _) => same,
        };
        if character != OPEN {
            restored.push(character);
            continue;
        }
        let (number, behind) = rest
            .as_str()
            .split_once(CLOSE)
            .unwrap_or((rest.as_str(), ""));
        rest = behind.chars();
        let tag = number
            .parse::<usize>()
            .ok()
            .and_then(|number| tags.get(number));
        match (tag, within) {
            (Some(tag), Within::Text) => restored.push_str(tag),
            (Some(tag), _) => restored.push_str(&tag.replace('"', "&quot;")),
            (None, _) => {}
        }
    }
    restored
}

/// Whether a text begins with a merge tag, shielded or not.
pub(super) fn starts_with_tag(text: &str) -> bool {
    text.starts_with(OPEN)
        || merge::tags(text)
            .next()
            .is_some_and(|tag| tag.range.start == 0)
}

/// The text without its merge tags, shielded or not: what stands there whatever they are filled with.
pub(super) fn without_tags(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut end = 0;
    for tag in merge::tags(text) {
        bare.push_str(&text[end..tag.range.start]);
        end = tag.range.end;
    }
    bare.push_str(&text[end..]);
    bare.split(OPEN)
        .enumerate()
        .map(|(index, part)| match (index, part.split_once(CLOSE)) {
            (0, _) => part,
            (_, Some((_, behind))) => behind,
            (_, None) => "",
        })
        .collect()
}
