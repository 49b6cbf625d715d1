//! A text with merge tags, taken apart once, so that rendering it for a recipient is a walk over slices.

use std::borrow::Cow;
use std::ops::Range;

use jiff::tz::TimeZone;

use super::escape::{self, Escape};
use super::url::{self, Form};
use super::url_position::UrlPosition;
use super::value::Value;

/// Made by `compile_text`, `compile_header`, or for HTML with a `Builder`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// What stands between the tags, one piece after the other.
    pub(super) text: String,
    pub(super) pieces: Vec<Piece>,
    pub(super) names: Vec<Name>,
    pub(super) links: Vec<Link>,
}

/// A name that the template asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub name: String,
    /// Whether there is a fallback wherever the name stands.
    pub has_fallback: bool,
}

/// Distinct names in one template. No mail needs as many, and each is looked up for every recipient: whoever
/// takes a text in refuses one with more.
pub const NAMES_MAX: usize = 1000;

/// What values can add to a text. A tag may stand in it a hundred thousand times, and a value may be long: beyond this
/// nothing is put in.
const VALUES_MAX: usize = 1 << 20;

/// A link whose clicks can be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it leads, merge tags and all.
    pub target: String,
    /// Whether it leads everybody there: there is no merge tag in it.
    pub is_static: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(Range<usize>),
    Tag(Slot, Escape),
    Url(Url),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// Its place among the names.
    pub name: usize,
    pub fallback: Option<Box<str>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Url {
    pub parts: Vec<UrlPart>,
    pub form: Form,
    /// What stands around it if it is replaced.
    pub quotes: Quotes,
    pub link: Option<usize>,
    /// Whether a value could make a script of it, so that each has to be looked at when it is finished.
    pub is_open: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UrlPart {
    /// As it stands in the source, and what it means where that differs.
    Text {
        source: Range<usize>,
        decoded: Option<Box<str>>,
    },
    Tag(Slot, UrlPosition),
}

/// Whether the value of an attribute stands between quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotes {
    There,
    /// They are put around what is no longer as it was in the source.
    Missing,
}

impl Quotes {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::There => "",
            Self::Missing => "\"",
        }
    }
}

impl Template {
    /// Each name once, in the order in which they first stand there.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// In their order; a link's place is its index.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Appends the text for one recipient. Each name is looked up once; dates show as the day that they are in
    /// `zone`.
    pub fn render<'v>(
        &self,
        zone: &TimeZone,
        lookup: impl FnMut(&str) -> Option<Value<'v>>,
        out: &mut String,
    ) {
        self.render_with_links(zone, lookup, |_, _, _| {}, out);
    }

    /// As `render`, with other targets for links: `retarget` gets a link's index and where it leads, and
    /// writes the URL that stands there instead. If it writes nothing, the link stays. Links that turn out
    /// to lead to no web page are not asked for.
    pub fn render_with_links<'v>(
        &self,
        zone: &TimeZone,
        mut lookup: impl FnMut(&str) -> Option<Value<'v>>,
        retarget: impl FnMut(usize, &str, &mut String),
        out: &mut String,
    ) {
        let values = self.names.iter().map(|name| lookup(&name.name)?.show(zone));
        let mut rendering = Rendering {
            text: &self.text,
            values: values.collect(),
            retarget,
            target: String::new(),
            replacement: String::new(),
        };
        out.reserve(self.text.len() + self.text.len() / 4);
        let longest = out.len() + self.text.len() + VALUES_MAX;
        for piece in &self.pieces {
            match piece {
                Piece::Text(range) => out.push_str(&self.text[range.clone()]),
                Piece::Tag(..) | Piece::Url(_) if out.len() > longest => {}
                Piece::Tag(slot, escape) => escape.write(rendering.value(slot), out),
                Piece::Url(url) => rendering.url(url, out),
            }
        }
    }
}

struct Rendering<'t, 'v, R> {
    text: &'t str,
    values: Vec<Option<Cow<'v, str>>>,
    retarget: R,
    /// The link at hand and what stands there instead; kept for their memory.
    target: String,
    replacement: String,
}

impl<R: FnMut(usize, &str, &mut String)> Rendering<'_, '_, R> {
    fn value<'a>(&'a self, slot: &'a Slot) -> &'a str {
        self.values[slot.name]
            .as_deref()
            .or(slot.fallback.as_deref())
            .unwrap_or_default()
    }

    fn url(&mut self, url: &Url, out: &mut String) {
        if url.link.is_some() || url.is_open {
            self.finish_target(url);
        }
        if url.is_open && !url::is_allowed(&self.target) {
            out.push('#');
            return;
        }
        if let Some(link) = url.link
            && url::is_web(&self.target)
        {
            self.replacement.clear();
            (self.retarget)(link, self.target.trim(), &mut self.replacement);
            if !self.replacement.is_empty() {
                out.push_str(url.quotes.as_str());
                escape::html(&self.replacement, out);
                out.push_str(url.quotes.as_str());
                return;
            }
        }
        self.write_parts(url, out);
    }

    /// The URL itself, whatever it stands in.
    fn finish_target(&mut self, url: &Url) {
        let mut target = std::mem::take(&mut self.target);
        target.clear();
        for part in &url.parts {
            match part {
                UrlPart::Text {
                    decoded: Some(decoded),
                    ..
                } => target.push_str(decoded),
                UrlPart::Text { source, .. } => target.push_str(&self.text[source.clone()]),
                UrlPart::Tag(slot, place) => {
                    url::write(self.value(slot), *place, Form::Plain, &mut target);
                }
            }
        }
        self.target = target;
    }

    fn write_parts(&self, url: &Url, out: &mut String) {
        for part in &url.parts {
            match part {
                UrlPart::Text { source, .. } => out.push_str(&self.text[source.clone()]),
                UrlPart::Tag(slot, place) => url::write(self.value(slot), *place, url.form, out),
            }
        }
    }
}
