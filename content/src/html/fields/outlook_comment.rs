//! Links inside a conditional comment.

use std::ops::Range;

use super::super::entities::{decode, decode_attribute};
use super::super::imported::Quoting;
use super::super::scan::{Quote, TextKind, Token, scan_within};
use super::super::visible;

/// What Outlook alone sees.
#[derive(Debug)]
pub(super) struct Comment {
    pub range: Range<usize>,
    pub addresses: Vec<(Range<usize>, String, Quoting)>,
    pub texts: Vec<(Range<usize>, String)>,
    pub draws_button: bool,
}

impl Comment {
    /// `None` if it holds no link.
    pub fn read(html: &str, range: Range<usize>, content: Range<usize>) -> Option<Self> {
        let mut comment = Self {
            range,
            addresses: Vec::new(),
            texts: Vec::new(),
            draws_button: false,
        };
        for token in scan_within(html, content).ok()? {
            match token {
                Token::Start(tag) => {
                    comment.draws_button |= matches!(tag.name.as_str(), "v:roundrect" | "v:rect");
                    let href = tag.attribute("href");
                    if let Some((range, quote)) =
                        href.and_then(|href| Some((href.value.clone()?, href.quote)))
                    {
                        let value = decode_attribute(&html[range.clone()]).into_owned();
                        let place = if quote == Quote::None {
                            Quoting::Bare
                        } else {
                            Quoting::Quoted
                        };
                        comment.addresses.push((range, value, place));
                    }
                }
                Token::Text {
                    range,
                    kind: TextKind::Data,
                } => {
                    if let Some(seen) = visible::seen(&html[range.clone()]) {
                        let range = range.start + seen.start..range.start + seen.end;
                        let value = decode(&html[range.clone()]).into_owned();
                        comment.texts.push((range, value));
                    }
                }
                _ => {}
            }
        }
        (!comment.addresses.is_empty()).then_some(comment)
    }
}
