//! Addresses that are the same, however they are written.

use crate::addresses::addresses;

/// Whether a text names this address.
pub fn names_address(text: &str, url: &str) -> bool {
    let url = key(url);
    addresses(text).any(|address| key(address) == url)
}

/// An address without what makes no difference. The case of a host makes none, that of a path does.
pub fn key(url: &str) -> String {
    let url = url.trim();
    let has = |scheme: &str| {
        url.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let schemes = ["https://", "http://", "mailto:"];
    let scheme = schemes.into_iter().find(|scheme| has(scheme));
    let bare = scheme.map_or(url, |scheme| &url[scheme.len()..]);
    let end = bare.find(['/', '?', '#']).unwrap_or(bare.len());
    let host = bare[..end].to_lowercase();
    let whole = [host.trim_start_matches("www."), &bare[end..]].concat();
    whole.trim_end_matches('/').to_owned()
}
