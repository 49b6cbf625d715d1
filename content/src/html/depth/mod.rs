//! How much an HTML parser would build from an HTML. Parsers nest what is never closed, open unclosed marks anew
//! in every paragraph, and compare each attribute of a tag with all others; what works on their trees calls itself
//! for every level. So strangers' HTML is measured before any of them sees it.
//!
//! Nothing here is ever counted as closed that a parser might keep open; the other way round is harmless.

use super::outline::is_void;
use super::scan::{Tag, TextKind, Token, scan};

/// Elements inside each other. A mail of nested tables has about forty.
const DEPTH_MAX: usize = 256;
/// Marks that are open at one place.
const MARKS_MAX: usize = 32;
/// Attributes of one tag.
const ATTRIBUTES_MAX: usize = 256;
/// Bytes that a parser may write to open marks anew.
const AGAIN_MAX: usize = 4 * 1024 * 1024;

const MARKS: [&str; 14] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

/// Why an HTML is not for a parser, and the byte from which it is not.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooDeep {
    pub message: String,
    pub at: usize,
}

pub(crate) fn check(html: &str) -> Result<(), TooDeep> {
    let tokens = scan(html).map_err(|error| TooDeep {
        message: error.message,
        at: 0,
    })?;
    let mut open = Open::default();
    for token in &tokens {
        open.token(html, token).map_err(|message| TooDeep {
            message,
            at: token.range().start,
        })?;
    }
    Ok(())
}

/// What is open at a place.
#[derive(Default)]
struct Open<'t> {
    /// Names, and bytes of the tags of marks.
    elements: Vec<(&'t str, usize)>,
    marks: usize,
    mark_bytes: usize,
    again: usize,
    /// What nobody can close.
    stuck: usize,
    /// Inside drawings and formulas even void elements hold others.
    has_foreign: bool,
}

impl<'t> Open<'t> {
    fn token(&mut self, html: &str, token: &'t Token) -> Result<(), String> {
        match token {
            Token::Start(tag) => self.start(tag)?,
            Token::End { name, .. } => self.end(name),
            // One parser's text is markup to the next.
            Token::Text { range, kind } if *kind != TextKind::Data => {
                let text = html[range.clone()].as_bytes();
                let tags = text.windows(2);
                let tags = tags.filter(|pair| pair[0] == b'<' && pair[1].is_ascii_alphabetic());
                self.stuck += tags.count();
            }
            _ => return Ok(()),
        }
        self.again = self.again.saturating_add(self.mark_bytes);
        if self.elements.len() + self.stuck > DEPTH_MAX {
            return Err(format!(
                "Nests too deep: more than {DEPTH_MAX} elements are open at once. Close them."
            ));
        }
        if self.marks > MARKS_MAX || self.again > AGAIN_MAX {
            return Err(format!(
                "Nests too deep: too many of {} are open at once. Close them.",
                MARKS.map(|mark| format!("`{mark}`")).join(", ")
            ));
        }
        Ok(())
    }

    fn start(&mut self, tag: &'t Tag) -> Result<(), String> {
        if tag.attributes.len() > ATTRIBUTES_MAX {
            return Err(format!(
                "Holds a tag with more than {ATTRIBUTES_MAX} attributes."
            ));
        }
        let name = tag.name.as_str();
        self.has_foreign |= matches!(name, "svg" | "math");
        // The end tag of a form inside another ends neither.
        if name == "form" || (is_void(name) && self.has_foreign) {
            self.stuck += 1;
        } else if !is_void(name) {
            let bytes = if MARKS.contains(&name) {
                self.marks += 1;
                tag.range.len()
            } else {
                0
            };
            self.mark_bytes += bytes;
            self.elements.push((name, bytes));
        }
        Ok(())
    }

    /// Closes the element that an end tag surely closes, and only that one: what stands in it may stay open.
    fn end(&mut self, name: &str) {
        let behind = self
            .elements
            .iter()
            .rev()
            .take_while(|(open, _)| *open != name && is_closed_with(open, name));
        let Some(at) = self.elements.len().checked_sub(behind.count() + 1) else {
            return;
        };
        if self.elements[at].0 != name {
            return;
        }
        let (_, bytes) = self.elements.remove(at);
        self.mark_bytes -= bytes;
        self.marks -= usize::from(MARKS.contains(&name));
    }
}

/// Whether an element that is still open never keeps the one around it from being closed.
fn is_closed_with(open: &str, around: &str) -> bool {
    if MARKS.contains(&around) {
        return MARKS.contains(&open);
    }
    let is_simple = MARKS.contains(&open) || matches!(open, "span" | "sub" | "sup");
    let is_block = |name| {
        matches!(
            name,
            "p" | "li" | "dd" | "dt" | "div" | "center" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        )
    };
    let is_part = |name| matches!(name, "td" | "th" | "tr" | "tbody" | "thead" | "tfoot");
    match around {
        "table" | "tr" | "tbody" | "thead" | "tfoot" => {
            is_simple || is_block(open) || is_part(open)
        }
        "td" | "th" | "ul" | "ol" | "dl" => is_simple || is_block(open),
        block if is_block(block) => is_simple || is_block(open),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
