//! End tags. The scanner tells only of those that close something; all others stand in what it leaves out
//! between two tokens, and nothing else of weight does.

use std::ops::Range;

use super::token::Token;

/// `tokens` with the end tags between them.
pub(super) fn fill_in(html: &str, tokens: Vec<Token>) -> Vec<Token> {
    let mut all = Vec::with_capacity(tokens.len() * 3 / 2);
    let mut at = 0;
    for token in tokens {
        let range = token.range();
        find(html, at..range.start, &mut all);
        at = range.end;
        all.push(token);
    }
    find(html, at..html.len(), &mut all);
    all
}

/// A gap is one end tag after the other, unless the end of the text cuts a tag off: what stands inside that
/// one is none.
fn find(html: &str, gap: Range<usize>, tokens: &mut Vec<Token>) {
    let mut at = gap.start;
    while at < gap.end {
        let rest = &html[at..gap.end];
        if let Some(nothing) = NOTHING.iter().find(|nothing| rest.starts_with(**nothing)) {
            at += nothing.len();
            continue;
        }
        let name = rest.strip_prefix("</").map_or("", name_at);
        let end = end_of_tag(html.as_bytes(), at + 2 + name.len()..gap.end);
        let (false, Some(end)) = (name.is_empty(), end) else {
            return;
        };
        tokens.push(Token::End {
            name: name.to_ascii_lowercase(),
            range: at..end,
        });
        at = end;
    }
}

/// An end tag without a name, and what stands around CDATA.
const NOTHING: [&str; 3] = ["</>", "<![CDATA[", "]]>"];

fn name_at(text: &str) -> &str {
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return "";
    }
    let end = text
        .find(['\t', '\n', '\r', '\x0C', ' ', '/', '>'])
        .unwrap_or(text.len());
    &text[..end]
}

/// Where a tag ends. A quote counts only where a value begins: a `>` inside a value ends nothing.
fn end_of_tag(bytes: &[u8], range: Range<usize>) -> Option<usize> {
    let mut value_begins = false;
    let mut quote = None;
    for at in range {
        let byte = bytes[at];
        match (quote, byte) {
            (Some(open), _) => {
                if byte == open {
                    quote = None;
                }
            }
            (None, b'>') => return Some(at + 1),
            (None, b'"' | b'\'') if value_begins => {
                quote = Some(byte);
                value_begins = false;
            }
            (None, b'\t' | b'\n' | b'\r' | b'\x0C' | b' ') => {}
            _ => value_begins = byte == b'=',
        }
    }
    None
}
