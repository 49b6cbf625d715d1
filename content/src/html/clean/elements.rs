//! Elements that have no place in a mail.

use super::super::entities::decode_attribute;
use super::super::scan::Tag;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Keep,
    /// Start tag and end tag go, what stands between them stays.
    Unwrap(&'static str),
    /// All of it goes.
    Remove(&'static str),
}

const SCRIPT: &str = "Mails run no scripts.";
const EMBEDDED: &str = "Mail clients do not show embedded documents.";
const FORM: &str = "Mail clients do not show forms, or warn of them.";
const GRAPHIC: &str = "Mail clients do not show it.";
const PARSER: &str = "It changes how the HTML after it is read.";
const HEAD: &str = "It would change how the mail is loaded.";
const AMP: &str = "It belongs to the AMP version of a mail and would hide this one.";

impl Fate {
    /// What becomes of an element that nothing but its name speaks against. End tags have no more than it.
    pub fn of_name(name: &str) -> Self {
        match name {
            "script" => Self::Remove(SCRIPT),
            "noscript" => Self::Unwrap(SCRIPT),
            "iframe" | "noembed" | "noframes" => Self::Remove(EMBEDDED),
            "frame" | "frameset" | "object" | "embed" | "applet" | "param" | "bgsound"
            | "layer" | "ilayer" => Self::Unwrap(EMBEDDED),
            "select" | "datalist" => Self::Remove(FORM),
            "form" | "input" | "button" | "textarea" | "option" | "optgroup" | "keygen"
            | "isindex" => Self::Unwrap(FORM),
            "svg" | "math" => Self::Remove(GRAPHIC),
            "template" | "xmp" | "plaintext" => Self::Remove(PARSER),
            "base" => Self::Unwrap(HEAD),
            _ => Self::Keep,
        }
    }

    pub fn of(html: &str, tag: &Tag) -> Self {
        let value = |name| {
            tag.value(html, name)
                .map(|value| decode_attribute(value).trim().to_ascii_lowercase())
        };
        match tag.name.as_str() {
            "meta" => match value("http-equiv").as_deref() {
                Some(
                    "refresh"
                    | "set-cookie"
                    | "content-security-policy"
                    | "content-security-policy-report-only",
                ) => Self::Unwrap(HEAD),
                Some(anything) if anything.contains("{{") => Self::Unwrap(HEAD),
                _ => Self::Keep,
            },
            "link" => {
                let rel = value("rel").unwrap_or_default();
                let href = value("href").unwrap_or_default();
                match rel.split_ascii_whitespace().any(|rel| LINKS.contains(&rel)) {
                    true => Self::Unwrap(HEAD),
                    false if rel.contains("{{") => Self::Unwrap(HEAD),
                    false if rel.contains("stylesheet") && !is_safe_sheet(&href) => {
                        Self::Unwrap(HEAD)
                    }
                    false => Self::Keep,
                }
            }
            "style"
                if ["amp-boilerplate", "amp4email-boilerplate"]
                    .iter()
                    .any(|name| tag.attribute(name).is_some()) =>
            {
                Self::Remove(AMP)
            }
            name => Self::of_name(name),
        }
    }
}

const LINKS: [&str; 8] = [
    "import",
    "preload",
    "prefetch",
    "modulepreload",
    "dns-prefetch",
    "prerender",
    "manifest",
    "serviceworker",
];

/// A relative one is completed if it can be, and then judged again.
fn is_safe_sheet(href: &str) -> bool {
    href.starts_with("https://") || href.starts_with("//") || !href.contains(':')
}

/// Elements whose inside is not HTML: without an end tag they go to the end of the text.
pub(super) fn is_raw(name: &str) -> bool {
    matches!(
        name,
        "script" | "iframe" | "noembed" | "noframes" | "xmp" | "plaintext" | "style"
    )
}
