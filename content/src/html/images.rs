//! The images that an HTML shows, wherever it names them.

use std::borrow::Cow;
use std::ops::Range;

use indexmap::IndexMap;
use url::Url;

use super::clean::{Edit, apply};
use super::conditional;
use super::css::{self, Use};
use super::entities::{decode_attribute, escape_attribute};
use super::scan::{Attribute, Quote, Tag, TextKind, Token, scan, scan_within};
use super::srcset;

/// An image that can be fetched, or is there already as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownImage {
    pub url: Url,
    /// What stands in its place for those who do not see it; nothing if nobody says.
    pub alt: String,
}

/// Each once, in order.
#[derive(Default)]
pub(crate) struct ShownImages(IndexMap<Url, String>);

impl ShownImages {
    pub fn add(&mut self, address: &str) {
        if let Some(url) = fetchable(address) {
            self.0.entry(url).or_default();
        }
    }

    /// The first text tells. One with merge tags tells each recipient something else.
    pub fn tell(&mut self, address: &str, alt: &str) {
        let alt = alt.trim();
        if alt.is_empty() || alt.contains("{{") {
            return;
        }
        let known = fetchable(address).and_then(|url| self.0.get_mut(&url));
        if let Some(known) = known.filter(|known| known.is_empty()) {
            alt.clone_into(known);
        }
    }

    /// The alternative texts of a piece of HTML.
    pub fn tell_all(&mut self, html: &str, tokens: &[Token]) {
        for token in tokens {
            let Token::Start(tag) = token else { continue };
            if let (true, Some(address), Some(alt)) = (
                shows_image(&tag.name),
                tag.value(html, "src"),
                tag.value(html, "alt"),
            ) {
                self.tell(&decode_attribute(address), &decode_attribute(alt));
            }
        }
    }

    pub fn into_list(self) -> Vec<ShownImage> {
        let images = self.0.into_iter();
        images.map(|(url, alt)| ShownImage { url, alt }).collect()
    }
}

pub(super) fn find(html: &str, tokens: &[Token]) -> Vec<ShownImage> {
    let mut images = ShownImages::default();
    replace(html, tokens, &mut |address| {
        images.add(address);
        None
    });
    images.tell_all(html, tokens);
    images.into_list()
}

/// Merge tags give each recipient another image.
pub(crate) fn fetchable(address: &str) -> Option<Url> {
    if address.contains("{{") {
        return None;
    }
    Url::parse(address.trim())
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https" | "data"))
}

type Replace<'r> = &'r mut dyn FnMut(&str) -> Option<String>;

/// `html` with other addresses in place of those of its images; `None` if all of them stay.
pub(crate) fn replaced(html: &str, new: Replace<'_>) -> Option<String> {
    let tokens = scan(html).ok()?;
    let edits = replace(html, &tokens, new);
    (!edits.is_empty()).then(|| apply(html, &edits))
}

/// The changes that put other addresses in place of those of images.
pub(super) fn replace(html: &str, tokens: &[Token], replace: Replace<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for token in tokens {
        match token {
            Token::Start(tag) => in_tag(html, tag, replace, &mut edits),
            Token::Text {
                range,
                kind: TextKind::Style,
            } => {
                if let Some(css) = in_css(&html[range.clone()], replace) {
                    edits.push((range.clone(), css));
                }
            }
            Token::Comment { inner, .. } => in_comment(html, inner.clone(), replace, &mut edits),
            Token::Doctype(_) | Token::End { .. } | Token::Text { .. } => {}
        }
    }
    edits
}

/// Outlook's own images. There are no conditional comments inside conditional comments.
fn in_comment(html: &str, inner: Range<usize>, replace: Replace<'_>, edits: &mut Vec<Edit>) {
    let tokens =
        conditional::content(html, inner).and_then(|content| scan_within(html, content).ok());
    for token in tokens.unwrap_or_default() {
        match token {
            Token::Start(tag) => in_tag(html, &tag, replace, edits),
            Token::Text {
                range,
                kind: TextKind::Style,
            } => {
                if let Some(css) = in_css(&html[range.clone()], replace) {
                    edits.push((range, css));
                }
            }
            _ => {}
        }
    }
}

fn in_tag(html: &str, tag: &Tag, replace: Replace<'_>, edits: &mut Vec<Edit>) {
    for attribute in &tag.attributes {
        let Some(range) = attribute.value.clone() else {
            continue;
        };
        let value = || decode_attribute(&html[range.clone()]);
        let new = match attribute.name.as_str() {
            "style" => in_css(&value(), replace),
            "srcset" => srcset::replace(&value(), |address| replace(address).map(Cow::Owned)),
            "background" | "poster" => replace(&value()),
            "src" if shows_image(&tag.name) => replace(&value()),
            _ => None,
        };
        if let Some(new) = new {
            edits.push((range, spelled(attribute, &new)));
        }
    }
}

fn spelled(attribute: &Attribute, value: &str) -> String {
    match attribute.quote {
        Quote::None => format!("\"{}\"", escape_attribute(value)),
        Quote::Double | Quote::Single => escape_attribute(value),
    }
}

fn shows_image(name: &str) -> bool {
    matches!(name, "img" | "image" | "amp-img" | "amp-anim") || name.starts_with("v:")
}

fn in_css(css: &str, replace: Replace<'_>) -> Option<String> {
    css::addresses(css, |address, purpose| match purpose {
        Use::Image => replace(address),
        Use::Font | Use::Import => None,
    })
}
