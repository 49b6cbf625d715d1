//! Names that the product fills in itself, and those that nothing fills in.

use std::collections::HashSet;

use super::template::Name;

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

/// Names that would leave a hole in the text: neither reserved nor known, and without a fallback. Each once,
/// also if the names of several templates come in one after the other.
pub fn unknown<'n>(
    names: impl IntoIterator<Item = &'n Name>,
    known: impl Fn(&str) -> bool,
) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut unknown = Vec::new();
    for Name { name, has_fallback } in names {
        if !has_fallback && !is_reserved(name) && !known(name) && seen.insert(name) {
            unknown.push(name.clone());
        }
    }
    unknown
}
