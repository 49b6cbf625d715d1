//! Names that the product fills in itself, and those that nothing fills in.

use std::collections::HashSet;

pub const UNSUBSCRIBE_URL: &str = "unsubscribeUrl";
pub const VIEW_IN_BROWSER_URL: &str = "viewInBrowserUrl";
pub const BRAND_NAME: &str = "brandName";
pub const BRAND_ADDRESS: &str = "brandAddress";

pub const RESERVED: [&str; 4] = [
    UNSUBSCRIBE_URL,
    VIEW_IN_BROWSER_URL,
    BRAND_NAME,
    BRAND_ADDRESS,
];

pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

pub(super) fn is_url(name: &str) -> bool {
    name == UNSUBSCRIBE_URL || name == VIEW_IN_BROWSER_URL
}

/// Names that would leave a hole in the text: neither reserved nor known, and without a fallback. Each comes with
/// whether it has one, and is told once.
pub fn unknown<'n>(
    names: impl IntoIterator<Item = (&'n str, bool)>,
    known: impl Fn(&str) -> bool,
) -> Vec<&'n str> {
    let mut seen = HashSet::new();
    let holes = names.into_iter().filter(|(name, has_fallback)| {
        !has_fallback && !is_reserved(name) && !known(name) && seen.insert(*name)
    });
    holes.map(|(name, _)| name).collect()
}
