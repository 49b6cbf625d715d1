//! Paragraphs and the like become line breaks where only marks may stand.

use std::borrow::Cow;

use crate::html::clean::{Edit, apply};
use crate::html::scan::{Tag, TextKind, Token, scan};

const BLOCKS: &str = "address article aside blockquote caption center dd div dl dt figcaption figure footer h1 h2 h3 h4 \
    h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul";

/// Whether an element begins on a line of its own.
pub(super) fn is_block(name: &str) -> bool {
    BLOCKS.split_ascii_whitespace().any(|block| block == name)
}

/// Line breaks in place of blocks, between what they hold.
pub(super) fn in_place_of_blocks(html: &str) -> Cow<'_, str> {
    if !html.contains('<') {
        return html.into();
    }
    let mut edits: Vec<Edit> = Vec::new();
    // The last edge of a block since something was shown.
    let mut edge: Option<usize> = None;
    let mut shows_something = false;
    for token in scan(html).unwrap_or_default() {
        match token {
            Token::Start(Tag { name, range, .. }) | Token::End { name, range }
                if is_block(&name) =>
            {
                edge = shows_something.then_some(edits.len());
                edits.push((range, String::new()));
            }
            Token::Start(tag) if tag.name == "br" => {
                break_at(edge.take(), &mut edits);
                // It is the break of an edge that may follow.
                shows_something = false;
            }
            Token::Text {
                range,
                kind: TextKind::Data,
            } if !html[range.clone()].trim().is_empty() => {
                break_at(edge.take(), &mut edits);
                shows_something = true;
            }
            _ => {}
        }
    }
    apply(html, &edits).into()
}

fn break_at(edge: Option<usize>, edits: &mut [Edit]) {
    if let Some(edge) = edge {
        edits[edge].1.push_str("<br>");
    }
}
