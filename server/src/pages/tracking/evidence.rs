//! What a request shows of who makes it.

use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, Method};
use postrider_domain::sending::machine::{self, Evidence, MachineReason};

/// Headers in which browsers say that nobody has asked yet.
const PURPOSES: [&str; 4] = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/// Why it looks like a machine's.
pub(super) fn machine_reason(method: &Method, headers: &HeaderMap) -> Option<MachineReason> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    machine::reason(&Evidence {
        user_agent: text(USER_AGENT.as_str()).unwrap_or_default(),
        is_head: method == Method::HEAD,
        purpose: PURPOSES.into_iter().find_map(text).unwrap_or_default(),
    })
}
