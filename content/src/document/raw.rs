//! The author's own HTML inside a block.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use css_inline::CSSInliner;

use super::{check, shield};
use crate::html::css::declarations;
use crate::html::depth;
use crate::html::scan::{TextKind, Token, scan};

const TAGS: &str = "a abbr address article b big blockquote br caption center code col colgroup dd del div dl dt em \
    figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins li main mark ol p pre s section small span \
    strike strong sub sup table tbody td tfoot th thead tr u ul wbr";
const ATTRIBUTES: &str = "align alt aria-hidden aria-label background bgcolor border cellpadding cellspacing class \
    color dir height lang role style title valign width";

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let cells = || HashSet::from(["colspan", "rowspan", "nowrap", "scope"]);
    let mut cleaner = Builder::empty();
    cleaner
        .tags(TAGS.split_ascii_whitespace().collect())
        .clean_content_tags(HashSet::from([
            "script", "style", "title", "textarea", "noscript", "iframe", "object", "svg", "math",
            "select", "template",
        ]))
        .generic_attributes(ATTRIBUTES.split_ascii_whitespace().collect())
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href", "name", "target"])),
            ("img", HashSet::from(["src"])),
            ("font", HashSet::from(["face", "size"])),
            ("ol", HashSet::from(["start", "type"])),
            ("td", cells()),
            ("th", cells()),
        ]))
        .url_schemes(HashSet::from(SCHEMES))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .attribute_filter(|_, attribute, value| match attribute {
            "href" => check::link(value.to_owned()).ok().map(Into::into),
            "src" | "background" => check::source(value.to_owned()).ok().map(Into::into),
            "style" => Some(harmless_style(value)),
            _ => Some(value.into()),
        });
    cleaner
});

/// Schemes of links; whether an address has one is decided by `check::link`, which knows merge tags.
pub(super) const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// Characters of one block.
pub(super) const SIZE_MAX: usize = 102_400;

/// Elements times bytes of style sheet: what inlining may cost, and how much it may write.
const INLINING_MOST: usize = 8_000_000;

pub(super) fn read(html: String) -> Result<String, String> {
    let styled = if html.to_ascii_lowercase().contains("<style") {
        shield::clean(&html, inline_styles)?
    } else {
        html
    };
    let cleaned = try_clean(&styled)?;
    // What is kept is read again, by the same rule.
    check::length(&cleaned, SIZE_MAX)
        .map_err(|_| "Is too large once its styles stand on every element.".to_owned())?;
    Ok(cleaned)
}

/// Cleaned HTML comes out as it went in; nothing of what cannot be cleaned.
pub(super) fn clean(html: &str) -> String {
    try_clean(html).unwrap_or_default()
}

fn try_clean(html: &str) -> Result<String, String> {
    shield::clean(html, |html| clean_within_bounds(&CLEANER, html))
}

/// How often an HTML may become another one by being cleaned.
const PASSES_MAX: usize = 4;

/// Cleans until nothing changes: what one parser wrote can mean something else to the next. Refuses what is too much
/// for any of them.
pub(super) fn clean_within_bounds(cleaner: &Builder<'_>, html: &str) -> Result<String, String> {
    let mut kept = html.to_owned();
    for _ in 0..=PASSES_MAX {
        depth::check(&kept).map_err(|error| error.message)?;
        let again = cleaner.clean(&kept).to_string();
        if again == kept {
            return Ok(kept);
        }
        kept = again;
    }
    Err("Nests its elements in a way that means something else each time it is read.".to_owned())
}

/// Puts the rules of `style` elements on the elements that they mean.
fn inline_styles(html: &str) -> Result<String, String> {
    let tokens = scan(html).map_err(|error| error.message)?;
    let css: Vec<&str> = tokens
        .iter()
        .filter_map(|token| match token {
            Token::Text {
                range,
                kind: TextKind::Style,
            } => Some(&html[range.clone()]),
            _ => None,
        })
        .collect();
    let css = css.join("\n");
    let elements = tokens
        .iter()
        .filter(|token| matches!(token, Token::Start(_)))
        .count();
    if elements.saturating_mul(css.len()) > INLINING_MOST {
        return Err(
            "Has too many styles for its many elements: write them on the elements.".to_owned(),
        );
    }
    depth::check(html).map_err(|error| error.message)?;
    let inliner = CSSInliner::options()
        .inline_style_tags(false)
        .load_remote_stylesheets(false)
        .keep_style_tags(false)
        .build();
    inliner
        .inline_fragment(html, &css)
        .map_err(|_| "Has a style sheet that cannot be read.".to_owned())
}

/// Declarations that run code, or load something from where no image may come.
fn harmless_style(style: &str) -> Cow<'_, str> {
    if declarations(style).all(is_harmless) {
        return style.into();
    }
    declarations(style)
        .filter(|text| is_harmless(text))
        .collect::<Vec<_>>()
        .join(";")
        .into()
}

fn is_harmless(declaration: &str) -> bool {
    let text = declaration.to_ascii_lowercase();
    // A backslash or a comment can hide any word.
    let hides = text.contains(['\\', '<', '>']) || text.contains("/*");
    let runs = [
        "expression",
        "javascript:",
        "vbscript:",
        "behavior",
        "-moz-binding",
        "@import",
    ];
    if hides || runs.iter().any(|word| text.contains(word)) {
        return false;
    }
    text.split("url(").skip(1).all(|address| {
        let address = address.split(')').next().unwrap_or_default();
        let address = address.trim().trim_matches(['"', '\'']);
        check::source(address.to_owned()).is_ok()
    })
}
