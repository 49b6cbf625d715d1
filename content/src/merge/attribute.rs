//! Merge tags in attributes.

use postrider_domain::designs::merge::{Builder, Escape, Quotes, UrlUse, encoded_tags};

use super::css;
use super::mask::mask;
use crate::html::entities::decode_attribute;
use crate::html::scan::{Quote, Tag};

/// What an attribute holds.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Text,
    Url,
    /// Something to click.
    Link,
    /// Several URLs, each with its size.
    UrlList,
    Css,
    /// Code, or a text that is read as HTML or as an address once more.
    Code,
}

/// Attributes that hold one URL, whatever element they belong to.
const URLS: [&str; 17] = [
    "action",
    "archive",
    "background",
    "cite",
    "classid",
    "codebase",
    "data",
    "dynsrc",
    "formaction",
    "href",
    "longdesc",
    "lowsrc",
    "manifest",
    "ping",
    "poster",
    "src",
    "xlink:href",
];

/// A tag and what decides about its attributes; looked for once, for a tag may have very many of them.
pub(super) struct Element<'t> {
    tag: &'t Tag,
    /// The attribute that says where a click leads: of two a browser goes by the first.
    link: Option<usize>,
    has_http_equiv: bool,
}

impl<'t> Element<'t> {
    pub(super) fn new(tag: &'t Tag) -> Self {
        let is_clicked = matches!(tag.name.as_str(), "a" | "area") || tag.name.starts_with("v:");
        let mut names = tag
            .attributes
            .iter()
            .map(|attribute| attribute.name.as_str());
        let link = if is_clicked {
            names.position(|name| name == "href")
        } else {
            None
        };
        Self {
            tag,
            link,
            has_http_equiv: tag.attribute("http-equiv").is_some(),
        }
    }

    fn kind(&self, index: usize) -> Kind {
        match self.tag.attributes[index].name.as_str() {
            "href" if self.link == Some(index) => Kind::Link,
            "srcset" | "imagesrcset" => Kind::UrlList,
            "style" => Kind::Css,
            "srcdoc" => Kind::Code,
            "content" if self.has_http_equiv => Kind::Code,
            name if URLS.contains(&name) => Kind::Url,
            name if name.starts_with("on") => Kind::Code,
            _ => Kind::Text,
        }
    }
}

/// Appends the value of one of the attributes, which stands in the HTML as `source`.
pub(super) fn compile(builder: &mut Builder, element: &Element, index: usize, source: &str) {
    let kind = element.kind(index);
    let is_bare = element.tag.attributes[index].quote == Quote::None;
    let has_tags = source.contains("{{") && encoded_tags(source, decode_attribute).next().is_some();
    if !has_tags {
        if kind == Kind::Link {
            let quotes = if is_bare {
                Quotes::Missing
            } else {
                Quotes::There
            };
            return builder.url(source, decode_attribute, UrlUse::Link(quotes));
        }
        return builder.literal(source);
    }
    if !is_bare {
        return value(builder, kind, source);
    }
    // A value may be empty or have spaces in it: without quotes the next attribute would become part of it.
    builder.literal("\"");
    value(builder, kind, &source.replace('"', "&quot;"));
    builder.literal("\"");
}

fn value(builder: &mut Builder, kind: Kind, source: &str) {
    match kind {
        Kind::Text => builder.text(source, decode_attribute, Escape::Html),
        Kind::Url => builder.url(source, decode_attribute, UrlUse::Attribute),
        Kind::Link => builder.url(source, decode_attribute, UrlUse::Link(Quotes::There)),
        Kind::UrlList => url_list(builder, source),
        Kind::Css => css::attribute(builder, source),
        Kind::Code => builder.text(source, decode_attribute, Escape::Strict),
    }
}

/// `a.png 1x, b.png 2x`: a URL ends at white space, what follows it at a comma.
fn url_list(builder: &mut Builder, source: &str) {
    let masked = mask(source, decode_attribute);
    let is_space = |character: char| character.is_ascii_whitespace();
    let mut at = 0;
    while at < source.len() {
        let rest = &masked[at..];
        let start = at
            + rest
                .find(|c| c != ',' && !is_space(c))
                .unwrap_or(rest.len());
        let end = start
            + masked[start..]
                .find(is_space)
                .unwrap_or(masked.len() - start);
        let url_end = start + masked[start..end].trim_end_matches(',').len();
        let next = if url_end < end {
            end
        } else {
            end + masked[end..].find(',').unwrap_or(masked.len() - end)
        };
        builder.literal(&source[at..start]);
        builder.url(&source[start..url_end], decode_attribute, UrlUse::Attribute);
        builder.text(&source[url_end..next], decode_attribute, Escape::Strict);
        at = next;
    }
}
