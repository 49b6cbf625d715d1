//! Merge tags in style sheets and style attributes: addresses of images, and else values such as colours and
//! sizes, of which only harmless characters are left.

use std::ops::Range;

use postrider_domain::designs::merge::{Builder, Decode, Escape, UrlUse, as_is};

use super::mask::mask;
use crate::html::entities::decode_attribute;

/// The text of a `style` element.
pub(super) fn sheet(builder: &mut Builder, source: &str) {
    compile(builder, source, as_is, UrlUse::Css);
}

/// The value of a `style` attribute.
pub(super) fn attribute(builder: &mut Builder, source: &str) {
    compile(builder, source, decode_attribute, UrlUse::CssAttribute);
}

fn compile(builder: &mut Builder, source: &str, decode: Decode, used_as: UrlUse) {
    if !source.contains("{{") {
        return builder.literal(source);
    }
    let masked = mask(source, decode);
    let mut at = 0;
    while let Some(url) = next_url(&masked, at) {
        builder.text(&source[at..url.start], decode, Escape::Strict);
        builder.url(&source[url.clone()], decode, used_as);
        at = url.end;
    }
    builder.text(&source[at..], decode, Escape::Strict);
}

const QUOTES: [&str; 8] = [
    "\"", "'", "&quot;", "&#34;", "&#x22;", "&apos;", "&#39;", "&#x27;",
];

/// What stands in the next `url(…)`, without quotes.
fn next_url(css: &str, from: usize) -> Option<Range<usize>> {
    let bytes = css.as_bytes();
    let opening = |at: &usize| bytes[*at..*at + 4].eq_ignore_ascii_case(b"url(");
    let open = (from..css.len().saturating_sub(3)).find(opening)? + 4;
    let inner = css[open..].trim_start();
    let start = css.len() - inner.len();
    let quote = QUOTES
        .into_iter()
        .find(|quote| inner.starts_with(quote))
        .unwrap_or_default();
    let close = if quote.is_empty() { ")" } else { quote };
    let start = start + quote.len();
    let length = css[start..].find(close)?;
    Some(start..start + length)
}
