//! What a request shows of who makes it.

use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, HeaderName, Method};
use postrider_domain::sending::machine::{self, Evidence, MachineReason};

/// Headers in which browsers say that nobody has asked yet.
static PURPOSES: [HeaderName; 4] = [
    HeaderName::from_static("sec-purpose"),
    HeaderName::from_static("purpose"),
    HeaderName::from_static("x-purpose"),
    HeaderName::from_static("x-moz"),
];

/// Why it looks like a machine's.
pub(super) fn machine_reason(method: &Method, headers: &HeaderMap) -> Option<MachineReason> {
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    machine::reason(&Evidence {
        user_agent: text(&USER_AGENT).unwrap_or_default(),
        is_head: method == Method::HEAD,
        purpose: PURPOSES.iter().find_map(text).unwrap_or_default(),
    })
}
