//! A value made fit for the place where it stands.

use crate::designs::line::is_unfit_for_a_line;

use super::url::{self, Form};
use super::url_position::UrlPosition;

/// The kinds of places outside the attributes that hold URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// The plain-text part: as it is, without control characters.
    Text,
    /// A URL in the plain-text part.
    TextUrl(UrlPosition),
    /// A header: one line, and nothing in it that turns the direction of what follows.
    Header,
    /// Text of HTML, and the value of an attribute in quotes.
    Html,
    /// Style sheets, scripts and whatever else has a syntax of its own: only letters, digits and a few
    /// signs that mean nothing in any of them are left.
    Strict,
}

impl Escape {
    pub(super) fn write(self, value: &str, out: &mut String) {
        match self {
            Self::Text => keep(value, out, |c| !c.is_control() || matches!(c, '\n' | '\t')),
            Self::TextUrl(place) => url::write(value, place, Form::Plain, out),
            Self::Header => keep(value, out, |c| !is_unfit_for_a_line(c)),
            Self::Html => html(value, out),
            Self::Strict => keep(value, out, is_harmless),
        }
    }
}

fn is_harmless(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || matches!(character, ' ' | '#' | '%' | '.' | ',' | '-' | '_' | '+')
}

fn keep(value: &str, out: &mut String, fits: impl Fn(char) -> bool) {
    if value.chars().all(&fits) {
        out.push_str(value);
    } else {
        out.extend(value.chars().filter(|character| fits(*character)));
    }
}

/// What each byte of a text becomes in HTML: 0 itself, 1 nothing, else a row of `REFERENCES`.
const HTML: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = 1;
        byte += 1;
    }
    table[b'\t' as usize] = 0;
    table[b'\n' as usize] = 0;
    table[b'\r' as usize] = 0;
    table[b'&' as usize] = 2;
    table[b'<' as usize] = 3;
    table[b'>' as usize] = 4;
    table[b'"' as usize] = 5;
    table[b'\'' as usize] = 6;
    table
};
const REFERENCES: [&str; 7] = ["", "", "&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];

/// Fit for text and for attributes in either kind of quotes.
pub(super) fn html(value: &str, out: &mut String) {
    let mut rest = value;
    while let Some(at) = rest.bytes().position(|byte| HTML[usize::from(byte)] != 0) {
        out.push_str(&rest[..at]);
        out.push_str(REFERENCES[usize::from(HTML[usize::from(rest.as_bytes()[at])])]);
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}
