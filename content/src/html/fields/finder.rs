//! Walks through a clean HTML and drafts a field for whatever can be edited.

use std::ops::Range;

use super::super::conditional;
use super::super::entities::{decode, decode_attribute};
use super::super::imported::{Quoting, Value};
use super::super::outline::Outline;
use super::super::scan::{Attribute, Quote, Tag, TextKind, Token};
use super::super::visible;
use super::draft::{Draft, Slot};
use super::link::Link;
use super::look;
use super::outlook_comment::Comment;
use super::preheader::Preheader;

/// More would be no help to anybody, and a page of them slow to show.
pub(in crate::html) const FIELDS_MAX: usize = 20_000;

/// What has been seen of the HTML so far.
#[derive(Default)]
pub(super) struct Finder<'h> {
    pub html: &'h str,
    pub outline: Outline,
    pub drafts: Vec<Draft>,
    pub slots: Vec<Slot>,
    pub links: Vec<Link>,
    /// The last of `links` has not ended yet.
    pub in_link: bool,
    pub comments: Vec<Comment>,
    pub preheader: Option<Preheader>,
    pub shows_something: bool,
    pub left_out: usize,
    /// The start tag right before, if nothing but white space stands between.
    pub before: Option<Tag>,
}

impl Finder<'_> {
    pub fn token(&mut self, token: &Token) {
        match token {
            Token::Start(tag) => self.start(tag),
            Token::End { name, range } => {
                if name == "a" {
                    self.end_link(range.start);
                }
                self.outline.end(name);
                self.before = None;
            }
            Token::Text {
                range,
                kind: TextKind::Data,
            } => self.text(range.clone()),
            Token::Text {
                range,
                kind: TextKind::Title,
            } => self.title(range.clone()),
            Token::Comment { range, inner } => {
                if let Some(content) = conditional::content(self.html, inner.clone()) {
                    self.comments
                        .extend(Comment::read(self.html, range.clone(), content));
                }
            }
            Token::Doctype(_) | Token::Text { .. } => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        self.outline.start(self.html, tag);
        if let Some(preheader) = &mut self.preheader {
            preheader.tag(&tag.name);
        }
        match tag.name.as_str() {
            "a" => self.link(tag),
            "img" => self.image(tag),
            _ => {}
        }
        if self.in_link
            && let Some(link) = self.links.last_mut()
        {
            link.looks_like_button |= tag.name != "img" && look::has_look(self.html, tag);
        }
        self.before = Some(tag.clone());
    }

    /// A draft, unless there are too many already.
    fn draft(&mut self, draft: Draft) -> Option<usize> {
        if self.drafts.len() >= FIELDS_MAX {
            self.left_out += 1;
            return None;
        }
        self.drafts.push(draft);
        Some(self.drafts.len() - 1)
    }

    fn slot(&mut self, range: Range<usize>, draft: usize, value: Value) {
        self.slots.push(Slot {
            range,
            draft,
            value,
            place: Quoting::Quoted,
        });
    }

    fn attribute_slot(&mut self, attribute: &Attribute, draft: usize, value: Value) {
        if let Some(range) = attribute.value.clone() {
            let place = if attribute.quote == Quote::None {
                Quoting::Bare
            } else {
                Quoting::Quoted
            };
            self.slots.push(Slot {
                range,
                draft,
                value,
                place,
            });
        }
    }

    fn text(&mut self, range: Range<usize>) {
        let unreadable = self.outline.is_unreadable();
        let first = !self.shows_something && self.preheader.is_none();
        let Some(seen) = visible::seen(&self.html[range.clone()]) else {
            self.more_of_preheader(range);
            return;
        };
        let seen = range.start + seen.start..range.start + seen.end;
        let value = decode(&self.html[seen.clone()]).into_owned();
        self.shows_something |= !unreadable;
        self.before = None;
        let Some(draft) = self.draft(Draft::Text(value)) else {
            self.more_of_preheader(range);
            return;
        };
        self.slot(seen, draft, Value::Text);
        if self.in_link
            && let Some(link) = self.links.last_mut()
        {
            link.texts.push(draft);
        }
        // A link in the first line, such as the one to the page on the web, is to be followed.
        match self.outline.aside().filter(|_| first) {
            Some(aside) if unreadable => self.preheader = Some(Preheader::hidden(draft, aside)),
            Some(aside) if !self.in_link => self.preheader = Some(Preheader::shown(draft, aside)),
            _ => {}
        }
        self.more_of_preheader(range);
    }

    fn more_of_preheader(&mut self, range: Range<usize>) {
        if let Some(preheader) = &mut self.preheader
            && self.outline.aside() == Some(preheader.aside())
        {
            preheader.text(&decode(&self.html[range]));
        }
    }

    fn title(&mut self, range: Range<usize>) {
        let Some(seen) = visible::seen(&self.html[range.clone()]) else {
            return;
        };
        let seen = range.start + seen.start..range.start + seen.end;
        let value = decode(&self.html[seen.clone()]).into_owned();
        if let Some(draft) = self.draft(Draft::Title(value)) {
            self.slot(seen, draft, Value::Text);
        }
    }

    fn image(&mut self, tag: &Tag) {
        let Some((source, src)) = self
            .value_of(tag, "src")
            .filter(|(_, src)| !src.trim().is_empty())
        else {
            return;
        };
        self.shows_something |= !self.outline.is_hidden();
        if self.in_link
            && let Some(link) = self.links.last_mut()
        {
            link.images += 1;
        }
        let alt = self.value_of(tag, "alt");
        let draft = Draft::Image {
            src,
            alt: alt.as_ref().map(|(_, alt)| alt.clone()),
        };
        let Some(draft) = self.draft(draft) else {
            return;
        };
        self.attribute_slot(&source, draft, Value::Src);
        match alt {
            Some((alt, _)) => self.attribute_slot(&alt, draft, Value::Alt),
            None if tag.attribute("alt").is_none() => self.slots.push(Slot {
                range: source.range.end..source.range.end,
                draft,
                value: Value::Alt,
                place: Quoting::Missing,
            }),
            None => {}
        }
    }

    fn link(&mut self, tag: &Tag) {
        self.end_link(tag.range.start);
        let Some((attribute, href)) = self
            .value_of(tag, "href")
            .filter(|(_, href)| !href.trim().is_empty())
        else {
            return;
        };
        let Some(draft) = self.draft(Draft::Link { href }) else {
            return;
        };
        self.attribute_slot(&attribute, draft, Value::Href);
        let cell = self.before.as_ref();
        let mut link = Link::new(draft, tag.range.start);
        link.looks_like_button = cell.is_some_and(|cell| look::is_coloured_cell(self.html, cell));
        self.links.push(link);
        self.in_link = true;
    }

    pub fn end_link(&mut self, at: usize) {
        if std::mem::take(&mut self.in_link)
            && let Some(link) = self.links.last_mut()
        {
            link.range.end = at;
        }
    }

    fn value_of(&self, tag: &Tag, name: &str) -> Option<(Attribute, String)> {
        let attribute = tag.attribute(name)?;
        let value = decode_attribute(&self.html[attribute.value.clone()?]).into_owned();
        Some((attribute.clone(), value))
    }
}
