//! What an HTML is made of.

use std::ops::Range;

/// Bytes of an HTML.
pub const SIZE_MAX: usize = 5 * 1024 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Doctype(Range<usize>),
    Start(Tag),
    End {
        name: String,
        range: Range<usize>,
    },
    Text {
        range: Range<usize>,
        kind: TextKind,
    },
    /// A conditional comment is one too: whoever needs what is inside scans `inner` again.
    Comment {
        range: Range<usize>,
        inner: Range<usize>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Lower case.
    pub name: String,
    pub range: Range<usize>,
    /// All of them in order, also those that a browser ignores because their name stood before.
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Lower case.
    pub name: String,
    /// Name, equals sign and quotes.
    pub range: Range<usize>,
    /// What stands between the quotes.
    pub value: Option<Range<usize>>,
    pub quote: Quote,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quote {
    Double,
    Single,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// Text with entities.
    Data,
    /// Text with entities but without tags: titles, text areas.
    Title,
    Style,
    Script,
    /// Neither entities nor tags: `noscript`, `xmp`, `iframe`, CDATA.
    OtherRaw,
}

impl Token {
    pub fn range(&self) -> Range<usize> {
        match self {
            Self::Start(tag) => tag.range.clone(),
            Self::Doctype(range)
            | Self::End { range, .. }
            | Self::Text { range, .. }
            | Self::Comment { range, .. } => range.clone(),
        }
    }

    pub(super) fn shift(&mut self, by: usize) {
        let shift = |range: &mut Range<usize>| *range = range.start + by..range.end + by;
        match self {
            Self::Doctype(range) | Self::End { range, .. } | Self::Text { range, .. } => {
                shift(range);
            }
            Self::Comment { range, inner } => {
                shift(range);
                shift(inner);
            }
            Self::Start(tag) => {
                shift(&mut tag.range);
                for attribute in &mut tag.attributes {
                    shift(&mut attribute.range);
                    attribute.value.as_mut().into_iter().for_each(shift);
                }
            }
        }
    }
}

impl Tag {
    /// The attribute that counts: the first of its name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name == name)
    }

    /// The value as it stands in the source, entities and all.
    pub fn value<'h>(&self, html: &'h str, name: &str) -> Option<&'h str> {
        let range = self.attribute(name)?.value.clone()?;
        Some(&html[range])
    }
}
