//! Just enough of CSS to know what is a comment, a string, an address, and where a statement ends.

use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub range: Range<usize>,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Comment,
    /// Something in quotes.
    Text {
        value: String,
    },
    /// `url(…)`; `range` is what stands between the parentheses.
    Address {
        range: Range<usize>,
        value: String,
    },
    /// `;`, `{` or `}`.
    Delimiter,
    Other,
}

pub(crate) fn lex(css: &str) -> Vec<Lexeme> {
    let mut lexemes: Vec<Lexeme> = Vec::new();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < css.len() {
        let (length, kind) = lexeme_at(css, at, &mut depth);
        let end = at + length;
        match lexemes.last_mut() {
            Some(last) if kind == Kind::Other && last.kind == Kind::Other => last.range.end = end,
            _ => lexemes.push(Lexeme {
                range: at..end,
                kind,
            }),
        }
        at = end;
    }
    lexemes
}

fn lexeme_at(css: &str, at: usize, depth: &mut usize) -> (usize, Kind) {
    let rest = &css[at..];
    match rest.as_bytes()[0] {
        b'/' if rest.starts_with("/*") => (
            rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            Kind::Comment,
        ),
        quote @ (b'"' | b'\'') => {
            let (length, inner) = text_length(rest, quote);
            let value = unescape(&rest[1..inner]);
            (length, Kind::Text { value })
        }
        b'\\' => (escape_length(rest), Kind::Other),
        b'u' | b'U' if begins_address(css, at) => address(css, at),
        b'(' | b'[' => {
            *depth += 1;
            (1, Kind::Other)
        }
        b')' | b']' => {
            *depth = depth.saturating_sub(1);
            (1, Kind::Other)
        }
        b';' | b'{' | b'}' if *depth == 0 => (1, Kind::Delimiter),
        _ => (rest.chars().next().map_or(1, char::len_utf8), Kind::Other),
    }
}

fn begins_address(css: &str, at: usize) -> bool {
    let is_name =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || byte >= 0x80;
    let stands_alone = at == 0 || !is_name(css.as_bytes()[at - 1]);
    stands_alone
        && css
            .as_bytes()
            .get(at..at + 4)
            .is_some_and(|start| start.eq_ignore_ascii_case(b"url("))
}

fn address(css: &str, at: usize) -> (usize, Kind) {
    let open = at + 4;
    let inner = &css[open..];
    let start = open + (inner.len() - inner.trim_start().len());
    let quote = css
        .as_bytes()
        .get(start)
        .copied()
        .filter(|byte| matches!(byte, b'"' | b'\''));
    let (range, value) = if let Some(quote) = quote {
        let (length, inner) = text_length(&css[start..], quote);
        let value = unescape(&css[start + 1..start + inner]);
        (start..start + length, value)
    } else {
        let end = start + unquoted_length(&css[start..]);
        let end = start + css[start..end].trim_end().len();
        (start..end, unescape(&css[start..end]))
    };
    let close = css[range.end..]
        .find(')')
        .map_or(css.len(), |found| range.end + found + 1);
    (close - at, Kind::Address { range, value })
}

fn unquoted_length(text: &str) -> usize {
    let mut at = 0;
    while let Some(found) = text[at..].find([')', '\\']) {
        at += found;
        if text.as_bytes()[at] == b')' {
            return at;
        }
        at += escape_length(&text[at..]);
    }
    text.len()
}

/// How long a text is with its quotes, and where the closing one stands. A line break ends it too.
fn text_length(text: &str, quote: u8) -> (usize, usize) {
    let mut at = 1;
    while at < text.len() {
        match text.as_bytes()[at] {
            byte if byte == quote => return (at + 1, at),
            b'\n' | b'\r' | b'\x0C' => return (at, at),
            b'\\' => at += escape_length(&text[at..]),
            _ => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    (text.len(), text.len())
}

fn escape_length(text: &str) -> usize {
    let hex = text
        .bytes()
        .skip(1)
        .take(6)
        .take_while(u8::is_ascii_hexdigit)
        .count();
    if hex == 0 {
        return 1 + text[1..].chars().next().map_or(0, char::len_utf8);
    }
    let space = text
        .as_bytes()
        .get(1 + hex)
        .is_some_and(u8::is_ascii_whitespace);
    1 + hex + usize::from(space)
}

pub(super) fn unescape(css: &str) -> String {
    let mut text = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(found) = rest.find('\\') {
        text.push_str(&rest[..found]);
        let length = escape_length(&rest[found..]);
        let escaped = rest[found + 1..found + length]
            .trim_end_matches(|last: char| last.is_ascii_whitespace());
        match u32::from_str_radix(escaped, 16) {
            Ok(number) => text.push(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)),
            Err(_) => text.push_str(escaped),
        }
        rest = &rest[found + length..];
    }
    text.push_str(rest);
    text
}
