//! Text with simple marks: what may stand in headings, paragraphs, lists and footers.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use super::raw::{SCHEMES, clean_within_bounds};
use super::{breaks, check, shield};

const TAGS: [&str; 12] = [
    "b", "strong", "i", "em", "u", "s", "a", "br", "span", "sup", "sub", "code",
];
const STYLES: [&str; 6] = [
    "color",
    "background-color",
    "font-weight",
    "font-style",
    "text-decoration",
    "font-size",
];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::empty();
    cleaner
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from([
            "script", "style", "title", "textarea", "noscript",
        ]))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href"])),
            ("span", HashSet::from(["style"])),
        ]))
        .filter_style_properties(HashSet::from(STYLES))
        .url_schemes(HashSet::from(SCHEMES))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .attribute_filter(|_, attribute, value| match attribute {
            "href" => check::link(value.to_owned()).ok().map(Into::into),
            _ => Some(value.into()),
        });
    cleaner
});

#[expect(
    clippy::needless_pass_by_value,
    reason = "one of the rules that values are read by"
)]
pub(super) fn read(html: String) -> Result<String, String> {
    shield::clean(&html, |html| {
        clean_within_bounds(&CLEANER, &breaks::in_place_of_blocks(html))
    })
}

/// Cleaned text comes out as it went in; nothing of what cannot be cleaned.
pub(super) fn clean(html: &str) -> String {
    try_clean(html).unwrap_or_default()
}

fn try_clean(html: &str) -> Result<String, String> {
    shield::clean(html, |html| clean_within_bounds(&CLEANER, html))
}
