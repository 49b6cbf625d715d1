//! Takes a text apart. Whoever knows its syntax says what stands where.

use std::borrow::Cow;
use std::collections::HashMap;

use super::escape::Escape;
use super::reserved;
use super::tag::{Decode, Tag, encoded_tags};
use super::template::{Link, Name, Piece, Quotes, Slot, Template, Url, UrlPart};
use super::url::{self, Form};
use super::url_position::UrlSoFar;

/// What a URL is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlUse {
    /// A link that people click.
    Link(Quotes),
    /// Any other attribute.
    Attribute,
    /// `url(…)` in a style sheet.
    Css,
    /// `url(…)` in a style attribute.
    CssAttribute,
}

/// Appends the pieces of a text one after the other.
pub struct Builder {
    template: Template,
    numbers: HashMap<String, usize>,
}

impl Builder {
    /// `size`: bytes of the source.
    pub fn new(size: usize) -> Self {
        let template = Template {
            text: String::with_capacity(size),
            pieces: Vec::new(),
            names: Vec::new(),
            links: Vec::new(),
        };
        Self {
            template,
            numbers: HashMap::new(),
        }
    }

    pub fn finish(mut self) -> Template {
        self.template.text.shrink_to_fit();
        self.template
    }

    /// A text that stays as it is.
    pub fn literal(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let start = self.template.text.len();
        self.template.text.push_str(text);
        let end = self.template.text.len();
        match self.template.pieces.last_mut() {
            Some(Piece::Text(range)) if range.end == start => range.end = end,
            _ => self.template.pieces.push(Piece::Text(start..end)),
        }
    }

    /// A text with tags.
    pub fn text(&mut self, source: &str, decode: Decode, escape: Escape) {
        self.text_by(source, decode, |_| escape);
    }

    /// A text in which it depends on what stands before a tag how it is escaped: `escape` gets the text between
    /// the tag and the one before it.
    pub(super) fn text_by(
        &mut self,
        source: &str,
        decode: Decode,
        mut escape: impl FnMut(&str) -> Escape,
    ) {
        let mut at = 0;
        for tag in encoded_tags(source, decode) {
            let before = &source[at..tag.range.start];
            self.literal(before);
            at = tag.range.end;
            let escape = escape(before);
            let slot = self.slot(tag);
            self.template.pieces.push(Piece::Tag(slot, escape));
        }
        self.literal(&source[at..]);
    }

    /// A whole URL.
    pub fn url(&mut self, source: &str, decode: Decode, used_as: UrlUse) {
        let tags: Vec<Tag> = encoded_tags(source, decode).collect();
        let link = match used_as {
            UrlUse::Link(_) => link(source, decode, &tags),
            _ => None,
        };
        if tags.is_empty() && link.is_none() {
            return self.literal(source);
        }
        let before = tags
            .first()
            .map_or(source, |tag| &source[..tag.range.start]);
        let is_open = !tags.is_empty() && !url::is_settled(&decode(before));
        let parts = self.url_parts(source, decode, tags);
        let link = link.map(|link| {
            self.template.links.push(link);
            self.template.links.len() - 1
        });
        self.template.pieces.push(Piece::Url(Url {
            parts,
            form: used_as.form(),
            quotes: used_as.quotes(),
            link,
            is_open,
        }));
    }

    fn url_parts(&mut self, source: &str, decode: Decode, tags: Vec<Tag>) -> Vec<UrlPart> {
        let mut parts = Vec::with_capacity(2 * tags.len() + 1);
        let mut so_far = UrlSoFar::new();
        let mut at = 0;
        for tag in tags {
            self.url_text(
                &source[at..tag.range.start],
                decode,
                &mut so_far,
                &mut parts,
            );
            at = tag.range.end;
            parts.push(UrlPart::Tag(self.slot(tag), so_far.place()));
            so_far.tag();
        }
        self.url_text(&source[at..], decode, &mut so_far, &mut parts);
        parts
    }

    fn url_text(
        &mut self,
        source: &str,
        decode: Decode,
        so_far: &mut UrlSoFar,
        parts: &mut Vec<UrlPart>,
    ) {
        if source.is_empty() {
            return;
        }
        let start = self.template.text.len();
        self.template.text.push_str(source);
        let decoded = decode(source);
        so_far.text(&decoded);
        let decoded = match decoded {
            Cow::Borrowed(_) => None,
            Cow::Owned(decoded) => Some(decoded.into_boxed_str()),
        };
        parts.push(UrlPart::Text {
            source: start..self.template.text.len(),
            decoded,
        });
    }

    fn slot(&mut self, tag: Tag) -> Slot {
        let names = &mut self.template.names;
        let name = *self
            .numbers
            .entry(tag.name.into_owned())
            .or_insert_with_key(|name| {
                names.push(Name {
                    name: name.clone(),
                    has_fallback: true,
                });
                names.len() - 1
            });
        names[name].has_fallback &= tag.fallback.is_some();
        let fallback = tag.fallback.map(|text| text.into_owned().into_boxed_str());
        Slot { name, fallback }
    }
}

/// Clicks are counted on what leads, or may lead, to a web page; not on the links that the product itself
/// puts in, which must work whatever becomes of the counting.
fn link(source: &str, decode: Decode, tags: &[Tag]) -> Option<Link> {
    let target = decode(source);
    let is_counted = match tags.first() {
        None => url::is_web(&target),
        Some(tag) => {
            let before = decode(&source[..tag.range.start]);
            let is_ours = before.trim().is_empty() && reserved::is_url(&tag.name);
            !is_ours && (url::is_web(&before) || !url::is_settled(&before))
        }
    };
    is_counted.then(|| Link {
        target: target.trim().to_owned(),
        is_static: tags.is_empty(),
    })
}

impl UrlUse {
    fn form(self) -> Form {
        match self {
            Self::Link(_) | Self::Attribute => Form::Attribute,
            Self::Css => Form::Css,
            Self::CssAttribute => Form::CssAttribute,
        }
    }

    fn quotes(self) -> Quotes {
        match self {
            Self::Link(quotes) => quotes,
            Self::Attribute | Self::Css | Self::CssAttribute => Quotes::There,
        }
    }
}
