//! What follows a name: `| default: 'x'`, `| upcase`, or a fallback as ours.

use super::table::FILTERS;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Filters<'a> {
    /// As it is written, quotes and all.
    pub fallback: Option<&'a str>,
    /// Whether it can only be another tool's.
    pub is_foreign: bool,
    /// `| lookup: 'name'`.
    pub lookup: Option<&'a str>,
    /// Something that may be a filter or a fallback of ours.
    pub unclear: Option<&'a str>,
}

impl<'a> Filters<'a> {
    pub(super) fn read(text: &'a str) -> Self {
        let mut filters = Self::default();
        for filter in text.split('|').map(str::trim) {
            let word = filter
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                .unwrap_or_default();
            match word {
                "default" | "default_if_none" if word.len() < filter.len() => {
                    filters.fallback = Some(argument(&filter[word.len()..]));
                    filters.is_foreign = true;
                }
                "lookup" if word.len() < filter.len() => {
                    filters.lookup = Some(unquoted(argument(&filter[word.len()..])));
                    filters.is_foreign = true;
                }
                _ if FILTERS.contains(&word) => filters.unclear = Some(filter),
                _ => filters.fallback = Some(filter),
            }
        }
        filters
    }
}

/// `: 'x'`, `('x')`, ` 'x'`.
fn argument(text: &str) -> &str {
    let text = text.trim();
    let text = text.strip_prefix(':').unwrap_or(text).trim();
    match text.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')').unwrap_or(inner).trim(),
        None => text,
    }
}

/// Without its quotes, however they are written.
pub(super) fn unquoted(text: &str) -> &str {
    for quote in ["\"", "'", "&quot;", "&#39;", "&#34;", "&apos;"] {
        if let Some(inner) = text.strip_prefix(quote) {
            return inner.strip_suffix(quote).unwrap_or(inner);
        }
    }
    text
}
