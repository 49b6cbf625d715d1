//! Which version of an answer the caller has already.

use axum::http::HeaderMap;
use axum::http::header::IF_NONE_MATCH;

/// Whether the request says that it knows this tag, quotes and all.
pub fn is_known(tag: &str, request: &HeaderMap) -> bool {
    request
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|list| list.split(','))
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == tag || known == "*")
}
