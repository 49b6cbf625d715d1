//! Takes merge tags through a cleaner of HTML unharmed. A tag may hold quotes, and may stand where a cleaner
//! expects an address: `href="{{ shopUrl | "https://shop.example" }}"`.

use std::fmt::Write;

use postrider_domain::designs::merge;

/// Characters that mean nothing to anybody, around the number of a tag.
const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

/// Cleans `html` with its merge tags out of the way.
pub(super) fn clean(
    html: &str,
    cleaner: impl FnOnce(&str) -> Result<String, String>,
) -> Result<String, String> {
    let html = without_forgeries(html);
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
    Ok(restore(&cleaner(&shielded)?, &tags))
}

/// The HTML without our characters, written out or as references. Something takes the place of a reference, lest
/// what stands around it become another.
fn without_forgeries(html: &str) -> String {
    let html = html.replace([OPEN, CLOSE], "");
    let mut parts = html.split("&#");
    let mut safe = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (radix, digits) = match part.strip_prefix(['x', 'X']) {
            Some(digits) => (16, digits),
            None => (10, part),
        };
        let end = digits.find(|next: char| !next.is_digit(radix));
        let (digits, behind) = digits.split_at(end.unwrap_or(digits.len()));
        let character = u32::from_str_radix(digits, radix).ok();
        if let Some(OPEN | CLOSE) = character.and_then(char::from_u32) {
            safe.push(char::REPLACEMENT_CHARACTER);
            safe.push_str(behind.strip_prefix(';').unwrap_or(behind));
        } else {
            safe.push_str("&#");
            safe.push_str(part);
        }
    }
    safe
}

/// The number of the tag whose mark a text begins with, and what follows the mark.
fn mark(text: &str) -> Option<(usize, &str)> {
    let (number, behind) = text.strip_prefix(OPEN)?.split_once(CLOSE)?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((number.parse().ok().filter(|_| is_number)?, behind))
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
    let mut rest = html;
    while let Some(character) = rest.chars().next() {
        if let Some((number, behind)) = mark(rest) {
            rest = behind;
            match (tags.get(number), within) {
                (Some(tag), Within::Text) => restored.push_str(tag),
                (Some(tag), _) => restored.push_str(&tag.replace('"', "&quot;")),
                (None, _) => {}
            }
            continue;
        }
        rest = &rest[character.len_utf8()..];
        within = match (within, character) {
            (Within::Text, '<') | (Within::Value, '"') => Within::Tag,
            (Within::Tag, '"') => Within::Value,
            (Within::Tag, '>') => Within::Text,
            (same, _) => same,
        };
        if !matches!(character, OPEN | CLOSE) {
            restored.push(character);
        }
    }
    restored
}

/// Whether a text begins with a merge tag, shielded or not.
pub(super) fn starts_with_tag(text: &str) -> bool {
    mark(text).is_some()
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
    let mut unmarked = String::with_capacity(bare.len());
    let mut rest = bare.as_str();
    while let Some(at) = rest.find(OPEN) {
        unmarked.push_str(&rest[..at]);
        rest = mark(&rest[at..]).map_or(&rest[at + OPEN.len_utf8()..], |(_, behind)| behind);
    }
    unmarked.push_str(rest);
    unmarked
}
