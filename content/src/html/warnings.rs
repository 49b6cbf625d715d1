//! What the author of an imported HTML should know about it.

use std::ops::Range;

use postrider_domain::designs::merge;

use super::clean::relative_addresses;
use super::entities::decode;
use super::imported::ImportedHtml;
use super::scan::{TextKind, Token, scan};
use crate::report::{Warning, WarningCode};

/// Pieces of foreign syntax that are named.
const NAMED_MAX: usize = 5;
/// Characters of a piece or an address that are shown.
const SHOWN_MAX: usize = 60;
/// Bytes in which the end of a piece is looked for.
const PIECE_MAX: usize = 300;

impl ImportedHtml {
    /// Told of the document as it is now: an edit may have mended what an import warned of.
    pub fn warnings(&self) -> Vec<Warning> {
        let html = self.assemble().html;
        let tokens = scan(&html).unwrap_or_default();
        let warnings = [
            relative(&relative_addresses(&html, &tokens)),
            without_text(images_without_text(&html, &tokens)),
            foreign(&foreign_syntax(&html, &tokens)),
        ];
        warnings.into_iter().flatten().collect()
    }
}

fn relative(addresses: &[String]) -> Option<Warning> {
    let first = shortened(addresses.first()?);
    let which = match addresses.len() {
        1 => format!("The address `{first}` is relative and leads"),
        more => format!("{more} addresses, such as `{first}`, are relative and lead"),
    };
    let message =
        format!("{which} nowhere from a mail. Give a base URL, or write addresses in full.");
    Some(Warning::new(WarningCode::Unsupported, message))
}

/// An empty text is one too: it says that there is nothing to tell.
fn images_without_text(html: &str, tokens: &[Token]) -> usize {
    let is_without = |token: &&Token| match token {
        Token::Start(tag) => {
            let is_shown = tag.name == "img"
                && tag
                    .value(html, "src")
                    .is_some_and(|src| !src.trim().is_empty());
            is_shown && tag.attribute("alt").is_none()
        }
        _ => false,
    };
    tokens.iter().filter(is_without).count()
}

fn without_text(images: usize) -> Option<Warning> {
    let message = match images {
        0 => return None,
        1 => "An image has no text for those who do not see it.".to_owned(),
        more => format!("{more} images have no text for those who do not see them."),
    };
    Some(Warning::new(WarningCode::ImageWithoutText, message))
}

fn foreign(pieces: &[String]) -> Option<Warning> {
    if pieces.is_empty() {
        return None;
    }
    let named: Vec<String> = pieces.iter().map(|piece| format!("`{piece}`")).collect();
    let message = format!(
        "What is no merge tag is not understood and stays in the mail as it is: {}.",
        named.join(", ")
    );
    Some(Warning::new(WarningCode::Unsupported, message))
}

/// The first few pieces that look like the syntax of another tool, or like a merge tag gone wrong, each
/// once, where readers or links would meet them.
fn foreign_syntax(html: &str, tokens: &[Token]) -> Vec<String> {
    let mut pieces = Vec::new();
    for token in tokens {
        match token {
            Token::Text {
                range,
                kind: TextKind::Data | TextKind::Title,
            } => collect(&html[range.clone()], &mut pieces),
            Token::Start(tag) => tag
                .attributes
                .iter()
                .filter_map(|attribute| attribute.value.clone())
                .for_each(|value| collect(&html[value], &mut pieces)),
            _ => {}
        }
        if pieces.len() >= NAMED_MAX {
            break;
        }
    }
    pieces
}

fn collect(text: &str, pieces: &mut Vec<String>) {
    if !["{{", "{%", "*|"]
        .iter()
        .any(|opening| text.contains(opening))
    {
        return;
    }
    let mut tags = merge::encoded_tags(text, decode)
        .filter(|tag| !is_control(&tag.name))
        .map(|tag| tag.range)
        .peekable();
    let mut at = 0;
    while pieces.len() < NAMED_MAX
        && let Some(piece) = next_piece(text, at)
    {
        while tags.next_if(|tag| tag.end <= piece.start).is_some() {}
        at = match tags.peek() {
            Some(tag) if tag.contains(&piece.start) => tag.end,
            // Of braces inside braces the innermost may be a tag.
            Some(tag) if piece.contains(&tag.start) => {
                add(&text[piece.start..tag.end], pieces);
                tag.end
            }
            _ => {
                add(&text[piece.clone()], pieces);
                piece.end
            }
        };
    }
}

fn add(piece: &str, pieces: &mut Vec<String>) {
    let piece = shortened(&decode(piece));
    if !pieces.contains(&piece) {
        pieces.push(piece);
    }
}

/// `{{#if x}}`, `{{/if}}`, `{{else}}`: they read like names, and are none.
fn is_control(name: &str) -> bool {
    name.starts_with(['#', '/', '^', '>', '!']) || matches!(name, "else" | "end")
}

/// From an opening to its end. Braces without one are a merge tag gone wrong; the others are just text.
fn next_piece(text: &str, from: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(opening) = bytes.get(at..at + 2) {
        let closing: &[u8] = match opening {
            b"{{" => b"}}",
            b"{%" => b"%}",
            b"*|" => b"|*",
            _ => {
                at += 1;
                continue;
            }
        };
        let inner = &bytes[at + 2..bytes.len().min(at + PIECE_MAX).max(at + 2)];
        match inner.windows(2).position(|two| two == closing) {
            Some(length) => return Some(at..at + 2 + length + 2),
            None if opening == b"{{" => return Some(at..at + 2),
            None => at += 1,
        }
    }
    None
}

fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    if text.chars().count() <= SHOWN_MAX {
        return text;
    }
    text.chars().take(SHOWN_MAX).chain(['…']).collect()
}
